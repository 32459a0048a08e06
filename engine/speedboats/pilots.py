"""The weak pilot: goes for the best space that its next move can reach, and takes the dice as they fall (section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from engine.pilots import any_legal
from engine.speedboats.dice import NONE, without
from engine.speedboats.hexes import NAMES, STEPS, named
from engine.speedboats.state import SINKS_AT
from engine.speedboats.turnmap import MOST_DICE, rolls
from engine.speedboats.waters import DONE, Progress, Waters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Ask, Option, Value
    from engine.pilots import Draw
    from engine.speedboats.course import Course
    from engine.speedboats.options import Options
    from engine.speedboats.survey import Surveyor
    from engine.speedboats.turnmap import TurnMap
    from engine.speedboats.views import BoatView, View

Tracks: TypeAlias = tuple[
    tuple[int, tuple[float, ...]], tuple[int, tuple[float, ...]], tuple[int, tuple[float, ...]]
]
"""For left, ahead and right: how far it is clear, and what 0, 1, 2 ... spaces are worth, in turns."""

REACH = 3 * (MOST_DICE + 1)
NOWHERE = 999
RESTLESS, PATIENCE = 12, 4
IDLE = 2.0
"""What a turn without dice is worth beyond itself, so that nobody waits for ever for a better one."""
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
        self._course: Course | None = None
        self._tracks: dict[tuple[int, ...], Tracks] = {}
        self.waters: Waters
        self.map: TurnMap

    def answer(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Return a legal answer."""
        decide = (self.ON_BOARD if self.board else self.IN_BOOKS).get(question.key)
        if decide is None or (view.seat is None and question.key not in ("start_space", "bow")):
            return any_legal(question, draw)
        if self.board:
            self.look(view)
        return decide(self, view, question, draw)

    # --- the known lake -----------------------------------------------------------------------------------------

    def look(self, view: View) -> None:
        """Get the lake and the map of the course in use, unless they are at hand."""
        assert view.course is not None, "asked before there is a course"  # noqa: S101 - the rulebook does not
        if self._course is not view.course:
            self._course, self._tracks = view.course, {}
            self.waters = self.surveyor.waters(view.lake, view.course)
            self.map = self.surveyor.turn_map(view.lake, view.course)

    def tracks(self, boat: BoatView) -> Tracks:
        """Return for left, ahead and right how far it is clear and what every number of spaces is worth, in turns."""
        bow = boat.bow
        here = (boat.at, bow, boat.leg, boat.n, boat.w)
        found = self._tracks.get(here)
        if found is None:
            left, ahead, right = (self._track(boat, d % 6) for d in (bow + 1, bow, bow - 1))
            found = self._tracks[here] = (left, ahead, right)
        return found

    def _track(self, boat: BoatView, d: int) -> tuple[int, tuple[float, ...]]:
        waters, turns, chart = self.waters, self.map.turns, self.map.chart
        now, space = Progress(boat.leg, boat.n, boat.w), boat.at
        stage, clear = chart.stage(now), waters.runs[d][space]
        worth: list[float] = [turns(space, d, stage)]
        for _ in range(min(clear, REACH)):
            if now.leg != DONE:
                after, _event = waters.step(now, space, d)
                if after is not now:
                    now, stage = after, chart.stage(after)
            space += STEPS[d]
            worth.append(turns(space, d, stage))
        return clear, tuple(worth)

    def cost(self, tracks: Tracks, boat: BoatView, total: int) -> float:
        """Return what the best legal way is worth for a total, a crash counted in."""
        best = min(total, max(tracks[0][0], tracks[1][0], tracks[2][0]))
        found = float(NOWHERE)
        for clear, worth in tracks:
            if clear >= best:
                crash = max(0, total - clear)
                found = min(found, worth[min(clear, total, REACH)] + self.harm(boat, crash))
        return found

    def harm(self, boat: BoatView, crash: int) -> float:
        """Return what a crash is worth, in turns."""
        if not crash:
            return 0
        return crash + (SUNK_COST if boat.damage + crash >= SINKS_AT else CRASH_COST)

    def plans(self, boat: BoatView, changes: list[str]) -> dict[str, float]:
        """Weigh every change, with nothing rolled again."""
        tracks = self.tracks(boat)
        found: dict[str, float] = {}
        for change in changes:
            pool = lowest(boat.dice, change)
            added = change == "+"
            if len(pool) + added > MOST_DICE and added:
                continue
            idle = 0 if pool or added else IDLE
            found[change] = idle + sum(
                chance * self.cost(tracks, boat, sum(pool) + rolled) for rolled, chance in rolls(int(added))
            )
        return found

    def change(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Choose the change that promises most; whoever has no dice starts the engine sooner or later."""
        boat = self.boat(view)
        if not boat.dice and not draw(PATIENCE):
            return "+"
        plans = self.plans(boat, [option.value for option in question.options])
        return min(plans, key=lambda plan: (plans[plan], plan))

    def reroll(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Roll nothing again but when the move would crash; now and then everything, so that nobody circles for ever."""
        boat = self.boat(view)
        pool = lowest(boat.dice, view.change)
        fast = sum(pool) + (view.change == "+") > max(clear for clear, _ in self.tracks(boat))
        return question.options[-1].value if fast or not draw(RESTLESS) else NONE

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
        tracks = dict(zip("LAR", self.tracks(boat), strict=True))

        def cost(option: Option) -> float:
            worth: tuple[float, ...] = tracks[option.value][1]
            moved, crash = int(option.args["moved"]), int(option.args["crash"])
            return worth[min(moved, len(worth) - 1)] + self.harm(boat, crash)

        return min(question.options, key=cost).value

    def start_space(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Begin on the start tile, where the finish is nearest."""
        del view, draw
        turns = self.map.turns
        return min(
            question.options, key=lambda option: min(turns(named(option.args["at"]), d, 0) for d in range(6))
        ).value

    def bow(self, view: View, question: Ask[Any], draw: Draw) -> Value:
        """Point where the way is shortest."""
        del view, draw
        space, turns = named(question.args["space"]), self.map.turns
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
