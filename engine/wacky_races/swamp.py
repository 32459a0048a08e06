"""A player's car on the Swamp: two cards of one kind, or any three, or staying (3.16).

The cards are given up one after the other. The first one may remain the only one: then the car stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.ask import IllegalAnswer, Option, scan, skippable, tell
from engine.wacky_races.arrivals import arrive
from engine.wacky_races.deck import discard, from_hand, kinds_in
from engine.wacky_races.moving import travel
from engine.wacky_races.powers import PREFIX, read_power
from engine.wacky_races.track import KINDS, PLACES

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Reply, Turn

ANY: Final = 3
"""So many cards of any kinds get a car out (WR-SWAMP-03)."""
THREE: Final = "three"
"""The answer that three cards will be given up, even if two of them are alike."""
RULES: Final = ("WR-SWAMP-01", "WR-SWAMP-02", "WR-SWAMP-03", "WR-SWAMP-06")


def can_get_out(race: Race, seat: int) -> bool:
    """Whether a hand may have what it takes: a pair or three cards; with an unknown hand, two cards."""
    hand = race.state.hands[seat]
    if not race.state.known[seat]:
        return hand.size > 1
    return hand.size >= ANY or max(kinds_in(race, hand).values(), default=0) > 1


def legal_payment(race: Race, turn: Turn) -> tuple[str, ...]:
    """Return the kinds that may be given up next, so that what was begun can be ended (WR-SWAMP-02, -03, -07)."""
    seat = turn.seat
    if not race.state.known[seat]:
        kinds: dict[str, int] = dict.fromkeys(KINDS, 2)
    else:
        kinds = kinds_in(race, race.state.hands[seat])
    return tuple(kind for kind, copies in kinds.items() if leads_out(race, turn, kind, copies))


def leads_out(race: Race, turn: Turn, kind: str, copies: int) -> bool:
    """Whether giving up a card of *kind* (the hand has *copies* of it) can still get the car out, or is the stay."""
    size = race.state.hands[turn.seat].size + len(turn.paid)
    if not turn.paid and turn.moves == 0:
        return True  # any card may be the one of a car that stays (WR-SWAMP-06)
    return size >= ANY or kind in turn.paid or (not turn.paid and copies > 1)


def may_pay_on(race: Race, turn: Turn) -> bool:
    """Whether there may be a card that leads on with the payment that was begun."""
    return bool(race.state.hands[turn.seat].size and legal_payment(race, turn))


def swamp_question(race: Race, turn: Turn, powers: tuple[Option, ...] = ()) -> Ask[Reply]:
    """Ask for the next card given up, or for the end: after none or one of them the car stays (WR-SWAMP-06 to -08).

    As long as none is given up, a power may be used instead (WR-POW-06).
    """
    seat, given = turn.seat, len(turn.paid)
    place = PLACES[race.car_of(seat).position]

    def read(value: str) -> Reply:
        if value == THREE and may_announce(race, turn):
            return THREE
        if value.startswith(PREFIX) and not turn.paid:
            return read_power(race, turn, value)
        card = from_hand(race, seat, value)
        kind = race.pack.kinds[card]
        copies = kinds_in(race, race.state.hands[seat]).get(kind, 0) if race.state.known[seat] else 2
        if not leads_out(race, turn, kind, copies):
            raise IllegalAnswer("no_way_out", "WR-SWAMP-02", "WR-SWAMP-03", tile=place, kind=kind)
        return card

    three = (Option(THREE, "swamp_three"),) if may_announce(race, turn) else ()
    question: Ask[Reply] = scan(
        seat,
        f"swamp_{given + 1}",
        legal_payment(race, turn),
        read,
        also=(*three, *powers),
        rules=RULES,
        args={"place": place},
        secret=race.state.known[seat],
        resumes=True,
    )
    return skippable(question) if may_stop(race, turn) else question


def may_announce(race: Race, turn: Turn) -> bool:
    """Whether three cards may be announced although two of them are alike (WR-SWAMP-03)."""
    hand = race.state.hands[turn.seat]
    if turn.paid or turn.three or hand.size < ANY:
        return False
    return not race.state.known[turn.seat] or max(kinds_in(race, hand).values()) > 1


def may_stop(race: Race, turn: Turn) -> bool:
    """Whether card play may end here: the compulsory card was played, or is the one given up (WR-CARD-01, WR-SWAMP-06).

    A player with a known hand who was not made to give up a card goes through with it; nobody ends at two cards.
    """
    if turn.three:
        return False
    if not turn.paid:
        return turn.moves > 0
    known = race.state.known[turn.seat]
    return len(turn.paid) == 1 and (turn.moves == 0 or not known)


def pay(race: Race, turn: Turn, card: str) -> Script[None]:
    """Give up a card; with two of a kind, or the third, the car gets out and that was one card move (WR-SWAMP-02 to -05)."""
    if card == THREE:
        turn.three = True
        return
    kind = discard(race, turn.seat, card)
    turn.paid.append(kind)
    rules = ("WR-SWAMP-02", "WR-SWAMP-03", "WR-SWAMP-05")
    yield from tell("card_given_up", rules=rules, seat=turn.seat, kind=kind, number=len(turn.paid))
    pair = turn.paid.count(kind) > 1 and not turn.three
    if not pair and len(turn.paid) < ANY:
        return
    turn.paid, turn.three = [], False
    turn.moves += 1
    car = race.car_of(turn.seat)
    rule = "WR-SWAMP-02" if pair else "WR-SWAMP-03"
    if (yield from travel(race, car, 1, rule, "WR-SWAMP-04")):
        yield from arrive(race, car)


def stay(race: Race, turn: Turn) -> Script[None]:
    """End card play on the Swamp (WR-SWAMP-06, -07)."""
    turn.paid, turn.three = [], False
    turn.stage = "fill"
    yield from tell(
        "stays_in_swamp", rules=("WR-SWAMP-06", "WR-SWAMP-07"), racer=race.car_of(turn.seat).racer
    )
