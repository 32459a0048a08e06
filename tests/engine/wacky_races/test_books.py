"""Books only: the track is the table's, the program keeps turn order, cards, powers, traps and places (section 1, 4.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import CHANCE, TABLE, IllegalAnswer
from engine.layout import hand_of
from engine.match import Boundary
from engine.record import Correct
from engine.wacky_races.board import ROAD
from tests.engine.playing import play_out
from tests.engine.wacky_races.kit import new_match
from tests.engine.wacky_races.scene import Scene, scene

if TYPE_CHECKING:
    from engine.match import Match
    from engine.wacky_races.state import RaceState

GRID = "PAT=G1 RUF=G2 ANT=G3 RED=G4 SLA=G5 PEN=G6"


def books(*, laid: str = "", **given: Any) -> Scene:
    """A race on the table's board, PAT about to play; *laid*: types of the traps on the course."""
    options = {"level": "books", **given.pop("options", {})}
    on = scene(GRID, options=options, **given)
    if laid:
        on.state.traps = {f"{ROAD}-{number}": 0 for number in range(1, 1 + len(laid.split()))}
        on.match.resume(Boundary(0, 0, on.match.rulebook.encode(on.state)), [])
        on.trap_types = {ROAD: laid.split(maxsplit=1)[0]}
        on.settle()
    return on


def asked(on: Scene) -> tuple[Any, str]:
    """Who is asked what."""
    return on.question.seat, on.question.key


def told(on: Scene) -> list[str]:
    """The keys of everything told."""
    return [tell.key for tell in on.told]


# --- cards --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-CARD-02", "WR-TRAP-01", "WR-SPEC-02", "WR-END-01")
def test_after_each_card_the_table_says_what_the_car_has_come_onto() -> None:
    on = books().answer("D")
    assert on.tell("go_ahead").args == {"racer": "PAT", "number": 1}
    assert asked(on) == (TABLE, "landed")
    assert [option.value for option in on.question.options] == ["finish", "gas", "special"]
    on.answer(None)
    assert asked(on) == (0, "card_2")
    assert on.question.args["place"] == ROAD


@pytest.mark.rule("WR-CARD-05")
def test_whether_a_second_card_fits_is_left_to_the_players() -> None:
    on = books(hand="DFP").answer("D", None)
    assert [option.value for option in on.question.options if not option.key] == ["F", "P"]


@pytest.mark.rule("WR-CARD-08")
def test_there_are_still_three_cards_at_most() -> None:
    on = books(hand="DDDD").answer("D", None, "D", None, "D", None)
    assert on.question.key in ("power_or_end", "what_of_him")


@pytest.mark.rule("WR-MOVE-02")
def test_how_far_to_go_is_a_reminder_with_its_rule() -> None:
    assert "WR-MOVE-02" in books().answer("D").tell("go_ahead").rules


# --- traps --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-TRAP-01", "WR-TRAP-06", "WR-TRAP-07", "WR-TRAP-08", "WR-PRIM-02")
def test_a_trap_is_told_and_ends_the_turn() -> None:
    on = books(laid="pC").answer("D", "trapped")
    assert (on.state.used, on.state.traps) == (["pC"], {})
    assert on.tell("go_back").args == {"racer": "PAT", "number": 2}
    assert asked(on) == (TABLE, "landed")  # where the car has come to
    assert "trapped" not in [option.value for option in on.question.options]
    on.answer(None)
    assert on.tell("turn_ends").args == {"seat": 0}
    assert asked(on) == (TABLE, "what_of_him")


@pytest.mark.rule("WR-TRAP-03", "WR-TRAP-04", "WR-POW-03")
def test_a_ready_guard_cancels_and_the_turn_goes_on() -> None:
    on = books(laid="pD", powers="PAT=1").answer("D", "trapped")
    assert 1 in on.state.exhausted[0]
    assert "trap_cancelled" in told(on)
    on.answer(None)
    assert asked(on) == (0, "card_2")


