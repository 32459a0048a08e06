"""Enrolling a pack: one component after the other is named, its tag is presented, and mistakes are said at once.

Pure: tags come in as values, the book is handed in. Panel and terminal show `current`, `progress` and each outcome.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import msgspec

from table.database import DatabaseRefused
from table.tagbook import Hint, TagBook, TagRefused
from table.uid import made_up, normalise, spell

if TYPE_CHECKING:
    from collections.abc import Sequence

Kind: TypeAlias = Literal[
    "stored", "refused", "again", "resembles", "not_saved", "skipped", "back", "nothing", "finished"
]


class Outcome(msgspec.Struct, frozen=True):
    """What came of a tag or key. `key` and `args` find the words for the screen; `text` says it in English."""

    kind: Kind
    key: str
    text: str
    args: Mapping[str, Any] = {}


class Shelf(Protocol):
    """One pack's part of a tag book."""

    def component(self, uid: bytes) -> str | None:
        """What a tag belongs to."""
        ...

    def tags(self) -> dict[str, bytes]:
        """All tags by component."""
        ...

    def hint(self, uid: bytes) -> Hint | None:
        """The known tag an unknown one is like."""
        ...

    def enrol(self, component: str, uid: bytes, *, confirmed: bool) -> None:
        """Give a component its tag; raises `TagRefused` or `DatabaseRefused`."""
        ...

    def forget(self, component: str) -> bool:
        """Take a component's tag away; raises `DatabaseRefused`."""
        ...


class PackShelf:
    """`Shelf` on a tag book."""

    def __init__(self, book: TagBook, game: str, pack: str) -> None:
        self._book, self._game, self._pack = book, game, pack

    def component(self, uid: bytes) -> str | None:
        """Ask the book."""
        return self._book.component(self._game, self._pack, uid)

    def tags(self) -> dict[str, bytes]:
        """Ask the book."""
        return self._book.tags(self._game, self._pack)

    def hint(self, uid: bytes) -> Hint | None:
        """Ask the book."""
        return self._book.hint(self._game, self._pack, uid)

    def enrol(self, component: str, uid: bytes, *, confirmed: bool) -> None:
        """Write into the book."""
        self._book.enrol(self._game, self._pack, component, uid, confirmed=confirmed)

    def forget(self, component: str) -> bool:
        """Strike out of the book."""
        return self._book.forget(self._game, self._pack, component)


class Enrolment:
    """Goes through the components (id, label) that have no tag yet, in order; those skipped stay without one."""

    def __init__(self, components: Sequence[tuple[str, str]], shelf: Shelf) -> None:
        self._labels = dict(components)
        self._shelf = shelf
        known = shelf.tags()
        self._open = [name for name, _ in components if name not in known]
        self._skipped: list[str] = []
        self._steps: list[tuple[Literal["stored", "skipped"], str]] = []
        self._asked: bytes | None = None  # a number that has to be read a second time

    @property
    def current(self) -> tuple[str, str] | None:
        """Id and label of the component whose tag is awaited; None when finished."""
        return (self._open[0], self._labels[self._open[0]]) if self._open else None

    @property
    def finished(self) -> bool:
        """Whether every component has a tag or was skipped."""
        return not self._open

    @property
    def progress(self) -> tuple[int, int]:
        """How many components have a tag, of how many."""
        return len(self._labels) - len(self._open) - len(self._skipped), len(self._labels)

    @property
    def skipped(self) -> tuple[str, ...]:
        """The components that were left without a tag."""
        return tuple(self._skipped)

    def present(self, uid: bytes) -> Outcome:
        """Take a tag that was laid on the reader."""
        if not self._open:
            return self._outcome("finished", "enrol_finished", "every component has been dealt with")
        tag, asked = normalise(uid), self._asked
        self._asked = None
        confirmed = tag is not None and tag == asked
        if tag is not None and not confirmed and self._shelf.component(tag) is None:
            doubt = self._doubt(tag, asked)
            if doubt is not None:
                self._asked = tag
                return doubt
        return self._store(uid, confirmed=confirmed)

    def skip(self) -> Outcome:
        """Leave the current component without a tag."""
        self._asked = None
        if not self._open:
            return self._outcome("nothing", "enrol_nothing_to_skip", "nothing is left to skip")
        name = self._open.pop(0)
        self._skipped.append(name)
        self._steps.append(("skipped", name))
        return self._outcome("skipped", "enrol_skipped", f"{self._labels[name]} has no tag", component=name)

    def back(self) -> Outcome:
        """Take the last step back: its component is the current one again."""
        self._asked = None
        if not self._steps:
            return self._outcome("nothing", "enrol_nothing_to_undo", "nothing was done yet")
        step, name = self._steps[-1]
        if step == "stored":
            try:
                self._shelf.forget(name)
            except DatabaseRefused as error:
                return Outcome("not_saved", error.notice.key, error.notice.text, error.notice.args)
        else:
            self._skipped.remove(name)
        self._steps.pop()
        self._open.insert(0, name)
        return self._outcome("back", "enrol_back", f"{self._labels[name]} again", component=name)

    # --- helpers ------------------------------------------------------------------------------------------------

    def _outcome(self, kind: Kind, key: str, text: str, **args: Any) -> Outcome:
        done, total = self.progress
        return Outcome(kind, key, f"{text} ({done} of {total})", {"done": done, "total": total, **args})

    def _doubt(self, tag: bytes, asked: bytes | None) -> Outcome | None:
        """Why an unknown tag should be presented a second time."""
        if made_up(tag):
            if asked is not None and made_up(asked):
                said = f"this tag shows another number each time ({spell(asked)}, {spell(tag)}): take another tag"
                return self._outcome("refused", "enrol_made_up", said, first=spell(asked), second=spell(tag))
            said = f"{spell(tag)} may be a number the tag makes up: take it off and present it again"
            return self._outcome("again", "enrol_again", said, uid=spell(tag))
        hint = self._shelf.hint(tag)
        if hint is None or hint.kind != "reversed":
            return None
        said = f"{spell(tag)} is {hint.component} read backwards: if it is another tag, present it again"
        return self._outcome("resembles", "enrol_reversed", said, uid=spell(tag), component=hint.component)

    def _store(self, uid: bytes, *, confirmed: bool) -> Outcome:
        name = self._open[0]
        try:
            self._shelf.enrol(name, uid, confirmed=confirmed)
        except TagRefused as error:
            return Outcome("refused", error.notice.key, error.notice.text, error.notice.args)
        except DatabaseRefused as error:
            return Outcome("not_saved", error.notice.key, error.notice.text, error.notice.args)
        self._open.pop(0)
        self._steps.append(("stored", name))
        return self._outcome("stored", "enrol_stored", f"{self._labels[name]} stored", component=name)
