"""Several readers of a Pi are tried at the start: each alone, and all together."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from devices.ports import Seen
from devices.readers import ReaderSettings
from devices.rig import Wiring
from devices.sim import mfrc522_registers as reg
from devices.sim.board import Board
from tests.devices.readers_kit import NTAG

if TYPE_CHECKING:
    from devices.sim.mfrc522 import Mfrc522

TWO = Wiring(readers={"ana": ReaderSettings("ana"), "bea": ReaderSettings("bea", device=1)})


def field_on(chip: Mfrc522) -> bool:
    """Whether a chip is at work."""
    return bool(chip.read(reg.TX_CONTROL) & reg.ANTENNA)


def troubles(board: Board) -> list[str]:
    """What is said of the readers when the box starts."""
    rig = board.rig()
    rig.close()
    return [str(trouble) for trouble in rig.troubles]


@pytest.mark.report("A15")
def test_readers_that_disturb_each_other_are_named_when_the_box_starts() -> None:
    """A15: version good singly, 0x00 when two are at work: a message that names both, before anybody taps a card."""
    with Board(TWO) as board:
        board.world.spi.contend(board.chips["ana"], 0, partial(field_on, board.chips["ana"]))
        (said,) = troubles(board)
        assert said.startswith("readers ana and bea work alone but not together: bea fell silent")
        assert "74HC125" in said


@pytest.mark.report("A15")
def test_readers_that_are_all_silent_when_the_box_starts_are_named() -> None:
    """A15: a board that drives the data line all the time."""
    with Board(TWO) as board:
        board.world.spi.hold_miso(0)
        (said,) = troubles(board)
        assert said.startswith("Readers ana and bea conflict on SPI bus 0")


def test_words_for_other_languages_name_the_readers() -> None:
    with Board(TWO) as board:
        board.world.spi.hold_miso(0)
        (trouble,) = board.rig().troubles
        assert (trouble.key, trouble.said) == ("readers_conflict", {"readers": "ana, bea"})


def test_one_dead_reader_beside_a_good_one_is_no_conflict() -> None:
    with Board(TWO) as board:
        board.chips["ana"].unplug()
        assert troubles(board) == []


def test_a_trial_of_good_readers_is_short_and_leaves_them_ready() -> None:
    """Also with a card on one of them, which is told at its usual time and once."""
    with Board(TWO) as board:
        board.place("bea", NTAG)
        rig = board.rig()
        assert rig.troubles == []
        assert board.clock.now() < 60_000
        events = []
        for _ in range(20):
            board.clock.spend(20_000_000)
            events += [event for reader in rig.readers for event in reader.poll()]
        assert [type(event) for event in events] == [Seen]
        rig.close()


def test_a_single_reader_is_not_tried() -> None:
    with Board(Wiring(readers={"ana": ReaderSettings("ana")})) as board:
        board.rig()
        assert board.world.spi.transfers == 0


def test_a_board_that_is_replaced_disturbs_nobody_any_more() -> None:
    with Board(TWO) as board:
        replace = board.world.spi.contend(board.chips["ana"], 0, partial(field_on, board.chips["ana"]))
        assert troubles(board)
        replace()
        assert troubles(board) == []
