"""Lake packs, format 1: read and checked, with every fault and warning by its name (2.3, SB-LAKE-05, -09)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, TypeGuard

import msgspec

from engine.ask import is_whole
from engine.rulebook import SetupError
from engine.speedboats.hexes import FARTHEST, NAMES, at, from_row

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

GAME = "speedboats"
SCHEMA = "pitboard.speedboats.lake/1"
SLOTS = ("NW", "N", "NE", "SW", "S", "SE")
"""The slots in reading order (SB-LAKE-01)."""
ROWS, COLUMNS = 12, 8
LETTERS = "ABC"
UNKNOWN = "?"
TURNED = {"?": "?"} | {name: NAMES[(number + 3) % 6] for number, name in enumerate(NAMES)}
"""Printed sides after half a turn (SB-HEX-03)."""


class Printed(msgspec.Struct, frozen=True):
    """A letter of a tile: its space (row -1 where nobody knows it) and the side it is printed at ("?")."""

    letter: str
    row: int
    col: int
    side: str


class Tile(msgspec.Struct, frozen=True):
    """One lake tile: twelve strings of eight signs, and its two letters."""

    id: str
    map: tuple[str, ...]
    spots: tuple[Printed, ...]


class Laid(msgspec.Struct, frozen=True):
    """A tile as it lies in a slot."""

    tile: str
    half_turn: bool = False


class Drawn(msgspec.Struct, frozen=True):
    """A ready-made course of a pack, as it is written there (spaces coded, arrows 1 left and -1 right)."""

    id: str
    letter: str
    buoys: tuple[int, int, int, int]
    side: int
    finish: int
    arrows: tuple[int, int, int]


class Pack(msgspec.Struct, frozen=True):
    """A checked lake pack. `frame` holds the water of the frame; `warnings` name what is not known or odd."""

    id: str
    status: str
    label: str
    side: str
    tiles: dict[str, Tile]
    frame: frozenset[int]
    arrangement: tuple[Laid, ...]
    courses: tuple[Drawn, ...]
    expansion: dict[str, tuple[str, ...]]
    options: dict[str, Any]
    warnings: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether every letter is known on four tiles (no W1)."""
        return not any(warning.startswith("W1") for warning in self.warnings)


def read_pack(data: Mapping[str, Any]) -> Pack:
    """Read and check a pack.

    Raises:
        SetupError: it has faults; all of them are listed by name (L1 to L8).

    """
    from engine.speedboats.pack_checks import course_faults, warnings  # noqa: PLC0415 - they need the reader's types

    faults = list(_head(data))
    tiles = _tiles(data, faults)
    frame = _frame(data, faults)
    arrangement = _arrangement(data, tiles, faults)
    courses = _courses(data, faults)
    expansion = _expansion(data, faults)
    if faults:
        raise SetupError(f"{GAME}: lake pack {data.get('id', '')!r}: {'; '.join(faults)} (SB-LAKE-05)")
    pack = Pack(
        id=data["id"],
        status=data["status"],
        label=str(data.get("label", "")),
        side=data["side"],
        tiles=tiles,
        frame=frame,
        arrangement=arrangement,
        courses=courses,
        expansion=expansion,
        options=dict(data.get("options", {})),
        warnings=(),
    )
    faults = list(course_faults(pack))
    if faults:
        raise SetupError(f"{GAME}: lake pack {pack.id!r}: {'; '.join(faults)} (SB-LAKE-05)")
    return msgspec.structs.replace(pack, warnings=tuple(warnings(pack)))


def _head(data: Mapping[str, Any]) -> Iterator[str]:
    """Check the pack's head and its grid (L1)."""
    if data.get("schema") != SCHEMA:
        yield f"L1: schema must be {SCHEMA!r}"
    name = data.get("id")
    if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9_]+", name):
        yield "L1: id must be made of a to z, 0 to 9 and underscores"
    if data.get("status") not in ("practice", "taught", "research"):
        yield "L1: status must be practice, taught or research"
    if data.get("side") not in ("dark", "light", "own"):
        yield "L1: side must be dark, light or own"
    version = data.get("version")
    if not is_whole(version) or version < 1:
        yield "L1: version must be a whole number from 1"
    if not isinstance(data.get("options", {}), dict):
        yield "L1: options must be a table: write [options] and its keys below"
    grid = {"rows": ROWS, "cols": COLUMNS, "slot_rows": 2, "slot_cols": 3, "slots": list(SLOTS)}
    given = data.get("grid", {})
    if not isinstance(given, dict) or any(given.get(key) != value for key, value in grid.items()):
        yield "L1: [grid] must be 12 rows, 8 cols, 2 slot_rows, 3 slot_cols and the six slots in reading order"