@pytest.mark.rule("WR-TRAP-01")
def test_no_trap_can_be_hit_before_one_is_laid() -> None:
    on = books().answer("D")
    assert on.refusal("trapped").reason == "not_an_option"


@pytest.mark.rule("WR-PRIM-04", "WR-PRIM-20")
@pytest.mark.parametrize(("who", "key"), [("RUF", "change_places"), (None, "nobody_in_reach")])
def test_the_table_says_who_is_near_enough_behind(who: str | None, key: str) -> None:
    on = books(laid="pA", steps={"pA": ["swap_behind 3"]}).answer("D", "trapped")
    assert asked(on) == (TABLE, "who_is_behind")
    assert on.question.args == {"racer": "PAT", "number": 3}
    on.answer(who)
    assert key in told(on)


@pytest.mark.rule("WR-PRIM-12", "WR-TRAP-15")
def test_tiles_are_exchanged_by_hand_and_a_trap_may_slide_under_a_car() -> None:
    on = books(laid="pA pC", steps={"pA": ["swap_tiles 2"]}).answer("D", "trapped")
    assert on.tell("swap_by_hand").args == {"racer": "PAT", "number": 2}
    assert asked(on) == (TABLE, "who_is_hit")
    on.answer("RUF")
    assert (asked(on), on.question.args) == ((TABLE, "landed"), {"racer": "RUF"})


@pytest.mark.rule("WR-PRIM-02", "WR-TRACK-03")
def test_the_table_names_everybody_in_last_place() -> None:
    on = books(laid="pA", steps={"pA": ["back 1 (last)"]}).answer("D", "trapped")
    assert asked(on) == (TABLE, "who_is_last")
    assert not on.question.optional
    on.answer("RUF", "ANT", None)
    assert sorted(tell.args["racer"] for tell in on.told if tell.key == "go_back") == ["ANT", "RUF"]


@pytest.mark.rule("WR-PRIM-15")
def test_by_hand_a_car_is_named_and_its_place_is_not_asked() -> None:
    on = books(laid="pA", steps={"pA": ["by_hand"]}).answer("D", "trapped")
    values = [option.value for option in on.question.options]
    assert values == ["done", "PAT", "RUF", "ANT", "RED", "SLA", "PEN", *(hand_of(seat) for seat in range(3))]
    on.answer("RUF", "done")
    assert (asked(on), on.question.args) == ((TABLE, "landed"), {"racer": "RUF"})


# --- tiles --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-GAS-01", "WR-GAS-04")
def test_the_last_car_at_the_gas_station_refreshes_a_power_of_everybody() -> None:
    on = books()
    on.state.exhausted = [[2], [3], []]
    on.answer("D", "gas")
    assert on.state.exhausted == [[], [], []]


@pytest.mark.rule("WR-RAIL-01", "WR-RAIL-04")
def test_on_the_crossing_the_table_says_who_is_last() -> None:
    on = books(special="railroad_crossing").answer("D", "special", "RUF", None)
    assert [tell.args for tell in on.told if tell.key == "go_ahead"][-1] == {"racer": "RUF", "number": 1}
    assert on.question.args == {"racer": "RUF"}
    assert [option.value for option in on.question.options] == ["finish", "gas"]


@pytest.mark.rule("WR-SPEC-05")
def test_a_taught_special_tile_works() -> None:
    on = books(special="crossroads", effect="forward 1").answer("D", "special")
    assert [tell.key for tell in on.told].count("go_ahead") == 2


# --- Dastardly ----------------------------------------------------------------------------------------------------


def his_turn(**given: Any) -> Scene:
    """PAT's turn is over but for Dastardly's move."""
    return books(discard="P", stage="dastardly", **given)


