"""The strong pilot: tries every answer in some possible races and takes the one that goes best (section 7).

The number of samples is fixed and the randomness handed in, so that the same race is played the same again. Hidden
cards are dealt from those the seat has not seen; what others hold or a trap is, the pilot does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.pilots import shuffle
from engine.wacky_races.mind import Course, World, specials
from engine.wacky_races.pack import SLOTS
from engine.wacky_races.pilots import Weak
from engine.wacky_races.track import FINISH, KINDS

if TYPE_CHECKING:
    from engine.ask import Ask, Value
    from engine.pilots import Draw
    from engine.wacky_races.options import Options
    from engine.wacky_races.pack import Pack, Power
    from engine.wacky_races.views import SeatView

SAMPLES: Final = 16
"""How many possible races are played for each answer."""
WON: Final = 40.0
LOST: Final = -15.0
RIVALS: Final = 0.5
"""What a space of the foremost rival weighs against an own one."""
CARD: Final = 0.25
"""What a card in the hand is worth, in spaces."""
GONE: Final = -2
"""The seat of a car that has come in: it moves no more."""
THOUGHT_OVER: Final = frozenset({"card_1", "card_2", "card_3", "power_or_end"})


class Strong(Weak):
    """Decides cards and powers by playing on in its mind until the end of its next turn; the rest as the weak one."""

    def __init__(self, pack: Pack, options: Options, stock: dict[str, int]) -> None:
        super().__init__(pack, options)
        self.stock = stock or dict.fromkeys(KINDS, 16)

    def answer(self, view: Any, question: Ask[Any], draw: Draw) -> Value:
        """Return a legal answer to any question that may come to a player's seat."""
        seen: SeatView = view
        if question.key not in THOUGHT_OVER or not (seen.hand or question.key == "power_or_end"):
            return super().answer(view, question, draw)
        values: list[Value] = [option.value for option in question.options]
        values = [value for value in values if not self.by_hand(seen, value)]
        if question.optional:
            values.append(None)
        if len(values) < 2:
            return values[0] if values else super().answer(view, question, draw)
        course = self.course(seen)
        totals = [0.0] * len(values)
        for _ in range(SAMPLES):
            world = self.sample(seen, course, draw)
            for index, value in enumerate(values):
                totals[index] += self.outcome(world.copy(), seen, value)
        return values[totals.index(max(totals))]

    def by_hand(self, seen: SeatView, value: Value) -> bool:
        """Whether an answer is a power that people must carry out."""
        card = self.power(seen, value)
        return card is not None and (not card.steps or any(step.verb == "by_hand" for step in card.steps))

    def outcome(self, world: World, seen: SeatView, value: Value) -> float:
        """Play on from an answer until the own next turn is over, and judge what came of it."""
        seat, moves = seen.seat, seen.public.moves
        car = world.cars[seat]
        if value is not None:
            if self.power(seen, value) is not None:
                world.use(car, int(str(value)[-1]))
            else:
                world.play(car, value, moves)
                moves += 1
            if world.winner < 0 and not world.stopped >> car & 1:
                world.cards(car, moves)
        world.end_turn(seat)
        play_round(world, seat)
        return merit(world, seat)

    # --- what may be hidden -------------------------------------------------------------------------------------

    def course(self, seen: SeatView) -> Course:
        """Gather what does not change while the pilot thinks."""
        public = seen.public
        racers = {car.seat: car.racer for car in public.cars if car.seat is not None}
        seats = range(len(public.hands))
        powers: list[tuple[Power, ...]] = [
            self.pack.powers[racers[seat]] if seat in racers else () for seat in seats
        ]
        cancels = [frozenset(card.cancels for card in cards if card.cancels) for cards in powers]
        kinds = {kind: trap.steps for kind, trap in self.pack.traps.items()} | {"": ()}
        return Course(
            public.terrain,
            public.narrow,
            self.to_first_tile,
            specials(self.pack, public.course),
            powers,
            kinds,
            cancels,
        )

    def sample(self, seen: SeatView, course: Course, draw: Draw) -> World:
        """Deal the cards that the seat has not seen at random to hands, deck and traps."""
        public = seen.public
        cards = [*public.discard, *seen.hand]
        left: list[str] = [kind for kind in KINDS for _ in range(self.stock.get(kind, 0) - cards.count(kind))]
        shuffle(left, draw)
        hands = [
            list(seen.hand) if seat == seen.seat else [left.pop() for _ in range(min(size, len(left)))]
            for seat, size in enumerate(public.hands)
        ]
        types = [k for k, trap in self.pack.traps.items() for _ in range(trap.copies - public.used.count(k))]
        shuffle(types, draw)
        laid = {at: types.pop() if types else "" for at in public.traps}
        driving = {car.seat: i for i, car in enumerate(public.cars) if car.position < FINISH}
        return World(
            course,
            [car.position for car in public.cars],
            [GONE if car.position == FINISH else -1 if car.seat is None else car.seat for car in public.cars],
            [driving.get(seat, -1) for seat in range(len(hands))],
            hands,
            [ready(seen, seat) for seat in range(len(hands))],
            left[: public.deck],
            list(public.discard),
            laid,
            types[: public.trap_deck],
            public.dastardly,
            public.out,
            [car.missing for car in public.cars],
            [car.no_first for car in public.cars],
            public.starter,
            public.round,
        )


def ready(seen: SeatView, seat: int) -> list[int]:
    """Return the slots of a seat's ready powers; a car that became a neutral has none."""
    for car in seen.public.cars:
        if car.seat == seat:
            return [slot for slot in SLOTS if slot not in car.exhausted]
    return []


def play_round(world: World, seat: int) -> None:
    """Play everybody else's turn and then the own one."""
    seats = len(world.cars)
    for k in range(1, seats + 1):
        following = (seat + k) % seats
        if world.winner >= 0:
            return
        if following == world.starter:
            if world.round > 1:
                world.neutrals()
            world.round += 1
        if world.winner < 0 and world.cars[following] >= 0:
            if following == seat:
                own = world.cars[seat]
                if not world.missing[own]:
                    world.cards(own)
            else:
                world.turn(following)


def merit(world: World, seat: int) -> float:
    """How well a race stands for a seat: its car against the foremost rival, cards and powers in reserve."""
    car = world.cars[seat]
    if world.winner >= 0:
        return WON if world.winner == car else LOST + 0.1 * world.at[car]
    own = world.at[car]
    rival = max(at for other, at in enumerate(world.at) if other != car)
    to_go = min(1.0, (FINISH - max(own, rival)) / 8)
    score = own - RIVALS * rival + CARD * len(world.hands[seat])
    return score + to_go * sum([worth(world.course.powers[seat][slot - 1]) for slot in world.ready[seat]])


def worth(card: Power) -> float:
    """What a ready power is worth, in spaces."""
    if card.kind == "cancel":
        return 0.6
    return sum(
        [{"forward": 1.0, "swap_with": 0.8, "draw": 0.4}.get(step.verb, 0.3) * step.n for step in card.steps]
    )