def _list(value: Any) -> list[dict[str, Any]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _tiles(data: Mapping[str, Any], faults: list[str]) -> dict[str, Tile]:
    """Read the six tiles (L2, L3, L5, L6)."""
    tiles: dict[str, Tile] = {}
    rows = _list(data.get("tiles"))
    if len(rows) != 6:
        faults.append(f"L2: {len(rows)} tiles; a lake has six")
    for row in rows:
        name = str(row.get("id", ""))
        if name in tiles or not name:
            faults.append(f"L2: tile id {name!r} stands there twice or is empty")
        drawn = row.get("map", [])
        if not is_map(drawn, "~#", ROWS, COLUMNS):
            faults.append(f"L3: tile {name}: map must be {ROWS} strings of {COLUMNS} signs ~ or #")
            drawn = ()
        tiles[name] = Tile(name, tuple(drawn), tuple(_spots(row, name, faults)))
    return tiles


def is_map(drawn: Any, signs: str, rows: int = 0, columns: int = 0) -> bool:
    """Whether something is a map: strings of equal length with nothing but *signs*, of that size where one is given."""
    if not isinstance(drawn, list) or not drawn or not all(isinstance(line, str) for line in drawn):
        return False
    columns = columns or len(drawn[0])
    return len(drawn) == (rows or len(drawn)) and all(
        len(line) == columns and set(line) <= set(signs) for line in drawn
    )


def _spots(row: Mapping[str, Any], tile: str, faults: list[str]) -> Iterator[Printed]:
    spots = _list(row.get("spots"))
    letters = [spot.get("letter") for spot in spots]
    if len(spots) != 2:
        faults.append(f"L1: tile {tile}: {len(spots)} spots; every tile has two")
    for spot in spots:
        letter, side = spot.get("letter"), spot.get("side")
        r, c = spot.get("row"), spot.get("col")
        inside = is_whole(r) and is_whole(c) and 0 <= r < ROWS and 0 <= c < COLUMNS
        if not inside and (r, c) != (-1, -1):
            faults.append(f"L5: tile {tile}: spot {letter} at row {r}, col {c} lies outside its tile")
        if letter not in ("A", "B", "C") or letters.count(letter) != 1:
            faults.append(f"L5: tile {tile}: letter {letter!r} is none of A, B, C or stands there twice")
        if not isinstance(side, str) or side not in TURNED:
            faults.append(f"L6: tile {tile}: side {side!r} is no direction")
        yield Printed(str(letter), r if is_whole(r) else -1, c if is_whole(c) else -1, str(side))


def _frame(data: Mapping[str, Any], faults: list[str]) -> frozenset[int]:
    """Read the frame's water (L4, SB-LAKE-06)."""
    frame = data.get("frame")
    if not isinstance(frame, dict) or not is_map(frame.get("map"), "~#_"):
        faults.append("L4: [frame] map must be strings of equal length with the signs ~ # _")
        return frozenset()
    first, west, drawn = frame.get("first_row", 0), frame.get("first_col", 0), frame["map"]
    if not is_whole(first) or not is_whole(west) or max(abs(first), abs(west)) > FARTHEST:
        faults.append(
            f"L4: [frame] first_row and first_col must be whole numbers, not {first!r} and {west!r}"
        )
        return frozenset()
    signs = {(first + i, west + k): sign for i, line in enumerate(drawn) for k, sign in enumerate(line)}
    tiles = {(row, column) for row in range(2 * ROWS) for column in range(3 * COLUMNS)}
    if {where for where, sign in signs.items() if sign == "_"} != tiles:
        faults.append("L4: [frame] map: _ must stand exactly where the tiles lie (R 0-23, K 0-23)")
    return frozenset(from_row(*where) for where, sign in signs.items() if sign == "~")


def _arrangement(data: Mapping[str, Any], tiles: Mapping[str, Tile], faults: list[str]) -> tuple[Laid, ...]:
    """Read which tile lies where (L7); () without an arrangement."""
    given = data.get("arrangement")
    if given is None:
        return ()
    laid = {slot: entry for slot, entry in given.items() if slot != "id"} if isinstance(given, dict) else {}
    names = [entry.get("tile") if isinstance(entry, dict) else None for entry in laid.values()]
    if set(laid) != set(SLOTS) or not _are_texts(names) or sorted(names) != sorted(tiles):
        faults.append("L7: [arrangement] must name each of the six slots and each tile exactly once")
        return ()
    return tuple(Laid(laid[slot]["tile"], laid[slot].get("half_turn", False) is True) for slot in SLOTS)


def _expansion(data: Mapping[str, Any], faults: list[str]) -> dict[str, tuple[str, ...]]:
    """Read what the pack says of the faces of expansion tiles: a list of words for each."""
    given = data.get("expansion", {})
    if not isinstance(given, dict) or not all(
        isinstance(words, list) and _are_texts(words) for words in given.values()
    ):
        faults.append("L1: [expansion] must name lists of words")
        return {}
    return {str(face): tuple(words) for face, words in given.items()}


def _are_texts(values: list[Any]) -> TypeGuard[list[str]]:
    return all(isinstance(value, str) for value in values)


_TURN: Mapping[str, Literal[1, -1]] = {"ccw": 1, "cw": -1}


def _courses(data: Mapping[str, Any], faults: list[str]) -> tuple[Drawn, ...]:
    given = data.get("courses", [])
    if not isinstance(given, list) or not all(isinstance(row, dict) for row in given):
        faults.append("L8: courses must be tables: write [[courses]] above each")
        return ()
    courses: list[Drawn] = []
    for number, row in enumerate(given, 1):
        try:
            courses.append(_course(row))
        except ValueError as error:
            faults.append(f"L8: course {row.get('id', number)!r}: {error}")
    return tuple(courses)


def _course(row: Mapping[str, Any]) -> Drawn:
    """Read one ready-made course. Raises ValueError: something is missing or of the wrong type; the place is named."""
    given = _need(row, "buoys", "")
    if not isinstance(given, list) or not all(isinstance(buoy, dict) for buoy in given):
        raise ValueError("buoys must be a list of tables")
    marks = {_whole(_need(buoy, "n", "a buoy"), "a buoy's n"): buoy for buoy in given}
    if not {1, 2, 3} <= set(marks):
        raise ValueError("buoys must have the numbers n = 1, 2 and 3")
    start = _space(row, "start_buoy", "")
    one, two, three = (_space(marks[n], "at", f"buoy {n}") for n in (1, 2, 3))
    arrows = [_among(marks[n], "arrow", tuple(_TURN), f"buoy {n}") for n in (1, 2, 3)]
    return Drawn(
        id=str(row.get("id", "")),
        letter=str(row.get("letter", "")),
        buoys=(start, one, two, three),
        side=NAMES.index(_among(row, "start_side", NAMES, "")),
        finish=_space(row, "finish_buoy", ""),
        arrows=(_TURN[arrows[0]], _TURN[arrows[1]], _TURN[arrows[2]]),
    )


def _need(table: Mapping[str, Any], entry: str, where: str) -> Any:
    if entry not in table:
        raise ValueError(f"{f'{where} has ' if where else ''}no key {entry!r}")
    return table[entry]


def _whole(value: Any, where: str) -> int:
    if not is_whole(value):
        raise ValueError(f"{where} must be a whole number, not {value!r}")
    return value


def _space(table: Mapping[str, Any], entry: str, where: str) -> int:
    value, place = _need(table, entry, where), f"{where} {entry}".strip()
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"{place} must be two whole numbers [q, r], not {value!r}")
    q, r = (_whole(number, place) for number in value)
    if max(abs(q), abs(r)) > FARTHEST:
        raise ValueError(f"{place} = {value} lies farther away than {FARTHEST}")
    return at(q, r)


def _among(table: Mapping[str, Any], entry: str, words: tuple[str, ...], where: str) -> str:
    value = _need(table, entry, where)
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"{f'{where} {entry}'.strip()} must be one of {', '.join(words)}, not {value!r}")
    return value
