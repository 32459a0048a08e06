"""A map of turns: how many it takes to the finish from every space, bow, stage and number of dice (section 7).

The map itself is hopeful: it takes totals near the average of the dice and never crashes. On top of it `Outlook`
weighs real rolls.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.speedboats.hexes import STEPS
from engine.speedboats.sail import legal_turns
from engine.speedboats.search import everywhere
from engine.speedboats.state import SINKS_AT
from engine.speedboats.waters import DONE

if TYPE_CHECKING:
    from collections.abc import Container

    from engine.speedboats.search import Chart, Sets

MOST_DICE = 4
BY_DICE = (range(1), range(1, 4), range(3, 6), range(5, 8), range(7, 10))
"""The totals that 0, 1, 2, 3, 4 dice are taken to reach at will."""
AT_WILL = (range(1, 5),)
"""Speeds chosen freely, whatever the dice."""
LONG = 40
"""What a place without a way to the finish is worth, in turns."""
CRASH_COST, DAMAGE_COST, SUNK_COST = 0.5, 1.0, 40.0
CONTROL = 0.3
"""How far a player can make a roll what it should be, by choosing which dice to roll again."""


@lru_cache(maxsize=8)
def rolls(number: int) -> tuple[tuple[int, float], ...]:
    """Return the totals of so many dice with their chances."""
    chances = {0: 1.0}
    for _ in range(number):
        following: dict[int, float] = {}
        for total, chance in chances.items():
            for face in (1, 2, 3):
                following[total + face] = following.get(total + face, 0) + chance / 3
        chances = following
    return tuple(chances.items())


class TurnMap:
    """The map of one course.

    `speeds` are the totals by number of dice; one turn changes the number by one at most.
    """

    def __init__(self, chart: Chart, speeds: tuple[range, ...] = BY_DICE) -> None:
        self.chart = chart
        self.waters = chart.waters
        self.speeds = speeds
        self.reached = self._spread()
        self._turns: dict[tuple[int, int, int, int], int] = {}

    def _spread(self) -> list[list[list[Sets]]]:
        """Return, turn by turn, all that is that near the finish or nearer: sets by dice, bow and stage."""
        goal = everywhere(self.chart)
        numbers = range(len(self.speeds))
        edge = [[list(goal) for _ in range(6)] for _ in numbers]
        reached = edge
        levels = [reached]
        while any(any(any(sets) for sets in bows) for bows in edge):
            came = [[self._from(edge[dice][d], self.speeds[dice], d) for d in range(6)] for dice in numbers]
            fresh: list[list[Sets]] = []
            for dice in numbers:
                nearby = [came[after] for after in (dice - 1, dice, dice + 1) if after in numbers]
                fresh.append([self._turned(nearby, bow, reached[dice][bow]) for bow in range(6)])
            reached = [
                [[old | new for old, new in zip(*sets, strict=True)] for sets in zip(*bows, strict=True)]
                for bows in zip(reached, fresh, strict=True)
            ]
            levels.append(reached)
            edge = fresh
        return levels[:-1]

    def _from(self, sets: Sets, speeds: range, d: int) -> Sets:
        """Return from where moving one of *speeds* spaces in direction *d* leads into *sets*."""
        found = self.chart.nowhere()
        if not any(sets):
            return found
        if not speeds[-1]:
            return [*sets[:-1], 0]
        moved = sets
        for step in range(1, speeds[-1] + 1):
            moved = self.chart.before(moved, d)
            if step in speeds:
                for stage, spaces in enumerate(moved):
                    found[stage] |= spaces
        return found

    def _turned(self, nearby: list[list[Sets]], bow: int, old: Sets) -> Sets:
        """Join what three directions and up to three numbers of dice lead to, without what is known already."""
        found = self.chart.nowhere()
        for came in nearby:
            for d in ((bow + 1) % 6, bow, (bow - 1) % 6):
                for stage, spaces in enumerate(came[d]):
                    found[stage] |= spaces
        return [new & ~known for new, known in zip(found, old, strict=True)]

    def turns(self, space: int, bow: int, stage: int, dice: int = 0) -> int:
        """Return how many turns the finish is away at best."""
        if stage == self.chart.goal:
            return 0
        key = (space, bow, stage, dice)
        found = self._turns.get(key)
        if found is None:
            place = self.chart.bit(space)
            low, high = 0, len(self.reached)
            while low < high:
                middle = (low + high) // 2
                if self.reached[middle][dice][bow][stage] >> place & 1:
                    high = middle
                else:
                    low = middle + 1
            found = self._turns[key] = low if low < len(self.reached) else LONG
        return found


class Outlook(TurnMap):
    """The map by number of dice, with what real rolls may bring on top of it."""

    def __init__(self, chart: Chart) -> None:
        super().__init__(chart)
        self.at_will = TurnMap(chart, AT_WILL)
        self._ahead: dict[tuple[int, int, int, int], float] = {}
        self._tracks: dict[tuple[int, int, int], tuple[int, ...]] = {}

    def track(self, space: int, d: int, stage: int) -> tuple[int, ...]:
        """Return the stages after 0, 1, 2 ... steps in a direction, as far as it is clear."""
        key = (space, d, stage)
        found = self._tracks.get(key)
        if found is None:
            now, at = self.chart.stages[stage], space
            stages = [stage]
            for _ in range(self.waters.runs[d][space]):
                if now.leg != DONE:
                    now, _event = self.waters.step(now, at, d)
                    now = self.chart.stages[self.chart.stage(now)]
                at += STEPS[d]
                stages.append(self.chart.stage(now))
            found = self._tracks[key] = tuple(stages)
        return found

    def worth(  # noqa: PLR0913, PLR0917 - where the boat goes and what it costs
        self, space: int, d: int, stage: int, moved: int, dice: int, damage: int, crash: int
    ) -> float:
        """Return what a move is worth in turns still to sail, its damage counted in."""
        after = self.track(space, d, stage)[moved]
        if after == self.chart.goal:
            return 0.2 * crash
        cost = self.ahead(space + moved * STEPS[d], d, after, dice)
        if crash:
            cost += CRASH_COST + crash * DAMAGE_COST * (2 if damage + crash == SINKS_AT - 1 else 1)
            if damage + crash >= SINKS_AT:
                cost += SUNK_COST
        return cost

    def best(  # noqa: PLR0913, PLR0917 - a boat, its speed, and who is in the way
        self, space: int, bow: int, stage: int, total: int, dice: int, damage: int, taken: Container[int]
    ) -> float:
        """Return what the best legal way is worth for a total."""
        runs = self.waters.runs
        directions = ((bow + 1) % 6, bow, (bow - 1) % 6)
        clear = (runs[directions[0]][space], runs[bow][space], runs[directions[2]][space])
        best = float(LONG + SUNK_COST)
        for d, far, legal in zip(directions, clear, legal_turns(clear, total), strict=True):
            if not legal:
                continue
            moved = min(far, total)
            while moved and space + moved * STEPS[d] in taken:
                moved -= 1
            crash = max(0, total - far)
            best = min(best, self.worth(space, d, stage, moved, 0 if crash else dice, damage, crash))
        return best

    def ahead(self, space: int, bow: int, stage: int, dice: int) -> float:
        """Return what a boat may expect that is there: its best plan for the next turn, and the maps behind it."""
        key = (space, bow, stage, dice)
        found = self._ahead.get(key)
        if found is None:
            near = [n for n in (dice - 1, dice, dice + 1) if 0 <= n <= MOST_DICE]
            found = self._ahead[key] = min(self._rolling(space, bow, stage, n) for n in near)
        return found

    def _rolling(self, space: int, bow: int, stage: int, dice: int) -> float:
        """Weigh all rolls of so many dice: their average, and the best of them for those who choose what to reroll."""
        runs = self.waters.runs
        directions = ((bow + 1) % 6, bow, (bow - 1) % 6)
        clear = (runs[directions[0]][space], runs[bow][space], runs[directions[2]][space])
        average, luckiest = 0.0, float(LONG)
        for total, chance in rolls(dice):
            best = float(LONG)
            for d, far, legal in zip(directions, clear, legal_turns(clear, total), strict=True):
                if legal:
                    best = min(best, self._after(space, d, stage, total, far, dice))
            average += chance * best
            luckiest = min(luckiest, best)
        return 1 + (1 - CONTROL) * average + CONTROL * luckiest

    def _after(  # noqa: PLR0913, PLR0917 - a boat, its way and its speed
        self, space: int, d: int, stage: int, total: int, far: int, dice: int
    ) -> float:
        """Return what a move is worth by the maps alone."""
        moved, crash = min(far, total), max(0, total - far)
        after = self.track(space, d, stage)[moved]
        if after == self.chart.goal:
            return 0.2 * crash
        cost = self.hope(space + moved * STEPS[d], d, after, 0 if crash else dice)
        return cost + CRASH_COST + crash * DAMAGE_COST if crash else cost

    def hope(self, space: int, bow: int, stage: int, dice: int) -> float:
        """Join both maps, and mark down a speed for which there is no room."""
        runs = self.waters.runs
        room = max(runs[(bow + 1) % 6][space], runs[bow][space], runs[(bow - 1) % 6][space])
        hurry = max(0, dice - 1 - room)
        return self.at_will.turns(space, bow, stage) + 0.5 * self.turns(space, bow, stage, dice) + hurry
