"""Wirings: what they say, and what a wrong one is told: file, place and remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from devices.readers import ReaderSettings
from devices.rig import PanelSettings
from table.settings import SettingsError, read_wiring, wiring_of, wirings

if TYPE_CHECKING:
    from pathlib import Path


def test_the_starter_kit_is_one_reader_one_panel_four_keys_a_lamp_and_a_buzzer() -> None:
    wiring = read_wiring("starter")
    assert wiring.readers == {"console": ReaderSettings("console")}
    assert wiring.panels == {"console": PanelSettings()}
    assert set(wiring.keys) == {"previous", "next", "confirm", "back"}
    assert list(wiring.lamps) == list(wiring.buzzers) == ["console"]
    assert not wiring.muted


@pytest.mark.parametrize("name", wirings())
def test_every_wiring_that_comes_with_pitboard_can_be_read(name: str) -> None:
    wiring = read_wiring(name)
    assert wiring.readers or wiring.hubs


def test_a_wiring_is_read_from_a_file_also_one_written_on_windows(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xef\xbb\xbf" + b"muted = true\r\n[lamp]\r\nconsole = 4\r\n")
    wiring = read_wiring(str(file))
    assert wiring.muted
    assert wiring.lamps == {"console": 4}


def test_an_empty_wiring_has_nothing_wired() -> None:
    wiring = wiring_of("", "mine.toml")
    assert (wiring.readers, wiring.panels, wiring.keys) == ({}, {}, {})


def test_every_setting_arrives_where_it_belongs() -> None:
    wiring = wiring_of(
        """
        [reader.tray]
        driver = "mfrc522"
        bus = 1
        device = 2
        gain = 5
        reset_pin = 22
        [panel.wall]
        driver = "sh1106"
        port = 3
        address = 0x3D
        column_offset = 0
        [keys]
        "tray.confirm" = 5
        """,
        "mine.toml",
    )
    assert wiring.readers["tray"] == ReaderSettings("tray", "mfrc522", 1, 2, gain=5, reset_pin=22)
    assert wiring.panels["wall"] == PanelSettings("sh1106", 3, 0x3D, 0)
    assert wiring.keys == {"tray.confirm": 5}


READER, PANEL = "[reader.console]\n", "[panel.console]\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[keys", "mine.toml: Expected ']' at the end of a table declaration"),
        ("[key]\nnext = 5", "mine.toml: unknown 'key' (did you mean 'keys'?); there is reader, panel, keys"),
        ("[keys]\nup = 5", "mine.toml: [keys] up: a key is one of previous, next, confirm, back"),
        ("[keys]\nnext = 28", "mine.toml: [keys] next = 28: a pin is a number, GPIO 0 to 27"),
        ("[lamp]\nconsole = -1", "mine.toml: [lamp] console = -1: a pin is a number"),
        ("[buzzer]\nconsole = '5'", "mine.toml: [buzzer] console = '5': a pin is a number"),
        ("[keys]\nana.next = 5", "mine.toml: [keys] ana = {'next': 5}: a pin is a number"),
        ("keys = 5", "mine.toml: [keys]: write it as a table: [keys] and NAME = PIN below"),
        ("muted = 'yes'", "mine.toml: muted: Expected `bool`, got `str`"),
        (
            READER + "buss = 1",
            "mine.toml: [reader.console]: unknown 'buss' (did you mean 'bus'?); there is driver",
        ),
        (READER + "bus = 'x'", "mine.toml: [reader.console]: bus: Expected `int`, got `str`"),
        (READER + "gain = 8", "mine.toml: [reader.console]: gain: Expected `int` <= 7"),
        (READER + "driver = 'pn532'", "mine.toml: [reader.console]: driver: Invalid enum value 'pn532'"),
        (PANEL + "address = 200", "mine.toml: [panel.console]: address: Expected `int` <= 119"),
        ("[reader]\nbus = 0", "mine.toml: [reader]: name each one: [reader.console]"),
        ("reader = 3", "mine.toml: [reader]: name each one: [reader.console]"),
    ],
)
def test_a_wrong_wiring_is_told_its_file_the_place_and_what_to_write(text: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        wiring_of(text, "mine.toml")
    assert said in str(caught.value)


@pytest.mark.report("D15", "E09")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[keys]\nnext = 5\nback = 5", "[keys] back = 5: [keys] next uses that pin already"),
        ("[keys]\nnext = 5\n[lamp]\nconsole = 5", "[lamp] console = 5: [keys] next uses that pin already"),
        ("[lamp]\na = 5\n[buzzer]\nb = 5", "[buzzer] b = 5: [lamp] a uses that pin already"),
        (READER + "[keys]\nnext = 8", "[keys] next = 8: [reader.console] uses that pin already"),
        (READER + "[keys]\nnext = 11", "[keys] next = 11: [reader.console] uses that pin already"),
        (PANEL + "[keys]\nnext = 3", "[keys] next = 3: [panel.console] uses that pin already"),
        (
            READER + "driver = 'mfrc522'\n[lamp]\na = 25",
            "[lamp] a = 25: [reader.console] uses that pin already",
        ),
        (
            "mux_reset = 3\n[panel.a]\nmux = 0x70",
            "mux_reset = 3: [panel.a] uses that pin already (at line 1)",
        ),
        (
            "mux_reset = 4\n[panel.a]\nmux = 0x70\n[lamp]\nb = 4",
            "[lamp] b = 4: mux_reset uses that pin already",
        ),
        ("mux_reset = 4\n[panel.a]", "mux_reset: no panel hangs on a multiplexer; write mux = 0x70"),
        ("mux_reset = 28\n[panel.a]\nmux = 0x70", "mux_reset: Expected `int` <= 27"),
        ("[reader.a]\n[reader.b]", "[reader.b]: [reader.a] is at 0 on SPI bus 0 already"),
        ("[panel.a]\n[panel.b]", "[panel.b]: [panel.a] is at 0x3C on I2C bus 1 already"),
    ],
)
def test_two_users_of_one_pin_or_address_are_both_named(text: str, said: str) -> None:
    """D15, E09: a button on pin 8 with SPI on, two buttons on one pin, two panels at one address."""
    with pytest.raises(SettingsError, match=r"mine\.toml: ") as caught:
        wiring_of(text, "mine.toml")
    assert said in str(caught.value)


MUX = "mux = 0x70\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            f"[panel.a]\n{MUX}[panel.b]\n{MUX}",
            "[panel.b]: [panel.a] is at 0x3C on I2C bus 1, channel 0 of the multiplexer at 0x70 already (at line 3)",
        ),
        (
            f"[panel.a]\n[panel.b]\n{MUX}channel = 1",
            "[panel.b]: [panel.a] is at 0x3C on I2C bus 1 without a multiplexer; it would",
        ),
        (
            f"[panel.a]\n{MUX}[panel.b]\naddress = 0x70",
            "[panel.b]: the multiplexer of [panel.a] is at 0x70 on I2C bus 1 already",
        ),
        ("[panel.a]\nchannel = 3", "[panel.a]: a channel belongs to a multiplexer: write mux = 0x70 as well"),
        ("[panel.a]\nmux = 0x3C", "[panel.a]: mux: Expected `int` >= 112"),
        (f"[panel.a]\n{MUX}channel = 8", "[panel.a]: channel: Expected `int` <= 7 (at line 3)"),
    ],
)
def test_panels_that_would_disturb_each_other_on_a_multiplexer_are_refused(text: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        wiring_of(text, "mine.toml")
    assert said in str(caught.value)


def test_panels_may_share_an_address_on_channels_and_on_buses_of_their_own() -> None:
    wiring = wiring_of(
        f"[panel.a]\n{MUX}[panel.b]\n{MUX}channel = 1\n[panel.c]\nport = 3\n[panel.d]\naddress = 0x3D",
        "mine.toml",
    )
    assert wiring.panels["b"] == PanelSettings(mux=0x70, channel=1)
    assert len(wiring.panels) == 4


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# my table\n\n[keys]\nnext = 5\nback = 28", 5),
        ("[keys]\nnext = 5\n[lamp]\nconsole = 5", 4),
        ("muted = 1", 1),
        ("[reader.a]\ngain = 9", 2),
        ("[reader.a]\n\n[reader.b]", 3),
        ("[keys]\nup = 5", 2),
        ("\n[readers.a]", 2),
        ("[hub.left]\nidentity = 5", 2),
        ("[hub.left]\nreader = { a = 9 }", 2),
        ("[hub.left]\nkeys = { up = 1 }", 2),
        ('[keys]\n"ana.up" = 5', 2),
        ("reader = 3", 1),
    ],
)
def test_a_message_names_the_line(text: str, line: int) -> None:
    with pytest.raises(SettingsError, match=rf"\(at line {line}\)$"):
        wiring_of(text, "mine.toml")


@pytest.mark.report("J05")
@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("0123", 'that begins with 0 is a name: write it in quotes, "0123"'),
        ("123", 'write it in quotes, "..."'),
    ],
)
def test_a_number_that_is_a_name_must_be_written_in_quotes(value: str, said: str) -> None:
    """J05: 020 must never become 16; a name without quotes is refused with the remedy, in quotes it stays as typed."""
    with pytest.raises(SettingsError) as caught:
        wiring_of(f"[hub.left]\nidentity = {value}", "mine.toml")
    assert said in str(caught.value)
    assert wiring_of('[hub.left]\nidentity = "020"', "mine.toml").hubs[0].identity == "020"


@pytest.mark.report("J07")
@pytest.mark.parametrize("name", ["No", "off", "Null", "Y", "007"])
def test_names_stay_the_words_they_are(name: str) -> None:
    """J07: NO, off, y, null and 007 are names like any other."""
    assert list(wiring_of(f"[lamp]\n{name} = 5", "mine.toml").lamps) == [name]


@pytest.mark.report("J08")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[lamp]\nconsole = true", "[lamp] console = True: a pin is a number"),
        (READER + 'bus = "1"', "bus: Expected `int`, got `str`; write it without quotes (at line 2)"),
        (READER + "bus = true", "bus: Expected `int`, got `bool` (at line 2)"),
        (READER + "bus = 1.0", "bus: Expected `int`, got `float` (at line 2)"),
        ('muted = "false"', "muted: Expected `bool`, got `str`; write it without quotes (at line 1)"),
        ("muted = 0", "muted: Expected `bool`, got `int` (at line 1)"),
    ],
)
def test_a_value_of_the_wrong_kind_is_never_bent_into_the_right_one(text: str, said: str) -> None:
    """J08: true is not 1, "false" is not false, "30" is no number."""
    with pytest.raises(SettingsError) as caught:
        wiring_of(text, "mine.toml")
    assert said in str(caught.value)


GOOD = "# a table\nmuted = true\n\n[reader.console]\ngain = 5\n[keys]\nnext = 5\n"


@pytest.mark.report("J01", "J02", "J03")
@pytest.mark.parametrize(
    "written",
    [
        pytest.param(GOOD.encode(), id="as it should be"),
        pytest.param(b"\xef\xbb\xbf" + GOOD.encode(), id="byte order mark"),
        pytest.param(GOOD.replace("\n", "\r\n").encode(), id="Windows"),
        pytest.param(GOOD.replace("\n", "\r\n", 3).encode(), id="mixed"),
        pytest.param(GOOD.rstrip().encode(), id="no newline at the end"),
        pytest.param(GOOD.replace("gain", "\tgain").replace(" = ", "\t=\t").encode(), id="tabs"),
    ],
)
def test_what_editors_do_to_a_file_changes_nothing(tmp_path: Path, written: bytes) -> None:
    """J01, J02, J03: tabs, a byte order mark, and any line ends are all the same settings."""
    file = tmp_path / "mine.toml"
    file.write_bytes(written)
    assert read_wiring(str(file)) == wiring_of(GOOD, "good.toml")


def test_the_line_ends_of_an_old_mac_are_named_as_what_is_wrong() -> None:
    with pytest.raises(SettingsError, match="save it with Unix or Windows line ends"):
        wiring_of(GOOD.replace("\n", "\r"), "mine.toml")


@pytest.mark.report("J04")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[keys]\nnext = 5\nnext = 6\n",
            "keys.next is there twice, on line 2 and on line 3; keep one of them",
        ),
        ('[keys]\nnext = 5\n"next" = 6', "keys.next is there twice, on line 2 and on line 3"),
        ("[reader.a]\nbus = 0\n[reader.a]\n", "reader.a is there twice, on line 1 and on line 3"),
        ("muted = true\n# again\nmuted = true", "muted is there twice, on line 1 and on line 3"),
    ],
)
def test_what_is_there_twice_is_told_with_both_lines(text: str, said: str) -> None:
    """J04: never does one of two values win silently."""
    with pytest.raises(SettingsError) as caught:
        wiring_of(text, "mine.toml")
    assert said in str(caught.value)


@pytest.mark.report("J11")
def test_reading_a_wiring_does_not_touch_its_file(tmp_path: Path) -> None:
    """J11: settings belong to the table; nothing here writes them, not even in a nicer form."""
    file = tmp_path / "mine.toml"
    file.write_bytes(b"# mine\r\n[lamp]\r\nconsole=4 # with a resistor")
    file.chmod(0o444)
    before = file.read_bytes()
    read_wiring(str(file))
    assert file.read_bytes() == before


def test_pins_that_only_another_driver_needs_are_free() -> None:
    assert wiring_of(READER + "[lamp]\na = 25\nb = 7", "mine.toml").lamps == {"a": 25, "b": 7}


@pytest.mark.report("J04")
def test_the_same_key_twice_is_refused_with_its_line() -> None:
    """J04: duplicate keys are errors with line numbers."""
    with pytest.raises(SettingsError, match=r"mine\.toml: .*line 3"):
        wiring_of("[keys]\nnext = 5\nnext = 6\nback = 7\n", "mine.toml")


def test_a_wiring_that_there_is_not_is_told_which_there_are(tmp_path: Path) -> None:
    with pytest.raises(
        SettingsError, match=r"no wiring 'startr' \(did you mean 'starter'\?\): there is .*starter"
    ):
        read_wiring("startr")
    with pytest.raises(SettingsError, match="or name a file"):
        read_wiring(str(tmp_path / "nothing.toml"))


def test_a_file_that_cannot_be_read_as_text_says_so(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b"# caf\xe9\n")
    with pytest.raises(SettingsError, match=r"latin\.toml: this is not UTF-8 text; save it as UTF-8"):
        read_wiring(str(latin))
    with pytest.raises(SettingsError, match="cannot be read"):
        read_wiring(str(tmp_path))


@pytest.mark.parametrize(
    "text",
    ["x = " + "[" * 2000 + "]" * 2000, "[keys]\n" + ".".join("a" * 2000) + " = 1"],
    ids=["lists", "tables"],
)
def test_a_file_nested_too_deeply_is_told_and_not_a_traceback(text: str) -> None:
    with pytest.raises(SettingsError, match=r"mine\.toml: tables or lists in each other too deep to read"):
        wiring_of(text, "mine.toml")
