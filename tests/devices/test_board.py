"""A simulated Pi with devices on it, and the hands, eyes and ears that play on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from devices.ports import Edge, Gone, Seen, Tone
from devices.readers import ReaderSettings
from devices.rig import PanelSettings, Wiring
from devices.sim.board import PRESS_US, TAP_US, Board
from devices.sim.oled import Sh1106, Ssd1306

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devices.ports import ReaderEvent
    from devices.rig import Rig

ONE, OTHER = bytes.fromhex("04a1b2c3d4e580"), bytes.fromhex("a1b2c3d4")
WIRING = Wiring(
    readers={"console": ReaderSettings("console")},
    panels={"console": PanelSettings(), "wall": PanelSettings("sh1106", address=0x3D)},
    keys={"next": 6, "confirm": 13},
    lamps={"console": 26},
    buzzers={"console": 12},
)


@pytest.fixture
def board() -> Iterator[Board]:
    with Board(WIRING) as open_board:
        yield open_board


@pytest.fixture
def rig(board: Board) -> Iterator[Rig]:
    opened = board.rig()
    yield opened
    opened.close()


def events(board: Board, rig: Rig, milliseconds: int) -> list[ReaderEvent]:
    """What the first reader tells in so much time."""
    told: list[ReaderEvent] = []
    for _ in range(milliseconds // 20):
        board.clock.spend(20_000_000)
        told += rig.readers[0].poll()
    return told


@pytest.mark.parametrize("uid", [ONE, OTHER])
def test_a_card_that_is_laid_down_is_seen_until_it_is_lifted(board: Board, rig: Rig, uid: bytes) -> None:
    board.place("console", uid)
    (seen,) = events(board, rig, 1000)
    assert isinstance(seen, Seen)
    assert seen.uid == uid
    assert board.resting("console") == [uid]
    board.lift("console", uid)
    assert [type(event) for event in events(board, rig, 2000)] == [Gone]
    assert board.resting("console") == []


def test_a_tap_is_a_card_that_is_lifted_again_by_itself(board: Board, rig: Rig) -> None:
    board.tap("console", ONE)
    assert board.resting("console") == [ONE]
    board.clock.spend(TAP_US * 1000 - 1)
    assert board.resting("console") == [ONE]
    board.clock.spend(1)
    assert board.resting("console") == []
    assert rig.readers[0].name == "console"


def test_a_tap_takes_away_what_lay_there(board: Board) -> None:
    board.place("console", ONE)
    board.tap("console", OTHER)
    assert board.resting("console") == [OTHER]


def test_the_end_of_one_tap_does_not_shorten_the_next_with_the_same_card(board: Board) -> None:
    board.tap("console", ONE)
    board.clock.spend(TAP_US * 900)
    board.tap("console", ONE)
    board.clock.spend(TAP_US * 500)
    assert board.resting("console") == [ONE]
    board.clock.spend(TAP_US * 500)
    assert board.resting("console") == []


def test_lifting_nothing_does_nothing(board: Board) -> None:
    board.lift("console")
    board.lift("console", ONE)
    assert board.resting("console") == []


def test_lifting_one_of_two_cards_leaves_the_other(board: Board) -> None:
    board.place("console", ONE)
    board.place("console", OTHER)
    board.lift("console", ONE)
    assert board.resting("console") == [OTHER]


def test_a_press_is_one_closing_and_one_opening_of_the_contact_in_spite_of_its_bounce(
    board: Board, rig: Rig
) -> None:
    begun = board.clock.now()
    assert board.press("confirm") == PRESS_US
    told = []
    for _ in range(20):
        board.clock.spend(20_000_000)
        told += rig.keys.poll() if rig.keys else []
    assert told == [Edge("confirm", True, begun), Edge("confirm", False, begun + PRESS_US)]


def test_what_is_lit_and_what_sounds_can_be_asked(board: Board, rig: Rig) -> None:
    assert (board.lit("console"), board.hertz("console")) == (False, 0)
    rig.lamps["console"].set(on=True)
    rig.buzzers["console"].play((Tone(440, 50),))
    assert (board.lit("console"), board.hertz("console")) == (True, 440)


def test_every_panel_is_the_chip_its_wiring_names(board: Board) -> None:
    assert isinstance(board.oleds["console"], Ssd1306)
    assert isinstance(board.oleds["wall"], Sh1106)
    assert board.png("wall").startswith(b"\x89PNG")


def test_outside_the_board_the_real_modules_are_back() -> None:
    import sys  # noqa: PLC0415 - looked at before and after

    before = sys.modules.get("spidev")
    with Board(WIRING):
        assert sys.modules["spidev"] is not before
    assert sys.modules.get("spidev") is before
