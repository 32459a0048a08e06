"""Movement cards: the deck, the discard pile and the hands (3.7, 3.20).

A physical deck and the hands of people are known by size only. A virtual deck is what has not been seen: cards are
drawn from it by lot one at a time, so no hidden order exists.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from engine.ask import TABLE, IllegalAnswer, ask, ask_unless_single, chance, confirm, scan, tell
from engine.layout import DECK, hand_of
from engine.wacky_races.track import KINDS

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.hands import Hand
    from engine.wacky_races.race import Race

FULL_HAND: Final = 3


def unseen(race: Race) -> dict[str, int]:
    """Count the movement cards nobody's display has shown, by kind; all alike where the split is not known."""
    state = race.state
    if state.stock is None:
        return dict.fromkeys(KINDS, 1)
    cards = [card for hand in state.hands for card in hand.cards]
    seen = "".join(map(race.pack.kinds.__getitem__, state.discard + cards))
    return {kind: state.stock[kind] - seen.count(kind) for kind in KINDS}  # in this order: lots depend on it


def read_card(race: Race, value: str) -> str:
    """Read a kind or a movement card's id, as it is noted on the pile.

    Raises:
        IllegalAnswer: no such card (WR-APP-04), or a card that lies on the discard pile (WR-APP-03).

    """
    if value in race.pack.blank:
        raise IllegalAnswer("untaught_card", "WR-APP-04", "WR-TEACH-05", given=value)
    if value not in race.pack.kinds:
        raise IllegalAnswer("unknown_card", "WR-APP-04", given=value)
    if len(value) > 1 and value in race.state.discard:
        raise IllegalAnswer("on_the_pile", "WR-APP-03", "WR-DECK-01", given=value)
    return value


def drawn(race: Race, key: str, *rules: str, lots: dict[str, int] | None = None, **more: Any) -> Ask[str]:
    """Ask chance for a card: an unseen one (or one of *lots*); with real cards somebody shows it (WR-DECK-01, -02)."""
    if lots is None:
        lots = unseen(race)
    named = None
    if race.options.movement_deck == "physical":
        named = partial(read_card, race)
        if max(lots.values(), default=0) <= 0:
            lots = dict.fromkeys(KINDS, 1)
    else:
        more.pop("pile", None)
    return chance("draw", key, lots, rules=rules, named=named, reveals=True, **more)


def secret_card(race: Race, key: str, seat: int, *rules: str, **more: Any) -> Ask[str]:
    """Ask chance for a card that only *seat* may see (WR-DECK-02)."""
    return drawn(race, key, *rules, to=seat, secret=True, args={"seat": seat}, **more)


def ready_deck(race: Race, *, resumes: bool = False) -> Script[bool]:
    """Make sure a card can be taken; an empty deck is made anew from the pile (WR-FILL-03 to -06, WR-DECK-04).

    Returns whether there is a card at all.
    """
    state = race.state
    if state.deck > 0:
        return True
    if not state.discard:
        return False
    rules = ("WR-FILL-03", "WR-FILL-04", "WR-FILL-05")
    if race.options.movement_deck == "physical":
        yield from ask(lambda: confirm(TABLE, "shuffle_pile", rules=(*rules, "WR-DECK-04"), resumes=resumes))
    state.discard.clear()
    yield from tell("pile_shuffled", rules=rules, deck=state.deck)
    return True


def turn_up(race: Race, *rules: str) -> Script[str | None]:
    """Turn the top card of the deck onto the discard pile; None when there is no card anywhere (WR-FILL-06)."""
    if not (yield from ready_deck(race, resumes=True)):
        return None
    card = yield from ask(lambda: drawn(race, "turn_up", *rules, pile=DECK, resumes=True))
    race.state.discard.append(card)
    return race.pack.kinds[card]


