"""The weak pilots: one looks at its own turn only (section 7, baseline), the other does not even see the course."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.pilots import any_legal
from engine.wacky_races.powers import PREFIX
from engine.wacky_races.track import FINISH, KINDS, LAST_TILE, fits, next_free

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.ask import Ask, Value
    from engine.pilots import Draw
    from engine.wacky_races.options import Options
    from engine.wacky_races.pack import Pack, Power, Step
    from engine.wacky_races.views import CarView, PublicView, SeatView

TRAP_COST = 2
CARDS = frozenset({"card_1", "card_2", "card_3", "power_or_end"})
SWAMP = frozenset({"swamp_1", "swamp_2", "swamp_3"})
POWERS_FIRST = ("power-4", "power-2", "power-3", "power-1")
"""Which power is turned up first at the Gas Station."""


class Outlook(NamedTuple):
    """How good a way to play on is: where it ends, the kinds it leaves in the hand, and the card it begins with."""

    score: int
    kinds_kept: int
    order: int
    card: str | None


class Weak:
    """Takes the cards that bring its car furthest, counts a trap as two spaces lost, and never plans ahead."""

    def __init__(self, pack: Pack, options: Options) -> None:
        self.pack = pack
        self.to_first_tile = options.grid_movement == "to_first_tile"

    def answer(self, view: Any, question: Ask[Any], draw: Draw) -> Value:
        """Return a legal answer to any question that may come to a player's seat.

        By lot where the hand is hidden, and between level neutrals: whichever goes first, the other one comes to the
        same place.
        """
        seen: SeatView = view
        values = [str(option.value) for option in question.options]
        if question.key in CARDS and (seen.hand or question.key == "power_or_end"):
            return self.useful_power(seen, values) or (self.card(seen) if seen.hand else None)
        if question.key in SWAMP and seen.hand:
            return payment(seen, values, optional=question.optional)
        return self.choice(seen, question, values, draw)

    def choice(self, seen: SeatView, question: Ask[Any], values: list[str], draw: Draw) -> Value:
        """Answer what is neither about cards to play nor about powers."""
        match question.key:
            case "lose_card" if seen.hand:
                return least_useful(seen)
            case "refresh_power":
                return min(values, key=POWERS_FIRST.index)
            case "crossing_first":
                return self.first_over(seen, values)
            case "choose_car" | "steal_from" | "who_triggers" | "swap_with":
                return foremost_rival(seen, values)
            case _:
                return any_legal(question, draw)

    def card(self, seen: SeatView) -> str | None:
        """Return the next card of the best way to play on, or None to end."""
        own = own_car(seen)
        reach = self.reach(seen)
        return reach.best(own.position, seen.public.moves, sorted(seen.hand, key=KINDS.index)).card

    def reach(self, seen: SeatView) -> Reach:
        """Return what the own car can reach."""
        own = own_car(seen)
        others = [car.position for car in seen.public.cars if car is not own]
        cost = TRAP_COST - 1 if self.can_cancel(seen) else TRAP_COST
        return Reach(seen.public, others, self.to_first_tile, bool(own.no_first), cost)

    # --- powers -------------------------------------------------------------------------------------------------

    def power(self, seen: SeatView, value: Value) -> Power | None:
        """Return the power that an answer uses."""
        if not isinstance(value, str) or not value.startswith(PREFIX):
            return None
        return self.pack.powers[own_car(seen).racer][int(value[-1]) - 1]

    def can_cancel(self, seen: SeatView) -> bool:
        """Whether a ready power cancels a type of trap that may still lie somewhere."""
        own, used = own_car(seen), seen.public.used
        cards = [
            card for slot, card in enumerate(self.pack.powers[own.racer], 1) if slot not in own.exhausted
        ]
        traps = self.pack.traps
        return any(card.cancels and used.count(card.cancels) < traps[card.cancels].copies for card in cards)

    def useful_power(self, seen: SeatView, values: list[str]) -> str | None:
        """Return a power that gains two spaces or the race, or draws cards where hardly one fits the next tile."""
        reach, own = self.reach(seen), own_car(seen)
        for value in values:
            card = self.power(seen, value)
            if card is None or not card.steps:
                continue
            step = card.steps[0]
            if step.verb == "draw":
                mark = seen.public.terrain[min(own.position + 1, LAST_TILE)]
                useful = sum(fits(mark, kind) for kind in seen.hand) <= 1
            else:
                to = self.brings_to(reach, own.position, step)
                useful = to == FINISH or (to >= own.position + 2 and to not in seen.public.traps)
            if useful:
                return value
        return None

    def brings_to(self, reach: Reach, position: int, step: Step) -> int:
        """Return where a step brings the own car; where it is, when that is not known."""
        if step.verb == "forward" and step.who == "self":
            for _ in range(step.n):
                position = next_free(
                    reach.others, reach.public.narrow, position, 1, to_first_tile=self.to_first_tile
                )
        elif step.verb == "swap_with" and step.how != "behind":
            near = [at for at in reach.others if position < at <= position + step.n and at < FINISH]
            position = max(near, default=position)
        return position

    def first_over(self, seen: SeatView, values: list[str]) -> str:
        """Send the own car over last where the next tile has one free space: the second one jumps further."""
        own = own_car(seen)
        rivals = [value for value in values if value != own.racer]
        taken = [car.position for car in seen.public.cars].count(own.position + 1)
        if own.racer in values and (taken != 1 or not rivals):
            return own.racer
        return foremost_rival(seen, rivals)


class Reach(NamedTuple):
    """What the own car can reach this turn while nobody else moves."""

    public: PublicView
    others: list[int]
    to_first_tile: bool
    first_lost: bool
    trap_cost: int = TRAP_COST

    def best(self, position: int, moves: int, hand: Sequence[str]) -> Outlook:
        """Return the best way to go on from *position* with *moves* card moves made; *hand* is in the order D F P A."""
        kinds = dict.fromkeys(hand)
        stay = Outlook(position, len(kinds), -len(KINDS), None)
        if moves >= 3 or position >= FINISH or (position == self.public.narrow and moves):
            return stay
        mark = self.public.terrain[position]
        ways = [self._with(position, moves, hand, kind) for kind in kinds if moves == 0 or fits(mark, kind)]
        return max(ways if moves == 0 and ways else [stay, *ways])

    def _with(self, position: int, moves: int, hand: Sequence[str], kind: str) -> Outlook:
        rest = list(hand)
        rest.remove(kind)
        order = -KINDS.index(kind)
        if moves == 0 and self.first_lost:
            return self.best(position, 1, rest)._replace(order=order, card=kind)
        to = next_free(self.others, self.public.narrow, position, 1, to_first_tile=self.to_first_tile)
        if to in self.public.traps:
            return Outlook(to - self.trap_cost, len(set(rest)), order, kind)
        return self.best(to, moves + 1, rest)._replace(order=order, card=kind)


def own_car(seen: SeatView) -> CarView:
    """Return the own car."""
    return next(car for car in seen.public.cars if car.seat == seen.seat)


def payment(seen: SeatView, values: list[str], *, optional: bool) -> str | None:
    """Pay for the Swamp with a pair, otherwise with three cards, otherwise stay."""
    paid, hand = seen.public.paid, seen.hand
    pairs = [value for value in values if value in paid or hand.count(value) > 1]
    if pairs and not seen.public.three:
        return pairs[0]
    can_pay = len(paid) + len(hand) >= 3
    if optional and (not can_pay or seen.public.moves):
        return None
    return least_useful(seen, values)


def least_useful(seen: SeatView, values: Collection[str] = KINDS) -> str:
    """Return the kind of the own hand (one of *values*) that fits least of the next four tiles."""
    public = seen.public
    here = own_car(seen).position
    ahead = public.terrain[here + 1 : min(here + 4, LAST_TILE) + 1]
    kinds = [kind for kind in KINDS if kind in seen.hand and kind in values]
    return min(kinds, key=lambda kind: sum(fits(mark, kind) for mark in ahead))


def foremost_rival(seen: SeatView, names: list[str]) -> str:
    """Return the named car that is furthest ahead and not the own one, where there is such a one."""

    def rank(car: CarView) -> tuple[bool, int]:
        return car.seat != seen.seat, car.position

    return max((car for car in seen.public.cars if car.racer in names), key=rank).racer


class Careful:
    """Plays for a seat without seeing the course: one card, which is always legal, and never more."""

    def answer(self, view: Any, question: Ask[Any], draw: Draw) -> Value:
        """Return a legal answer."""
        del view
        if question.optional:
            return None
        cards = [option for option in question.options if not option.key]
        return cards[draw(len(cards))].value if cards else any_legal(question, draw)
