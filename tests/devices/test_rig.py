"""All devices of a table: opened from a wiring, closed again, and told about when they cannot be opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gpiozero import GPIOPinInUse

from devices.gpio import NoGpio
from devices.readers import ReaderSettings
from devices.rig import KEYS, PanelSettings, Wiring, open_rig
from devices.sim.board import Board
from devices.sim.factory import open_sim_factory
from devices.steady import SteadyClock

if TYPE_CHECKING:
    from collections.abc import Iterator

WIRING = Wiring(
    readers={"console": ReaderSettings("console"), "tray": ReaderSettings("tray", device=1)},
    panels={"console": PanelSettings(), "wall": PanelSettings("sh1106", address=0x3D)},
    keys={"confirm": 13, "back": 19},
    lamps={"console": 26},
    buzzers={"console": 12},
)


@pytest.fixture
def board() -> Iterator[Board]:
    with Board(WIRING) as open_board:
        yield open_board


def test_a_rig_has_what_the_wiring_names(board: Board) -> None:
    rig = board.rig()
    assert [reader.name for reader in rig.readers] == ["console", "tray"]
    assert list(rig.panels) == ["console", "wall"]
    assert list(rig.lamps) == list(rig.buzzers) == ["console"]
    assert rig.keys is not None
    assert rig.troubles == []
    rig.close()


def test_an_empty_wiring_opens_an_empty_rig() -> None:
    with Board(Wiring()) as board:
        rig = board.rig()
        assert (rig.readers, rig.panels, rig.lamps, rig.buzzers) == ([], {}, {}, {})
        assert rig.keys is not None
        assert rig.keys.poll() == []
        rig.close()


def test_what_was_closed_can_be_opened_again(board: Board) -> None:
    for _ in range(3):
        rig = board.rig()
        rig.lamps["console"].set(on=True)
        assert board.lit("console")
        rig.close()
        assert not board.lit("console")


def test_a_muted_wiring_makes_no_sound() -> None:
    from devices.ports import Tone  # noqa: PLC0415 - beside its only use

    for muted in (True, False):
        with Board(Wiring(buzzers={"console": 12}, muted=muted)) as board:
            rig = board.rig()
            rig.buzzers["console"].play((Tone(440, 100),))
            assert bool(board.hertz("console")) is not muted
            rig.close()


@pytest.mark.report("A32")
def test_without_a_gpio_chip_readers_and_panels_work_and_the_trouble_is_told(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A32: the back end for GPIO does not open; a message, no exit, and everything else is there."""

    def refuse() -> None:
        raise NoGpio("no GPIO chip: install lgpio", "no_gpio_chip", why="gone")

    monkeypatch.setattr("devices.rig.open_factory", refuse)
    rig = open_rig(WIRING, board.clock)
    assert rig.keys is None
    assert not rig.lamps
    assert not rig.buzzers
    assert len(rig.readers) == len(rig.panels) == 2
    assert [str(trouble) for trouble in rig.troubles] == ["no GPIO chip: install lgpio"]
    rig.close()


def test_a_rig_that_cannot_be_opened_wholly_leaves_no_pin_taken(board: Board) -> None:
    clash = Wiring(keys={"confirm": 13}, lamps={"console": 26}, buzzers={"console": 13})
    with pytest.raises(GPIOPinInUse):
        open_rig(clash, board.clock, open_sim_factory(board.clock))
    board.rig().close()


def test_a_station_has_four_keys() -> None:
    assert KEYS == ("previous", "next", "confirm", "back")


def test_the_real_clock_begins_at_nothing_and_never_goes_back() -> None:
    clock = SteadyClock()
    moments = [clock.now() for _ in range(1000)]
    assert 0 <= moments[0] < 1_000_000
    assert moments == sorted(moments)


@pytest.mark.report("A14")
def test_readers_that_cannot_be_looked_at_often_enough_are_told_at_the_start(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A14: a start-up warning that names the bound; none where a quick tap is seen."""
    slow = {name: ReaderSettings(name, "mfrc522", device=device) for device, name in enumerate(("a", "b"))}
    for readers, warnings in ((slow, 1), (WIRING.readers, 0)):
        caplog.clear()
        with Board(Wiring(readers=readers)) as board:
            board.rig().close()
        told = [record.getMessage() for record in caplog.records]
        assert len(told) == warnings
        assert all("it may be 210 ms from look to look" in text for text in told)
