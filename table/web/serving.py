"""Serve a bench on this machine: host and web server in one event loop, ended together by one Ctrl-C."""

from __future__ import annotations

import errno
import signal
import socket
import sys
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread
import uvicorn

from table.web.pages import BenchPages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table.host import Host
    from table.web.bench import Bench

ADDRESS = "127.0.0.1"
PORTS_TRIED = 20
GRACE_S = 1
"""Seconds an open connection gets at the end."""


class Server(uvicorn.Server):
    """A web server that leaves signals to those who started it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take no signal."""
        yield


def run_until_told(bench: Bench, port: int, *, open_browser: bool) -> None:
    """Serve an opened bench until SIGINT or SIGTERM, saying on standard output where it is.

    Raises:
        OSError: neither *port* nor one of the next ones is free.

    """
    listener = listen(port)
    address = f"http://{ADDRESS}:{listener.getsockname()[1]}/"
    texts = bench.evening.texts
    if listener.getsockname()[1] != port:
        say(texts.say("bench_port_taken", {"port": port}))
    say(texts.say("web_page_at", {"address": address}))
    say(texts.say("bench_how_to_end"))
    browse = address if open_browser else ""
    anyio.run(partial(_serve, bench, listener, signals=True, browse=browse))


async def serve(bench: Bench, port: int) -> None:
    """Serve an opened bench until its host is stopped.

    Raises:
        OSError: neither *port* nor one of the next ones is free.

    """
    await _serve(bench, listen(port))


def listen(port: int) -> socket.socket:
    """Take a port of the loopback address, or the next free one.

    Raises:
        OSError: none of the next ones is free either.

    """
    for number in range(port, min(port + PORTS_TRIED, 65536)):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((ADDRESS, number))
            listener.listen()
        except OSError as fault:
            listener.close()
            if fault.errno != errno.EADDRINUSE:
                raise
        else:
            return listener
    raise OSError(
        errno.EADDRINUSE, f"no port from {port} to {port + PORTS_TRIED - 1} is free; name another with --port"
    )


async def _open(address: str) -> None:
    """Open the page in a browser, which may take its time."""
    import webbrowser  # noqa: PLC0415 - many a box has no browser

    await anyio.to_thread.run_sync(webbrowser.open, address, abandon_on_cancel=True)


async def _serve(
    bench: Bench,
    listener: socket.socket,
    *,
    signals: bool = False,
    browse: str = "",
) -> None:
    config = uvicorn.Config(
        BenchPages(bench).app(),
        http="h11",
        ws="none",
        lifespan="off",
        loop="asyncio",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
    )
    server = Server(config)
    async with anyio.create_task_group() as group:
        if signals:
            group.start_soon(_stop_on_signal, bench.host)
        if browse:
            group.start_soon(_open, browse)
        async with anyio.create_task_group() as serving:
            serving.start_soon(server.serve, [listener])
            await bench.host.run()
            server.should_exit = True
        group.cancel_scope.cancel()


async def _stop_on_signal(host: Host) -> None:
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as told:
        async for _ in told:
            host.stop()
            return


def say(line: str) -> None:
    """Say one line on standard output."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
