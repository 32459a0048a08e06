"""The strong pilot: weighs every roll of the dice for this move and the next, with a map of turns behind them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from engine.speedboats.dice import NONE, rerolls
from engine.speedboats.hexes import NAMES, named
from engine.speedboats.pilots import IDLE, PATIENCE, Weak, lowest
from engine.speedboats.turnmap import MOST_DICE, Outlook, rolls
from engine.speedboats.waters import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

    from engine.ask import Ask, Value
    from engine.pilots import Draw
    from engine.speedboats.course import Course
    from engine.speedboats.options import Options
    from engine.speedboats.pack import Laid
    from engine.speedboats.survey import Surveyor
    from engine.speedboats.views import BoatView, View


class Strong(Weak):
    """Expects: for every decision the average, over all rolls, of what the best way is worth in turns."""

    def __init__(self, surveyor: Surveyor, options: Options) -> None:
        super().__init__(surveyor, options)
        self._outlooks = lru_cache(maxsize=4)(self._outlook)

    def outlook(self, view: View) -> Outlook:
        """Return the map of the course in use."""
        assert view.course is not None, "asked before there is a course"  # noqa: S101 - the rulebook does not
        return self._outlooks(view.lake, view.course)

    def _outlook(self, laid: tuple[Laid, ...], course: Course) -> Outlook:
        return Outlook(self.surveyor.chart(laid, course))

    def worth(self, view: View, boat: BoatView, total: int, dice: int, taken: Container[int]) -> float:
        """Return what the best legal way is worth for a total, in turns still to sail."""
        chart = self.outlook(view)
        stage = chart.chart.stage(Progress(boat.leg, boat.n, boat.w))
        return chart.best(boat.at, boat.bow, stage, total, dice, boat.damage, taken)

    def weigh(self, view: View, boat: BoatView, changes: list[str]) -> dict[tuple[str, str], float]:
        """Weigh every change with every choice of dice to roll again."""
        taken = {b.at for b in view.boats if b.afloat and b.at != boat.at}
        worth: dict[tuple[int, int], float] = {}
        found: dict[tuple[str, str], float] = {}
        for change in changes:
            pool = lowest(boat.dice, change)
            dice = len(pool) + (change == "+")
            if dice > MOST_DICE and change == "+":
                continue
            for again in rerolls(pool):
                kept = sum(pool) - sum(map(int, again))
                average = 0.0
                for rolled, chance in rolls(len(again) + (change == "+")):
                    total = kept + rolled
                    if (total, dice) not in worth:
                        worth[total, dice] = self.worth(view, boat, total, dice, taken)
                    average += chance * worth[total, dice]
                found[change, again] = average + (IDLE if not dice else 0)
        return found

    def change(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Choose the change whose best plan promises most; whoever has no dice starts the engine sooner or later."""
        boat = self.boat(view)
        if not boat.dice and not draw(PATIENCE):
            return "+"
        plans = self.weigh(view, boat, [option.value for option in question.options])
        return min(plans, key=lambda plan: plans[plan])[0]

    def reroll(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Choose the dice to roll again that promise most."""
        del draw, question
        plans = self.weigh(view, self.boat(view), [view.change])
        return min(plans, key=lambda plan: plans[plan])[1] or NONE

    def way(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Take the way that is worth most."""
        del draw
        boat = self.boat(view)
        chart = self.outlook(view)
        stage = chart.chart.stage(Progress(boat.leg, boat.n, boat.w))

        def cost(args: Mapping[str, Value]) -> float:
            d = NAMES.index(args["dir"])
            moved, crash = args["moved"], args["crash"]
            dice = 0 if crash else len(boat.dice)
            return chart.worth(boat.at, d, stage, moved, dice, boat.damage, crash)

        return min(question.options, key=lambda option: cost(option.args)).value

    def start_space(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Begin where the map promises most with the best bow."""
        del draw
        chart = self.outlook(view)

        def cost(space: int) -> int:
            return min(chart.turns(space, d, 0, 0) for d in range(6))

        return min(question.options, key=lambda option: cost(named(option.args["at"]))).value

    def bow(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Point where the map promises most."""
        del draw
        space, chart = named(question.args["space"]), self.outlook(view)
        return min(
            question.options, key=lambda option: chart.turns(space, NAMES.index(option.value), 0, 0)
        ).value

    ON_BOARD: ClassVar[Mapping[str, Callable[..., Value]]] = {
        **Weak.ON_BOARD,
        "change": change,
        "reroll": reroll,
        "way": way,
        "turn_boat": way,
        "start_space": start_space,
        "bow": bow,
    }
