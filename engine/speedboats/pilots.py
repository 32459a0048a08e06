"""The weak pilot: goes for the best space that its next move can reach, and takes the dice as they fall (section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from engine.pilots import any_legal
from engine.speedboats.dice import NONE, without
from engine.speedboats.hexes import NAMES, STEPS, named
from engine.speedboats.search import stage_of
from engine.speedboats.state import SINKS_AT
from engine.speedboats.waters import DONE, Progress, Waters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Ask, Value
    from engine.pilots import Draw
    from engine.speedboats.options import Options
    from engine.speedboats.survey import Surveyor
    from engine.speedboats.turnmap import TurnMap
    from engine.speedboats.views import BoatView, View

MOST_DICE = 4
REACH = 3 * MOST_DICE
NOWHERE = 999
RESTLESS = 6
CRASH_COST, SUNK_COST = 1, 40
"""What a crash and sinking are worth in turns."""


def lowest(pool: list[int] | tuple[int, ...], change: str) -> list[int]:
    """Return the pool after a change, before anything is rolled."""
    return without(list(pool), change[1:]) if change.startswith("-") else list(pool)


class Weak:
    """Looks one move ahead: how far would be best, how many dice make that speed, which way is nearest."""

    def __init__(self, surveyor: Surveyor, options: Options) -> None:
        self.surveyor = surveyor
        self.board = options.board

    def answer(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Return a legal answer."""
        decide = (self.ON_BOARD if self.board else self.IN_BOOKS).get(question.key)
        if decide is None or (view.seat is None and question.key not in ("start_space", "bow")):
            return any_legal(question, draw)
        return decide(self, view, question, draw)

    # --- the known lake -----------------------------------------------------------------------------------------

    def waters(self, view: View) -> Waters:
        """Return the lake with its course."""
        assert view.course is not None, "asked before there is a course"  # noqa: S101 - the rulebook does not
        return self.surveyor.waters(view.lake, view.course)

    def map(self, view: View) -> TurnMap:
        """Return how many turns everything is away, speeds at will."""
        assert view.course is not None, "asked before there is a course"  # noqa: S101 - the rulebook does not
        return self.surveyor.turn_map(view.lake, view.course)

    def best_speed(self, view: View, boat: BoatView) -> int:
        """Return how many spaces would bring the boat nearest to the finish, more rather than fewer."""
        waters, turns = self.waters(view), self.map(view).turns
        best, speed = NOWHERE, 1
        for d in ((boat.bow + 1) % 6, boat.bow, (boat.bow - 1) % 6):
            on, space = Progress(boat.leg, boat.n, boat.w), boat.at
            for k in range(1, min(waters.runs[d][boat.at], REACH) + 1):
                on, _event = waters.step(on, space, d)
                if on.leg == DONE:
                    return k
                space += STEPS[d]
                left = turns(space, d, stage_of(on))
                if left < best or (left == best and k > speed):
                    best, speed = left, k
        return speed

    def after(self, view: View, boat: BoatView, d: int, moved: int) -> int:
        """Return how many turns from the finish a boat is after moving so many spaces."""
        waters, now, at = self.waters(view), Progress(boat.leg, boat.n, boat.w), boat.at
        for _ in range(moved):
            now, _event = waters.step(now, at, d)
            if now.leg == DONE:
                return 0
            at += STEPS[d]
        return self.map(view).turns(at, d, stage_of(now))

    def change(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Choose the number of dice whose usual total is nearest to the best speed."""
        del draw
        boat = self.boat(view)
        wanted = self.best_speed(view, boat)
        size = len(boat.dice)
        sizes = [n for n in (size, size + 1, size - 1) if 1 <= n <= MOST_DICE]
        number = min(sizes, key=lambda n: (abs(2 * n - wanted), abs(n - size)))
        if number == size:
            return "="
        if number > size:
            return "+"
        return question.options[-1 if sum(boat.dice) > wanted else 2].value

    def reroll(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Roll again what is too fast or too slow for the best speed; now and then all, so that nobody circles."""
        boat = self.boat(view)
        wanted = self.best_speed(view, boat)
        pool = lowest(boat.dice, view.change)
        if not draw(RESTLESS):
            return question.options[-1].value
        off = sum(pool) + 2 * (view.change == "+") - wanted
        if abs(off) <= 1:
            return NONE
        spoiling = "3" if off > 0 else "1"
        again = [face for face in map(str, pool) if face == spoiling][: (abs(off) + 1) // 2]
        return "".join(again) or NONE

    def pool(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Decide as for single steps, and roll with the draw that is given."""
        boat = self.boat(view)
        change = "+" if not boat.dice else "=" if len(boat.dice) > 1 else ("+", "=")[draw(2)]
        del question
        rolled = len(boat.dice) + (change == "+")
        return "".join(sorted(str(1 + draw(3)) for _ in range(rolled)))

    def way(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Take the legal way that ends nearest to the finish."""
        del draw
        boat = self.boat(view)

        def cost(args: Mapping[str, Value]) -> int:
            crash = args["crash"]
            sunk = crash and boat.damage + crash >= SINKS_AT
            risk = SUNK_COST if sunk else CRASH_COST + crash if crash else 0
            return self.after(view, boat, NAMES.index(args["dir"]), args["moved"]) + risk

        return min(question.options, key=lambda option: cost(option.args)).value

    def start_space(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Begin on the start tile, where the finish is nearest."""
        del draw
        turns = self.map(view).turns
        return min(
            question.options, key=lambda option: min(turns(named(option.args["at"]), d, 0) for d in range(6))
        ).value

    def bow(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Point where the way is shortest."""
        del draw
        space, turns = named(question.args["space"]), self.map(view).turns
        return min(question.options, key=lambda option: turns(space, NAMES.index(option.value), 0)).value

    def boat(self, view: View) -> BoatView:
        """Return the boat whose turn it is."""
        return view.boats[view.seat or 0]

    # --- the table's lake ---------------------------------------------------------------------------------------

    def any_change(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Keep two or three dice."""
        size = len(self.boat(view).dice)
        if size < 2:
            return "+"
        return question.options[-1].value if size > 3 else ("=", "+")[draw(2)]

    def any_reroll(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Roll nothing again."""
        del view, question, draw
        return NONE

    def any_result(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Play people who move all as a rule, round a buoy every third turn, and finish after that."""
        boat = self.boat(view)
        values = [option.value for option in question.options]
        due = boat.turns >= (3 * boat.leg if boat.leg < 4 else 11)
        if due and not draw(2):
            event = "F" if "F" in values and (boat.leg == 4 or boat.turns > 10) else str(boat.leg)
            if event in values:
                return event
        if "crash" in values and not draw(14):
            return "crash"
        return "all" if "all" in values else NONE

    def near_total(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Enter that it is clear far enough, or nearly so."""
        del view
        assert question.high is not None, "a number has an upper end"  # noqa: S101 - makers see to it
        return question.high - (draw(question.high + 1) if not draw(3) else 0)

    ON_BOARD: ClassVar[Mapping[str, Callable[..., Value]]] = {
        "change": change,
        "reroll": reroll,
        "pool": pool,
        "way": way,
        "turn_boat": way,
        "start_space": start_space,
        "bow": bow,
    }
    IN_BOOKS: ClassVar[Mapping[str, Callable[..., Value]]] = {
        "change": any_change,
        "reroll": any_reroll,
        "pool": pool,
        "how_far": any_result,
        "events": any_result,
        "clear": near_total,
        "crashed_after": near_total,
    }
