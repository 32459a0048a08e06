"""A player's turn: one to three movement cards with powers between them, refill, Dastardly (3.5, 3.6, 3.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import AGAIN, IllegalAnswer, scan, skippable, tell
from engine.seats import clockwise
from engine.wacky_races.arrivals import arrive, follow
from engine.wacky_races.dastardly import drive
from engine.wacky_races.deck import discard, from_hand, kinds_in, refill
from engine.wacky_races.moving import travel
from engine.wacky_races.powers import PREFIX, cards, exhaust, options, read_power, usable
from engine.wacky_races.state import Phase, Turn
from engine.wacky_races.steps import BY_HAND, apply
from engine.wacky_races.swamp import can_get_out, may_pay_on, pay, stay, swamp_question
from engine.wacky_races.track import BARE, FINISH, GAS_MARK, KINDS, PLACES, WILD, fits

if TYPE_CHECKING:
    from engine.ask import Ask, Option, Script
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Car, Reply

MOST_MOVES = 3


def player_turn(race: Race, turn: Turn) -> Script[None]:
    """Play a turn, or the rest of one: cards, refill, Dastardly (WR-TURN-03, -06)."""
    if turn.stage == "begin":
        yield from begin(race, turn)
    while turn.stage == "cards" and (question := turn_question(race, turn)) is not None:
        yield from play(race, turn, question)
        if race.over:
            return
    if turn.stage != "dastardly":
        turn.stage = "fill"
        yield from refill(race, turn.seat)
        turn.stage = "dastardly"
    yield from drive(race)
    pass_on(race, turn)


def begin(race: Race, turn: Turn) -> Script[None]:
    """Open the turn; a missed one and one with an empty hand have no card play (WR-PRIM-07, WR-CARD-13)."""
    car = race.car_of(turn.seat)
    first = turn.seat == race.state.starter
    rules = ("WR-TURN-01", "WR-TURN-02") if first else ("WR-TURN-01",)
    yield from tell("turn", rules=rules, seat=turn.seat, racer=car.racer, round=race.state.round)
    turn.stage = "fill"
    if car.missing:
        car.missing -= 1
        yield from tell("turn_missed", rules=("WR-PRIM-07", "WR-TURN-06"), seat=turn.seat, left=car.missing)
    elif not race.state.hands[turn.seat].size and not usable(race, turn):
        yield from tell("empty_hand", rules=("WR-CARD-13", "WR-TURN-06"), seat=turn.seat)
    else:
        turn.stage = "cards"


def may_play_card(race: Race, turn: Turn, at: int) -> bool:
    """Whether a card may be played from *at*: the first one always, a further one where the hand may fit."""
    hand = race.state.hands[turn.seat]
    if turn.moves >= MOST_MOVES or not hand.size:
        return False
    if turn.moves == 0:
        return True
    if at == race.narrow:
        return can_get_out(race, turn.seat)
    mark = race.terrain[at]
    if not race.state.known[turn.seat]:
        return True
    kinds = race.pack.kinds
    return mark in (WILD, GAS_MARK) or mark in map(kinds.__getitem__, hand.cards)


def legal_kinds(race: Race, turn: Turn) -> tuple[str, ...]:
    """Return the kinds that may be played: any as the first card, then what fits the tile (WR-CARD-02, -05, -07)."""
    known = race.state.known[turn.seat]
    kinds = tuple(kinds_in(race, race.state.hands[turn.seat])) if known else KINDS
    if turn.moves == 0:
        return kinds
    mark = race.terrain[race.car_of(turn.seat).position]
    return tuple(kind for kind in kinds if fits(mark, kind))


def turn_question(race: Race, turn: Turn) -> Ask[Reply] | None:
    """Ask for a card, a power, or the end of card play; None when nothing can be played (WR-TURN-05, WR-CARD-08)."""
    car = race.car_of(turn.seat)
    if turn.paid:
        return swamp_question(race, turn) if may_pay_on(race, turn) else None
    if car.position == FINISH:
        return None
    powers = options(race, turn)
    if not may_play_card(race, turn, car.position):
        return power_question(race, turn, car, powers) if powers else None
    if car.position == race.narrow:
        return swamp_question(race, turn, powers)
    return card_question(race, turn, car, powers)


def card_question(race: Race, turn: Turn, car: Car, powers: tuple[Option, ...]) -> Ask[Reply]:
    """Ask for card 1, or for card 2 or 3 or the end of card play; a power does as well (WR-CARD-01, -05, -07)."""
    rule = ("WR-CARD-01", "WR-CARD-05", "WR-CARD-07")[turn.moves]

    def read(value: str) -> Reply:
        if value.startswith(PREFIX):
            return read_power(race, turn, value)
        kind = race.pack.kinds[from_hand(race, turn.seat, value)]
        if turn.moves and not fits(race.terrain[car.position], kind):
            raise _misfit(race, car, kind, rule)
        return value

    question: Ask[Reply] = scan(
        turn.seat,
        f"card_{turn.moves + 1}",
        legal_kinds(race, turn),
        read,
        also=powers,
        rules=(rule,),
        args={"racer": car.racer, "place": race.board.place(car)},
        secret=race.state.known[turn.seat],
        resumes=True,
    )
    return skippable(question) if turn.moves else question


def power_question(race: Race, turn: Turn, car: Car, powers: tuple[Option, ...]) -> Ask[Reply]:
    """Ask for a power where no card can be played; the end of card play is an answer (WR-CARD-08, WR-POW-06, -10)."""

    def read(value: str) -> Reply:
        if value.startswith(PREFIX):
            return read_power(race, turn, value)
        kind = race.pack.kinds[from_hand(race, turn.seat, value)]
        if turn.moves >= MOST_MOVES:
            raise IllegalAnswer("three_cards_played", "WR-CARD-08")
        raise _misfit(race, car, kind, "WR-CARD-05")

    question = scan(
        turn.seat,
        "power_or_end",
        (),
        read,
        also=powers,
        rules=("WR-CARD-08", "WR-POW-06"),
        args={"place": race.board.place(car)},
        secret=race.state.known[turn.seat],
        resumes=True,
    )
    return skippable(question)


def _misfit(race: Race, car: Car, kind: str, rule: str) -> IllegalAnswer:
    """Build the refusal of a card that does not fit where the car stands."""
    mark, place = race.terrain[car.position], PLACES[car.position]
    if mark == BARE:
        return IllegalAnswer("no_terrain", "WR-TRACK-10", tile=place, kind=kind)
    return IllegalAnswer("wrong_terrain", rule, tile=place, kind=kind, needed=mark)


def play(race: Race, turn: Turn, question: Ask[Reply]) -> Script[None]:
    """Play one card, use a power, or end card play (WR-CARD-02 to -12).

    After a correction by hand there may be nothing left that can be played: then card play ends.
    """
    reply = yield question
    while reply is AGAIN:
        if (again := turn_question(race, turn)) is None:
            return
        reply = yield again
    car = race.car_of(turn.seat)
    if reply is None:
        yield from end_cards(race, turn, car)
    elif isinstance(reply, int):
        yield from use_power(race, turn, reply)
    elif car.position == race.narrow:
        yield from pay(race, turn, reply)
        if turn.paid and not may_pay_on(race, turn):
            yield from stay(race, turn)
    else:
        yield from play_card(race, turn, car, reply)


def end_cards(race: Race, turn: Turn, car: Car) -> Script[None]:
    """End card play; a car that was asked to pay for the Swamp stays there (WR-CARD-08, WR-SWAMP-07)."""
    if car.position == race.narrow and turn.paid:
        yield from stay(race, turn)
    turn.stage = "fill"


def play_card(race: Race, turn: Turn, car: Car, card: str) -> Script[None]:
    """Play a card: onto the pile, and one space ahead unless the first move is lost (WR-CARD-02, -06, -07, -12)."""
    kind = discard(race, turn.seat, card)
    turn.moves += 1
    rule = ("WR-CARD-02", "WR-CARD-06", "WR-CARD-07")[turn.moves - 1]
    yield from tell("card_played", rules=(rule, "WR-CARD-12"), seat=turn.seat, kind=kind, number=turn.moves)
    if turn.moves == 1 and car.no_first:
        yield from lose_first(car)
    elif (yield from travel(race, car, 1, rule, "WR-MOVE-01")):
        yield from arrive(race, car)


def use_power(race: Race, turn: Turn, slot: int) -> Script[None]:
    """Use a power: its steps, then the card is turned down, then whatever was moved has arrived (WR-POW-03, -11 to -13).

    The card lies face up until its steps are done, so that no power turns itself up again.
    """
    car = race.car_of(turn.seat)
    card = cards(race, turn.seat)[slot - 1]
    turn.powers += 1
    rules = ("WR-POW-03", "WR-POW-06", "WR-POW-13")
    yield from tell("power_used", rules=rules, seat=turn.seat, power=card.label)
    arrivals = yield from apply(race, car, (BY_HAND,) if card.kind == "by_hand" else card.steps)
    exhaust(race, turn.seat, slot)
    yield from follow(race, arrivals)


def lose_first(car: Car) -> Script[None]:
    """Cancel a first move; it counts as made, and further cards may follow (WR-CARD-03, -14, WR-PRIM-08)."""
    car.no_first -= 1
    rules = ("WR-CARD-03", "WR-CARD-14", "WR-PRIM-08")
    yield from tell("first_move_lost", rules=rules, racer=car.racer, left=car.no_first)


def pass_on(race: Race, turn: Turn) -> None:
    """Go on to the next player, or to the neutral phase when all have had their turn (WR-TURN-01, WR-NEUT-01)."""
    state = race.state
    order = clockwise(race.seats, state.starter)
    later = order[order.index(turn.seat) + 1 :]
    following = next(
        filter(race.drives, later), None
    )  # whose car has come in takes no more turns (WR-END-08)
    if following is None:
        state.turn, state.phase, state.stage = None, Phase(), "neutral"
    else:
        state.turn = Turn(following)


def new_round(race: Race) -> None:
    """Begin the next round with the starting player (WR-TURN-02)."""
    state = race.state
    state.round += 1
    seat = next(filter(race.drives, clockwise(race.seats, state.starter)))
    state.stage, state.phase, state.turn = "turn", None, Turn(seat)
