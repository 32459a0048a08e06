"""Track packs: read, checked for every fault T1 to T12, and made into tracks (DF-PACK-10 to -12)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from engine.downforce.deck_pack import Fault, Status
from engine.downforce.sections import FINISH, Section, Space, expand
from engine.downforce.track import Track, make_track

if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEMA: Final = "pitboard.downforce.track/1"
SPACE_ID: Final = re.compile(r"\d+(-\d+)?[a-d]")
APART: Final = 20
"""A space and its twin at the other end of the lap are at least so many steps apart (T9)."""


class _Head(msgspec.Struct, frozen=True):
    id: str
    title: str
    label: str
    version: int
    status: Status
    schema: Literal["pitboard.downforce.track/1"]
    finish: int
    lines: tuple[int, ...]
    start: tuple[str, ...]
    first_column: int = 1
    sections: list[Section] | None = None


class _Row(msgspec.Struct, frozen=True):
    """A space before its shape and lane are checked."""

    id: str
    front: int
    lane: str
    shape: str
    next: tuple[str, ...]
    taper: bool = False
    same_as: str = ""


def read_track(data: Mapping[str, Any]) -> tuple[Track | None, list[Fault]]:
    """Read a track table; without a track there are faults, all of them (DF-PACK-11, -12)."""
    faults: list[Fault] = []
    try:
        head = msgspec.convert(data, _Head)
        rows = msgspec.convert(data.get("space", []), list[_Row])
    except msgspec.ValidationError as error:
        return None, [Fault("T1", str(error))]
    faults += _ids(rows)
    faults += _start_and_lines(head, rows)
    faults += _steps(head, rows)
    faults += _same(rows)
    faults += _sections(head, rows)
    if faults:
        return None, faults
    spaces = msgspec.convert(msgspec.to_builtins(rows), list[Space])
    label = {"id": head.id, "label": head.label, "status": head.status}
    return make_track(label, head.start, head.lines, spaces), []


def _ids(rows: list[_Row]) -> list[Fault]:
    faults = [] if rows else [Fault("T1", "space: the list is empty")]
    seen: set[str] = set()
    for row in rows:
        if not SPACE_ID.fullmatch(row.id):
            faults.append(Fault("T1", row.id))
        if row.id in seen:
            faults.append(Fault("T10", row.id))
        if row.shape not in ("straight", "curved") or row.lane not in tuple("abcd"):
            faults.append(Fault("T3", row.id))
        seen.add(row.id)
    return faults


def _start_and_lines(head: _Head, rows: list[_Row]) -> list[Fault]:
    faults: list[Fault] = []
    known = {row.id: row for row in rows}
    fits = len(head.start) == len(set(head.start)) == 6
    for name in head.start:
        if name not in known or known[name].same_as:
            fits = False
    if not fits:
        faults.append(Fault("T2", "start"))
    fronts = [known[name].front for name in head.start if name in known]
    rising = len(head.lines) == 3 and list(head.lines) == sorted(set(head.lines))
    if not rising or head.lines[0] < max(fronts, default=0) or head.lines[-1] >= head.finish:
        faults.append(Fault("T8", "lines"))
    elif set(head.lines) - {row.front for row in rows}:
        faults.append(Fault("T11", "lines"))
    return faults


def _steps(head: _Head, rows: list[_Row]) -> list[Fault]:
    faults: list[Fault] = []
    fronts = {row.id: row.front for row in rows}
    for row in rows:
        others = [name for name in row.next if name != FINISH]
        if not row.next or len(set(row.next)) != len(row.next) or set(others) - fronts.keys():
            faults.append(Fault("T4", row.id))
        if any(fronts.get(name, row.front + 1) <= row.front for name in others):
            faults.append(Fault("T5", row.id))
        if row.front > head.finish or (row.front == head.finish and row.next != (FINISH,)):
            faults.append(Fault("T7", row.id))
    if not any(FINISH in row.next for row in rows):
        faults.append(Fault("T7", FINISH))
    reached = _reached(head, rows)
    return faults + [Fault("T6", row.id) for row in rows if row.id not in reached]


def _reached(head: _Head, rows: list[_Row]) -> set[str]:
    ahead = {row.id: row.next for row in rows}
    reached: set[str] = set()
    waiting = [name for name in head.start if name in ahead]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += [to for to in ahead[name] if to in ahead]
    return reached


def _same(rows: list[_Row]) -> list[Fault]:
    known = {row.id: row for row in rows}
    faults: list[Fault] = []
    for row in rows:
        if not row.same_as:
            continue
        other = known.get(row.same_as)
        if other is None or other.same_as or other.shape != row.shape or _distance(known, other, row) < APART:
            faults.append(Fault("T9", row.id))
    twice = [row.same_as for row in rows if row.same_as]
    faults += [Fault("T9", name) for name in sorted(set(twice)) if twice.count(name) > 1]
    return faults


def _distance(known: Mapping[str, _Row], start: _Row, goal: _Row) -> int:
    """Fewest steps from one space to another; very many when no way leads there."""
    layer, seen = {start.id}, {start.id}
    for steps in range(len(known) + 1):
        if goal.id in layer:
            return steps
        layer = {to for name in layer for to in known[name].next if to in known} - seen
        seen |= layer
    return len(known) if goal.front > start.front else 0


def _sections(head: _Head, rows: list[_Row]) -> list[Fault]:
    """Compare the short form with the list, where there is one (T12)."""
    if head.sections is None:
        return []
    try:
        spelled = expand(head.sections, head.first_column)
    except ValueError as error:
        return [Fault("T12", str(error))]
    for want, have in zip(spelled, rows, strict=False):
        written = (have.id, have.front, have.lane, have.shape, have.next, have.taper)
        if (want.id, want.front, want.lane, want.shape, want.next, want.taper) != written:
            return [Fault("T12", have.id)]
    return [] if len(spelled) == len(rows) else [Fault("T12", f"{len(rows)} spaces, not {len(spelled)}")]
