"""The engine protocol: one match over JSON lines, for any other front end, robot or test.

`Protocol` is sans-IO: a line in, lines out. `serve` puts it between two byte streams. Each line asks for one thing;
each is answered by lines of which the last is `{"ready": ...}`. docs/engine-protocol.md tells the whole of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.ask import CLOCK, IllegalAnswer
from engine.record import Answer, Header
from engine.rulebook import BrokenInvariant, SetupError
from table import protocol_words as words
from table.lots import fresh_seed
from table.packs import NAME, must_fit, options_for, read_pack
from table.protocol_match import SelfPlaying
from table.protocol_words import LIMIT, Malformed
from table.recording import MISREAD, NotReplayed, Recording, replay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from table.games import Games
    from table.packs import Folders

    Reply = dict[str, Any]


class Protocol:
    """One front end's conversation. It never raises for anything a line may hold, and never forgets the match for it."""

    def __init__(self, games: Games, packs: Folders | None = None) -> None:
        self.closed = False
        self._games = games
        self._packs = packs
        self._game: SelfPlaying | None = None
        self._encoder = msgspec.json.Encoder(order="deterministic")
        self._requests: dict[str, Callable[[str, Any], list[Reply]]] = {
            "new": self._new,
            "answer": self._answer,
            **dict.fromkeys(("withdraw", "correct", "teach", "reseat"), self._change),
            **dict.fromkeys(("undo", "redo"), self._travel),
            "view": self._view,
            **dict.fromkeys(("layout", "state", "save"), self._show),
            "load": self._load,
            "quit": self._quit,
        }

    def feed(self, line: bytes) -> list[bytes]:
        """Take one line and return the lines of the reply, each with its line end. An empty line is no request."""
        if self.closed or not line.strip():
            return []
        replies: list[Reply]
        try:
            replies = self._do(*words.parse(line))
        except IllegalAnswer as error:
            replies = [{"refused": words.refusal(error)}]
        except BrokenInvariant as error:
            replies = [{"refused": words.Refused("breaks_rules", error.rules, {})}]
        except (Malformed, SetupError, NotReplayed) as error:
            replies = [{"error": str(error)}]
        except OSError as error:
            replies = [{"error": said(error)}]
        if self.closed:
            return []
        replies.append({"ready": len(self._game.match.record) if self._game else 0})
        return [self._encoder.encode(reply) + b"\n" for reply in replies]

    # --- what can be asked for ----------------------------------------------------------------------------------

    def _do(self, name: str, body: Any) -> list[Reply]:
        do = self._requests.get(name)
        if do is None:
            raise Malformed(f"unknown request {name[:40]!r}; there is {', '.join(self._requests)}")
        return do(name, body)

    def _running(self) -> SelfPlaying:
        if self._game is None:
            raise Malformed('there is no match yet; begin with "new" or "load"')
        return self._game

    def _new(self, _: str, body: Any) -> list[Reply]:
        new, seats = words.read_new(body)
        pack = self._pack(new)
        chance = None
        if new.chance is not None:
            chance = {"seed": fresh_seed() if new.chance.seed is None else new.chance.seed}
        header = Header(
            new.game,
            seats,
            pack,
            options_for(pack, new.options),
            chance,
            self._games.rulebook(new.game).version,
        )
        return self._begin(Recording(header, []))

    def _pack(self, new: words.New) -> dict[str, Any]:
        if new.pack is None:
            return {}
        if isinstance(new.pack, dict):
            must_fit(new.pack, new.game, "new.pack")
            return new.pack
        if not NAME.fullmatch(new.pack):
            raise Malformed(
                "new.pack: a pack's name (up to 60 letters), or the whole pack as an object; no path"
            )
        self._games.rulebook(new.game)  # an unknown game is named before its packs are looked for
        return read_pack(new.game, new.pack, self._packs)

    def _load(self, _: str, body: Any) -> list[Reply]:
        recording = words.read(Recording, body, "load")
        if recording.header.chance is not None:
            words.read(words.Chance, recording.header.chance, "load.header.chance")
        return self._begin(recording)

    def _begin(self, recording: Recording) -> list[Reply]:
        try:
            game = SelfPlaying(replay(self._games.make(recording.header), recording))
            if recording.record:
                game.told = len(game.match.tells)
            game.settle()
        except (SetupError, NotReplayed):
            raise
        except (IllegalAnswer, *MISREAD) as error:
            raise Malformed(f"{recording.header.game} cannot be set up like this: {error!r}") from error
        self._game = game
        return self._news(game)

    def _answer(self, _: str, body: Any) -> list[Reply]:
        said = words.read_answer(body)
        game = self._running()
        game.apply(Answer(said.seat, said.value, auto=said.seat == CLOCK))
        return self._news(game)

    def _change(self, name: str, body: Any) -> list[Reply]:
        game = self._running()
        game.apply(words.read_change(name, body))
        return self._news(game)

    def _travel(self, name: str, body: Any) -> list[Reply]:
        """Undo or redo."""
        entries, game = words.read_count(name, body), self._running()
        go = game.match.undo if name == "undo" else game.match.redo
        try:
            go(entries)
        except ValueError as error:
            raise Malformed(f"{name}: {error}") from error
        if name == "undo":
            game.told = len(game.match.tells)
        game.settle()
        return self._news(game)

    def _view(self, name: str, body: Any) -> list[Reply]:
        match = self._running().match
        seat = words.read_seat(name, body, len(match.seats))
        return [{"view": match.rulebook.view(match.state, seat)}]

    def _show(self, name: str, body: Any) -> list[Reply]:
        """Layout, state or save."""
        words.read_true(name, body)
        match = self._running().match
        if name == "layout":
            return [{"layout": match.rulebook.layout(match.state)}]
        if name == "state":
            return [{"state": match.state}]
        return [{"save": Recording(match.header, match.record)}]

    def _quit(self, name: str, body: Any) -> list[Reply]:
        words.read_true(name, body)
        self.closed = True
        return []

    def _news(self, game: SelfPlaying) -> list[Reply]:
        """What was told since the last time, then what is asked now, or how it ended."""
        match = game.match
        tells = match.tells[game.told :]
        game.told = len(match.tells)
        asked = [{"ask": words.question(question, match.group)} for question in match.open]
        ended = [{"result": match.result}] if match.over else []
        return [*({"tell": tell} for tell in tells), *asked, *ended]


def said(error: OSError) -> str:
    """What the operating system refused, in one line."""
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


def lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long only so much that it is known to be."""
    while line := source.readline(LIMIT + 2):
        yield line
        while not line.endswith(b"\n") and (line := source.readline(LIMIT)):
            pass


def serve(protocol: Protocol, source: BinaryIO, sink: BinaryIO) -> bool:
    """Answer line after line until the other end quits, or goes away; False when nobody reads the replies."""
    for line in lines(source):
        try:
            sink.writelines(protocol.feed(line))
            sink.flush()
        except BrokenPipeError:
            return False
        if protocol.closed:
            break
    return True
