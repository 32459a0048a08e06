"""Speaking the engine protocol in tests: send one request, get the replies as values."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from table.games import Games
from table.protocol import Protocol
from tests.engine.tiny import LanternWalk

if TYPE_CHECKING:
    from table.packs import Folders

TINY = Games(extra={"lantern_walk": LanternWalk})
ANA, BEA = {"name": "Ana"}, {"name": "Bea"}
WEAK = {"name": "Weak", "pilot": "weak"}


class Talk:
    """A front end at the other end of the line."""

    def __init__(self, games: Games = TINY, packs: Folders = ()) -> None:
        self.protocol = Protocol(games, packs)

    def raw(self, line: bytes) -> list[dict[str, Any]]:
        """The replies to any bytes."""
        return [json.loads(reply) for reply in self.protocol.feed(line)]

    def say(self, **request: Any) -> list[dict[str, Any]]:
        """The replies to one request."""
        return self.raw(json.dumps(request).encode() + b"\n")

    def new(self, *seats: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
        """Begin a tiny match."""
        return self.say(new={"game": "lantern_walk", "seats": list(seats or (ANA, BEA)), **more})

    def answer(self, seat: int | str, value: Any) -> list[dict[str, Any]]:
        """Answer for a seat."""
        return self.say(answer={"seat": seat, "value": value})

    def asked(self) -> list[dict[str, Any]]:
        """The questions that are open now; asking for them changes nothing."""
        stand = self.say(undo=self.say(layout=True)[-1]["ready"])
        return [reply["ask"] for reply in stand if "ask" in reply]

    def saved(self) -> dict[str, Any]:
        """The match as header and record."""
        match: dict[str, Any] = self.say(save=True)[0]["save"]
        return match

    def stand(self) -> tuple[Any, ...]:
        """Everything that a line which is not taken must leave as it was."""
        return self.say(state=True), self.say(save=True), self.say(layout=True)


def kinds(replies: list[dict[str, Any]]) -> list[str]:
    """The names of replies, one after the other."""
    return [next(iter(reply)) for reply in replies]


def play_on(talk: Talk, replies: list[dict[str, Any]], limit: int = 400) -> list[dict[str, Any]]:
    """Answer the first open question with its first option until there is a result; returns the last replies.

    Every seventh answer is the last option instead, so that nobody throws the same die for ever.
    """
    for turn in range(limit):
        if kinds(replies)[-2:] == ["result", "ready"]:
            return replies
        ask = next(reply["ask"] for reply in replies if "ask" in reply)
        value = ask["options"][-1 if turn % 7 == 6 else 0]["value"] if ask["options"] else ask["low"]
        replies = talk.answer(ask["seat"], value)
    raise AssertionError("no end")
