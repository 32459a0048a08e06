"""Packs: what is printed on a game's components, read from config/packs/<game>/ and from a folder of the user's own."""

from __future__ import annotations

import logging
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.rulebook import SetupError
from table.archive import home
from table.games import did_you_mean
from table.plain import NotPlain, must_be_plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from importlib.resources.abc import Traversable

    Folders = Sequence[Traversable]

SUFFIX: Final = ".toml"
PARTS: Final = "parts"
"""The folder beside a game's packs for what several of them share."""

NAME: Final = re.compile(r"\w[\w-]{0,59}")
"""A pack's name; with four bytes a letter and its ending it still fits into the 255 bytes of a file's name."""

log = logging.getLogger(__name__)
CURLY: Final = re.compile("[\u201c\u201d\u201e\u2018\u2019]")
AT_LINE: Final = re.compile(r"at line (\d+)")


class PackError(SetupError):
    """A pack cannot be read. The message names the file, the place in it, and the remedy."""


def pack_folders() -> tuple[Traversable, ...]:
    """Where packs lie: the user's own folder first, then the ones that come with the program."""
    return (home() / "packs", files("config") / "packs")


def pack_names(game: str, folders: Folders | None = None) -> list[str]:
    """The names of all packs of a game, in alphabetical order."""
    return sorted(
        {
            file.removesuffix(SUFFIX)
            for folder in (pack_folders() if folders is None else folders)
            for file in _files(folder / game)
            if file.endswith(SUFFIX)
        }
    )


def _files(folder: Traversable) -> Iterator[str]:
    """Name what lies in a folder. One that cannot be looked into is left out with a notice: others may have packs."""
    try:
        if folder.is_dir():
            yield from [entry.name for entry in folder.iterdir()]
    except OSError as error:
        _leave_out(folder, error)


def _is_file(source: Traversable) -> bool:
    """Whether there is such a file; where that cannot be found out there is none, with a notice."""
    try:
        return source.is_file()
    except OSError as error:
        _leave_out(source, error)
        return False


def _leave_out(what: Traversable, error: OSError) -> None:
    log.warning("%s: left out, it cannot be looked at (%s); check its owner", what, error.strerror or error)


def read_pack(game: str, name: str | Path, folders: Folders | None = None) -> dict[str, Any]:
    """Read a pack by its name, or by its path (a Path, or text that ends in .toml).

    A pack in the user's folder hides one of the same name that comes with the program. `[uses]` names parts that
    several packs share: `track = "club"` puts the tables of parts/club.toml under "track".

    Raises:
        PackError: there is no such pack or part, it is no TOML, or it belongs to another game.

    """
    folders = pack_folders() if folders is None else folders
    source = _find(game, name, folders)
    data = _bytes(source)
    pack = parse_pack(data, str(source))
    must_fit(pack, game, str(source))
    _put_in_parts(pack, game, source, folders)
    return pack


def _bytes(source: Traversable) -> bytes:
    try:
        return source.read_bytes()
    except OSError as error:
        raise PackError(f"{source}: {error.strerror or error}") from error


def _put_in_parts(pack: dict[str, Any], game: str, source: Traversable, folders: Folders) -> None:
    """Read the parts a pack uses, each into the table it is named for."""
    uses = pack.get("uses", {})
    if not isinstance(uses, dict) or not all(isinstance(part, str) for part in uses.values()):
        raise PackError(f'{source}: "uses" must be a table of names: [uses] and lines like track = "club"')
    beside = (source.parent,) if isinstance(source, Path) else ()
    places = [*(folder / PARTS for folder in beside), *(folder / game / PARTS for folder in folders)]
    for table, part in uses.items():
        if table in pack:
            raise PackError(f'{source}: "{table}" is written here and named under [uses]; keep one of them')
        found = [place / f"{part}{SUFFIX}" for place in places if NAME.fullmatch(part)]
        there = next((file for file in found if _is_file(file)), None)
        if there is None:
            raise PackError(f"{source}: no part {part!r} for {table}; put it into {PARTS}/{part}{SUFFIX}")
        pack[table] = parse_pack(_bytes(there), str(there))


def parse_pack(data: bytes, where: str) -> dict[str, Any]:
    """Read a pack's bytes; a byte order mark and Windows line ends do no harm. *where* is for messages.

    Raises:
        PackError: it is no TOML, or holds what a match file cannot keep; line and column are named.

    """
    text = _decode(data, where)
    try:
        pack = tomllib.loads(text)
        must_be_plain(pack)
    except tomllib.TOMLDecodeError as error:
        raise PackError(f"{where}: {error}{_hint(text, str(error))}") from error
    except NotPlain as error:
        raise PackError(f"{where}: {error}") from error
    except RecursionError as error:
        raise PackError(f"{where}: lists in lists too deep to read") from error
    return pack


def must_fit(pack: Mapping[str, Any], game: str, where: str) -> None:
    """Check that a pack belongs to *game* and that its options are a table.

    Raises:
        PackError: it does not; the message says what to write.

    """
    if "game" not in pack:
        raise PackError(f'{where}: no key "game"; write game = "{game}" at its top')
    if pack["game"] != game:
        raise PackError(f"{where}: this is a pack for {pack['game']!r}, not for {game!r}")
    if not isinstance(pack.get("options", {}), dict):
        raise PackError(f'{where}: "options" must be a table: write [options] and its keys below')


def options_for(pack: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a match: what was *given* counts before what the pack prefers."""
    return {**pack.get("options", {}), **given}


def _find(game: str, name: str | Path, folders: Folders) -> Traversable:
    if isinstance(name, Path) or name.endswith(SUFFIX):
        path = _expanded(Path(name))
        if not path.is_file():
            what = "is a folder, not a file" if path.is_dir() else "there is no such file"
            raise PackError(f"{path}: {what}; packs by name: {_listed(game, folders)}")
        return path
    if NAME.fullmatch(name):
        for folder in folders:
            source = folder / game / f"{name}{SUFFIX}"
            if _is_file(source):
                return source
    hint = did_you_mean(name, pack_names(game, folders))
    raise PackError(f"no pack {name!r} for {game}{hint}; there is: {_listed(game, folders)}")


def _expanded(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise PackError(f"{path}: there is no such user; write the folder in full") from error


def _listed(game: str, folders: Folders) -> str:
    return ", ".join(pack_names(game, folders)) or "none"


def _decode(data: bytes, where: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise PackError(f"{where}: this is UTF-16; save it as UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PackError(f"{where}: line {line} is not UTF-8; save the file as UTF-8") from error


def _hint(text: str, message: str) -> str:
    """What often is the matter with a line that is no TOML."""
    found = AT_LINE.search(message)
    if found is None:
        return ""
    line = text.split("\n")[int(found[1]) - 1]
    if CURLY.search(line):
        return '; the quotes on this line are curly: write straight ones, "like this"'
    if re.search(r"=\s*-?\d+,\d", line):
        return "; write decimals with a point"
    return ""
