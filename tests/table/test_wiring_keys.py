"""The guide's table of every key of a wiring file."""

from __future__ import annotations

import msgspec
import pytest

from table.settings import NAMED
from table.settings_tables import WiringFile
from table.wiring_docs import DOCS
from table.wiring_keys import SECTIONS, key_table

KEYS = [
    *(("top", name) for name in WiringFile.__struct_fields__ if name not in NAMED),
    *((f"`[{table}.NAME]`", name) for table, kind in NAMED.items() for name in kind.__struct_fields__),
]


@pytest.mark.parametrize(("where", "key"), KEYS)
def test_every_key_that_is_read_stands_in_the_guide(where: str, key: str) -> None:
    assert f"\n| {where} | `{key}` | " in (DOCS / "wiring.md").read_text(encoding="utf-8")


def test_no_key_stands_in_the_guide_that_is_not_read() -> None:
    _, _, *rows = key_table()
    assert len(rows) == len(KEYS)


@pytest.mark.parametrize(
    "row",
    [
        "| top | `muted` | true or false | false |",
        "| `[panel.NAME]` | `address` | 0x08 to 0x77 | 0x3c |",
        "| `[panel.NAME]` | `port` | 0 or more | 1 |",
        "| `[reader.NAME]` | `gain` | 0 to 7 | none |",
        "| `[hub.NAME]` | `keys` | table of 0 to 15 | none |",
        '| `[station.NAME]` | `seats` | list of 1 to 12 or "all" | "all" |',
    ],
)
def test_a_key_is_told_with_its_range_and_its_default(row: str) -> None:
    assert any(line.startswith(row) for line in key_table())


def test_a_kind_of_setting_without_words_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Odd(msgspec.Struct):
        bus: float = 0.5

    monkeypatch.setitem(dict_of_sections(), "reader", Odd)
    with pytest.raises(TypeError, match="no words for FloatType"):
        list(key_table())


def dict_of_sections() -> dict[str, type[msgspec.Struct]]:
    """The sections, to be changed for one test."""
    assert isinstance(SECTIONS, dict)
    return SECTIONS
