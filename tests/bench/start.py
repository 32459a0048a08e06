"""How heavy the box is and how soon it shows something: the bench in a process of its own, idle, with its page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.bench.figure import Figure

PORT = 8931
PATIENCE_S = 20
IDLE_S = 3


def figures() -> list[Figure]:
    """Start the box twice; the first time writes the bytecode, as installing pitboard does, the second one counts."""
    with tempfile.TemporaryDirectory() as home:
        surroundings = {**os.environ, "PITBOARD_HOME": home, "PYTHONPYCACHEPREFIX": f"{home}/bytecode"}
        surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
        _started(surroundings)
        first, resident = _started(surroundings)
    return [
        Figure("start to first picture, with bench and page", round(first, 2), "s", 1.0),
        Figure("memory idle, with bench and page (RSS)", round(resident, 1), "MB", 48),
    ]


def _started(surroundings: dict[str, str]) -> tuple[float, float]:
    """Start `pitboard play` without a browser; return after how many seconds it shows something, and its memory in MB."""
    begun = time.monotonic()
    box = subprocess.Popen(  # noqa: S603 - our own interpreter and module
        [sys.executable, "-m", "table.start", "play", "--no-browser", "--simulate", "--port", str(PORT)],
        env=surroundings,
        stdout=subprocess.DEVNULL,
    )
    try:
        first = _first_picture(begun)
        time.sleep(IDLE_S)
        status = Path(f"/proc/{box.pid}/status").read_text(encoding="ascii")
    finally:
        box.terminate()
        box.wait(PATIENCE_S)
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return first, int(found[1]) / 1024 if found else 0


def _first_picture(begun: float) -> float:
    """Wait until the panel's picture can be fetched; return how long that took in seconds."""
    while time.monotonic() - begun < PATIENCE_S:
        try:
            with urlopen(f"http://127.0.0.1:{PORT}/panel.png", timeout=1) as reply:
                reply.read()
                return time.monotonic() - begun
        except (URLError, ConnectionError):
            time.sleep(0.01)
    raise TimeoutError("the box showed no picture")
