"""Every rule of every rulebook is cited by a test, and every cited rule exists.

A rule is a table of `engine/<game>/rules.toml` whose key is its id. Left out are those the players keep themselves
(`kind = "hand"`) and those of a part that is not built yet (`kind = "later"`).
"""

from __future__ import annotations

import ast
import re
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from tests.architecture.source import ROOT, Word, files, marked, place, tree_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

RULE_ID = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+")
NOT_TESTED = {"hand", "later"}


def rules_in(tables: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every rule id of a rules.toml with its kind ("" when it has none), at whatever depth it stands."""
    for key, value in tables.items():
        if RULE_ID.fullmatch(key):
            yield key, value.get("kind", "") if isinstance(value, dict) else ""
        elif isinstance(value, dict):
            yield from rules_in(value)


def known() -> dict[str, str]:
    """All rules of all games, with their kinds."""
    return {
        rule: kind
        for path in sorted((ROOT / "engine").glob("*/rules.toml"))
        for rule, kind in rules_in(tomllib.loads(path.read_text(encoding="utf-8")))
    }


def cited() -> dict[str, str]:
    """Every rule id that a test cites, with the place where it does so last."""
    return {
        word.text: place(path, word.line) for path in files("tests") for word in marked(tree_of(path), "rule")
    }


def test_every_rule_is_cited_by_a_test() -> None:
    wanted = {rule for rule, kind in known().items() if kind not in NOT_TESTED}
    missing = sorted(wanted - cited().keys())
    assert not missing, f"no test cites {', '.join(missing)}"


def test_every_cited_rule_exists() -> None:
    rules = known()
    found = [f"{where}: no rules.toml has {rule}" for rule, where in cited().items() if rule not in rules]
    assert not found, "\n".join(found)


def test_rules_are_found_at_any_depth_with_their_kind() -> None:
    source = """
    title = "A game"
    WR-WIN-01 = "The first across the line wins."
    [WR-MOVE-03]
    en = "A racer moves one space."
    [WR-HAND-01]
    en = "Shuffle."
    kind = "hand"
    [rules.WR-LATE-01]
    kind = "later"
    """
    assert dict(rules_in(tomllib.loads(source))) == {
        "WR-WIN-01": "",
        "WR-MOVE-03": "",
        "WR-HAND-01": "hand",
        "WR-LATE-01": "later",
    }


@pytest.mark.parametrize(
    "source",
    [
        "@pytest.mark.rule('WR-MOVE-03', 'WR-WIN-01')\ndef test_it(): ...",
        "pytestmark = [pytest.mark.rule('WR-MOVE-03'), pytest.mark.rule('WR-WIN-01')]",
        "CASES = [pytest.param(1, marks=pytest.mark.rule('WR-MOVE-03', 'WR-WIN-01'))]",
    ],
)
def test_a_citation_is_found_wherever_a_marker_may_stand(source: str) -> None:
    assert {word.text for word in marked(ast.parse(source), "rule")} == {"WR-MOVE-03", "WR-WIN-01"}


def test_other_markers_cite_no_rule() -> None:
    source = "@pytest.mark.report('A07')\n@pytest.mark.rule(UNKNOWN)\n@rule('WR-WIN-01')\ndef test_it(): ..."
    assert list(marked(ast.parse(source), "rule")) == []
    assert list(marked(ast.parse(source), "report")) == [Word(1, "A07")]
