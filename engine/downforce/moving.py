"""Every legal result of a move, found layer by layer, and paths checked step by step (DF-MOVE, 3.15).

The graph only goes forward, so the layer of the k-th step holds every code that k steps lead to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.ask import IllegalAnswer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from engine.downforce.track import Graph, Track


class Reach(NamedTuple):
    """The results of a move: the most steps to each end, and for every layer the code each of its codes came from."""

    ends: dict[int, int]
    layers: list[dict[int, int]]

    def path(self, end: int) -> list[int]:
        """Return the codes of a longest path to an end, the start left out."""
        codes: list[int] = []
        for layer in reversed(self.layers[: self.ends[end]]):
            codes.append(end)
            end = layer[end]
        return codes[::-1]


def reach(graph: Graph, taken: AbstractSet[int], start: int, number: int) -> Reach:
    """Return all results of moving *number* steps from *start*; *taken* are codes nobody may enter (DF-MOVE-11).

    A result is a code with the full number of steps, one without a legal step, or FINISH.
    """
    steps, finish = graph
    ends: dict[int, int] = {}
    layers: list[dict[int, int]] = []
    layer: Sequence[int] = (start,)
    for done in range(number):
        came: dict[int, int] = {}
        arrived = False
        for code in layer:
            stuck = True
            for to in steps[code]:
                if to in taken:
                    continue
                stuck = False
                if to not in came:
                    came[to] = code
                    arrived = arrived or to >= finish
            if stuck:
                ends[code] = done
        if not came:
            break
        layers.append(came)
        layer = list(came)
        if arrived:
            ends.update({code: done + 1 for code in layer if code >= finish})
            layer = [code for code in layer if code < finish]
    else:
        for code in layer:
            ends[code] = number
    return Reach(ends, layers)


def check_path(
    track: Track, taken: AbstractSet[int], start: int, number: int, path: Sequence[str]
) -> list[int]:
    """Check a path given space by space and return its numbers.

    Raises:
        IllegalAnswer: a step to a space beside or behind, to one that does not touch, onto another car, too many
            steps, or an end where a legal step is left (DF-MOVE-01 to -10).

    """
    at = start
    numbers: list[int] = []
    for name in path:
        to = track.numbers.get(name)
        if to is None:
            raise IllegalAnswer("no_such_space", "DF-MOVE-01", space=name)
        if at == track.end or len(numbers) == number:
            raise IllegalAnswer("too_far", "DF-MOVE-07", number=number)
        if to not in track.plain.steps[at]:
            if track.fronts[to] <= track.fronts[at]:
                raise IllegalAnswer("not_ahead", "DF-MOVE-02", "DF-MOVE-03", space=name)
            raise IllegalAnswer("not_touching", "DF-MOVE-01", space=name)
        if to in taken:
            raise IllegalAnswer("space_taken", "DF-MOVE-04", "DF-MOVE-06", space=name)
        numbers.append(to)
        at = to
    if len(numbers) < number and can_step(track, taken, at):
        raise IllegalAnswer("must_go_on", "DF-MOVE-08", space=track.names[at])
    return numbers


def can_step(track: Track, taken: AbstractSet[int], at: int) -> bool:
    """Whether a legal step is left from a space; FINISH ends every move (DF-MOVE-12)."""
    return at != track.end and any(to not in taken for to in track.plain.steps[at])
