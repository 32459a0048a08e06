"""The tag book: which component of a pack a tag belongs to. Within one pack a tag means one thing.

The same tag may mean something else in another pack or another game (home-made cards get reused). After damage the
book is filled again from the copy that is kept beside it as text.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

import msgspec

from table.atomic import damaged_name, replace_file
from table.database import DatabaseUnreadable, change, open_database
from table.disk import RealDisk
from table.notice import Notice
from table.tag_text import read_text, write_text
from table.uid import digits_apart, made_up, normalise, spell

if TYPE_CHECKING:
    from pathlib import Path

_TABLE = """
CREATE TABLE tags (
    serial INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL, pack TEXT NOT NULL, component TEXT NOT NULL, uid BLOB NOT NULL,
    UNIQUE (game, pack, uid), UNIQUE (game, pack, component)
)"""


class TagRefused(ValueError):
    """The tag was not taken; nothing has changed. `notice` says why, its key is also the reason."""

    def __init__(self, key: str, text: str, **args: Any) -> None:
        super().__init__(text)
        self.notice = Notice(key, text, args)


class Tag(msgspec.Struct, frozen=True, order=True):
    """One line of the book."""

    game: str
    pack: str
    component: str
    uid: bytes


class Hint(msgspec.Struct, frozen=True):
    """An unknown tag resembles a known one: "reversed" byte order, or "similar" (at most two digits differ)."""

    kind: str
    component: str
    uid: bytes


class TagBook:
    """Tags by game and pack, in one SQLite database. `notices` tell what opening it found.

    Every question raises `DatabaseUnreadable` when the card fails while the program runs.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.copy = path.with_name(f"{path.stem}-tags.json")
        self._connection, found = open_database(path)
        self.notices = [found] if found is not None else []
        try:
            if not self._has_table():
                self._begin()
        except BaseException:
            self._connection.close()
            raise

    # --- questions ----------------------------------------------------------------------------------------------

    def component(self, game: str, pack: str, uid: bytes) -> str | None:
        """What a tag belongs to; None for one the pack does not know."""
        found: str | None = self._one(
            "component", "game = ? AND pack = ? AND uid = ?", game, pack, normalise(uid)
        )
        return found

    def tag_of(self, game: str, pack: str, component: str) -> bytes | None:
        """The tag of a component; None when it has none."""
        found: bytes | None = self._one(
            "uid", "game = ? AND pack = ? AND component = ?", game, pack, component
        )
        return found

    def tags(self, game: str, pack: str) -> dict[str, bytes]:
        """All tags of a pack by component, in the order they were enrolled."""
        sql = "SELECT component, uid FROM tags WHERE game = ? AND pack = ? ORDER BY serial"
        return dict(self._rows(sql, game, pack))

    def everywhere(self, uid: bytes) -> list[Tag]:
        """What a tag means in any pack of any game."""
        return [tag for tag in self._all() if tag.uid == normalise(uid)]

    def hint(self, game: str, pack: str, uid: bytes) -> Hint | None:
        """The known tag that an unknown one is most like, if there is one to be shown beside it."""
        known = self.tags(game, pack)
        tag = normalise(uid) or uid
        for component, other in known.items():
            if other == tag[::-1]:
                return Hint("reversed", component, other)
        near = min(known.items(), key=lambda item: digits_apart(item[1], tag), default=None)
        if near is None or not 0 < digits_apart(near[1], tag) <= 2:
            return None
        return Hint("similar", near[0], near[1])

    # --- changes ------------------------------------------------------------------------------------------------

    def enrol(self, game: str, pack: str, component: str, uid: bytes, *, confirmed: bool = False) -> None:
        """Give a component its tag. `confirmed`: the same number was read in two separate presentations.

        Raises:
            TagRefused: not a whole UID, one the tag makes up, or tag or component is taken already.
            DatabaseRefused: the disk did not take it.

        """
        tag = self._acceptable(game, pack, component, uid, confirmed=confirmed)
        with change(self._connection, self.path):
            self._add(Tag(game, pack, component, tag))

    def forget(self, game: str, pack: str, component: str) -> bool:
        """Take a component's tag away; False when it had none."""
        with change(self._connection, self.path):
            done = self._connection.execute(
                "DELETE FROM tags WHERE game = ? AND pack = ? AND component = ?", (game, pack, component)
            )
        return done.rowcount > 0

    def undo(self, game: str, pack: str) -> str | None:
        """Take the last enrolment of a pack back; returns the component that has no tag now."""
        last: str | None = self._one(
            "component", "game = ? AND pack = ? ORDER BY serial DESC LIMIT 1", game, pack
        )
        if last is not None:
            self.forget(game, pack, last)
        return last

    def export(self) -> str:
        """The whole book as JSON text."""
        return write_text((tag.game, tag.pack, tag.component, tag.uid) for tag in self._all())

    def import_(self, text: str) -> int:
        """Add the tags of an exported text, all or none; returns how many were new.

        Raises:
            TagRefused: the text is not an export, or says otherwise than the book about some tag.
            DatabaseRefused: the disk did not take it.

        """
        try:
            lines = [Tag(*line) for line in read_text(text)]
        except ValueError as error:
            raise TagRefused("import_unreadable", f"nothing was imported: {error}") from error
        new = 0
        with change(self._connection, self.path):
            for tag in lines:
                if self.tag_of(tag.game, tag.pack, tag.component) != tag.uid:
                    self._acceptable(tag.game, tag.pack, tag.component, tag.uid, confirmed=True)
                    self._add(tag)
                    new += 1
        return new

    def save_copy(self) -> Notice | None:
        """Write the text copy if it is not up to date. The notice is set when the disk refuses; the book is unharmed."""
        disk = RealDisk()
        try:
            text = self.export().encode()
            if self.copy.name in disk.names(self.copy.parent) and disk.read(self.copy) == text:
                return None
            replace_file(disk, self.copy, text)
        except DatabaseUnreadable as error:
            return error.notice
        except OSError as error:
            said = f"{self.copy}: the copy of the tag book was not written ({error.strerror or error}); check the card"
            return Notice("copy_not_written", said, {"file": self.copy.name})
        return None

    def close(self) -> Notice | None:
        """Write the copy and close the book."""
        notice = self.save_copy()
        self._connection.close()
        return notice

    # --- helpers ------------------------------------------------------------------------------------------------

    def _has_table(self) -> bool:
        return bool(self._rows("SELECT 1 FROM sqlite_master WHERE name = 'tags'"))

    def _begin(self) -> None:
        """Make the table, and fill it from the copy when the book itself was lost."""
        with change(self._connection, self.path):
            self._connection.execute(_TABLE)
        if not self.copy.exists():
            return
        args: dict[str, Any] = {"file": self.path.name, "copy": self.copy.name}
        try:
            args["tags"] = self.import_(self.copy.read_text(encoding="utf-8"))
            said = (
                f"{args['tags']} tags were restored from {self.copy.name}; newer ones must be enrolled again."
            )
            self.notices.append(Notice("tags_restored", said, args))
        except (TagRefused, OSError, UnicodeDecodeError) as error:
            kept = damaged_name(RealDisk(), self.copy)
            self.copy.replace(kept)
            said = f"{self.copy.name} could not be used ({error}) and is kept as {kept.name}. The tag book is empty."
            self.notices.append(Notice("tags_lost", said, args | {"kept": kept.name}))

    def _all(self) -> list[Tag]:
        return [
            Tag(*row) for row in self._rows("SELECT game, pack, component, uid FROM tags ORDER BY serial")
        ]

    def _rows(self, sql: str, *values: Any) -> list[Any]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise DatabaseUnreadable(self.path, error) from error

    def _one(self, column: str, where: str, *values: Any) -> Any:
        rows = self._rows(f"SELECT {column} FROM tags WHERE {where}", *values)  # noqa: S608 - no value is pasted in
        return rows[0][0] if rows else None

    def _add(self, tag: Tag) -> None:
        self._connection.execute(
            "INSERT INTO tags (game, pack, component, uid) VALUES (?, ?, ?, ?)",
            (tag.game, tag.pack, tag.component, tag.uid),
        )

    def _acceptable(self, game: str, pack: str, component: str, uid: bytes, *, confirmed: bool) -> bytes:
        """Return the UID as it is stored, or refuse it."""
        tag = normalise(uid)
        if tag is None:
            said = (
                f"{spell(uid)} is not a whole tag number (4, 7 or 10 bytes): hold the tag still and try again"
            )
            raise TagRefused("tag_not_whole", said, uid=spell(uid))
        owner = self.component(game, pack, tag)
        if owner is not None:
            said = f"that tag already is {owner}: forget that one first, or take another tag"
            raise TagRefused("tag_taken", said, uid=spell(tag), component=owner)
        had = self.tag_of(game, pack, component)
        if had is not None:
            said = f"{component} already has the tag {spell(had)}: forget it first"
            raise TagRefused("component_taken", said, uid=spell(had), component=component)
        if made_up(tag) and not confirmed:
            said = (
                f"{spell(tag)} may be a number the tag makes up each time: take it off and present it again"
            )
            raise TagRefused("tag_made_up", said, uid=spell(tag))
        return tag
