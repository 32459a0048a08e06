"""The weak pilot: looks at its own turn only (section 7, baseline)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.pilots import any_legal
from engine.wacky_races.track import FINISH, KINDS, LAST_TILE, fits, next_free

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ask import Ask, Value
    from engine.pilots import Draw
    from engine.wacky_races.options import Options
    from engine.wacky_races.views import CarView, PublicView, SeatView

TRAP_COST = 2


class Outlook(NamedTuple):
    """How good a way to play on is: where it ends, the kinds it leaves in the hand, and the card it begins with."""

    score: int
    kinds_kept: int
    order: int
    card: str | None


class Weak:
    """Takes the cards that bring its car furthest, counts a trap as two spaces lost, and never plans ahead."""

    def __init__(self, options: Options) -> None:
        self.to_first_tile = options.grid_movement == "to_first_tile"

    def answer(self, view: Any, question: Ask[Any], draw: Draw) -> Value:
        """Return a legal answer to any question that may come to a player's seat.

        By lot where the hand is hidden, and between level neutrals: whichever goes first, the other one comes to the
        same place.
        """
        seen: SeatView = view
        match question.key:
            case "card_1" | "card_2" | "card_3" if seen.hand:
                return self.card(seen)
            case "lose_card" if seen.hand:
                return least_useful(seen)
            case "choose_car" | "steal_from" | "who_triggers" | "swap_with":
                return foremost_rival(seen, [str(option.value) for option in question.options])
            case _:
                return any_legal(question, draw)

    def card(self, seen: SeatView) -> str | None:
        """Return the next card of the best way to play on, or None to end."""
        public = seen.public
        own = next(car for car in public.cars if car.seat == seen.seat)
        others = [car.position for car in public.cars if car is not own]
        reach = Reach(public, others, self.to_first_tile, bool(own.no_first))
        return reach.best(own.position, public.moves, sorted(seen.hand, key=KINDS.index)).card


class Reach(NamedTuple):
    """What the own car can reach this turn while nobody else moves."""

    public: PublicView
    others: list[int]
    to_first_tile: bool
    first_lost: bool

    def best(self, position: int, moves: int, hand: Sequence[str]) -> Outlook:
        """Return the best way to go on from *position* with *moves* card moves made; *hand* is in the order D F P A."""
        kinds = dict.fromkeys(hand)
        stay = Outlook(position, len(kinds), -len(KINDS), None)
        if moves >= 3 or position >= FINISH:
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
            return Outlook(to - TRAP_COST, len(set(rest)), order, kind)
        return self.best(to, moves + 1, rest)._replace(order=order, card=kind)


def least_useful(seen: SeatView) -> str:
    """Return the kind of the own hand that fits least of the next four tiles."""
    public = seen.public
    here = next(car.position for car in public.cars if car.seat == seen.seat)
    ahead = public.terrain[here + 1 : min(here + 4, LAST_TILE) + 1]
    kinds = [kind for kind in KINDS if kind in seen.hand]
    return min(kinds, key=lambda kind: sum(fits(mark, kind) for mark in ahead))


def foremost_rival(seen: SeatView, names: list[str]) -> str:
    """Return the named car that is furthest ahead and not the own one, where there is such a one."""

    def rank(car: CarView) -> tuple[bool, int]:
        return car.seat != seen.seat, car.position

    return max((car for car in seen.public.cars if car.racer in names), key=rank).racer
