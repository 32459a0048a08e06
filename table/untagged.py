"""Components of a pack that have no tag although others of their kind have one: said when a match begins."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from table.notice import Notice

if TYPE_CHECKING:
    from engine.rulebook import Rulebook
    from table.tagbook import TagBook


def untagged(book: TagBook, rulebook: Rulebook[Any]) -> list[Notice]:
    """Tell of every kind that has some of its tags and not all; a kind without any is simply not scanned."""
    game, pack = rulebook.game, str(rulebook.header.pack.get("name", ""))
    known = book.tags(game, pack)
    components = rulebook.components()
    kinds = Counter(part.kind for part in components)
    tagged = Counter(part.kind for part in components if part.id in known)
    return [
        Notice(
            "tags_missing",
            f"{kind}: {tagged[kind]} of {number} have a tag; run pitboard enrol {game}, or answer with the keys",
            {"kind": kind, "tagged": tagged[kind], "number": number},
        )
        for kind, number in kinds.items()
        if 0 < tagged[kind] < number
    ]
