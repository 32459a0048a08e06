"""Cards of a hand: which may be shown, what a shown one tells, and reading the hands the program knows."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.ask import CHANCE, Ask, IllegalAnswer, ask, tell
from engine.downforce.cards import POWERS, SPEED_8
from engine.layout import DECK, hand_of
from engine.makers import plain

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.downforce.game import Game


def hand_card(game: Game, seat: int, value: str, *rules: str) -> str:
    """Read the id of a card that *seat* shows off the own hand; what is printed on it need not be known yet.

    What is refused rests on what everybody knows, and on the own hand: a card that only the program knows to be
    elsewhere is taken at the player's word (DF-TABLE-06).

    Raises:
        IllegalAnswer: no speed card of this deck; a card that lies on a pile or is known to be of another hand.

    """
    state, hand = game.state, game.hand(seat)
    if value not in game.pack.cards:
        if value in POWERS:
            raise IllegalAnswer("not_a_speed_card", "DF-TABLE-03", card=value)
        raise IllegalAnswer("unknown_tag", "DF-TABLE-03")
    if value in hand.cards:
        return value
    if value in state.discard:
        raise IllegalAnswer("already_played", *rules, "DF-COMP-07", card=value)
    if value in state.boxed:
        raise IllegalAnswer("out_of_the_game", *rules, "DF-COMP-07", card=value)
    elsewhere = any(value in other.shown for other in state.hands)
    if elsewhere or value in SPEED_8 or not hand.unknown:
        raise IllegalAnswer("of_another_hand", *rules, "DF-COMP-07", "DF-AUCT-28", card=value)
    return value


def possible_cards(game: Game, seat: int) -> list[str]:
    """List the cards a hand may hold: its known ones; where some are not known, all that nobody has seen elsewhere."""
    hand = game.hand(seat)
    if not hand.unknown:
        return hand.cards
    seen = {*game.state.discard, *game.state.boxed}
    for other in game.state.hands:
        seen.update(other.shown)
    regular = [card for card in game.pack.regular if card not in seen]
    own = [card for card in hand.cards if card in seen]
    return [*own, *regular]


def learn(game: Game, seat: int, card: str) -> None:
    """Note that a card is of this hand, which everybody has seen now (DF-AUCT-28)."""
    hand = game.hand(seat)
    if card not in hand.cards:
        take_over(game, seat, card)
        hand.cards.append(card)
    if card not in hand.shown:
        hand.shown.append(card)


def take_over(game: Game, seat: int, card: str) -> None:
    """Believe a player who shows a card; where the program thought it to be, one is not known then."""
    state = game.state
    game.hand(seat).unknown -= 1
    for hand in state.hands:
        if card in hand.cards:
            hand.cards.remove(card)
            hand.unknown += 1
    if card in state.away:
        state.away.remove(card)
        state.away_unknown += 1


def take_from_hand(game: Game, seat: int, card: str) -> None:
    """Take a card that `hand_card` accepted out of the hand."""
    hand = game.hand(seat)
    if card in hand.cards:
        hand.cards.remove(card)
    else:
        take_over(game, seat, card)
    if card in hand.shown:
        hand.shown.remove(card)


def to_the_right(game: Game, seat: int, card: str) -> None:
    """Lay a card that comes back at the right end of the row (DF-BOT-03)."""
    cards = game.hand(seat).cards
    cards.remove(card)
    cards.append(card)


def row_position(game: Game, seat: int, card: str) -> Script[None]:
    """Say where in an automated seat's row its card lies (DF-BOT-03)."""
    hand = game.hand(seat)
    if game.state.kinds[seat] == "bot" and card in hand.cards:
        position = hand.cards.index(card) + 1
        yield from tell("from_the_row", rules=("DF-BOT-03",), seat=seat, position=position)


# --- reading hands ------------------------------------------------------------------------------------------------


def unread(game: Game) -> int | None:
    """Return the seat whose hand the program must know but does not: the one that is just read, or else the first."""
    state = game.state
    if game.options.card_input != "scan":
        return None
    left = [
        seat
        for seat in range(game.seats)
        if state.known[seat] and state.hands[seat].unknown and state.kinds[seat] != "absent"
    ]
    return state.reading if state.reading in left else min(left, default=None)


def read_hand(game: Game, seat: int) -> Script[None]:
    """Have the cards of a hand laid on the reader face down, one after the other (DF-SETUP-10, DF-BOT-03)."""
    hand = game.hand(seat)
    total, game.state.reading = hand.size, seat
    while hand.unknown:
        pile = DECK if game.state.stage == "hands" else hand_of(seat)
        card = yield from ask(partial(card_of_hand, game, seat, pile))
        take_over(game, seat, card)
        hand.cards.append(card)
    rules = ("DF-SETUP-10", "DF-BOT-03")
    yield from tell("hand_read", rules=rules, seat=seat, number=total)


def card_of_hand(game: Game, seat: int, pile: str) -> Ask[str]:
    """Ask for a regular card that nobody has seen elsewhere; nobody else may see which one it is.

    One that was read into another's hand is taken at the player's word, so that neither the list nor a refusal says
    what others hold (DF-TABLE-06); the other hand is then read again. A virtual deal draws none of those.
    """
    state, hand = game.state, game.hand(seat)
    seen = {*state.discard, *state.boxed, *hand.cards}
    held = {*state.away}
    for other in state.hands:
        seen.update(other.shown)
        held.update(other.cards)
    legal = [card for card in game.pack.regular if card not in seen]

    def read(value: object) -> str:
        if isinstance(value, str) and value in legal:
            return value
        if value in game.pack.regular:
            raise IllegalAnswer("scanned_already", "DF-SETUP-10", "DF-COMP-07")
        raise IllegalAnswer("not_a_regular_card", "DF-SETUP-10")

    return Ask(
        seat=CHANCE,
        key="scan_hand",
        kind="draw",
        read=read,
        options=tuple([plain(card, 0) if card in held else plain(card) for card in legal]),
        args={"who": seat, "number": len(hand.cards) + 1},
        rules=("DF-SETUP-10", "DF-BOT-03"),
        secret=True,
        resumes=True,
        to=seat,
        pile=pile,
    )
