"""Where every piece and card of the match belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.downforce.cards import COLOURS, POWERS, SPEED_8, line_name
from engine.downforce.lots import POWER_PILE, SPEED_8_PILE
from engine.layout import BOX, DECK, DISCARD, Component, Layout, hand_of

if TYPE_CHECKING:
    from engine.downforce.game import Game
    from engine.downforce.pack import Pack
    from engine.downforce.state import MatchState

SPEED = "speed"
EIGHT = "speed8"
POWER = "power"
PLAYED = "played"
LOT = "lot"


def keep_of(seat: int) -> str:
    """Return the place where a player's power cards lie face up."""
    return f"powers-{seat + 1}"


def layout(game: Game) -> Layout:
    """Return the place of every car and how many cards lie where (DF-COMP-07)."""
    state = game.state
    pieces = {car: game.board.place(game, car) for car in COLOURS}
    counts = {place: dict(kinds) for place, kinds in _hands(game).items()}
    piles = _piles(state)
    for place, cards in piles.items():
        for card in cards:
            _add(counts, place, kind_of(card))
    _add(counts, DISCARD, SPEED, state.typed + state.away_unknown)
    if state.turn is not None and state.turn.typed:
        _add(counts, PLAYED, SPEED)
    for card in state.away:
        _add(counts, DISCARD, kind_of(card))
    for card in state.boxed:
        _add(counts, BOX, kind_of(card))
    _add(counts, BOX, SPEED, state.leftover)
    sold, offered = len(state.sales), int(state.lot is not None)
    _add(counts, SPEED_8_PILE, EIGHT, len(SPEED_8) - sold - offered)
    _add(counts, POWER_PILE, POWER, len(POWERS) - sold - offered)
    return Layout(pieces, counts, piles, game.board.course(game))


def _hands(game: Game) -> dict[str, dict[str, int]]:
    """Count the cards of the hands; before they are read, known hands still lie in the deck."""
    state = game.state
    reading = state.stage == "hands"
    counts: dict[str, dict[str, int]] = {DECK: {SPEED: 0}}
    if state.stage == "deal":
        counts[DECK][SPEED] = len(game.pack.regular)
    for seat, hand in enumerate(state.hands):
        eights = sum(card in SPEED_8 for card in hand.cards)
        waiting = hand.unknown if reading and state.known[seat] and state.kinds[seat] != "absent" else 0
        counts[DECK][SPEED] += waiting
        counts[hand_of(seat)] = {SPEED: hand.size - waiting - eights, EIGHT: eights}
    return counts


def _piles(state: MatchState) -> dict[str, tuple[str, ...]]:
    """List what lies face up, card by card."""
    piles = {DISCARD: tuple(state.discard)}
    if state.lot is not None:
        piles[LOT] = (f"S8-{state.lot.car}", state.lot.power)
    if state.turn is not None and state.turn.played:
        piles[PLAYED] = (state.turn.played,)
    for seat, powers in enumerate(state.kept):
        if powers:
            piles[keep_of(seat)] = tuple(powers)
    return piles


def _add(counts: dict[str, dict[str, int]], place: str, kind: str, number: int = 1) -> None:
    here = counts.setdefault(place, {})
    here[kind] = here.get(kind, 0) + number


def kind_of(card: str) -> str:
    """Return the kind of a card by its id."""
    return EIGHT if card in SPEED_8 else POWER if card in POWERS else SPEED


def components(pack: Pack) -> tuple[Component, ...]:
    """Return every card that carries a tag, in the order in which tags are best enrolled (DF-PACK-06)."""
    cards = [*pack.regular, *SPEED_8, *POWERS]
    return tuple(Component(card, kind_of(card), card, _top_line(pack, card)) for card in cards)


def _top_line(pack: Pack, card: str) -> str:
    """Return what a regular card is called by: its uppermost line; nothing while it is untaught."""
    known = pack.cards.get(card) if card in pack.regular else None
    return line_name(known.lines[0]) if known else ""
