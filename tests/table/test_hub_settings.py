"""Hubs in a wiring: what hangs where, and what is wrong with it."""

from __future__ import annotations

import pytest

from devices.hub_settings import HubSettings
from table.settings import SettingsError, wiring_of

LEFT = """
[hub.left]
identity = "E661A5"
reader = { console = 0, tray = 7 }
keys = { confirm = 0, "ana.back" = 15 }
lamp.console = 3
buzzer = "console"
gain = { tray = 6 }
"""


def test_everything_of_a_hub_arrives_where_it_belongs() -> None:
    assert wiring_of(LEFT, "mine.toml").hubs == (
        HubSettings(
            "left",
            "E661A5",
            {"console": 0, "tray": 7},
            {"confirm": 0, "ana.back": 15},
            {"console": 3},
            "console",
            {"tray": 6},
        ),
    )


def test_a_hub_needs_no_identity() -> None:
    assert wiring_of("[hub.left]\nreader.console = 0", "mine.toml").hubs == (
        HubSettings("left", readers={"console": 0}),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[hub]\nidentity = 'X'", "[hub]: name each one"),
        ("[hub.left]\nport = 'ttyACM0'", "[hub.left]: unknown 'port'; there is identity, reader"),
        ("[hub.left]\nreader.console = 8", "Expected `int` <= 7"),
        ("[hub.left]\nkeys.confirm = 16", "Expected `int` <= 15"),
        ("[hub.left]\nlamp.console = 8", "Expected `int` <= 7"),
        ("[hub.left]\ngain.console = 8", "Expected `int` <= 7"),
        (
            "[hub.left]\ngain.tray = 5",
            "[hub.left] gain tray: there is no reader tray on this hub (at line 2)",
        ),
        ("[hub.left]\nkeys.up = 1", "[hub.left] keys up: a key is one of previous, next, confirm, back"),
        (
            "[hub.left]\nreader = { a = 1, b = 1 }",
            "[hub.left] reader b = 1: [hub.left] reader a uses that number already",
        ),
        (
            "[reader.console]\n[hub.left]\nreader.console = 1",
            "[hub.left] reader console: [reader] has one of that name already",
        ),
        (
            "[hub.left]\nbuzzer = 'a'\n[hub.right]\nbuzzer = 'a'",
            "[hub.right] buzzer a: [hub.left] has one of that name already",
        ),
        (
            "[hub.left]\nidentity = 'ab'\n[hub.right]\nidentity = 'AB'",
            "[hub.right] identity: [hub.left] has the same",
        ),
    ],
)
def test_what_is_wrong_with_a_hub_is_named(text: str, said: str) -> None:
    with pytest.raises(SettingsError, match=r"mine\.toml: ") as caught:
        wiring_of(text, "mine.toml")
    assert said in str(caught.value)


def test_two_hubs_may_use_the_same_numbers() -> None:
    text = "[hub.left]\nreader.a = 0\nkeys.next = 0\nlamp.a = 0\n[hub.right]\nreader.b = 0\nlamp.b = 0"
    assert [hub.name for hub in wiring_of(text, "mine.toml").hubs] == ["left", "right"]
