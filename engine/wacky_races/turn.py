"""A player's turn: one to three movement cards, refill, Dastardly (3.5, 3.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import IllegalAnswer, ask, scan, skippable, tell
from engine.wacky_races.dastardly import drive
from engine.wacky_races.deck import discard, from_hand, kinds_in, refill
from engine.wacky_races.moving import travel
from engine.wacky_races.state import Phase, Turn
from engine.wacky_races.track import BARE, KINDS, PLACES, fits
from engine.wacky_races.traps import arrive

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Car

MOST_MOVES = 3


def player_turn(race: Race, turn: Turn) -> Script[None]:
    """Play a turn, or the rest of one: cards, refill, Dastardly (WR-TURN-03, -06)."""
    if turn.stage == "begin":
        yield from begin(race, turn)
    while turn.stage == "cards" and may_play(race, turn):
        yield from play(race, turn)
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
    elif not race.state.hands[turn.seat].size:
        yield from tell("empty_hand", rules=("WR-CARD-13", "WR-TURN-06"), seat=turn.seat)
    else:
        turn.stage = "cards"


def may_play(race: Race, turn: Turn) -> bool:
    """Whether the player has to be asked for a card (WR-TURN-05, WR-CARD-08)."""
    hand = race.state.hands[turn.seat]
    if turn.moves >= MOST_MOVES or not hand.size:
        return False
    if turn.moves == 0 or not race.state.known[turn.seat]:
        return True
    mark = race.terrain[race.car_of(turn.seat).position]
    return any(fits(mark, race.pack.kinds[card]) for card in hand.cards)


def legal_kinds(race: Race, turn: Turn) -> tuple[str, ...]:
    """Return the kinds that may be played: any as the first card, then what fits the tile (WR-CARD-02, -05, -07)."""
    known = race.state.known[turn.seat]
    kinds = tuple(kinds_in(race, race.state.hands[turn.seat])) if known else KINDS
    if turn.moves == 0:
        return kinds
    mark = race.terrain[race.car_of(turn.seat).position]
    return tuple(kind for kind in kinds if fits(mark, kind))


def card_question(race: Race, turn: Turn) -> Ask[str | None]:
    """Ask for card 1, or for card 2 or 3 or the end of card play (WR-CARD-01, -04, -07, WR-TURN-05)."""
    seat = turn.seat
    car = race.car_of(seat)
    rule = ("WR-CARD-01", "WR-CARD-05", "WR-CARD-07")[turn.moves]
    mark = race.terrain[car.position]

    def read(value: str) -> str:
        card = from_hand(race, seat, value)
        kind = race.pack.kinds[card]
        if turn.moves and mark == BARE:
            raise IllegalAnswer("no_terrain", "WR-TRACK-10", tile=PLACES[car.position], kind=kind)
        if turn.moves and not fits(mark, kind):
            raise IllegalAnswer("wrong_terrain", rule, tile=PLACES[car.position], kind=kind, needed=mark)
        return card

    question = scan(
        seat,
        f"card_{turn.moves + 1}",
        legal_kinds(race, turn),
        read,
        rules=(rule,),
        args={"racer": car.racer, "place": PLACES[car.position]},
        secret=race.state.known[seat],
        resumes=True,
    )
    return skippable(question) if turn.moves else question


def play(race: Race, turn: Turn) -> Script[None]:
    """Play one card or end card play (WR-CARD-02 to -12)."""
    card = yield from ask(lambda: card_question(race, turn))
    if card is None:
        turn.stage = "fill"
        return
    car = race.car_of(turn.seat)
    kind = discard(race, turn.seat, card)
    turn.moves += 1
    rule = ("WR-CARD-02", "WR-CARD-06", "WR-CARD-07")[turn.moves - 1]
    yield from tell("card_played", rules=(rule, "WR-CARD-12"), seat=turn.seat, kind=kind, number=turn.moves)
    if turn.moves == 1 and car.no_first:
        yield from lose_first(car)
    elif (yield from travel(race, car, 1, rule, "WR-MOVE-01")):
        yield from arrive(race, car)


def lose_first(car: Car) -> Script[None]:
    """Cancel a first move; it counts as made, and further cards may follow (WR-CARD-03, -14, WR-PRIM-08)."""
    car.no_first -= 1
    rules = ("WR-CARD-03", "WR-CARD-14", "WR-PRIM-08")
    yield from tell("first_move_lost", rules=rules, racer=car.racer, left=car.no_first)


def pass_on(race: Race, turn: Turn) -> None:
    """Go on to the next player, or to the neutral phase when all have had their turn (WR-TURN-01, WR-NEUT-01)."""
    state = race.state
    following = race.after(turn.seat)
    if following == state.starter:
        state.turn, state.phase, state.stage = None, Phase(), "neutral"
    else:
        state.turn = Turn(following)


def new_round(race: Race) -> None:
    """Begin the next round with the starting player (WR-TURN-02)."""
    state = race.state
    state.round += 1
    state.stage, state.phase, state.turn = "turn", None, Turn(state.starter)
