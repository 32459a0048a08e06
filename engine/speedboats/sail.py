"""Moving: the three ways, which of them are legal, and what a move comes to on the known lake (3.10 to 3.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.speedboats.hexes import STEPS
from engine.speedboats.waters import DONE, Progress

if TYPE_CHECKING:
    from collections.abc import Container

    from engine.speedboats.waters import Waters

LEFT, AHEAD, RIGHT = "L", "A", "R"
WORDS = {LEFT: "left", AHEAD: "ahead", RIGHT: "right"}
"""How a turn is named."""


class Way(NamedTuple):
    """One of the three directions: its turn, its number, its clear distance, and whether it may be taken."""

    turn: str
    d: int
    clear: int
    legal: bool


class Voyage(NamedTuple):
    """What a move comes to.

    `moved` spaces were sailed, `back` ones the boat stays behind others, `behind` is the space it could not have (0:
    none). `damage` are the new counters, `crash` whether the dice are lost, `wreck` whether a flight destroyed the
    boat, `ramp` whether it stands on a ramp. `events` are what steps meant, each with the leg after it.
    """

    stop: int
    bow: int
    moved: int
    back: int
    behind: int
    progress: Progress
    events: tuple[tuple[str, int], ...]
    damage: int
    crash: bool
    wreck: bool = False
    ramp: bool = False


def legal_turns(clear: tuple[int, int, int], total: int) -> tuple[bool, bool, bool]:
    """Say which of left, ahead and right may be taken (SB-STEER-03 to -08)."""
    best = min(total, max(clear))
    return clear[0] >= best, clear[1] >= best, clear[2] >= best


def ways(waters: Waters, at: int, bow: int, total: int, *, fixed: bool = False) -> tuple[Way, ...]:
    """Return left, ahead and right; boats play no part (SB-STEER-07). *fixed*: only ahead is legal (SB-EXP-08)."""
    left, right = (bow + 1) % 6, (bow - 1) % 6
    runs = waters.runs
    clear = (runs[left][at], runs[bow][at], runs[right][at])
    judged = clear
    if waters.effects:
        one, two, three = (
            total if meets_effect(waters, at, d, total) else c
            for d, c in zip((left, bow, right), clear, strict=True)
        )
        judged = (one, two, three)
    legal = (False, True, False) if fixed else legal_turns(judged, total)
    return (
        Way(LEFT, left, clear[0], legal[0]),
        Way(AHEAD, bow, clear[1], legal[1]),
        Way(RIGHT, right, clear[2], legal[2]),
    )


def meets_effect(waters: Waters, at: int, d: int, total: int) -> bool:
    """Whether a way reaches a ramp, current or maelstrom, so that it counts as clear (SB-EXP-14)."""
    reach = min(total, waters.clear(at, d))
    return any(
        (effect := waters.effects.get(at + k * STEPS[d])) is not None and effect.kind != "rocks"
        for k in range(1, reach + 1)
    )


def sail(  # noqa: PLR0913, PLR0917 - a boat, its way, and who is in it
    waters: Waters, at: int, d: int, total: int, taken: Container[int], now: Progress
) -> Voyage:
    """Move a boat straight ahead by its total, or as far as it can (SB-MOVE-01 to -07, SB-CRASH-01 to -08)."""
    clear, step = waters.clear(at, d), STEPS[d]
    reach = min(clear, total)
    back, behind = 0, 0
    while reach > back and at + (reach - back) * step in taken:
        behind = behind or at + reach * step
        back += 1
    moved = reach - back
    events: list[tuple[str, int]] = []
    space = at
    for _ in range(moved):
        if now.leg == DONE:
            break
        now, event = waters.step(now, space, d)
        space += step
        if event:
            events += [(part, now.leg) for part in event.split()]
    damage = total - clear if total > clear else 0
    stop = at + moved * step
    return Voyage(stop, d, moved, back, behind, now, tuple(events), damage, damage > 0)
