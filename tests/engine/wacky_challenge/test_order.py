"""The rule list's examples of order, shift and top vehicle (5.3, 5.4), and what they leave out."""

from __future__ import annotations

from typing import Any

import pytest

from engine.wacky_challenge.order import needs_speed, order_of, raised, shifted
from engine.wacky_challenge.state import Effect
from tests.engine.wacky_challenge.kit import VEHICLES, begun, placed

BOAT_FIRST = ("boat", "train", "car", "motorbike", "plane")
PLANE_FIRST = ("plane", "boat", "car", "train", "motorbike")


def row(
    name: str,
    played: str,
    order: str,
    *,
    effect: str = "",
    last: str = "",
    top: tuple[str, ...] = VEHICLES,
) -> Any:
    """One example: "boat 40, train 5" by seat from 1 on, the order as digits, "3 fastest" as effect."""
    return pytest.param(played, order, effect, last, top, id=name)


@pytest.mark.rule(
    "WC-BOOST-08", "WC-BOOST-09", "WC-BOOST-10", "WC-BOOST-13", "WC-BOOST-14", "WC-BOOST-15",
    "WC-BOOST-16", "WC-BOOST-19", "WC-BOOST-20", "WC-BOOST-21", "WC-BOOST-28", "WC-COMP-10", "WC-ORDER-01",
    "WC-ORDER-02", "WC-ORDER-03", "WC-ORDER-04", "WC-ORDER-06", "WC-ORDER-07",
)  # fmt: skip
@pytest.mark.parametrize(
    ("played", "order", "effect", "last", "top"),
    [
        row("V10", "boat 40, train 5, car 12, train 9", "4231"),
        row("V11", "train 50, plane 1, motorbike 60", "213", last="123", top=PLANE_FIRST),
        row("V12", "car 7, plane 7, car 7", "312", last="123"),
        row("V13", "plane 9, car 7, car 7", "231"),
        row(
            "V15", "car 30, train 2, car 4, car 18", "2314",
            effect="3 fastest", last="1243",
        ),
        row("V16", "plane 35, car 20, train 1", "312", effect="1 transform", last="231"),
        row("V17", "boat 8, boat 5, train 30", "123", effect="1 transform", last="231", top=BOAT_FIRST),
        row(
            "V20", "train 3, plane 20, motorbike 20, boat 11", "3241",
            effect="4 speed_first", last="1234",
        ),
        row("V22", "car 1, car 0, boat 9", "123", last="213"),
        row("triple is fastest", "car 30, car 4", "21", effect="2 triple", last="12"),
        row("choosing late changes no order", "car 30, car 4", "12", effect="2 last_choice", last="12"),
        row("transformed beside a top card of speed 0", "plane 9, train 0", "12",
            effect="1 transform", last="21"),
    ],
)  # fmt: skip
def test_the_order_of_taking(played: str, order: str, effect: str, last: str, top: tuple[str, ...]) -> None:
    cards: dict[int, tuple[str, int]] = {}
    for seat, text in enumerate(played.split(", "), 1):
        vehicle, speed = text.split()
        cards[seat] = (vehicle, int(speed))
    active = Effect(int(effect[0]), effect[2:]) if effect else None  # type: ignore[arg-type]
    assert order_of(top, cards, active, [int(seat) for seat in last]) == [int(seat) for seat in order]


@pytest.mark.rule("WC-SHIFT-01", "WC-SHIFT-02", "WC-SHIFT-03")
@pytest.mark.parametrize(
    ("before", "leftover", "after"),
    [
        pytest.param(VEHICLES, "train", ("car", "motorbike", "boat", "plane", "train"), id="V25"),
        pytest.param(
            ("car", "motorbike", "boat", "plane", "train"),
            "motorbike",
            ("motorbike", "car", "boat", "plane", "train"),
            id="V26",
        ),
        pytest.param(VEHICLES, "plane", ("train", "car", "motorbike", "plane", "boat"), id="from the bottom"),
    ],
)
def test_the_leftover_moves_up_and_from_the_top_to_the_bottom(before: Any, leftover: str, after: Any) -> None:
    assert tuple(shifted(before, leftover)) == after


@pytest.mark.rule("WC-BOOST-04", "WC-BOOST-05", "WC-BOOST-06", "WC-BOOST-07", "WC-SHIFT-06", "WC-SHIFT-02")
@pytest.mark.parametrize(
    ("leftover", "choice", "after"),
    [
        pytest.param("car", "plane", ("plane", "car", "train", "motorbike", "boat"), id="V27"),
        pytest.param("car", "car", ("car", "train", "motorbike", "boat", "plane"), id="V28"),
        pytest.param("train", "train", ("train", "car", "motorbike", "boat", "plane"), id="V73"),
    ],
)
def test_the_shift_comes_first_then_a_vehicle_is_put_on_top(leftover: str, choice: Any, after: Any) -> None:
    assert tuple(raised(shifted(VEHICLES, leftover), choice)) == after  # type: ignore[arg-type]


@pytest.mark.rule("WC-BOOKS-03", "WC-BOOST-20")
@pytest.mark.parametrize(
    ("played", "effect", "asked"),
    [
        pytest.param("car boat car", (3, "fastest"), [], id="V68"),
        pytest.param("car boat car", None, [1, 3], id="V69"),
        pytest.param("car boat train", (1, "speed_first"), [1, 2, 3], id="V70"),
        pytest.param("car boat train", None, [], id="all different"),
        pytest.param("plane train train", (1, "transform"), [2, 3], id="a transformed card is not asked"),
        pytest.param("train train boat", (1, "transform"), [1, 2], id="on top already: not transformed"),
        pytest.param("car car car", (2, "fastest"), [1, 3], id="two more beside the fastest"),
    ],
)
def test_a_speed_is_asked_for_only_where_it_decides(played: str, effect: Any, asked: list[int]) -> None:
    vehicles = dict(enumerate(played.split(), 1))
    assert needs_speed(VEHICLES, vehicles, Effect(*effect) if effect else None) == asked


@pytest.mark.rule("WC-ORDER-05", "WC-ORDER-04", "WC-ORDER-07", "WC-TABLE-08")
def test_the_order_is_told_once_and_stays_when_the_hierarchy_is_changed_by_hand() -> None:
    play = begun(3).choose("red-plane", "blue-train", "violet-car")
    assert play.last("order") == {"seats": [1, 2, 0]}
    play.state.hierarchy = ["plane", "car", "train", "boat", "motorbike"]
    play.take(play.state.offer[0])
    assert play.asked == {2: "take"}


@pytest.mark.rule("WC-ORDER-03", "WC-BOOST-14", "WC-BOOST-18")
def test_an_effect_that_counts_is_told_with_its_rules_and_without_asking() -> None:
    play = placed(3, effect=(0, "transform"), hands={0: ["red-plane"]})
    play.choose("red-plane", *[play.state.players[seat].hand[0] for seat in (1, 2)])
    tell = play.tells("effect_counts")[-1]
    assert tell.args == {"seat": 0, "effect": "transform"}
    assert {"WC-ORDER-03", "WC-BOOST-14", "WC-BOOST-15"} <= set(tell.rules)
