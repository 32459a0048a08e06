"""The rule list's worked examples: Dick Dastardly's stop, his traps and his retreat (3.8)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.engine.wacky_races.scene import Scene, scene


@dataclass(frozen=True)
class Drive:
    """Somebody has ended a turn with `top` on the discard pile; then Dastardly moves."""

    cars: str
    dd: str
    top: str
    to: str
    traps: str = ""
    traps_after: str = ""
    deck: int | None = None
    deck_after: int = 16
    turn: str = "PAT"


def drive(example: Drive, **options: str) -> Scene:
    """Let Dastardly move; round 1, so that no neutral car moves behind him."""
    return scene(
        example.cars,
        turn=example.turn,
        stage="dastardly",
        discard=example.top,
        dd=example.dd,
        traps=example.traps,
        trap_deck=example.deck,
        round_number=1,
        options=options,
    )


V07 = Drive("RUF=T5 PAT=T4 ANT=T4 RED=T5 SLA=T2 PEN=T3", "T3", "D", "T1", "", "T6", 16, 15, "RUF")
V18 = "PAT=T15 RUF=T12 ANT=T11 RED=T13 SLA=T10 PEN=T9"
V19 = "PAT=T17 RUF=T16 ANT=T11 RED=T13 SLA=T10 PEN=T9"

EXAMPLES = [
    pytest.param(
        Drive("PAT=T7 RUF=T5 ANT=T6 RED=T8 SLA=T2 PEN=T4", "T1", "P", "T5", "T3=pA", "T3", 15, 15, "ANT"),
        id="WR-V05",
        marks=pytest.mark.rule("WR-DD-01", "WR-DD-02", "WR-DD-06", "WR-DD-07", "WR-DD-26", "WR-TRACK-11"),
    ),
    pytest.param(
        V07,
        id="WR-V07",
        marks=pytest.mark.rule("WR-DD-16", "WR-DD-17", "WR-DD-18", "WR-DD-19", "WR-DD-20"),
    ),
    pytest.param(
        Drive("PAT=T12 RUF=T9 ANT=T7 RED=T8 SLA=T5 PEN=T6", "T8", "A", "T10"),
        id="WR-V17",
        marks=pytest.mark.rule("WR-DD-09", "WR-DD-06"),
    ),
    pytest.param(
        Drive(V18, "T12", "A", "T14"),
        id="WR-V18 (a)",
        marks=pytest.mark.rule("WR-DD-08", "WR-SPEC-01"),
    ),
    pytest.param(
        Drive(V18, "T12", "A", "T8", "T14=pA", "T14 T18", 15, 14),
        id="WR-V18 (b)",
        marks=pytest.mark.rule("WR-DD-08", "WR-DD-06"),
    ),
    pytest.param(
        Drive("PAT=T1 RUF=T3 ANT=T4 RED=T5 SLA=T5 PEN=T2", "T2", "D", "00", "", "T6", 16, 15),
        id="WR-V22",
        marks=pytest.mark.rule("WR-DD-21", "WR-DD-19"),
    ),
    pytest.param(
        Drive("PAT=T16 RUF=T15 ANT=T13 RED=T12 PEN=T11 SLA=T10", "T14", "D", "T8", "", "T17", 16, 15),
        id="WR-V23",
        marks=pytest.mark.rule("WR-DD-22"),
    ),
    pytest.param(
        Drive("PAT=T5 RUF=T4 ANT=T4 RED=T3 SLA=T3 PEN=T2", "T2", "D", "T1", "T1=pA", "T1 T6", 15, 14),
        id="WR-V24",
        marks=pytest.mark.rule("WR-DD-23"),
    ),
    pytest.param(
        Drive(V07.cars, "T3", "D", "T1", "", "", 0, 0, "RUF"),
        id="WR-V25",
        marks=pytest.mark.rule("WR-DD-24", "WR-DD-25"),
    ),
    pytest.param(
        Drive("PAT=G1 RUF=G2 ANT=G3 RED=G4 SLA=G5 PEN=G6", "00", "D", "00", "", "T1", 16, 15),
        id="the grid slots are no stops",
        marks=pytest.mark.rule("WR-DD-11", "WR-DD-06", "WR-DD-21"),
    ),
    pytest.param(
        Drive("PAT=T7 RUF=T5 ANT=T6 RED=T8 SLA=T2 PEN=T4", "T1", "D", "T6"),
        id="a car level with him is enough",
        marks=pytest.mark.rule("WR-DD-17", "WR-DD-26"),
    ),
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_dastardly_goes_where_the_example_says(example: Drive) -> None:
    after = drive(example)
    assert after.dastardly == example.to
    assert after.traps == example.traps_after
    assert after.state.trap_deck == example.deck_after


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.rule("WR-INV-23", "WR-TRACK-11")
def test_dastardlys_move_changes_no_car_and_no_hand(example: Drive) -> None:
    after = drive(example)
    assert after.at == dict(entry.split("=") for entry in example.cars.split())
    assert [hand.cards for hand in after.state.hands] == [["D", "F", "P"]] * 3
    assert after.discard == example.top


@pytest.mark.rule("WR-TRAP-18", "WR-DD-18")
def test_a_trap_is_laid_without_anybody_asking_or_telling_its_type() -> None:
    after = drive(V07)
    assert after.match.record == []
    told = after.tell("trap_laid")
    assert set(told.args) == {"place", "deck"}
    assert after.state.pools == [after.match.rulebook.new().pools[0]]


@pytest.mark.rule("WR-DD-20", "WR-DD-16")
def test_behind_a_retreat_no_second_stop_follows_though_the_card_still_fits() -> None:
    after = drive(V07)
    assert [told.key for told in after.told][:3] == ["dastardly_moves", "trap_laid", "dastardly_retreats"]
    assert after.asked == "ANT"


@pytest.mark.rule("WR-INV-12")
def test_directly_after_a_retreat_dastardly_is_behind_every_car() -> None:
    after = drive(V07)
    assert all(after.state.dastardly < car.position for car in after.state.cars)


# --- out of gas ----------------------------------------------------------------------------------------------------

OUT = Drive(V19, "T17", "F", "out", "T18=pA", "T18", 9, 0, "RUF")


@pytest.mark.rule("WR-DD-12", "WR-DD-14", "WR-DD-10", "WR-DD-28", "WR-INV-05", "WR-INV-14")
def test_v19_without_a_stop_ahead_dastardly_is_out_and_the_trap_deck_goes_to_the_box() -> None:
    after = drive(OUT)
    assert after.dastardly == "out"
    assert after.state.trap_deck == 0
    assert after.state.boxed == 9
    assert after.traps == "T18"
    assert not after.match.over


@pytest.mark.rule("WR-DD-13", "WR-INV-14")
def test_v19_once_out_he_moves_no_more_though_there_would_be_a_stop() -> None:
    after = drive(OUT)
    before = len(after.told)
    after.answer("D")
    assert after.dastardly == "out"
    assert after.traps == "T18"
    assert not any(told.key.startswith("dastardly") for told in after.told[before:])


@pytest.mark.rule("WR-DD-13", "WR-DD-27")
def test_once_out_the_extra_move_with_two_players_falls_away_too() -> None:
    after = scene(
        "PAT=T17 RUF=T16 ANT=T11 RED=T13 SLA=T10 PEN=T9",
        players="PAT RUF",
        neutrals="ANT RED SLA PEN",
        turn="RUF",
        stage="dastardly",
        discard="F",
        dd="T17",
        traps="T18=pA",
        deck="DDD",
    )
    assert after.dastardly == "out"
    assert after.asked == "PAT"
    assert [told.key for told in after.told].count("dastardly_moves") == 0


@pytest.mark.rule("WR-DD-25")
def test_o16_an_empty_trap_deck_is_made_anew_from_the_used_traps_where_the_table_says_so() -> None:
    after = scene(
        V07.cars,
        turn="RUF",
        stage="dastardly",
        discard="D",
        dd="T3",
        trap_deck=0,
        used="pA pB",
        boxed=14,
        options={"trap_reshuffle": "yes"},
    )
    assert (after.traps, after.state.trap_deck, after.state.used, after.dastardly) == ("T6", 1, [], "T1")


@pytest.mark.rule("WR-DD-25", "WR-DECK-03")
def test_o16_a_trap_of_the_new_deck_is_one_of_the_used_ones() -> None:
    after = scene(
        "PAT=T5 RUF=T4 ANT=T5 RED=T4 SLA=T2 PEN=T3",
        turn="RUF",
        stage="dastardly",
        discard="D",
        dd="T3",
        trap_deck=0,
        used="pA pB",
        boxed=14,
        options={"trap_reshuffle": "yes"},
    )
    after.match.answer(after.seat("ANT"), "D")
    assert after.question.key == "trap_type"
    assert sorted(option.value for option in after.question.options) == ["pA", "pB"]


# --- the card he reads ----------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-DD-04")
def test_without_a_discard_pile_the_top_card_of_the_deck_is_turned_over() -> None:
    after = scene("PAT=T7 RUF=T5 ANT=T6 RED=T8 SLA=T2 PEN=T4", stage="dastardly", deck="F")
    assert (after.discard, after.dastardly) == ("F", "T2")


@pytest.mark.rule("WR-DD-05", "WR-FILL-06")
def test_v50_with_no_card_anywhere_nothing_is_drawn_and_dastardly_stays_and_is_not_out() -> None:
    after = scene(
        "PAT=T7 RUF=T5 ANT=T6 RED=T8 SLA=T2 PEN=T4", stage="fill", hand="", whole_deck=True, dd="T2"
    )
    assert after.hand("PAT") == ""
    assert after.dastardly == "T2"
    assert after.tell("no_card_left").args == {"seat": 0}


@pytest.mark.rule("WR-DD-15")
@pytest.mark.parametrize("special", ["railroad_crossing", "swamp", "crossroads", "acme_laboratory"])
def test_t17_dastardly_stops_on_a_special_tile_and_nothing_else_happens(special: str) -> None:
    after = scene(V18, stage="dastardly", discard="A", dd="T12", special=special, round_number=1)
    assert after.dastardly == "T14"
    assert after.where("PAT RUF ANT RED SLA PEN") == V18


@pytest.mark.rule("WR-DD-15", "WR-TRACK-11")
def test_t17_dastardly_stops_on_a_tile_two_cars_stand_on() -> None:
    after = scene("PAT=T6 RUF=T6 ANT=T8 RED=T8 SLA=T2 PEN=T4", stage="dastardly", discard="D", dd="T1")
    assert after.dastardly == "T6"
    assert after.where("PAT RUF") == "PAT=T6 RUF=T6"


@pytest.mark.rule("WR-INV-03", "WR-DD-09", "WR-DD-10")
@pytest.mark.parametrize("top", "DFPA")
@pytest.mark.parametrize("start", ["00", *(f"T{tile}" for tile in range(1, 19) if tile != 9)])
def test_wherever_he_starts_he_never_stops_on_the_gas_station_or_the_finish(start: str, top: str) -> None:
    after = scene(
        "PAT=T18 RUF=T18 ANT=T17 RED=T10 SLA=T10 PEN=T11",
        stage="dastardly",
        discard=top,
        dd=start,
        round_number=1,
    )
    assert after.dastardly not in ("T9", "T19", "G1", "G6")


@pytest.mark.rule("WR-INV-13")
@pytest.mark.parametrize("top", "DFPA")
@pytest.mark.parametrize("start", ["00", "T1", "T5", "T8", "T10", "T13"])
def test_where_he_stops_the_tile_is_of_the_kind_on_top_or_special(start: str, top: str) -> None:
    after = scene(
        "PAT=T18 RUF=T18 ANT=T17 RED=T10 SLA=T10 PEN=T11",
        stage="dastardly",
        discard=top,
        dd=start,
        round_number=1,
    )
    stop = after.state.course[after.state.dastardly - 7]
    tile = after.match.rulebook.pack.tiles[stop]  # type: ignore[attr-defined]
    assert tile.kind == top or tile.role == "special"
