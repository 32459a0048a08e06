"""The project's own files, and what their Python says: imports, names, words, sizes of functions."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
ROOMS = ("engine", "devices", "table", "firmware", "config")
FOLDERS = (*ROOMS, "systemd", "tests", "docs", ".ci")
LEFT_BY_TOOLS = {"__pycache__", ".hypothesis", ".pytest_cache"}
TEXTS = {
    *("", ".py", ".toml", ".txt", ".md", ".yaml", ".yml", ".js", ".css", ".html", ".svg"),
    *(".service", ".rules", ".conf", ".sh", ".cfg", ".jsonl", ".json"),
}
AT_RUN_TIME = "a module named at run time"


@dataclass(frozen=True, slots=True)
class Word:
    """Something that stands on a line of a file: a module that is imported, a name, a string."""

    line: int
    text: str


def files(*rooms: str, suffixes: frozenset[str] = frozenset({".py"})) -> Iterator[Path]:
    """All files of some rooms with one of the suffixes, in order."""
    for room in rooms:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in suffixes and path.is_file() and not LEFT_BY_TOOLS & set(path.parts):
                yield path


def texts() -> Iterator[Path]:
    """Every text file of the project, wherever it lies."""
    yield from (path for path in sorted(ROOT.iterdir()) if path.is_file() and path.suffix in TEXTS)
    yield from files(*FOLDERS, suffixes=frozenset(TEXTS))


def place(path: Path, line: int) -> str:
    """file:line, from the project's root."""
    return f"{path.relative_to(ROOT)}:{line}"


def tree_of(path: Path) -> ast.Module:
    """A file's syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(tree: ast.AST, package: str) -> Iterator[Word]:
    """Every module a file of *package* imports, by its full name, also late, relative or by a name in a string."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (Word(node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, level=level, names=names):
                base = [*package.split(".")[: -(level - 1) or None], module] if level else [module]
                origin = ".".join(part for part in base if part)
                yield from (Word(node.lineno, f"{origin}.{alias.name}") for alias in names)
            case ast.Call(func=called, args=[first, *_]) if _name_of(called) in {
                "__import__",
                "import_module",
            }:
                named = first.value if isinstance(first, ast.Constant) else AT_RUN_TIME
                yield Word(node.lineno, str(named))


def words(tree: ast.AST) -> Iterator[Word]:
    """Every name and every string that is not a docstring."""
    docstrings = set(_docstrings(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if node not in docstrings:
                yield Word(node.lineno, text)
            case (
                ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text) | ast.keyword(arg=str(text))
            ):
                yield Word(node.lineno, text)
            case ast.FunctionDef(name=text) | ast.AsyncFunctionDef(name=text) | ast.ClassDef(name=text):
                yield Word(node.lineno, text)
    yield from imports(tree, "")


def _docstrings(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                yield node.value


def _name_of(called: ast.expr) -> str:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def calls(tree: ast.AST) -> Iterator[Word]:
    """Every function called by its bare name."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)):
                yield Word(node.lineno, name)


def function_sizes(tree: ast.AST) -> Iterator[tuple[Word, int]]:
    """Every function, method and inner function, with its lines from `def` to its end."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.FunctionDef(name=name, end_lineno=int(end))
                | ast.AsyncFunctionDef(name=name, end_lineno=int(end))
            ):
                yield Word(node.lineno, name), end - node.lineno + 1


def marked(tree: ast.AST, marker: str) -> Iterator[Word]:
    """What `pytest.mark.<marker>("...", ...)` names anywhere in a file."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name, value=ast.Attribute(attr="mark")), args=args) if (
                name == marker
            ):
                yield from (
                    Word(a.lineno, a.value)
                    for a in args
                    if isinstance(a, ast.Constant) and isinstance(a.value, str)
                )
