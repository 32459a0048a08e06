"""The bench's addresses: the page with its files, the panel's picture, a stream of snapshots, and what can be done."""

from __future__ import annotations

from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import anyio
import msgspec
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route, Router

from table.web.bench import Refused
from table.web.guard import Guard
from table.web.snapshot import Teller

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from table.web.bench import Bench

LOOK_S = 0.1
"""Seconds between two looks for something new to send."""

HEARTBEAT_S = 5.0
"""After so many seconds without news a word goes out, so that a closed browser is noticed."""

LONGEST_BODY = 1000
"""Bytes; more than anything that can be said here."""

SCALES = frozenset("2345678")
"""How many pixels wide a dot of the panel can be shown."""

FRESH = {"cache-control": "no-store"}
WORDS = "bench_"
"""How the keys of the page's own words begin."""


class KeyPress(msgspec.Struct, forbid_unknown_fields=True):
    """Press a key of a station (the first, if none is named), or hold it."""

    key: str
    station: str = ""
    hold: bool = False


class Tap(msgspec.Struct, forbid_unknown_fields=True):
    """Hold a card to a reader: an open one by its id, or the top of a pile that lies face down.

    Without a reader it is held to one that waits for it, of several to that of the station near by.
    """

    component: str | None = None
    place: str | None = None
    reader: str = ""
    near: str = ""


class Leave(msgspec.Struct, forbid_unknown_fields=True):
    """Lay an open card on a reader and leave it there."""

    component: str
    reader: str = ""
    near: str = ""


class Lift(msgspec.Struct, forbid_unknown_fields=True):
    """Take everything off a reader, or (if none is named) off all of them."""

    reader: str = ""


class Deal(msgspec.Struct, forbid_unknown_fields=True):
    """Let the simulated hands deal, or not."""

    on: bool


