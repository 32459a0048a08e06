"""The ways Downforce is put before the conformance suite."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from engine.downforce.cards import COLOURS
from engine.downforce.rulebook import Downforce
from engine.record import Correct, Header, SeatInfo, Teach
from table.packs import read_pack
from tests.engine.conformance import Case

if TYPE_CHECKING:
    from engine.downforce.state import MatchState
    from engine.pilots import Draw

REGULAR = tuple(f"{family}{number}" for family in "ABCDEFG" for number in range(1, 7))


@cache
def pack(name: str = "practice") -> dict[str, Any]:
    """A pack that comes with the program; "untaught_bonus" is the practice pack without Determined's number."""
    if name == "untaught_bonus":
        whole = pack()
        return {**whole, "deck": {key: value for key, value in whole["deck"].items() if key != "taught"}}
    return read_pack("downforce", name)


def seats(number: int, *, hand_known: bool = True, pilot: str | None = None) -> tuple[SeatInfo, ...]:
    """Some players."""
    return tuple(SeatInfo(f"Player {seat + 1}", pilot, hand_known) for seat in range(number))


def header(number: int, name: str = "practice", *, hand_known: bool = True, **options: Any) -> Header:
    """A match of some people."""
    return Header("downforce", seats(number, hand_known=hand_known), pack(name), options)


def exchange(state: MatchState, seat: int | None, draw: Draw) -> None:
    """Give the others other cards and other bets, as far as *seat* cannot know them."""
    open_cards = {*state.discard, *(card for hand in state.hands for card in hand.shown)}
    if state.turn is not None:
        open_cards.add(state.turn.card)
    if seat is not None:
        open_cards.update(state.hands[seat].cards)
    pool = [card for card in REGULAR if card not in open_cards]
    for number, hand in enumerate(state.hands):
        if number != seat:
            hand.cards = [card if card in hand.shown else pool.pop(draw(len(pool))) for card in hand.cards]
    state.away = [card if card not in REGULAR else pool.pop(draw(len(pool))) for card in state.away]
    if state.stage != "over":
        for row in state.bets:
            for number in range(len(row)):
                if number != seat and row[number]:
                    row[number] = COLOURS[draw(6)]


CORRECTIONS = (
    Correct("place", "red", "21b"),
    Correct("place", "black", "61a"),
    Correct("place", "blue", "9a"),
    Correct("place", "nobody", "9a"),
    Correct("place", "green", "track"),
    Correct("count", "hand.0", 5),
    Correct("count", "discard", 5),
    Correct("pile", "discard", ["A1", "A2"]),
    Correct("pile", "deck", []),
    Teach("P-DET", 3),
    Teach("P-DET", 7),
    Teach("prizes", [10, 8, 6, 4, 2, 1]),
    Teach("A1", ["red 4"]),
)


def case(what: str, head: Header) -> Case:
    """One way to set up the game."""
    return Case(f"downforce, {what}", Downforce, head, exchange, CORRECTIONS)


CASES = [
    case("2 seats", header(2)),
    case("3 seats, test track", header(3, "test_track")),
    case("4 seats, secret powers, claims by asking", header(4, power_choice="secret", cunning_claim="ask")),
    case("6 seats, older board", header(6, "top_race")),
    case(
        "5 seats, hands not scanned", header(5, hand_known=False, bid_last_tie="rebid", no_bid="zero_price")
    ),
    case("3 seats, odds and any bonus", header(3, bets="odds", determined_turns="any", bid_last_tie="lot")),
    case("4 seats, a car may leave", header(4, no_bid="out_of_race", bid_input="shared_reader")),
    case("3 seats, books only", header(3, "without_track", hand_known=False)),
    case("4 seats, books and bounds", header(4, level="books", books_bounds=[13, 28, 40, 55], bets="odds")),
    case("2 seats, typed cards", header(2, "untaught", card_input="type", grid_source="table")),
    case("3 seats, typed bids", header(3, bid_input="typed", bid_last_tie="rebid", grid_source="table")),
    case("2 seats, score keeping only", header(2, "untaught", card_input="none")),
]
