"""The short form of a track: straights and bends, spelled out into spaces (DF-PACK-20 to -24)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

import msgspec

LANES: Final = "abcd"
FINISH: Final = "FINISH"


class Straight(msgspec.Struct, frozen=True, tag="straight", tag_field="kind", forbid_unknown_fields=True):
    """Lanes side by side, one space per column; `taper`: it narrows or widens."""

    lanes: Annotated[int, msgspec.Meta(ge=1, le=4)]
    columns: Annotated[int, msgspec.Meta(ge=1)]
    taper: bool = False


class Bend(msgspec.Struct, frozen=True, tag="bend", tag_field="kind", forbid_unknown_fields=True):
    """The lengths of the spaces of each lane, inner lane first; all lanes cover the same columns."""

    spans: Annotated[list[Annotated[list[int], msgspec.Meta(min_length=1)]], msgspec.Meta(min_length=1)]


Section: TypeAlias = Straight | Bend


class Space(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One space as a track pack writes it (DF-PACK-10)."""

    id: str
    front: int
    lane: Literal["a", "b", "c", "d"]
    shape: Literal["straight", "curved"]
    next: tuple[str, ...]
    taper: bool = False
    same_as: str = ""


class _Block(NamedTuple):
    """A space before its steps are known: columns first to last, lane index of lanes."""

    first: int
    last: int
    lane: int
    lanes: int
    shape: Literal["straight", "curved"]
    taper: bool

    @property
    def id(self) -> str:
        columns = f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"
        return f"{columns}{LANES[self.lane]}"


def expand(sections: list[Section], first_column: int) -> list[Space]:
    """Spell the sections out into spaces with their steps.

    Raises:
        ValueError: the lanes of a bend cover different numbers of columns, or a length is below 1.

    """
    blocks: list[_Block] = []
    column = first_column
    for number, section in enumerate(sections, 1):
        if isinstance(section, Straight):
            blocks += [
                _Block(k, k, lane, section.lanes, "straight", section.taper)
                for k in range(column, column + section.columns)
                for lane in range(section.lanes)
            ]
            column += section.columns
            continue
        length = sum(section.spans[0])
        if any(sum(spans) != length or min(spans) < 1 for spans in section.spans) or len(section.spans) > 4:
            raise ValueError(f"section {number}: the lanes of a bend cover the same columns")
        for lane, spans in enumerate(section.spans):
            start = column
            for span in spans:
                blocks.append(_Block(start, start + span - 1, lane, len(section.spans), "curved", False))
                start += span
        column += length
    return _with_steps(sorted(blocks, key=lambda block: (block.last, block.lane)), column - 1)


def _with_steps(blocks: list[_Block], last: int) -> list[Space]:
    by_column: dict[int, list[_Block]] = defaultdict(list)
    for block in blocks:
        for column in range(block.first, block.last + 1):
            by_column[column].append(block)
    spaces: list[Space] = []
    for block in blocks:
        near = {
            other
            for column in range(block.first - 1, block.last + 2)
            for other in by_column.get(column, ())
            if other.last > block.last and _touch(block, other)
        }
        ahead = [other.id for other in sorted(near, key=lambda other: (other.lane, other.last))]
        if block.last == last:
            ahead = [FINISH]
        spaces.append(
            Space(block.id, block.last, LANES[block.lane], block.shape, tuple(ahead), block.taper)  # type: ignore[arg-type]
        )
    return spaces


def _touch(one: _Block, other: _Block) -> bool:
    """Whether two spaces touch, a common corner being enough (DF-PACK-22)."""
    along = one.first <= other.last + 1 and other.first <= one.last + 1
    low, high = Fraction(one.lane, one.lanes), Fraction(one.lane + 1, one.lanes)
    other_low, other_high = Fraction(other.lane, other.lanes), Fraction(other.lane + 1, other.lanes)
    return along and low <= other_high and other_low <= high
