"""How the conformance suite plays Wacky Challenge: read at seats or at one reader, taught on the way, and in books."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.record import Correct, Reseat, SeatInfo, Teach
from engine.wacky_challenge.rulebook import WackyChallenge
from tests.engine.conformance import Case
from tests.engine.wacky_challenge.kit import header, untaught

if TYPE_CHECKING:
    from engine.pilots import Draw
    from engine.wacky_challenge.state import GameState


def exchange_choices(state: GameState, seat: int | None, draw: Draw) -> None:
    """Let every other player have chosen another card of the hand."""
    for other, card in enumerate(state.chosen):
        hand = state.players[other].hand
        if card and other != seat:
            state.chosen[other] = hand[draw(len(hand))]


CORRECTIONS: tuple[Any, ...] = (
    Correct("pile", "hierarchy", ["boat", "train", "car", "plane", "motorbike"]),
    Correct("pile", "hierarchy", ["boat"]),
    Correct("place", "hierarchy-plane", "rank-1"),
    Correct("place", "hierarchy-plane", "rank-9"),
    Correct("pile", "route-1", ["red-car"]),
    Correct("pile", "offer", ["starter-train-1", "starter-train-2", "starter-car-1"]),
    Correct("place", "red-car", "row-car"),
    Correct("count", "offer", 3),
    Teach("red-car", {"speed": 40, "booster": "transform"}),
    Teach("red-train", {"half": "left"}),
    Teach("starter-car-1", {"whole": 10}),
    Reseat(0, SeatInfo("Bot", "weak")),
    Reseat(0, SeatInfo("Ana")),
)


def case(name: str, head: Any) -> Case:
    """One way to set up the game."""
    return Case(f"Wacky Challenge, {name}", WackyChallenge, head, exchange_choices, CORRECTIONS)


CASES = [
    case("3 seats", header(3)),
    case("one reader, 4 seats, everything by lot", header(
        4, choice_means="shared_reader", hierarchy_start="random", starter_draw="companion"
    )),
    case("taught on the way, 2 seats", header(2, pack=untaught(), choice_means="after_reveal")),
    case("books, 3 seats", header(3, level="books")),
    case("7 seats, two bots", header(7, ["weak", "weak"], half_matching="road_water")),
]  # fmt: skip
