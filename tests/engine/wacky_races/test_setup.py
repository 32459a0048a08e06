"""Set-up question by question: Racers, starting player, neutrals, hands, course (3.2)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import CHANCE, TABLE, IllegalAnswer
from engine.rulebook import SetupError
from engine.settle import settle
from engine.wacky_races.rulebook import WackyRaces
from tests.engine.conformance import lots
from tests.engine.wacky_races.kit import header, new_match

if TYPE_CHECKING:
    from engine.match import Match
    from engine.wacky_races.state import RaceState

CODES = ["SLA", "GRU", "PAT", "RED", "PEN", "SER", "ANT", "LUK", "PET", "RUF"]


def chosen(*racers: str, **options: Any) -> Match[RaceState]:
    """A match whose players have chosen."""
    match = new_match(len(racers), **options)
    for seat, racer in enumerate(racers):
        match.answer(seat, racer)
    return match


def answer_all(match: Match[RaceState], *values: str) -> Match[RaceState]:
    """Answer the one open question again and again."""
    for value in values:
        match.answer(match.open[0].seat, value)
    return match


def refused(match: Match[RaceState], seat: int | str, value: object) -> str:
    """The reason an answer is refused for; the question stands."""
    before = match.rulebook.encode(match.state), len(match.record)
    with pytest.raises(IllegalAnswer) as caught:
        match.answer(seat, value)  # type: ignore[arg-type]
    assert (match.rulebook.encode(match.state), len(match.record)) == before
    return caught.value.reason


# --- Racers ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-SETUP-01", "WR-SETUP-03")
def test_players_choose_in_any_order_and_never_the_same_racer() -> None:
    match = new_match(3)
    assert match.group == "first"
    match.answer(2, "racer-PAT")
    assert [question.seat for question in match.open] == [0, 1]
    assert refused(match, 0, "PAT") == "racer_taken"
    assert "PAT" not in [option.value for option in match.open[0].options]
    assert match.state.racers == ["", "", "PAT"]


@pytest.mark.rule("WR-SETUP-02")
@pytest.mark.parametrize("name", ["DD", "racer-DD"])
def test_nobody_can_choose_dastardly(name: str) -> None:
    assert refused(new_match(2), 0, name) == "dastardly_drives_himself"


def test_an_unknown_racer_is_refused() -> None:
    assert refused(new_match(2), 0, "XXX") == "unknown_racer"


@pytest.mark.rule("WR-SETUP-03")
def test_clockwise_asks_one_seat_after_the_other() -> None:
    match = new_match(3, racer_choice="clockwise")
    assert [question.seat for question in match.open] == [0]
    match.answer(0, "PAT")
    assert [question.seat for question in match.open] == [1]


@pytest.mark.rule("WR-SETUP-03")
def test_random_asks_nobody_for_a_racer() -> None:
    match = new_match(3, racer_choice="random")
    answer_all(match, "PAT", "RUF", "ANT")
    assert match.state.racers == ["PAT", "RUF", "ANT"]
    assert {entry.seat for entry in match.record} == {CHANCE}  # type: ignore[union-attr]


# --- starting player, neutrals, grid ----------------------------------------------------------------------------------


@pytest.mark.rule("WR-SETUP-14", "WR-SETUP-15")
@pytest.mark.parametrize(("way", "seat"), [("last_driver", TABLE), ("chosen", TABLE), ("random", CHANCE)])
def test_the_starting_player_is_named_by_the_table_or_the_lot(way: str, seat: str) -> None:
    match = chosen("PAT", "RUF", "ANT", starting_player=way)
    (question,) = match.open
    assert question.seat == seat
    assert [option.value for option in question.options] == ["0", "1", "2"]
    match.answer(question.seat, "2")
    assert match.state.starter == 2


@pytest.mark.rule(
    "WR-SETUP-06",
    "WR-SETUP-08",
    "WR-SETUP-13",
    "WR-SETUP-17",
    "WR-SETUP-18",
    "WR-SETUP-19",
    "WR-SETUP-20",
    "WR-SETUP-21",
)
def test_players_line_up_clockwise_from_the_starter_and_neutrals_before_them() -> None:
    match = answer_all(chosen("PAT", "ANT", "RUF"), "2", "RED", "SLA", "PEN")
    grid = [(car.racer, car.seat, car.position) for car in match.state.cars]
    assert grid == [
        ("RUF", 2, 1),
        ("PAT", 0, 2),
        ("ANT", 1, 3),
        ("RED", None, 4),
        ("SLA", None, 5),
        ("PEN", None, 6),
    ]
    (told,) = [tell for tell in match.tells if tell.key == "line_up"]
    assert told.args["boxed"] == ["GRU", "SER", "LUK", "PET"]
    assert match.state.dastardly == 0


@pytest.mark.rule("WR-SETUP-06", "WR-NEUT-21")
def test_six_players_leave_no_room_for_neutrals() -> None:
    match = answer_all(chosen(*CODES[:6]), "0")
    assert match.open[0].key == "draw_card"
    assert all(car.seat is not None for car in match.state.cars)


@pytest.mark.rule("WR-SETUP-06")
def test_nobody_races_twice() -> None:
    match = answer_all(chosen("PAT", "ANT", "RUF"), "0", "RED")
    assert refused(match, CHANCE, "RED") == "racer_taken"
    assert refused(match, CHANCE, "racer-PAT") == "racer_taken"


# --- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-SETUP-09", "WR-SETUP-10", "WR-SETUP-11", "WR-SETUP-12")
@pytest.mark.parametrize(("seats", "deck"), [(2, 58), (3, 55), (4, 52), (5, 49), (6, 46)])
@pytest.mark.parametrize("movement_deck", ["virtual", "physical"])
def test_three_cards_each_leave_the_deck(seats: int, deck: int, movement_deck: str) -> None:
    match = answer_all(chosen(*CODES[:seats], movement_deck=movement_deck, course="scanned"), "0")
    settle(match, {}, lots(1))
    if movement_deck == "physical":
        assert match.open[0].key == "deal_cards"
        match.answer(TABLE, True)
    state = match.state
    assert (state.deck, [hand.size for hand in state.hands]) == (deck, [3] * seats)
    assert (state.discard, state.trap_deck) == ([], 16)


@pytest.mark.rule("WR-DECK-01", "WR-APP-14")
def test_only_cards_the_program_must_know_are_shown_to_it() -> None:
    match = new_match(2, pilots=False, movement_deck="physical")
    answer_all(match, "PAT", "RUF")
    match.state.known[1] = True
    answer_all(match, "0", "RED", "SLA", "PEN", "ANT")
    match.answer(TABLE, True)
    (question,) = match.open
    assert (question.key, question.to, question.pile, question.secret) == ("draw_card", 1, "deck", True)
    answer_all(match, "movement-D-01", "F", "movement-A-16")
    assert match.state.hands[0].unknown == 3
    assert match.state.hands[1].cards == ["movement-D-01", "F", "movement-A-16"]


# --- course -----------------------------------------------------------------------------------------------------------


def before_the_course(**options: Any) -> Match[RaceState]:
    """A match of two that is about to draw its special tile."""
    match = answer_all(
        new_match(2, course="scanned", **options), "PAT", "RUF", "0", "RED", "SLA", "PEN", "ANT"
    )
    settle(match, {}, lots(1))
    return match


@pytest.mark.rule("WR-SETUP-24", "WR-SETUP-25")
def test_the_special_tile_comes_from_the_pool() -> None:
    match = before_the_course(special_pool=["swamp"])
    assert [option.value for option in match.open[0].options] == ["swamp"]
    assert refused(match, TABLE, "crossroads") == "not_in_the_pool"
    match.answer(TABLE, "tile-swamp")
    assert match.state.special == "swamp"


@pytest.mark.rule("WR-SETUP-22", "WR-SETUP-23", "WR-SETUP-26", "WR-SETUP-27", "WR-APP-15")
def test_tiles_are_scanned_in_their_order_and_wrong_ones_refused() -> None:
    match = answer_all(before_the_course(), "swamp", "tile-F1", "F2", "F3", "F4", "F5", "F6")
    assert match.open[0].args == {"place": "T7"}
    assert [option.value for option in match.open[0].options] == ["F7", "F8"]
    reasons = {tile: refused(match, TABLE, tile) for tile in ("S1", "tile-F3", "swamp", "crossroads", "what")}
    assert reasons == {
        "S1": "wrong_half",
        "tile-F3": "tile_twice",
        "swamp": "other_special",
        "crossroads": "other_special",
        "what": "unknown_tile",
    }
    answer_all(match, "F7", "F8")
    assert refused(match, TABLE, "S1") == "checkpoint_needed"
    answer_all(match, "gas", "S1", "swamp")
    assert refused(match, TABLE, "tile-swamp") == "tile_twice"
    assert refused(match, TABLE, "acme_laboratory") == "other_special"
    answer_all(match, *(f"S{tile}" for tile in range(2, 9)), "finish")
    assert match.open[0].key == "course_ready"
    match.answer(TABLE, True)
    assert (match.state.stage, match.open[0].key) == ("turn", "card_1")


@pytest.mark.rule("WR-SETUP-22", "WR-SETUP-26")
@pytest.mark.parametrize("seed", range(5))
def test_a_dealt_course_has_each_half_in_its_place(seed: int) -> None:
    match = answer_all(new_match(2), "PAT", "RUF")
    settle(match, {}, lots(seed))
    course = match.state.course
    assert sorted(course[:8]) == [f"F{tile}" for tile in range(1, 9)]
    assert (course[8], course[18]) == ("gas", "finish")
    assert Counter(course[9:18]) == Counter([f"S{tile}" for tile in range(1, 9)] + [match.state.special])


# --- what cannot be played --------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-COMP-04", "WR-DECK-02", "WR-SETUP-25", "WR-COMP-15")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"movement_counts": [16, 16, 16, 15]}, "sum to 63"),
        ({"movement_counts": [65, 0, 0, 0]}, "from 0 to 64"),
        ({"special_pool": []}, "special_pool is empty"),
        ({"special_pool": ["swamp", "bog"]}, "'bog' is none of"),
        ({"grid_terrain": "mud"}, "grid_terrain"),
        ({"no_such_option": 1}, "no_such_option"),
    ],
)
def test_options_that_make_no_sense_are_refused_by_name(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        WackyRaces(header(3, **options))


@pytest.mark.rule("WR-COMP-04")
def test_entered_counts_replace_those_of_the_pack() -> None:
    assert new_match(2, movement_counts=[20, 20, 12, 12]).state.stock == {"D": 20, "F": 20, "P": 12, "A": 12}


@pytest.mark.rule("WR-COMP-15")
@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_can_play(seats: int) -> None:
    with pytest.raises(SetupError, match="for 2 to 6"):
        WackyRaces(header(seats))


def test_there_is_no_pilot_of_an_unknown_strength() -> None:
    with pytest.raises(SetupError, match="no pilot 'divine'"):
        new_match(2).rulebook.pilot("divine")
