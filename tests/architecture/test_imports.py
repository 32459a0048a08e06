"""Who may import whom: table -> engine, table -> devices -> firmware; engine and devices never meet, engine is pure."""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING

import pytest

from tests.architecture.source import AT_RUN_TIME, ROOMS, ROOT, calls, files, imports, place, tree_of

if TYPE_CHECKING:
    from pathlib import Path

# What each room may import of ours. Its own files always; of `tests` nobody.
MAY_IMPORT: dict[str, set[str]] = {
    "engine": {"engine"},
    "devices": {"devices", "firmware"},
    "table": {"table", "engine", "devices", "firmware", "config"},
    "firmware": {"firmware"},
    "config": {"config"},
}
OURS = {*ROOMS, "tests"}

# The engine computes; it has no clock, file, thread, chance or wire. Reading text (tomllib) is computing.
ENGINE_MAY_IMPORT = {
    *("__future__", "abc", "bisect", "collections", "copy", "dataclasses", "enum", "fractions", "functools"),
    *(
        "heapq",
        "itertools",
        "math",
        "msgspec",
        "operator",
        "re",
        "string",
        "textwrap",
        "tomllib",
        "types",
        "typing",
    ),
}
ENGINE_MAY_NOT_CALL = {"open", "print", "input", "breakpoint", "eval", "exec", "id", "hash"}


def package_of(path: Path) -> str:
    """The dotted package a file belongs to."""
    return ".".join(path.relative_to(ROOT).parent.parts)


def offences(room: str, package: str, tree: ast.AST) -> list[tuple[int, str]]:
    """Every import of a file that its room may not make, and for the engine every call that is not pure."""
    found = []
    for word in imports(tree, package):
        top = word.text.split(".")[0]
        if top in OURS and top not in MAY_IMPORT[room]:
            found.append((word.line, f"{room} imports {word.text}"))
        elif room == "engine" and top not in OURS and top not in ENGINE_MAY_IMPORT:
            found.append((word.line, f"engine is pure and imports {word.text}"))
    if room == "engine":
        found += [
            (word.line, f"engine is pure and calls {word.text}()")
            for word in calls(tree)
            if word.text in ENGINE_MAY_NOT_CALL
        ]
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_every_import_points_the_one_way(room: str) -> None:
    found = [
        f"{place(path, line)}: {what}"
        for path in files(room)
        for line, what in offences(room, package_of(path), tree_of(path))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("engine", "import devices.ports"),
        ("engine", "from table import cli"),
        ("engine", "import config"),
        ("engine", "def late():\n    from firmware.wire import encode"),
        (
            "engine",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from devices.ports import Clock",
        ),
        ("engine", "import importlib"),
        ("engine", "from importlib import resources"),
        ("engine", "__import__('math', level=0) and __import__('os')"),
        ("engine", "name = 'os'\n__import__(name)"),
        ("engine", "text = open('rules.toml').read()"),
        ("engine", "print('hello')"),
        ("engine", "order = hash('Penelope')"),
        ("devices", "import engine"),
        ("devices", "from engine.match import Match"),
        ("devices", "from table.host import Host"),
        ("devices", "import config.wirings"),
        ("devices", "import importlib\nimportlib.import_module('engine.match')"),
        ("firmware", "from devices.ports import Clock"),
        ("firmware", "import engine"),
        ("config", "import table"),
        *((room, "from tests.conftest import in_ci") for room in ROOMS),
        ("engine", "import anyio"),
        ("engine", "from PIL import Image"),
    ],
)
def test_a_forbidden_import_is_found(room: str, source: str) -> None:
    assert offences(room, f"{room}.sim", ast.parse(source))


def test_the_engine_gets_nothing_of_the_standard_library_that_is_not_listed() -> None:
    others = sorted(sys.stdlib_module_names - ENGINE_MAY_IMPORT)
    tree = ast.parse("\n".join(f"import {name}" for name in others))
    assert [line for line, _ in offences("engine", "engine", tree)] == list(range(1, len(others) + 1))


@pytest.mark.parametrize(
    ("room", "source"),
    [
        (
            "engine",
            "from collections.abc import Mapping\nimport msgspec\nfrom engine.ask import ask\nfrom . import ask",
        ),
        ("engine", "self.open('lot'); seat.print()"),
        ("devices", "from firmware.rc522 import Rc522\nimport time, os, threading\nimport spidev"),
        ("devices", "from . import clock\nfrom ..ports import Clock"),
        ("devices", "import importlib\nimportlib.import_module(name)"),
        ("table", "import engine, devices, firmware, config, time"),
        ("firmware", "import rc522, machine\nfrom firmware import wire"),
    ],
)
def test_an_allowed_import_is_let_through(room: str, source: str) -> None:
    assert offences(room, f"{room}.sim", ast.parse(source)) == []


def test_the_message_names_file_and_line() -> None:
    path = ROOT / "devices" / "ports.py"
    found = offences("devices", package_of(path), ast.parse("import time\n\nfrom engine import match\n"))
    assert [f"{place(path, line)}: {what}" for line, what in found] == [
        "devices/ports.py:3: devices imports engine.match"
    ]


def test_a_module_named_at_run_time_does_not_get_past_the_engine() -> None:
    assert offences("engine", "engine", ast.parse("load.import_module(name)")) == [
        (1, f"engine is pure and imports {AT_RUN_TIME}")
    ]
