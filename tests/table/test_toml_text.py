"""Tables written as TOML are the same tables when they are read again."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.toml_text import toml_text

PLAIN = st.one_of(st.booleans(), st.integers(-(2**53), 2**53), st.text())
TABLES = st.recursive(
    st.dictionaries(
        st.text(),
        st.one_of(PLAIN, st.lists(st.one_of(PLAIN, st.lists(PLAIN), st.dictionaries(st.text(), PLAIN)))),
    ),
    lambda inner: st.dictionaries(st.text(), st.one_of(PLAIN, inner)),
    max_leaves=12,
)


@given(TABLES)
def test_what_is_written_is_read_again(tables: dict[str, Any]) -> None:
    assert tomllib.loads(toml_text(tables)) == tables


@pytest.mark.parametrize("pack", sorted((files("config") / "packs").glob("*/*.toml")), ids=str)  # type: ignore[attr-defined]
def test_every_pack_that_comes_along_can_be_written_again(pack: Any) -> None:
    tables = tomllib.loads(pack.read_text(encoding="utf-8"))
    assert tomllib.loads(toml_text(tables)) == tables


def test_a_table_reads_like_one_written_by_hand() -> None:
    text = toml_text({"name": "own", "tiles": {"F1": {"half": 1, "kind": "D"}}, "traps": {}})
    assert text == 'name = "own"\n\n[tiles.F1]\nhalf = 1\nkind = "D"\n\n[traps]\n'


@pytest.mark.parametrize("value", [1.5, None, object()])
def test_what_no_pack_holds_is_refused_with_its_key(value: Any) -> None:
    with pytest.raises(ValueError, match=r"speed: .* cannot be written into a pack"):
        toml_text({"cars": {"speed": value}})