@pytest.mark.rule("WR-DD-02", "WR-DD-06", "WR-DD-17", "WR-DD-18", "WR-DD-19")
def test_dastardly_is_told_what_he_looks_for_and_lays_a_trap() -> None:
    on = his_turn()
    assert on.tell("dastardly_seeks").args == {"kind": "P"}
    on.answer("laid")
    assert (on.state.trap_deck, on.state.traps) == (15, {"road-1": 0})
    assert on.asked == "RUF"


@pytest.mark.rule("WR-DD-17")
def test_he_may_lay_nothing() -> None:
    on = his_turn().answer("nothing")
    assert (on.state.trap_deck, on.asked) == (16, "RUF")


@pytest.mark.rule("WR-DD-12", "WR-DD-13")
def test_without_a_tile_he_is_out_and_the_trap_deck_goes_to_the_box() -> None:
    on = his_turn(laid="pA").answer("no_tile")
    assert asked(on) == (TABLE, "out_of_gas")
    on.answer(True)
    assert (on.state.out, on.state.trap_deck, on.state.boxed, len(on.state.traps)) == (True, 0, 15, 1)


@pytest.mark.rule("WR-DD-24")
def test_with_an_empty_trap_deck_nothing_can_be_laid() -> None:
    assert [option.value for option in his_turn(trap_deck=0).question.options] == ["nothing", "no_tile"]


@pytest.mark.rule("WR-DD-25")
def test_used_traps_are_shuffled_where_the_table_wants_it() -> None:
    on = his_turn(trap_deck=0, used="pA pB", options={"trap_reshuffle": "yes"})
    assert "laid" in [option.value for option in on.question.options]
    assert on.tell("traps_shuffled").args["deck"] > 0


# --- the neutral phase --------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-NEUT-03", "WR-NEUT-08", "WR-NEUT-09", "WR-NEUT-11", "WR-NEUT-17")
def test_three_cards_are_revealed_and_the_table_reports_events_only() -> None:
    on = books(turn="", deck="FDA", laid="pC")
    assert asked(on) == (TABLE, "neutral_event")
    on.answer("RED", "trapped")
    assert on.tell("trap").args["racer"] == "RED"
    on.answer(None)
    assert on.tell("stopped").args == {"racer": "RED"}
    assert [option.value for option in on.question.options] == ["SLA", "PEN"]
    on.answer(None)
    assert on.tell("neutrals_go").args == {"kind": "F", "number": 1}
    on.answer(None, None)
    assert [tell.args["kind"] for tell in on.told if tell.key == "neutrals_go"] == ["F", "D", "A"]
    on.answer(None)
    assert (on.asked, on.state.round) == ("PAT", 3)


@pytest.mark.rule("WR-PRIM-08", "WR-PRIM-07")
def test_neutrals_that_lose_or_miss_something_are_told() -> None:
    on = books(turn="", missing="SLA=1", no_first="PEN=1")
    assert on.tell("phase_missed").args["racer"] == "SLA"
    assert on.tell("first_move_lost").args["racer"] == "PEN"
    assert [option.value for option in on.question.options] == ["RED"]


@pytest.mark.rule("WR-NEUT-20", "WR-END-03")
def test_a_neutral_can_win() -> None:
    on = books(turn="").answer("RED", "finish")
    assert on.tell("wins").args == {"racer": "RED", "seat": None}


# --- the end ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-END-01", "WR-END-05", "WR-END-06", "WR-END-07")
def test_the_table_says_how_the_others_stand() -> None:
    on = books().answer("D", "finish")
    assert asked(on) == (TABLE, "next_place")
    on.answer("RED", None, "RUF", "SLA", "ANT", None, "PEN")
    result = on.match.result
    assert result is not None
    assert {row.who: row.place for row in result.standings} == {
        "PAT": 1,
        "RED": 2,
        "RUF": 3,
        "SLA": 3,
        "ANT": 5,
        "PEN": 6,
    }


