"""What packs call themselves is said in the language of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from table.games import Games
from table.packs import pack_names, read_pack
from table.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKS = [(game, pack) for game in Games().names() for pack in pack_names(game)]


def called(pack: dict[str, Any]) -> Iterator[str]:
    """Title and label of a pack, and the labels of its parts."""
    parts = [part for part in pack.values() if isinstance(part, dict)]
    found = [pack.get("title"), pack.get("label"), *(part.get("label") for part in parts)]
    yield from (one for one in found if isinstance(one, str) and one)


@pytest.mark.parametrize(("game", "pack"), PACKS)
def test_a_pack_is_called_in_spanish_what_it_calls_itself(game: str, pack: str) -> None:
    texts = Texts("es", strict=True)
    labels = set(called(read_pack(game, pack)))
    assert labels
    assert not [label for label in labels if texts.name(label, game) == label]


def test_a_pack_of_ones_own_is_called_by_its_own_words() -> None:
    assert Texts("es").name("Our kitchen table", "speedboats") == "Our kitchen table"
