"""The real pyserial on pseudo-terminals: found by vendor, opened for ourselves alone, and never waiting."""

from __future__ import annotations

import errno
import os
import pty
import termios
import tty
from typing import TYPE_CHECKING, NamedTuple

import pytest
from serial import SerialException

from devices.hub_ports import PortBusy, PortError
from devices.hub_serial import RASPBERRY_PI, SerialPort, SerialPorts

if TYPE_CHECKING:
    from collections.abc import Iterator


class Listed(NamedTuple):
    """A line of pyserial's list of ports."""

    device: str
    vid: int | None


class Terminal:
    """A pseudo-terminal: *name* is what a host opens, *far* the device's end."""

    def __init__(self) -> None:
        self.far, near = pty.openpty()
        tty.setraw(self.far)
        tty.setraw(near)
        self.name = os.ttyname(near)
        self._near = near

    def pull(self) -> None:
        """Pull the plug."""
        if self.far >= 0:
            os.close(self.far)
            os.close(self._near)
        self.far = -1


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    made = Terminal()
    yield made
    made.pull()


@pytest.fixture
def port(terminal: Terminal) -> Iterator[SerialPort]:
    opened = SerialPorts().open(terminal.name)
    yield opened
    opened.close()


def test_boards_are_found_by_their_maker_whatever_their_ports_are_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listed = [
        Listed("/dev/ttyACM9", RASPBERRY_PI),
        Listed("/dev/ttyUSB0", 0x0403),
        Listed("/dev/ttyS0", None),
        Listed("/dev/ttyACM1", RASPBERRY_PI),
    ]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: listed)
    assert SerialPorts().found() == ["/dev/ttyACM1", "/dev/ttyACM9"]
    assert len(SerialPorts(vendor=None).found()) == 4


def test_bytes_go_both_ways(terminal: Terminal, port: SerialPort) -> None:
    assert port.write(b"hello\n") == 6
    assert os.read(terminal.far, 100) == b"hello\n"
    os.write(terminal.far, b"\x03welcome\r\n")
    assert port.read() == b"\x03welcome\r\n"


def test_reading_nothing_returns_at_once(port: SerialPort) -> None:
    assert port.read() == b""


@pytest.mark.report("C13")
def test_writing_to_a_device_that_does_not_listen_returns_at_once(port: SerialPort) -> None:
    """C13: the buffer fills up, and then nothing more goes; nobody waits."""
    sent = [port.write(b"x" * 512) for _ in range(200)]
    assert sent[0] > 0
    assert sent[-1] == 0


@pytest.mark.report("C01", "C15")
def test_a_port_in_use_is_busy_and_named(terminal: Terminal, port: SerialPort) -> None:
    """C01, C15: the second one to open it is told so."""
    with pytest.raises(PortBusy, match=f"{terminal.name} is in use by another program"):
        SerialPorts().open(port.name)


def test_a_port_can_be_opened_again_after_closing(terminal: Terminal) -> None:
    for _ in range(5):
        SerialPorts().open(terminal.name).close()


@pytest.mark.report("C02")
def test_a_pulled_plug_is_an_error_when_reading_and_when_writing(
    terminal: Terminal, port: SerialPort
) -> None:
    """C02: both say that the port is gone, and closing it does no harm."""
    terminal.pull()
    with pytest.raises(PortError, match="is gone"):
        port.read()
    with pytest.raises(PortError, match="is gone"):
        port.write(b"x")
    port.close()


def test_a_port_that_is_not_there_is_named() -> None:
    with pytest.raises(PortError, match="/dev/ttyNOWHERE cannot be opened"):
        SerialPorts().open("/dev/ttyNOWHERE")


def test_a_port_that_may_not_be_opened_comes_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise SerialException(errno.EACCES, "Permission denied")

    monkeypatch.setattr("serial.Serial", refuse)
    with pytest.raises(PortError, match="add this user to the group dialout"):
        SerialPorts().open("/dev/ttyACM0")


def test_a_port_that_goes_away_while_it_is_opened_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def vanish(*_: object, **__: object) -> None:
        raise termios.error(errno.EIO, "Input/output error")

    monkeypatch.setattr("serial.Serial", vanish)
    with pytest.raises(PortError, match="/dev/ttyACM0 went away while it was opened"):
        SerialPorts().open("/dev/ttyACM0")


@pytest.mark.report("C14")
def test_closing_does_not_wait_for_what_was_not_sent(terminal: Terminal) -> None:
    """C14: a hundred times with a full buffer in front of a deaf device."""
    os.set_blocking(terminal.far, False)
    for _ in range(100):
        port = SerialPorts().open(terminal.name)
        while port.write(b"x" * 4096):
            pass
        port.close()
        try:
            while os.read(terminal.far, 65536):
                pass
        except BlockingIOError:
            pass
