"""The tag book as text: JSON by game, pack and component, for people to read, keep and carry to another box."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec

from table.uid import normalise, spell, unspell

if TYPE_CHECKING:
    from collections.abc import Iterable

FORMAT = 1


class _Text(msgspec.Struct, forbid_unknown_fields=True):
    pitboard_tags: int
    games: dict[str, dict[str, dict[str, str]]]


def write_text(tags: Iterable[tuple[str, str, str, bytes]]) -> str:
    """Lines of (game, pack, component, uid) as text."""
    games: dict[str, dict[str, dict[str, str]]] = {}
    for game, pack, component, uid in tags:
        games.setdefault(game, {}).setdefault(pack, {})[component] = spell(uid)
    return json.dumps({"pitboard_tags": FORMAT, "games": games}, indent=1, ensure_ascii=False) + "\n"


def read_text(text: str) -> list[tuple[str, str, str, bytes]]:
    """Read lines of (game, pack, component, uid) back.

    Raises:
        ValueError: it is not such a text; the message names the place.

    """
    try:
        found = msgspec.json.decode(text.encode(), type=_Text)
    except msgspec.MsgspecError as error:
        raise ValueError(f"this is not an exported tag book ({error})") from error
    if found.pitboard_tags != FORMAT:
        raise ValueError(
            f"the export has format {found.pitboard_tags}, this pitboard reads {FORMAT}: update pitboard"
        )
    return [
        (game, pack, component, _uid(spelled, f"{game}, {pack}, {component}"))
        for game, packs in found.games.items()
        for pack, components in packs.items()
        for component, spelled in components.items()
    ]


def _uid(spelled: str, place: str) -> bytes:
    try:
        uid = normalise(unspell(spelled))
    except ValueError as error:
        raise ValueError(f"{place}: {spelled!r} is not written in hexadecimal digits") from error
    if uid is None:
        raise ValueError(f"{place}: {spelled!r} is not a whole tag number (4, 7 or 10 bytes)")
    return uid