@pytest.mark.rule("WR-END-05")
def test_where_only_the_winner_is_placed_nobody_else_is_asked_for() -> None:
    on = books(options={"places": "winner_only"}).answer("D", "finish")
    assert on.match.over


@pytest.mark.rule("WR-CHAMP-04", "WR-END-05")
def test_a_championship_scores_the_places_the_table_has_named() -> None:
    on = books(options={"champ_races": 2, "champ_points": [10, 6, 4, 3, 2, 1]}).answer("D", "finish")
    on.answer("RED", None, "RUF", "SLA", "ANT", None, "PEN", True)
    assert on.state.points == [[10, 4, 2]]
    on.answer("next_race")
    assert (on.state.stage, on.state.race) == ("special", 2)


# --- what the program does not know ---------------------------------------------------------------------------------


def new(**options: Any) -> Match[RaceState]:
    """A match that needs nobody but for the course."""
    return new_match(3, level="books", **options)


@pytest.mark.rule("WR-SETUP-24", "WR-SETUP-22")
def test_only_the_name_of_the_special_tile_is_asked() -> None:
    match = new(course="scanned")
    while match.open[0].key != "special_tile":
        question = match.open[0]
        match.answer(question.seat, question.options[0].value)
    match.answer(TABLE, "swamp")
    assert [question.key for question in match.open] == ["course_laid"]
    match.answer(TABLE, True)
    layout = match.rulebook.layout(match.state)
    assert {layout.pieces[car.racer] for car in match.state.cars} == {ROAD}
    assert layout.pieces["DD"] == ROAD
    assert match.state.course == []


@pytest.mark.rule("WR-APP-08", "WR-DECK-05")
@pytest.mark.parametrize("name", ["PAT", "DD"])
def test_no_place_can_be_corrected_that_only_the_table_knows(name: str) -> None:
    with pytest.raises(IllegalAnswer, match="table_knows"):
        books().match.apply(Correct("place", name, "T4"))


@pytest.mark.rule("WR-DECK-05", "WR-INV-05")
@pytest.mark.parametrize(("number", "deck"), [(0, 16), (1, 15), (3, 13)])
def test_the_number_of_laid_traps_can_be_corrected(number: int, deck: int) -> None:
    on = books(laid="pA")
    on.match.apply(Correct("count", ROAD, number))
    assert (len(on.state.traps), on.state.trap_deck) == (number, deck)


@pytest.mark.parametrize(("name", "number"), [(ROAD, 17), ("T4", 1)])
@pytest.mark.rule("WR-DECK-05", "WR-INV-05")
def test_no_more_traps_than_there_are_and_none_on_a_named_tile(name: str, number: int) -> None:
    with pytest.raises(IllegalAnswer, match="no_such_count"):
        books().match.apply(Correct("count", name, number))


@pytest.mark.rule("WR-DECK-05")
def test_laid_traps_are_no_count_where_the_course_is_known() -> None:
    with pytest.raises(IllegalAnswer, match="no_such_count"):
        scene(GRID).match.apply(Correct("count", ROAD, 1))


@pytest.mark.rule("WR-CARD-01")
def test_a_pilot_that_cannot_see_the_course_plays_one_card() -> None:
    match = new()
    pilots = {seat: match.rulebook.pilot("weak") for seat in range(3)}
    play_out(match, 4, pilots)
    assert match.over
    numbers = {tell.args["number"] for tell in match.tells if tell.key == "card_played"}
    assert numbers == {1}


@pytest.mark.rule("WR-DECK-01", "WR-SETUP-10")
def test_with_real_cards_nothing_but_sizes_and_the_pile_are_known() -> None:
    on = books(options={"movement_deck": "physical", "trap_deck": "physical"}, discard="P")
    on.answer("movement-D-01", None, None)
    assert on.state.discard == ["P", "movement-D-01"]
    assert asked(on)[0] in (TABLE, CHANCE, 1)
