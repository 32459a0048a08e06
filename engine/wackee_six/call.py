"""Who called: presses compared by the moments of their contacts. Pure (3.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.wackee_six.words import NEXT_PRESS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.wackee_six.options import Options
    from engine.wackee_six.state import Press


def in_order(presses: Sequence[Press]) -> list[Press]:
    """Return the presses that came in before the stop was announced, by time (W6-CALL-07, -11)."""
    return sorted((press for press in presses if not press.late), key=lambda press: (press.at, press.side))


def apart(one: Press, other: Press, window: int) -> int:
    """Return within how many microseconds two presses are simultaneous (W6-CALL-08, -21).

    Where two clocks noted them it is at least the sum of what either may be wrong by.
    """
    return window if one.clock == other.clock else max(window, one.within + other.within)


def earliest(presses: Sequence[Press]) -> int:
    """Return the moment of the call: the earliest contact, whatever came in first (W6-CALL-07)."""
    return in_order(presses)[0].at


def simultaneous(presses: Sequence[Press], window: int) -> list[Press]:
    """Return the presses within the tie window of the earliest; later ones do not extend it (W6-CALL-08)."""
    start, *others = in_order(presses)
    return [start, *(press for press in others if press.at - start.at <= apart(start, press, window))]


def afterwards(presses: Sequence[Press], window: int) -> list[Press]:
    """Return the presses that may stand in for a false call, in order of time (W6-CALL-19)."""
    start = in_order(presses)[0]
    behind = [press for press in presses if apart(start, press, window) < press.at - start.at <= NEXT_PRESS]
    return sorted(behind, key=lambda press: (press.at, press.side))


def next_to_check(
    presses: Sequence[Press],
    checked: Collection[int],
    valid: Collection[int],
    pace: Collection[int],
    options: Options,
) -> int | None:
    """Return the side whose call must be looked at next, or None when it is settled who called.

    All simultaneous presses of people are checked (W6-CALL-09), a pace-maker's only when none of them is valid
    (W6-PACE-07); then, unless the table resumes at once, the later ones until one is valid (W6-CALL-19).
    """
    window = options.tie_window_ms * 1000
    together = [press.side for press in simultaneous(presses, window)]
    people = [side for side in together if side not in pace]
    for side in people:
        if side not in checked:
            return side
    if valid:
        return None
    later = afterwards(presses, window) if options.after_false_call == "next_press" else []
    for side in [*(side for side in together if side in pace), *(press.side for press in later)]:
        if side not in checked:
            return side
    return None


def found_false(
    presses: Sequence[Press], callers: Collection[int], pace: Collection[int], options: Options
) -> set[int]:
    """Return the sides whose presses were checked and found invalid before it was settled on these callers (W6-CALL-18)."""
    checked: list[int] = []
    valid: list[int] = []
    while presses and (side := next_to_check(presses, checked, valid, pace, options)) is not None:
        checked.append(side)
        if side in callers:
            valid.append(side)
    return set(checked) - set(valid)


def distances(presses: Sequence[Press]) -> list[tuple[int, int]]:
    """Return sides with their distance to the earliest press, in microseconds (W6-CALL-12)."""
    start = earliest(presses)
    return sorted(((press.side, press.at - start) for press in presses), key=lambda pair: (pair[1], pair[0]))
