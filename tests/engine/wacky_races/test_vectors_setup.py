"""The rule list's worked examples: set-up, from choosing Racers to the finished line of tiles (3.2)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from engine.ask import CHANCE, TABLE, IllegalAnswer
from engine.rulebook import SetupError
from engine.wacky_races.track import PLACES
from tests.engine.wacky_races.races import begin, go_on
from tests.engine.wacky_races.scene import COURSE

if TYPE_CHECKING:
    from engine.match import Match
    from engine.wacky_races.state import RaceState

SEED_EXAMPLE = {"racer": ["PAT", "RUF", "ANT"], "last_driver": ["0"], "neutral_racer": ["RED", "SLA", "PEN"]}


def choose(match: Match[RaceState], *racers: str) -> None:
    """Let the seats choose these Racers, from seat 0 on."""
    for seat, racer in enumerate(racers):
        match.answer(seat, racer)


@pytest.mark.rule(
    "WR-SETUP-01", "WR-SETUP-06", "WR-SETUP-07", "WR-SETUP-08", "WR-COMP-01", "WR-COMP-15", "WR-INV-01"
)
def test_v01_three_players_choose_and_three_neutrals_join() -> None:
    match = begin()
    go_on(match, "deal", {"racer": ["PAT", "ANT", "RUF"], "neutral_racer": ["RED", "SLA", "PEN"]})
    cars = {car.racer: car.seat for car in match.state.cars}
    assert cars == {"PAT": 0, "ANT": 1, "RUF": 2, "RED": None, "SLA": None, "PEN": None}
    pieces = match.rulebook.layout(match.state).pieces
    assert sorted(racer for racer, place in pieces.items() if place == "box") == ["GRU", "LUK", "PET", "SER"]
    assert len(match.state.hands) == 3


@pytest.mark.rule(
    "WR-SETUP-13", "WR-SETUP-17", "WR-SETUP-18", "WR-SETUP-19", "WR-SETUP-20", "WR-SETUP-21", "WR-TRACK-01",
    "WR-COMP-13", "WR-COMP-02",
)  # fmt: skip
def test_v02_the_grid() -> None:
    match = begin()
    go_on(match, "deal", SEED_EXAMPLE)
    assert {car.racer: PLACES[car.position] for car in match.state.cars} == {
        "PAT": "G1",
        "RUF": "G2",
        "ANT": "G3",
        "RED": "G4",
        "SLA": "G5",
        "PEN": "G6",
    }
    assert [car.position for car in match.state.cars] == [1, 2, 3, 4, 5, 6]
    assert match.state.dastardly == 0
    assert match.rulebook.layout(match.state).pieces["DD"] == "00"


@pytest.mark.rule("WR-SETUP-20", "WR-SETUP-06")
@pytest.mark.parametrize("order", [["SLA", "PEN", "RED"], ["LUK", "GRU", "SER"]])
def test_v02_any_other_order_of_the_neutrals_fills_the_front_slots_in_that_order(order: list[str]) -> None:
    match = begin()
    go_on(match, "deal", {**SEED_EXAMPLE, "neutral_racer": order})
    assert [car.racer for car in match.state.cars[3:]] == order


@pytest.mark.rule("WR-SETUP-17", "WR-SETUP-18", "WR-SETUP-14")
@pytest.mark.parametrize(
    ("starter", "grid"), [("0", "PAT RUF ANT"), ("1", "RUF ANT PAT"), ("2", "ANT PAT RUF")]
)
def test_the_grid_begins_with_the_starting_player_and_goes_on_clockwise(starter: str, grid: str) -> None:
    match = begin()
    go_on(match, "deal", {**SEED_EXAMPLE, "last_driver": [starter]})
    assert [car.racer for car in match.state.cars[:3]] == grid.split()


@pytest.mark.rule("WR-TRACK-01")
def test_places_are_numbered_from_00_to_the_finish() -> None:
    assert [PLACES.index(place) for place in ("00", "G1", "G6", "T1", "T9", "T19")] == [0, 1, 6, 7, 15, 25]


@pytest.mark.rule(
    "WR-SETUP-22",
    "WR-SETUP-23",
    "WR-SETUP-24",
    "WR-SETUP-26",
    "WR-SETUP-27",
    "WR-COMP-11",
    "WR-COMP-12",
    "WR-COMP-09",
)
@pytest.mark.parametrize("seed", range(10))
def test_v03_the_special_tile_lies_somewhere_in_the_second_half(seed: int) -> None:
    match = begin()
    go_on(match, "ready", {**SEED_EXAMPLE, "special_tile": ["crossroads"]}, seed)
    course = match.state.course
    assert len(course) == 19
    assert sorted(course[:8]) == [f"F{tile}" for tile in range(1, 9)]
    assert (course[8], course[18]) == ("gas", "finish")
    assert sorted(course[9:18]) == sorted([*(f"S{tile}" for tile in range(1, 9)), "crossroads"])


@pytest.mark.rule("WR-SETUP-22", "WR-SETUP-26")
def test_v03_every_order_of_the_tiles_can_come_up() -> None:
    first, special = Counter[str](), Counter[int]()
    for seed in range(60):
        match = begin()
        go_on(match, "ready", {**SEED_EXAMPLE, "special_tile": ["crossroads"]}, seed)
        first[match.state.course[0]] += 1
        special[match.state.course.index("crossroads")] += 1
    assert len(first) == 8
    assert set(special) == set(range(9, 18))


# --- Racers and starting player --------------------------------------------------------------------------------------


@pytest.mark.rule("WR-SETUP-02")
def test_t07_dastardly_cannot_be_chosen() -> None:
    with pytest.raises(IllegalAnswer, match="dastardly_drives_himself"):
        begin().answer(0, "DD")


@pytest.mark.rule("WR-SETUP-01")
def test_t07_a_racer_already_taken_cannot_be_chosen_again() -> None:
    match = begin()
    match.answer(2, "ANT")
    with pytest.raises(IllegalAnswer, match="racer_taken"):
        match.answer(0, "ANT")


@pytest.mark.rule("WR-SETUP-03")
def test_t07_freely_means_that_whoever_is_first_chooses_first() -> None:
    match = begin()
    assert (match.group, [question.seat for question in match.open]) == ("first", [0, 1, 2])
    match.answer(2, "ANT")
    assert [question.seat for question in match.open] == [0, 1]


@pytest.mark.rule("WR-SETUP-03")
def test_t07_clockwise_asks_one_seat_after_the_other() -> None:
    match = begin(racer_choice="clockwise")
    assert [question.seat for question in match.open] == [0]
    match.answer(0, "ANT")
    assert [question.seat for question in match.open] == [1]


@pytest.mark.rule("WR-SETUP-03")
def test_t07_by_lot_asks_nobody() -> None:
    match = begin(racer_choice="random")
    asked = []
    while match.state.stage == "racers":
        asked.append(match.open[0].seat)
        match.answer(CHANCE, match.open[0].options[0].value)
    assert asked == [CHANCE] * 3
    assert len(set(match.state.racers)) == 3


@pytest.mark.rule("WR-SETUP-14")
def test_t09_whoever_drove_last_starts() -> None:
    match = begin()
    choose(match, "PAT", "RUF", "ANT")
    assert (match.open[0].seat, match.open[0].key) == (TABLE, "last_driver")
    match.answer(TABLE, "2")
    assert match.state.starter == 2


@pytest.mark.rule("WR-SETUP-15")
def test_t09_by_lot_every_seat_may_start() -> None:
    starters = set()
    for seed in range(20):
        match = begin(starting_player="random")
        go_on(match, "neutrals", seed=seed)
        starters.add(match.state.starter)
    assert starters == {0, 1, 2}


@pytest.mark.rule("WR-SETUP-15")
@pytest.mark.parametrize("seat", ["0", "1", "2"])
def test_t09_the_table_may_name_any_seat(seat: str) -> None:
    match = begin(starting_player="chosen")
    go_on(match, "starter")
    match.answer(TABLE, seat)
    assert match.state.starter == int(seat)


# --- decks -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "WR-SETUP-09", "WR-SETUP-10", "WR-SETUP-11", "WR-SETUP-12", "WR-DECK-01", "WR-DECK-02", "WR-INV-04", "WR-INV-05",
    "WR-COMP-03", "WR-COMP-05", "WR-COMP-15",
)  # fmt: skip
@pytest.mark.parametrize("movement_deck", ["physical", "virtual"])
@pytest.mark.parametrize(("seats", "deck"), [(2, 58), (3, 55), (4, 52), (5, 49), (6, 46)])
def test_t08_after_dealing(seats: int, deck: int, movement_deck: str) -> None:
    match = begin(seats, movement_deck=movement_deck)
    go_on(match, "special")
    state = match.state
    assert (state.deck, state.trap_deck, state.discard, state.traps) == (deck, 16, [], {})
    assert [hand.size for hand in state.hands] == [3] * seats


@pytest.mark.rule("WR-COMP-15")
@pytest.mark.parametrize("seats", [1, 7])
def test_one_or_seven_players_are_refused(seats: int) -> None:
    with pytest.raises(SetupError, match="the game is for 2 to 6"):
        begin(seats)


@pytest.mark.rule("WR-SETUP-06", "WR-SETUP-21", "WR-NEUT-21")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_six_cars_race_however_many_play(seats: int) -> None:
    match = begin(seats)
    go_on(match, "deal")
    assert len({car.racer for car in match.state.cars}) == 6
    assert sum(car.seat is None for car in match.state.cars) == 6 - seats


@pytest.mark.rule("WR-COMP-04")
def test_t03_counts_that_do_not_sum_to_64_are_refused() -> None:
    with pytest.raises(SetupError, match=r"sum to 63.*WR-COMP-04"):
        begin(movement_counts=[16, 16, 16, 15])


@pytest.mark.rule("WR-COMP-04", "WR-DECK-02")
def test_t03_other_counts_that_sum_to_64_are_what_the_virtual_deck_holds() -> None:
    match = begin(movement_counts=[20, 20, 12, 12])
    go_on(match, "deal", SEED_EXAMPLE)
    assert {option.value: option.weight for option in match.open[0].options} == {
        "D": 20,
        "F": 20,
        "P": 12,
        "A": 12,
    }


@pytest.mark.rule("WR-DECK-02", "WR-APP-14")
def test_a_virtual_card_is_drawn_for_its_own_seat_only() -> None:
    match = begin()
    go_on(match, "deal", SEED_EXAMPLE)
    (question,) = match.open
    assert (question.key, question.secret, question.to) == ("draw_card", True, 0)


# --- the course ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-SETUP-25")
@pytest.mark.parametrize("seed", range(5))
def test_t10_a_pool_of_one_special_tile_is_always_that_tile(seed: int) -> None:
    match = begin(special_pool=["swamp"])
    go_on(match, "course", seed=seed)
    assert match.state.special == "swamp"


@pytest.mark.rule("WR-SETUP-25")
def test_t10_an_empty_pool_is_refused() -> None:
    with pytest.raises(SetupError, match=r"special_pool is empty.*WR-SETUP-25"):
        begin(special_pool=[])


@pytest.mark.rule("WR-SETUP-25")
def test_t10_a_special_tile_outside_the_pool_is_refused_when_it_is_scanned() -> None:
    match = begin(special_pool=["swamp", "crossroads"], course="scanned")
    go_on(match, "special")
    with pytest.raises(IllegalAnswer, match="not_in_the_pool"):
        match.answer(match.open[0].seat, "acme_laboratory")


@pytest.mark.rule("WR-SETUP-24")
def test_one_of_the_four_special_tiles_is_drawn() -> None:
    match = begin(course="scanned")
    go_on(match, "special")
    assert match.open[0].key == "special_tile"
    assert [option.value for option in match.open[0].options] == [
        "swamp",
        "crossroads",
        "railroad_crossing",
        "acme_laboratory",
    ]


def scanned(tiles: int) -> Match[RaceState]:
    """A match whose course is being scanned; so many tiles of track A lie, Crossroads is the special tile."""
    match = begin(course="scanned")
    go_on(match, "course", {"special_tile": ["crossroads"]})
    for tile in COURSE.replace("special", "crossroads").split()[:tiles]:
        match.answer(TABLE, tile)
    return match


@pytest.mark.rule("WR-APP-15", "WR-SETUP-22", "WR-SETUP-26", "WR-INV-22")
@pytest.mark.parametrize(
    ("laid", "tile", "reason"),
    [
        (9, "F1", "tile_twice"),
        (3, "F3", "tile_twice"),
        (0, "S1", "wrong_half"),
        (14, "swamp", "other_special"),
        (2, "crossroads", "other_special"),
        (8, "S8", "checkpoint_needed"),
        (18, "gas", "tile_twice"),
        (8, "finish", "checkpoint_needed"),
        (0, "tile-Z9", "unknown_tile"),
    ],
)
def test_t11_a_tile_that_does_not_belong_there_is_refused_and_asked_for_again(
    laid: int, tile: str, reason: str
) -> None:
    match = scanned(laid)
    place = match.open[0].args
    with pytest.raises(IllegalAnswer) as refused:
        match.answer(TABLE, tile)
    assert refused.value.reason == reason
    assert match.open[0].args == place
    assert len(match.state.course) == laid


@pytest.mark.rule("WR-SETUP-23", "WR-SETUP-27", "WR-APP-15")
def test_tiles_may_be_shown_by_their_tags_and_the_line_is_compared_at_the_end() -> None:
    match = scanned(18)
    match.answer(TABLE, "tile-finish")
    assert match.open[0].key == "course_ready"
    match.answer(TABLE, True)
    assert (match.state.stage, match.state.round) == ("turn", 1)


@pytest.mark.rule("WR-TURN-01", "WR-SETUP-14")
def test_the_starting_player_takes_the_first_turn() -> None:
    match = begin()
    go_on(match, "turn", {**SEED_EXAMPLE, "last_driver": ["1"]})
    assert (match.open[0].seat, match.open[0].key) == (1, "card_1")