class BenchPages:
    """Answers a browser for one bench."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.teller = Teller(bench)
        self._sent: tuple[int, bytes] = (-1, b"")

    def app(self) -> ASGIApp:
        """Return the application to serve."""
        actions: dict[str, tuple[type[Any], Callable[[Any], None]]] = {
            "/key": (KeyPress, self.key),
            "/tap": (Tap, self.tap),
            "/place": (Leave, lambda said: self.bench.leave(said.component, said.reader, said.near)),
            "/lift": (Lift, lambda said: self.bench.lift(said.reader)),
            "/auto": (Deal, lambda said: self.bench.let_deal(on=said.on)),
        }
        routes = [
            Route("/", self.page),
            Route("/bench.js", partial(self.file, name="bench.js", kind="text/javascript")),
            Route("/stations.js", partial(self.file, name="stations.js", kind="text/javascript")),
            Route("/table.js", partial(self.file, name="table.js", kind="text/javascript")),
            Route("/board.js", partial(self.file, name="board.js", kind="text/javascript")),
            Route("/chart.js", partial(self.file, name="chart.js", kind="text/javascript")),
            Route("/bench.css", partial(self.file, name="bench.css", kind="text/css")),
            Route("/icon.svg", partial(self.file, name="icon.svg", kind="image/svg+xml")),
            Route("/words.json", self.words),
            Route("/panel.png", self.panel),
            Route("/snapshot", self.snapshot),
            Route("/course", self.course),
            Route("/events", self.events),
            *(
                Route(path, partial(self.act, kind=kind, action=action), methods=["POST"])
                for path, (kind, action) in actions.items()
            ),
        ]
        return Guard(Router(routes))

    # --- what can be seen ---------------------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        """The page itself, in the table's language."""
        del request
        text = read("bench.html").replace('lang="en"', f'lang="{self.bench.evening.texts.language}"')
        return Response(text, media_type="text/html", headers=FRESH)

    async def file(self, request: Request, name: str, kind: str) -> Response:
        """One of the page's files."""
        del request
        return Response(read(name), media_type=kind, headers=FRESH)

    async def words(self, request: Request) -> Response:
        """The page's own words."""
        del request
        texts = self.bench.evening.texts
        own = {
            key.removeprefix(WORDS): text.long
            for key, text in texts.words().texts.items()
            if key.startswith(WORDS)
        }
        return JSONResponse(own, headers=FRESH)

    async def panel(self, request: Request) -> Response:
        """What a station's panel shows, out of the memory of its simulated chip; each of its dots `s` pixels wide."""
        name = request.query_params.get("station", self.bench.consoles[0].name)
        oled = self.bench.board.oleds.get(name)
        scale = request.query_params.get("s", "4")
        if oled is None:
            return refused(self.bench.refusal("bench_no_panel"), 404)
        if scale not in SCALES:
            return refused(self.bench.refusal("bench_not_understood", why=f"s={scale[:10]}"), 400)
        return Response(oled.png(int(scale)), media_type="image/png", headers=FRESH)

    async def snapshot(self, request: Request) -> Response:
        """Everything the page shows, once."""
        del request
        return Response(self.told(), media_type="application/json", headers=FRESH)

    async def course(self, request: Request) -> Response:
        """The board that the last snapshot was about; "null" when its course is a line."""
        del request
        self.told()
        board = msgspec.json.encode(self.teller.boards.board)
        return Response(board, media_type="application/json", headers=FRESH)

    async def events(self, request: Request) -> Response:
        """Everything the page shows, whenever it has changed."""
        del request
        return StreamingResponse(self.stream(), media_type="text/event-stream", headers=FRESH)

    async def stream(self, sleep: Callable[[float], Awaitable[None]] = anyio.sleep) -> AsyncIterator[bytes]:
        """Send snapshots as server-sent events until the bench is closed."""
        seen, quiet = -1, 0.0
        while not self.bench.host.stopping:
            if seen != self.bench.version:
                seen, quiet = self.bench.version, 0.0
                yield b"data: " + self.told() + b"\n\n"
            elif quiet >= HEARTBEAT_S:
                quiet = 0.0
                yield b": still here\n\n"
            await sleep(LOOK_S)
            quiet += LOOK_S

    def told(self) -> bytes:
        """Return the snapshot as JSON, made once for all who look."""
        if self._sent[0] != self.bench.version:
            self._sent = (self.bench.version, msgspec.json.encode(self.teller.snapshot()))
        return self._sent[1]

    # --- what can be done ---------------------------------------------------------------------------------------

    async def act(self, request: Request, kind: type[Any], action: Callable[[Any], None]) -> Response:
        """Read what is said and do it; anything that makes no sense is refused in one sentence."""
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > LONGEST_BODY:
                return refused(self.bench.refusal("bench_not_understood", why=f"> {LONGEST_BODY} bytes"), 400)
        try:
            action(msgspec.json.decode(body or b"{}", type=kind))
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            return refused(self.bench.refusal("bench_not_understood", why=str(fault)), 400)
        except Refused as refusal:
            return refused(refusal, 400)
        return Response(status_code=204)

    def key(self, said: KeyPress) -> None:
        """Press a key."""
        self.bench.press(said.key, said.station, hold=said.hold)

    def tap(self, said: Tap) -> None:
        """Hold something to a reader."""
        if (said.component is None) == (said.place is None):
            raise self.bench.refusal("bench_not_understood", why="component | place")
        if said.component is not None:
            self.bench.tap(said.component, said.reader, said.near)
        elif said.place is not None:
            self.bench.tap_top(said.place, said.reader, said.near)


def read(name: str) -> str:
    """Read one of the page's files."""
    return (files("table") / "web" / name).read_text(encoding="utf-8")


def refused(why: Refused, status: int) -> Response:
    """Say in one sentence what cannot be done."""
    return JSONResponse({"error": str(why)}, status_code=status, headers=FRESH)
