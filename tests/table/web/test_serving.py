"""The bench behind a real port of this machine: it comes up beside the host, is found, and ends with it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from http.client import HTTPConnection
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread
import pytest

from table.evening import Evening
from table.settings import read_wiring
from table.texts import Texts
from table.web import serving
from table.web.bench import Bench
from tests.table.web.bench_kit import GAMES, HEADER

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.real_time
SECONDS = 10.0


def test_the_port_that_is_asked_for_is_taken_if_it_is_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    with serving.listen(port) as listener:
        assert listener.getsockname() == ("127.0.0.1", port)


def test_the_next_free_port_is_taken_where_one_is_busy() -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        with serving.listen(port) as listener:
            assert port < listener.getsockname()[1] < port + serving.PORTS_TRIED


def test_a_machine_without_a_free_port_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "PORTS_TRIED", 1)
    with socket.create_server(("127.0.0.1", 0)) as busy, pytest.raises(OSError, match="--port"):
        serving.listen(busy.getsockname()[1])


def ask(port: int, method: str, path: str, body: str | None = None) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    origin = {"origin": f"http://127.0.0.1:{port}"}
    connection.request(method, path, body, origin)
    answer = connection.getresponse()
    said = answer.read()
    connection.close()
    return answer.status, said


def test_a_served_bench_is_played_over_its_port_and_ends_with_its_host() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    evening = Evening(GAMES, None, Texts("en"))
    evening.begin(HEADER)

    def visit() -> list[object]:
        before = json.loads(ask(port, "GET", "/snapshot")[1])
        pressed = ask(port, "POST", "/key", '{"key": "confirm"}')[0]
        until = time.monotonic() + SECONDS
        after = before
        while not after["told"] and time.monotonic() < until:
            after = json.loads(ask(port, "GET", "/snapshot")[1])
        return [before["told"], pressed, after["told"][0]["text"]]

    async def evening_at_the_bench() -> list[object]:
        with Bench(read_wiring("starter"), evening) as bench, anyio.fail_after(3 * SECONDS):
            async with anyio.create_task_group() as group:
                group.start_soon(serving.serve, bench, port)
                stream = await anyio.connect_tcp("127.0.0.1", port)
                await stream.send(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert (await stream.receive()).startswith(b"HTTP/1.1 200")
                seen = await anyio.to_thread.run_sync(visit)
                bench.host.stop()
            await stream.aclose()
            return seen

    assert anyio.run(evening_at_the_bench) == [[], 204, "dealt"]


def test_ctrl_c_ends_it_at_once_without_a_word_too_many(tmp_path: Path) -> None:
    program = textwrap.dedent(
        """
        from table.evening import Evening
        from table.archive import Archive
        from table.settings import read_wiring
        from table.texts import Texts
        from table.web.bench import run
        from pathlib import Path
        from tests.table.web.bench_kit import GAMES, HEADER
        import sys
        evening = Evening(GAMES, Archive(Path(sys.argv[1])), Texts("en"))
        evening.begin(HEADER)
        run(read_wiring("starter"), evening, port=int(sys.argv[2]), open_browser=False)
        """
    )
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        command = [sys.executable, "-c", program, str(tmp_path), str(port)]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True) as child:  # noqa: S603 - our own
            too_late = threading.Timer(3 * SECONDS, child.kill)
            too_late.start()
            assert child.stdout is not None
            lines = [child.stdout.readline() for _ in range(3)]
            served = int(lines[1].rstrip("/\n").rpartition(":")[2])
            assert ask(served, "GET", "/snapshot")[0] == 200
            child.send_signal(signal.SIGINT)
            told_at = time.monotonic()
            output, errors = child.communicate()
            took = time.monotonic() - told_at
            too_late.cancel()
    assert lines[0] == f"Port {port} is taken; the next free one serves.\n"
    assert port < served < port + serving.PORTS_TRIED
    assert (child.returncode, output) == (0, "")
    assert "Traceback" not in errors
    assert took < 2
    assert list(tmp_path.glob("match-*.jsonl"))
