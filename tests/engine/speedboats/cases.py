"""How the conformance suite plays the speedboat race: both lakes, real and virtual dice, books, expansion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.record import Correct, Reseat, SeatInfo, Teach
from engine.speedboats.rulebook import Speedboats
from tests.engine.conformance import Case
from tests.engine.speedboats.kit import header

if TYPE_CHECKING:
    from engine.pilots import Draw
    from engine.speedboats.state import Regatta


def exchange_nothing(state: Regatta, seat: int | None, draw: Draw) -> None:
    """Nothing is hidden in this game (SB-TURN-05)."""
    del state, seat, draw


CORRECTIONS: tuple[Any, ...] = (
    Correct("place", "orange", "0,10 W 2"),
    Correct("place", "red", "16,8"),
    Correct("count", "damage-orange", 3),
    Correct("count", "damage-yellow", 5),
    Correct("count", "damage-yellow", 1),
    Correct("count", "score-orange", 7),
    Correct("pile", "dice-orange", [1, 3, 3]),
    Correct("pile", "dice-orange", [4]),
    Correct("count", "starter", 1),
    Correct("count", "place-orange", 1),
    Correct("count", "nothing", 1),
    Teach("ruling", "Who lands on a buoy swims."),
    Teach("redoubt-1/front", ["ramp", "none", "none"]),
    Reseat(0, SeatInfo("Pilot", "weak", hand_known=True)),
    Reseat(0, SeatInfo("Ana")),
)


def case(name: str, seats: int, on: str = "practice", *, pilots: bool = False, **options: Any) -> Case:
    """One way to set up the game."""
    head = header(seats, on, pilots=pilots, **options)
    return Case(f"Speedboats, {name}", Speedboats, head, exchange_nothing, CORRECTIONS, limit=20_000)


QUICK: dict[str, Any] = {"races": 1, "lake": "pack"}

CASES = [
    case("real dice, 3 seats", 3, **QUICK),
    case(
        "virtual dice and scanned tiles, 2 seats",
        2,
        races=1,
        dice_source="engine",
        first_start_player="engine",
    ),
    case("books, 3 seats", 3, level="books", races=2),
    case(
        "books with three distances, 2 seats", 2, level="books", steer_entry="three", absent="retire", races=1
    ),
    case("expansion, 4 seats", 4, expansion=True, **QUICK),
    case(
        "the rulebook's lake with pilots, 6 seats",
        6,
        "rulebook",
        pilots=True,
        level="board",
        buoy_draw="table",
        **QUICK,
    ),
    case("whole pools, 2 seats", 2, dice_entry="final", tile_up="two_tags", races=1, colour_seats="free"),
]