def draw_cards(race: Race, seat: int, number: int, *rules: str) -> Script[None]:
    """Let a player draw; fewer when there is no card anywhere (WR-FILL-06)."""
    hand = race.state.hands[seat]
    before = hand.size
    while (missing := before + number - hand.size) > 0:
        if not race.state.deck and not (yield from ready_deck(race)):
            yield from tell("no_card_left", rules=(*rules, "WR-FILL-06"), seat=seat)
            break
        if race.state.known[seat]:
            card = yield from ask(lambda: secret_card(race, "draw_card", seat, *rules, pile=DECK))
            hand.cards.append(card)
        else:
            hand.unknown += min(missing, race.state.deck)
    if hand.size > before:
        yield from tell("draws", rules=rules, seat=seat, number=hand.size - before, hand=hand.size)


def refill(race: Race, seat: int) -> Script[None]:
    """Draw until the hand has three cards; a hand of three or more stays as it is (WR-FILL-01, -02)."""
    missing = FULL_HAND - race.state.hands[seat].size
    if missing > 0:
        yield from draw_cards(race, seat, missing, "WR-FILL-01")


def kinds_in(race: Race, hand: Hand) -> dict[str, int]:
    """Count the known cards of a hand by kind, in the order D, F, P, A."""
    kinds = "".join(map(race.pack.kinds.__getitem__, hand.cards))
    return {kind: kinds.count(kind) for kind in KINDS if kind in kinds}


def from_hand(race: Race, seat: int, value: str) -> str:
    """Read a card a player shows from the hand.

    Raises:
        IllegalAnswer: no such card, a card of the pile, or (hand known) none of that kind in the hand.

    """
    read_card(race, value)
    if race.state.known[seat] and _find(race, seat, value) is None:
        raise IllegalAnswer("not_in_hand", "WR-CARD-01", given=value)
    return value


def _find(race: Race, seat: int, value: str) -> str | None:
    """Find a shown card in a known hand: itself, or one of its kind where either has no id."""
    cards, kinds = race.state.hands[seat].cards, race.pack.kinds
    if value in cards:
        return value
    same = (card for card in cards if kinds[card] == kinds[value] and 1 in (len(value), len(card)))
    return next(same, None)


def take_from_hand(race: Race, seat: int, value: str) -> str:
    """Take a card that `from_hand` accepted out of the hand and return it by its id, where one is known."""
    hand = race.state.hands[seat]
    if not race.state.known[seat]:
        hand.unknown = max(0, hand.unknown - 1)
        return value
    card = _find(race, seat, value) or value
    hand.cards.remove(card)
    return max(card, value, key=len)


def discard(race: Race, seat: int, card: str) -> str:
    """Put a card from a hand on top of the discard pile and return its kind (WR-CARD-12)."""
    race.state.discard.append(take_from_hand(race, seat, card))
    return race.pack.kinds[card]


def chosen_card(race: Race, seat: int, *rules: str) -> Script[str]:
    """Ask a player for one card of the hand; cards that are all alike are not asked for (WR-PRIM-21)."""

    def make() -> Ask[str]:
        known = race.state.known[seat]
        legal = tuple(kinds_in(race, race.state.hands[seat])) if known else KINDS
        return scan(seat, "lose_card", legal, partial(from_hand, race, seat), rules=rules, secret=known)

    return ask_unless_single(make)


def shown(race: Race, seat: int) -> Ask[str]:
    """Ask for one of the cards of a hand, to be seen by the program only (WR-DECK-01)."""
    return secret_card(race, "show_card", seat, "WR-DECK-01", pile=hand_of(seat), resumes=True)


def read_hands(race: Race) -> Script[None]:
    """Have the cards of a hand shown that somebody plays who must know them (WR-DECK-01, -02; after a change at that seat)."""
    for seat, hand in enumerate(race.state.hands):
        while race.state.known[seat] and hand.unknown:
            card = yield from ask(partial(shown, race, seat))
            hand.unknown -= 1
            hand.cards.append(card)
