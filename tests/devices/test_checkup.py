"""What the check-up of a rig says about every device, whole and faulty, on the simulated wires."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from devices.checkup import Checkup, Finding
from devices.frame_card import frame_card
from devices.gpio import NoGpio
from devices.hub_settings import HubSettings
from devices.ports import Seen
from devices.readers import ReaderSettings
from devices.rig import PanelSettings, Wiring
from devices.sim import mfrc522_registers as reg
from devices.sim.board import Board
from devices.sim.oled import Sh1106, Ssd1306
from devices.together import TAP_US, revisit_us, revisit_warning
from firmware.hub import FIRMWARE
from tests.devices.panel_kit import same

if TYPE_CHECKING:
    from collections.abc import Callable

    from devices.sim.mfrc522 import Mfrc522

CARD = bytes.fromhex("04a1b2c3d4e580")
TWO = Wiring(
    readers={"ana": ReaderSettings("ana"), "bea": ReaderSettings("bea", device=1)},
    panels={"ana": PanelSettings()},
    keys={"ana.next": 5, "ana.back": 6},
    lamps={"ana": 26},
    buzzers={"ana": 12},
)
ON_A_HUB = Wiring(
    hubs=[HubSettings("left", "E6", readers={"ana": 0, "bea": 1}, keys={"ana.next": 3}, lamps={"ana": 2})]
)


def findings(
    board: Board, *, outputs: bool = False, meanwhile: Callable[[], None] = lambda: None
) -> list[Finding]:
    """Everything the check-up says; *meanwhile* happens while it waits."""

    def wait(micros: int) -> None:
        board.clock.spend(micros * 1000)
        meanwhile()

    rig = board.rig()
    try:
        return list(Checkup(rig, board.wiring, wait, outputs).findings())
    finally:
        rig.close()


def states(found: list[Finding]) -> dict[str, str]:
    """The state of every part, by kind and name."""
    return {f"{finding.part} {finding.name}".strip(): finding.state for finding in found}


def the(found: list[Finding], part: str, name: str = "") -> Finding:
    """The one finding about a part."""
    (one,) = [finding for finding in found if (finding.part, finding.name) == (part, name)]
    return one


def field_on(chip: Mfrc522) -> bool:
    """Whether a chip is at work."""
    return bool(chip.registers[reg.TX_CONTROL] & 3)


def test_a_table_that_works_has_nothing_but_good_news() -> None:
    with Board(TWO) as board:
        assert states(findings(board)) == dict.fromkeys(
            ["reader ana", "reader bea", "reader", "panel ana", "panel", "key"], "ok"
        )


@pytest.mark.report("A27")
def test_readers_see_cards_after_the_check_up() -> None:
    """A27: the self-test leaves the reader working, and that was looked at."""
    with Board(TWO) as board:
        rig = board.rig()
        list(Checkup(rig, TWO, lambda micros: board.clock.spend(micros * 1000)).findings())
        board.place("bea", CARD)
        seen = []
        for _ in range(10):
            board.clock.spend(50_000_000)
            seen += [event for reader in rig.readers for event in reader.poll() if isinstance(event, Seen)]
        assert [(event.reader, event.uid) for event in seen] == [("bea", CARD)]
        rig.close()


@pytest.mark.report("A02")
@pytest.mark.parametrize("high", [False, True])
def test_a_reader_that_does_not_answer_is_told_with_what_to_check(high: bool) -> None:  # noqa: FBT001
    """A02: version 0x00, then 0xFF."""
    with Board(TWO) as board:
        chip = board.chips["bea"]
        chip.faults.stuck_high = high
        chip.faults.unplugged = not high
        found = findings(board)
        assert states(found)["reader ana"] == "ok"
        finding = the(found, "reader", "bea")
        assert finding.state == "fault"
        assert f"no chip answers (version reads {'0xFF' if high else '0x00'})" in finding.text
        assert finding.remedy.startswith("check 3.3 V, ground, MISO")


@pytest.mark.report("A15")
def test_readers_that_work_alone_but_not_together_are_told_to_conflict() -> None:
    """A15: version good singly, 0x00 when two are enabled: a message that names both."""
    with Board(TWO) as board:
        for chip in board.chips.values():
            board.world.spi.contend(chip, 0, partial(field_on, chip))
        found = findings(board)
        assert states(found)["reader ana"] == states(found)["reader bea"] == "ok"
        together = the(found, "reader", "together")
        assert together.state == "fault"
        assert together.text.startswith("readers ana and bea work alone but not together")
        assert "74HC125" in together.remedy


@pytest.mark.report("A15")
def test_readers_that_are_all_silent_are_told_to_conflict_or_to_have_no_power() -> None:
    """A15: a board that drives the data line all the time."""
    with Board(TWO) as board:
        board.world.spi.hold_miso(0)
        together = the(findings(board), "reader", "together")
        assert together.text.startswith(
            "Readers ana and bea conflict on SPI bus 0, or none of them has power"
        )
        assert together.remedy.startswith("try each alone")


def test_wires_that_damage_bytes_are_found_though_the_chip_answers() -> None:
    with Board(TWO) as board:
        board.chips["ana"].faults.noise = 0.002
        finding = the(findings(board), "reader", "ana")
        assert finding.state == "fault"
        assert "test blocks came back damaged" in finding.text or "lost its settings" in finding.text


@pytest.mark.report("A28")
def test_a_clone_is_a_note_and_no_fault() -> None:
    """A28: an unusual version number."""
    with Board(TWO) as board:
        board.chips["ana"].version = 0xB2
        board.chips["ana"].reset()
        finding = the(findings(board), "reader", "ana")
        assert (finding.state, "chip version 0xB2 is not NXP's own" in finding.text) == ("note", True)


@pytest.mark.report("A14")
def test_readers_that_cannot_be_looked_at_often_enough_are_a_note_with_the_bound() -> None:
    """A14: the configured set cannot meet a tap of 250 ms: a warning that names the bound."""
    slow = replace(TWO.readers["ana"], driver="mfrc522"), replace(TWO.readers["bea"], driver="mfrc522")
    bound = revisit_us(slow, 20_000)
    assert 2 * bound > TAP_US
    assert revisit_warning(bound) == (
        "it may be 210 ms from look to look at one reader: hold cards for 420 ms, or move readers to a hub"
    )
    assert revisit_warning(revisit_us(list(TWO.readers.values()), 20_000)) == ""


@pytest.mark.report("A14")
@pytest.mark.parametrize("uid", ["a1b2c3d4", "04a1b2c3d4e580", "0102030405060708090a"])
def test_no_look_takes_longer_than_the_bound_reckons_with(uid: str) -> None:
    """A14: the bound holds for tags of every length on every reader at once."""
    with Board(TWO) as board:
        rig = board.rig()
        for name in board.chips:
            board.place(name, bytes.fromhex(uid))
        pause, longest = 20_000, 0
        for _ in range(20):
            begun = board.clock.now()
            board.clock.spend(pause * 1000)
            for reader in rig.readers:
                reader.poll()
            longest = max(longest, board.clock.now() - begun)
        assert longest <= revisit_us(list(TWO.readers.values()), pause)
        rig.close()


@pytest.mark.report("E01", "E02")
def test_a_panel_at_another_address_is_told_where_something_answers() -> None:
    """E01, E02: only 0x3D answers."""
    with Board(TWO) as board:
        board.world.i2c.unplug(0x3C)
        board.world.i2c.attach(0x3D, Ssd1306())
        found = findings(board)
        finding = the(found, "panel", "ana")
        assert finding.text == "nothing answers at 0x3C on I2C bus 1"
        assert finding.remedy == "something does at 0x3D: set its address"
        assert states(found)["panel 0x3D"] == "note"


@pytest.mark.report("E05")
def test_a_panel_with_the_other_controller_is_a_note_that_names_it() -> None:
    """E05: sold as one controller, but it is the other."""
    with Board(TWO) as board:
        board.world.i2c.attach(0x3C, Sh1106())
        finding = the(findings(board), "panel", "ana")
        assert (finding.state, finding.remedy) == (
            "note",
            'if its picture is shifted or torn, set driver = "sh1106"',
        )


@pytest.mark.report("E05")
@pytest.mark.parametrize(("first_column", "offset"), [(0, 0), (2, 2), (4, 4)])
def test_the_frame_is_whole_when_the_column_offset_is_right(first_column: int, offset: int) -> None:
    """E05: 132 columns of memory: the border is fully visible with the offset that fits the glass."""
    wiring = Wiring(panels={"ana": PanelSettings("sh1106", column_offset=offset)})
    with Board(wiring) as board:
        glass = Sh1106(first_column=first_column)
        board.world.i2c.attach(0x3C, glass)
        findings(board)
        assert same(glass.picture(), frame_card("ana"))


def test_a_frame_that_is_shifted_is_seen_at_its_edge() -> None:
    wiring = Wiring(panels={"ana": PanelSettings("sh1106", column_offset=0)})
    with Board(wiring) as board:
        findings(board)
        glass = board.oleds["ana"].picture()
        assert not all(glass.getpixel((127, y)) for y in range(64))


def test_a_frame_card_has_dots_along_all_four_edges_and_its_name() -> None:
    card = frame_card("ana")
    edges = [(x, y) for x in range(128) for y in (0, 63)] + [(x, y) for x in (0, 127) for y in range(64)]
    assert all(card.getpixel(dot) for dot in edges)
    assert not same(card, frame_card("bea"))
    assert frame_card("a station with a very long name").size == (128, 64)


def test_a_key_that_stays_down_is_a_fault_that_names_its_pin() -> None:
    with Board(TWO) as board:
        board.world.gpio[5].drive(0)
        found = findings(board)
        finding = the(found, "key", "ana.next")
        assert (finding.state, finding.text) == ("fault", "is down and stays down (GPIO 5)")
        assert the(found, "key").text.startswith("ana.back: none is down")


def test_a_key_that_somebody_presses_meanwhile_is_no_fault() -> None:
    with Board(TWO) as board:
        pressed: list[int] = []

        def press() -> None:
            if not pressed and board.world.gpio[6].role is not None:
                pressed.append(board.press("ana.back", 60_000))

        waited = iter(range(10_000))
        found = findings(board, meanwhile=lambda: press() if next(waited) > 95 else None)
        assert states(found)["key ana.back"] == "note"


def test_lamps_and_buzzers_are_tried_only_when_asked_and_left_quiet() -> None:
    with Board(TWO) as board:
        lit: list[bool] = []
        heard: list[int] = []

        def look() -> None:
            lit.append(board.lit("ana"))
            heard.append(board.hertz("ana"))

        assert "lamp ana" not in states(findings(board, meanwhile=look))
        assert not any(lit)
        found = findings(board, outputs=True, meanwhile=look)
        assert (states(found)["lamp ana"], states(found)["buzzer ana"]) == ("ok", "ok")
        assert any(lit)
        assert {1800, 2700} <= set(heard)
        assert (board.lit("ana"), board.hertz("ana")) == (False, 0)


def test_a_muted_buzzer_says_so() -> None:
    with Board(replace(TWO, muted=True)) as board:
        assert the(findings(board, outputs=True), "buzzer", "ana").text == "is muted in the wiring"


def test_a_hub_tells_its_firmware_and_each_of_its_readers() -> None:
    with Board(ON_A_HUB) as board:
        found = findings(board)
        assert f"firmware {FIRMWARE} at /dev/ttyACM0, identity E6" in the(found, "hub", "left").text
        assert the(found, "reader", "ana").text == "answers on hub left, number 0"
        assert {finding.state for finding in found} == {"ok"}


def test_a_hub_that_is_not_there_is_a_fault_with_what_to_do() -> None:
    with Board(ON_A_HUB) as board:
        board.hubs["left"].unplug()
        finding = the(findings(board), "hub", "left")
        assert (finding.state, finding.text) == ("fault", "no hub answers")
        assert finding.remedy.startswith("is it plugged in")


@pytest.mark.report("A16")
def test_the_gain_of_a_hubs_reader_is_told_as_its_chip_reads_it_back() -> None:
    """A16: one that is taken, and one that is not."""
    wiring = Wiring(
        hubs=[HubSettings("left", "E6", readers={"ana": 0, "bea": 1}, gains={"ana": 6, "bea": 7})]
    )
    with Board(wiring) as board:
        board.hubs["left"].chips[1].faults.pinned[reg.RF_CFG] = 0x48
        found = findings(board)
        assert the(found, "reader", "ana").text == "answers on hub left, number 0; gain 6 was read back"
        bea = the(found, "reader", "bea")
        assert (bea.state, bea.text) == (
            "note",
            "answers on hub left, number 1; gain 7 was not taken; the default is used",
        )


@pytest.mark.report("A16")
def test_the_gain_of_the_pis_own_reader_is_told() -> None:
    """A16: the gain in use, when one was set."""
    wiring = Wiring(readers={"ana": ReaderSettings("ana", gain=6)})
    with Board(wiring) as board:
        assert "chip version 0x92 with gain 6 answers" in the(findings(board), "reader", "ana").text


def test_a_reader_of_a_hub_that_does_not_answer_is_a_fault_of_its_own() -> None:
    with Board(ON_A_HUB) as board:
        board.hubs["left"].chips[1].unplug()
        found = findings(board)
        assert (states(found)["reader ana"], states(found)["reader bea"]) == ("ok", "fault")
        assert "on hub left, number 1: no chip answers" in the(found, "reader", "bea").text


def test_a_number_that_a_hub_does_not_have_is_a_fault() -> None:
    with Board(ON_A_HUB) as board:
        board.hubs["left"].lamp_count = 2
        texts = [finding.text for finding in findings(board) if finding.state == "fault"]
        assert texts == ["has 2 lamps, so there is none with number 2"]


def test_a_hub_without_an_identity_in_the_wiring_is_a_note() -> None:
    wiring = Wiring(hubs=[HubSettings("left")])
    with Board(wiring) as board:
        finding = the(findings(board), "hub", "left")
        assert finding.state == "note"
        assert 'write identity = "SIM0"' in finding.text


def test_a_missing_gpio_chip_is_told_and_the_rest_is_looked_at() -> None:
    with Board(TWO) as board:
        rig = board.rig()
        text = "No GPIO: the Python module lgpio is not installed. Install it."
        rig.troubles.append(NoGpio(text, "no_gpio_module", module="lgpio"))
        found = list(Checkup(rig, TWO, lambda micros: board.clock.spend(micros * 1000)).findings())
        assert (the(found, "gpio").text, the(found, "gpio").remedy) == (
            "the Python module lgpio is not installed",
            "Install it.",
        )
        assert states(found)["reader ana"] == "ok"
        rig.close()
