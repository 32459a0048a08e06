"""The practice pack is exactly the one the rule list describes, and the pack check counts the box (WR-PRAC, WR-COMP)."""

from __future__ import annotations

import tomllib
from collections import Counter
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest

from engine.rulebook import SetupError
from engine.wacky_races.pack import Pack, Step, read_pack, read_step
from engine.wacky_races.track import KINDS

RACERS = ["SLA", "GRU", "PAT", "RED", "PEN", "SER", "ANT", "LUK", "PET", "RUF"]
TWO_OF_EACH = dict.fromkeys(KINDS, 2)

SOURCE: dict[str, Any] = tomllib.loads(
    (files("config") / "packs" / "wacky_races" / "practice.toml").read_text(encoding="utf-8")
)


@pytest.fixture
def source() -> dict[str, Any]:
    """The pack's own tables, to be spoiled by a test."""
    return deepcopy(SOURCE)


@pytest.fixture(scope="module")
def pack() -> Pack:
    return read_pack(SOURCE)


@pytest.mark.rule("WR-PRAC-01")
def test_the_practice_pack_says_that_it_is_practice(pack: Pack) -> None:
    assert pack.source["practice"]
    assert pack.source["label"] == "practice"


@pytest.mark.rule("WR-PRAC-02", "WR-COMP-09")
@pytest.mark.parametrize("half", [1, 2])
def test_each_half_of_the_practice_course_has_two_tiles_of_each_kind(pack: Pack, half: int) -> None:
    assert Counter(tile.kind for tile in pack.tiles.values() if tile.half == half) == TWO_OF_EACH


@pytest.mark.rule("WR-PRAC-02")
def test_practice_tiles_are_named_in_the_order_of_the_rule_list(pack: Pack) -> None:
    kinds = "".join(pack.tiles[f"{half}{number}"].kind or "?" for half in "FS" for number in range(1, 9))
    assert kinds == "DDFFPPAADDFFPPAA"


@pytest.mark.rule("WR-PRAC-03", "WR-COMP-03")
def test_practice_has_sixteen_movement_cards_of_each_kind(pack: Pack) -> None:
    assert pack.counts == dict.fromkeys(KINDS, 16)
    assert Counter(kind for card, kind in pack.kinds.items() if len(card) > 1) == dict.fromkeys(KINDS, 16)


@pytest.mark.rule("WR-PRAC-04", "WR-COMP-05")
def test_practice_traps_have_their_names_copies_and_steps(pack: Pack) -> None:
    assert {key: (trap.name, trap.copies, trap.steps) for key, trap in pack.traps.items()} == {
        "pA": ("Soft Gravel", 2, (Step("nothing"),)),
        "pB": ("Wrong Signpost", 3, (Step("back", 1),)),
        "pC": ("Oil Puddle", 3, (Step("back", 2),)),
        "pD": ("Turntable", 2, (Step("swap_behind", 3),)),
        "pE": ("Confetti Cannon", 2, (Step("lose", 2, how="owner"),)),
        "pF": ("Rubber Wall", 1, (Step("back", 3),)),
        "pG": ("Flat Tyre", 1, (Step("miss", 1),)),
        "pH": ("Treacle Road", 1, (Step("no_first_move", 1),)),
        "pI": ("Lucky Backfire", 1, (Step("forward", 1),)),
    }


@pytest.mark.rule("WR-PRAC-05")
def test_practice_gives_every_racer_one_cancel_and_three_effects() -> None:
    assert {
        slot: (power["name"], power["kind"], power["steps"]) for slot, power in SOURCE["powers"].items()
    } == {
        "1": ("Spare Guard", "cancel", []),
        "2": ("Tail Wind", "effect", ["forward 1"]),
        "3": ("Full Glove Box", "effect", ["draw 2"]),
        "4": ("Slipstream", "effect", ["swap_with 2 (ahead)"]),
    }
    cancelled = ["pB", "pC", "pD", "pE", "pB", "pC", "pF", "pG", "pH", "pD"]
    assert SOURCE["cancels"] == dict(zip(RACERS, cancelled, strict=True))


