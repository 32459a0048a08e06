"""What storage has to say to the table: a text key for the screens, and the same as a sentence for terminal and log."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.ask import Value


class Notice(msgspec.Struct, frozen=True):
    """`key` and `args` find the words in the table's language; `text` says it in plain English, with the remedy."""

    key: str
    text: str
    args: Mapping[str, Value] = {}


class Told(Exception):
    """Something that was not done, said in one sentence with its remedy. `notice` is the same for the screens."""

    notice: Notice
