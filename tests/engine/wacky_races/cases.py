"""How the conformance suite plays Wacky Races: virtual and real cards, two to six seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.record import Correct, Header, Reseat, SeatInfo, Teach
from engine.wacky_races.rulebook import WackyRaces
from tests.engine.conformance import Case
from tests.engine.wacky_races.kit import header
from tests.engine.wacky_races.scene import published

if TYPE_CHECKING:
    from engine.pilots import Draw
    from engine.wacky_races.state import RaceState

KINDS = "DFPA"


def exchange_hands(state: RaceState, seat: int | None, draw: Draw) -> None:
    """Give every other player as many cards as before, but other ones, out of all that nobody has seen."""
    seen = [card[9:10] if len(card) > 1 else card for card in state.discard]
    own = state.hands[seat].cards if seat is not None else []
    seen += [card[9:10] if len(card) > 1 else card for card in own]
    left = [kind for kind in KINDS for _ in range((state.stock or {})[kind] - seen.count(kind))]
    for other, hand in enumerate(state.hands):
        if other != seat and state.known[other]:
            hand.cards = [left.pop(draw(len(left))) for _ in hand.cards]


CORRECTIONS: tuple[Any, ...] = (
    Correct("place", "PAT", "T4"),
    Correct("place", "SLA", "G1"),
    Correct("place", "DD", "T12"),
    Correct("pile", "discard", ["D", "A"]),
    Correct("count", "hand.0", 2),
    Correct("count", "T7", 1),
    Correct("count", "missing-PAT", 1),
    Correct("pile", "spent-PAT", ["power-PAT-2"]),
    Correct("place", "PAT", "nowhere"),
    Reseat(0, SeatInfo("Pilot", "weak", hand_known=True)),
    Reseat(0, SeatInfo("Ana")),
    Reseat(1, SeatInfo("Bea", "neutral")),
)


def case(name: str, seats: int, *, pilots: bool = False, **options: Any) -> Case:
    """One way to set up the game."""
    head = header(seats, pilots=pilots, **options)
    return Case(f"Wacky Races, {name}", WackyRaces, head, exchange_hands, CORRECTIONS)


REAL: dict[str, Any] = {"movement_deck": "physical", "trap_deck": "physical", "course": "scanned"}

SERIES: dict[str, Any] = {"champ_races": 2, "champ_texts": ["", "Keep to the left"], "absent_seat": "neutral"}


def any_hands(state: RaceState, seat: int | None, draw: Draw) -> None:
    """Give every other player other cards; nobody knows how many there are of a kind."""
    for other, hand in enumerate(state.hands):
        if other != seat:
            hand.cards = [KINDS[draw(4)] for _ in hand.cards]


def own_copy(name: str, **options: Any) -> Case:
    """A table with a copy of the published game, of which nothing is taught."""
    head = Header(
        "wacky_races", (SeatInfo("Ana"), SeatInfo("Bea"), SeatInfo("Cai")), pack=published(), options=options
    )
    return Case(f"Wacky Races, {name}", WackyRaces, head, any_hands, (*CORRECTIONS, *LESSONS))


LESSONS: tuple[Any, ...] = (
    Teach("movement-05", "D"),
    Teach("movement-05", "F"),
    Teach("type-t01", {"name": "Puddle", "copies": 3, "steps": ["back 2"]}),
    Teach("tile-crossroads", {"steps": ["forward 1"]}),
    Teach("power-PAT-2", {"name": "Horn", "kind": "effect", "steps": ["forward 1"]}),
)

CASES = [
    case("all virtual, 3 seats", 3),
    case("real cards, 2 seats", 2, starting_player="last_driver", neutral_tie="random", **REAL),
    case("real cards and pilots, 6 seats", 6, pilots=True, racer_choice="clockwise", **REAL),
    case("books only, 3 seats", 3, level="books", special_pool=["railroad_crossing", "crossroads"]),
    case(
        "books only, real cards, 2 races",
        2,
        **{**REAL, **SERIES, "level": "books", "starting_player": "last_driver"},
    ),
    own_copy("an untaught copy, 3 seats"),
    case("a championship of two races, 4 seats", 4, next_start="last_placed", **SERIES),
]