@pytest.mark.rule("WR-PRAC-06", "WR-COMP-11")
def test_practice_says_what_crossroads_and_laboratory_do(pack: Pack) -> None:
    assert pack.specials == {"crossroads": (Step("forward", 1),), "acme_laboratory": (Step("draw", 2),)}
    names = sorted(tile.name for tile in pack.tiles.values() if tile.role == "special")
    assert names == ["ACME Laboratory", "Crossroads", "Railroad Crossing", "Swamp"]


@pytest.mark.rule("WR-COMP-01", "WR-COMP-02")
def test_ten_racers_can_be_driven_and_dastardly_is_none_of_them(pack: Pack) -> None:
    assert sorted(pack.racers) == sorted(RACERS)
    assert "DD" not in pack.racers
    assert len({racer.car for racer in pack.racers.values()}) == 10


@pytest.mark.rule("WR-COMP-12")
def test_the_checkpoints_are_one_gas_station_and_one_finish(pack: Pack) -> None:
    assert [tile.role for tile in pack.tiles.values() if tile.role in ("gas", "finish")] == ["gas", "finish"]


# --- what a pack check refuses --------------------------------------------------------------------------------------


def spoil(source: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Set one value of a pack, or (None) take it out."""
    *tables, key = path.split(".")
    table = source
    for name in tables:
        table = table[name]
    if value is None:
        del table[key]
    else:
        table[key] = value
    return source


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        pytest.param("racers.RUF", None, "9 Racers; the game has 10", marks=pytest.mark.rule("WR-COMP-01")),
        pytest.param("movement.D", 15, "63 cards; the game has 64", marks=pytest.mark.rule("WR-COMP-03")),
        pytest.param("traps.pA.copies", 3, "17 trap cards in all", marks=pytest.mark.rule("WR-COMP-05")),
        pytest.param("tiles.F1", None, "7 first-half tiles", marks=pytest.mark.rule("WR-COMP-09")),
        pytest.param("tiles.S8.half", 1, "9 first-half tiles", marks=pytest.mark.rule("WR-COMP-09")),
        pytest.param(
            "tiles.swamp.name", "Bog", "'Bog' is none of Swamp", marks=pytest.mark.rule("WR-COMP-11")
        ),
        pytest.param("tiles.swamp.name", "Crossroads", "each once", marks=pytest.mark.rule("WR-COMP-11")),
        pytest.param("tiles.gas", None, "0 gas station", marks=pytest.mark.rule("WR-COMP-12")),
        pytest.param("tiles.finish", None, "0 finish", marks=pytest.mark.rule("WR-COMP-12")),
        pytest.param("game", "downforce", "game", id="another game's pack"),
        pytest.param("wheels", {}, "unknown table 'wheels'", id="an unknown table"),
        pytest.param("traps.pA.name", "x" * 21, "name", id="a name of 21 letters"),
        pytest.param("traps.pA.copies", 17, "copies", id="17 copies"),
        pytest.param("traps.pA.steps", ["back 7"], "traps.pA: steps: 'back 7'", id="a step out of its range"),
    ],
)
def test_a_pack_that_does_not_fit_the_box_is_refused_with_the_place(
    source: dict[str, Any], path: str, value: Any, message: str
) -> None:
    with pytest.raises(SetupError, match=message):
        read_pack(spoil(source, path, value))


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("nothing", Step("nothing")),
        ("back 6", Step("back", 6)),
        ("forward 1 (chosen)", Step("forward", 1, who="chosen")),
        ("swap_behind 25", Step("swap_behind", 25)),
        ("lose 2 (owner)", Step("lose", 2, how="owner")),
        ("lose 1 (others, random)", Step("lose", 1, who="others", how="random")),
        ("swap_with 2 (ahead)", Step("swap_with", 2, how="ahead")),
        ("swap_tiles 18", Step("swap_tiles", 18)),
    ],
)
@pytest.mark.rule("WR-TRAP-16")
def test_an_effect_step_is_read_as_it_is_written(text: str, step: Step) -> None:
    assert read_step(text) == step


@pytest.mark.parametrize(
    "text",
    ["", "jump 2", "back", "back 0", "back 7", "swap_behind 26", "back 1 (owner)", "draw 1 2", "lose x"],
)
@pytest.mark.rule("WR-TRAP-16")
def test_what_is_no_effect_step_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"effect step|takes a number|does not know"):
        read_step(text)
