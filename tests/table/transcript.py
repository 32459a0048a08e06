"""The transcript in docs/engine-protocol.md: read it, hold it against the program, write it anew.

In blocks fenced with `transcript`, "> " begins a request and "< " a reply. "< ..." stands for any number of replies, and
a reply that ends in "..." is only shown as far as that. After a change of the rules, write the replies anew with

    python -m tests.table.transcript docs/engine-protocol.md
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from table.games import Games
from table.packs import pack_folders
from table.protocol import Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK = re.compile(r"(?<=^```transcript\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
CUT = "..."


@dataclass
class Exchange:
    """A request and what is shown of the replies to it."""

    request: str
    shown: list[str] = field(default_factory=list)

    @property
    def parts(self) -> tuple[list[str], list[str] | None]:
        """The replies before a "..." and those after it; None when every reply is shown."""
        if CUT not in self.shown:
            return self.shown, None
        at = self.shown.index(CUT)
        return self.shown[:at], self.shown[at + 1 :]

    def trouble(self, replies: list[str]) -> str | None:
        """Say where the replies are not the ones that are shown."""
        head, tail = self.parts
        if len(replies) < len(head) + len(tail or []) or (tail is None and len(replies) != len(head)):
            return f"{self.request}: {len(replies)} replies: {replies}"
        came = replies if tail is None else [*replies[: len(head)], *replies[len(replies) - len(tail) :]]
        for shown, reply in zip([*head, *(tail or [])], came, strict=True):
            if not (reply.startswith(shown.removesuffix(CUT)) if shown.endswith(CUT) else reply == shown):
                return f"{self.request}:\n  shown {shown}\n  came  {reply}"
        return None

    def anew(self, replies: list[str]) -> str:
        """The exchange with what comes now, cut in the same places."""
        head, tail = self.parts
        if tail is None:
            came = list(map(cut_like, replies, [*head, *replies[len(head) :]]))
        else:
            came = [
                *map(cut_like, replies, head),
                CUT,
                *map(cut_like, replies[len(replies) - len(tail) :], tail),
            ]
        return "".join(f"{line}\n" for line in (f"> {self.request}", *(f"< {reply}" for reply in came)))


def cut_like(reply: str, shown: str) -> str:
    """A reply, cut as long as the one that is shown is cut."""
    return reply[: len(shown) - len(CUT)] + CUT if shown.endswith(CUT) else reply


def exchanges(block: str) -> Iterator[Exchange]:
    """The exchanges of one block, in order."""
    current: Exchange | None = None
    for line in block.splitlines():
        if line.startswith("> "):
            if current is not None:
                yield current
            current = Exchange(line.removeprefix("> "))
        elif line.startswith("< ") and current is not None:
            current.shown.append(line.removeprefix("< "))
        else:
            raise ValueError(f"neither request nor reply: {line!r}")
    if current is not None:
        yield current


def program() -> Protocol:
    """The engine as `pitboard engine` starts it, without packs of one's own."""
    return Protocol(Games(), pack_folders()[1:])


def ask(engine: Protocol, request: str) -> list[str]:
    """Send one line and get the lines of the reply."""
    return [reply.decode().rstrip("\n") for reply in engine.feed(request.encode() + b"\n")]


def whole(text: str) -> list[Exchange]:
    """All exchanges of a document, one conversation."""
    return [exchange for block in BLOCK.findall(text) for exchange in exchanges(block)]


def troubles(text: str) -> list[str]:
    """Everything in which a document's transcript differs from what the program says."""
    engine = program()
    found = [exchange.trouble(ask(engine, exchange.request)) for exchange in whole(text)]
    return [trouble for trouble in found if trouble is not None]


def written_anew(text: str) -> str:
    """A document with the replies that come now."""
    engine = program()

    def replace(block: re.Match[str]) -> str:
        return "".join(exchange.anew(ask(engine, exchange.request)) for exchange in exchanges(block[0]))

    return BLOCK.sub(replace, text)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(written_anew(path.read_text(encoding="utf-8")), encoding="utf-8")
