"""Every path tried, one after the other: the slow way to list the results of a move, to hold the fast one against."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

FINISH = "FINISH"


def paths(
    spaces: Mapping[str, Sequence[str]],
    same: Mapping[str, str],
    taken: AbstractSet[str],
    at: str,
    number: int,
) -> Iterator[list[str]]:
    """All step sequences that are over: *number* steps, no legal step left, or the finish.

    `spaces` maps ids to the `next` lists of the pack, `same` entries that are one space on the board to one name.
    """
    ahead = [
        to for to in spaces[at] if to == FINISH or same.get(to, to) not in {same.get(t, t) for t in taken}
    ]
    if number == 0 or not ahead:
        yield []
        return
    for to in ahead:
        if to == FINISH:
            yield [FINISH]
        else:
            for rest in paths(spaces, same, taken, to, number - 1):
                yield [to, *rest]
