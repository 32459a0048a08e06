"""What the engine says: every text key in its source, with the arguments that go with it."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from tests.architecture.source import ROOT, place, tree_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

KEY_AT: Mapping[str, int] = {
    "tell": 0,
    "choose": 1,
    "scan": 1,
    "number": 1,
    "confirm": 1,
    "press": 1,
    "until": 0,
    "chance": 1,
    "IllegalAnswer": 0,
    "_refusal": 0,
}
"""Which positional argument of these calls is a text key."""

KEY_NAMED: Mapping[str, tuple[str, ...]] = {"Ask": ("key",), "Option": ("key",), "choose": ("labels",)}
"""Which named arguments are."""

NOT_ARGUMENTS = {"rules", "moves"}


@dataclass(frozen=True, slots=True)
class Spoken:
    """A key (as a pattern, where it is put together at run time) that the engine says somewhere.

    `args` names the arguments that go with it, or is None where the source does not show them; `label`: it names an
    answer of a choice.
    """

    where: str
    pattern: str
    args: frozenset[str] | None
    label: bool = False


def patterns(node: ast.expr | None) -> Iterator[str]:
    """Every key an expression may be: a string, either branch of an if, a string with holes."""
    match node:
        case ast.Constant(value=str(value)) if value:
            yield re.escape(value)
        case ast.IfExp(body=body, orelse=orelse):
            yield from patterns(body)
            yield from patterns(orelse)
        case ast.JoinedStr(values=values):
            yield "".join(
                re.escape(str(v.value)) if isinstance(v, ast.Constant) else "[a-z0-9_]+" for v in values
            )
        case _:
            return


def last_name(called: ast.expr) -> str:
    """The last name of what is called."""
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def handed_on(call: ast.Call) -> tuple[str, list[ast.expr]]:
    """The name and the positional arguments of a call, or of the call that a partial puts off."""
    name = last_name(call.func)
    return (last_name(call.args[0]), call.args[1:]) if name == "partial" and call.args else (name, call.args)


def arguments(call: ast.Call, name: str) -> frozenset[str] | None:
    """Name the arguments of the text: the keywords of a tell or a refusal, the keys of `args` of a question."""
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    if None in named:
        return None
    if name in ("tell", "IllegalAnswer", "_refusal"):
        return frozenset(str(arg) for arg in named) - NOT_ARGUMENTS
    match named.get("args"):
        case None:
            return frozenset()
        case ast.Dict(keys=keys) if all(isinstance(key, ast.Constant) for key in keys):
            return frozenset(str(key.value) for key in keys if isinstance(key, ast.Constant))
        case _:
            return None


def wrappers(*trees: ast.AST) -> dict[str, int]:
    """Find the functions that hand a text key on: those with a parameter named `key`, and which one it is."""
    return {
        node.name: [argument.arg for argument in node.args.args].index("key")
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and any(argument.arg == "key" for argument in node.args.args)
    }


def in_tree(
    tree: ast.AST, where: str = "", local: Mapping[str, int] = MappingProxyType({})
) -> Iterator[Spoken]:
    """Everything one file says; `local` are the wrappers it may call."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name, given = handed_on(node)
        line = f"{where}:{node.lineno}"
        at = KEY_AT.get(name, local.get(name))
        if at is not None and at < len(given):
            for pattern in patterns(given[at]):
                yield Spoken(line, pattern, None if name in local else arguments(node, name))
        for keyword in node.keywords:
            if keyword.arg in KEY_NAMED.get(name, ()) or (keyword.arg == "key" and name in local):
                label = keyword.arg == "labels" or name == "Option"
                for pattern in patterns(keyword.value):
                    yield Spoken(line, pattern, None, label)


def games() -> list[str]:
    """The games whose rules are written in Python."""
    return sorted({path.parent.name for path in (ROOT / "engine").glob("*/*.py")})


@cache
def by_game(game: str) -> list[Spoken]:
    """Everything one rulebook says; "" for what all of them share."""
    paths = sorted((ROOT / "engine" / game).rglob("*.py") if game else (ROOT / "engine").glob("*.py"))
    trees = {place(path, 0).rpartition(":")[0]: tree_of(path) for path in paths}
    local = {} if not game else wrappers(*trees.values())
    return [said for where, tree in trees.items() for said in in_tree(tree, where, local)]


@cache
def literals(game: str) -> set[str]:
    """Every string in a rulebook's source: a key that stands nowhere is never said."""
    return {
        node.value
        for path in (ROOT / "engine" / game).rglob("*.py")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
