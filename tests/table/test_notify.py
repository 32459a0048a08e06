"""The line to the service manager, over real datagram sockets."""

from __future__ import annotations

import os
import socket
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.notify import Notifier, NotifyError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SECOND = 1_000_000


class Manager:
    """A service manager: a socket, and the words that arrived at it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        words = []
        while True:
            try:
                words.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return words


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Manager]:
    path = tmp_path / "notify"
    manager = Manager(str(path) if request.param == "path" else f"@pitboard-test-{os.getpid()}")
    yield manager
    manager.socket.close()


def test_a_run_is_told_from_ready_to_stopping(manager: Manager) -> None:
    notifier = Notifier.from_environment({"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "9000000"})
    assert notifier.ready("waiting for reader 2")
    assert notifier.feed(0)
    assert notifier.status("Ana's turn")
    assert notifier.stopping()
    assert manager.heard() == [
        "READY=1\nSTATUS=waiting for reader 2",
        "WATCHDOG=1",
        "STATUS=Ana's turn",
        "STOPPING=1",
    ]


def test_ready_needs_no_status(manager: Manager) -> None:
    Notifier(manager.address).ready()
    assert manager.heard() == ["READY=1"]


def test_a_status_keeps_its_accents_and_stays_one_line(manager: Manager) -> None:
    Notifier(manager.address).status("Íñigo\nWATCHDOG=1\r\n gana")
    assert manager.heard() == ["STATUS=Íñigo WATCHDOG=1 gana"]


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": ""}, {"WATCHDOG_USEC": "9000000"}])
def test_without_a_manager_nothing_is_said_and_nothing_breaks(environment: dict[str, str]) -> None:
    notifier = Notifier.from_environment(environment)
    assert not any((notifier.ready("hello"), notifier.status("hello"), notifier.feed(0), notifier.stopping()))


@pytest.mark.report("F05")
@pytest.mark.parametrize("deadline", [500_000, 30 * SECOND])
def test_the_watchdog_is_fed_in_less_than_half_its_deadline(deadline: int) -> None:
    """F05: a fixed pace is too slow for a short deadline."""
    notifier = Notifier.from_environment({"WATCHDOG_USEC": str(deadline)})
    assert notifier.feed_every is not None
    assert 0 < notifier.feed_every < deadline / 2


@pytest.mark.report("F06")
@given(steps=st.lists(st.integers(0, 2 * SECOND), max_size=60))
def test_a_busy_loop_does_not_flood_the_watchdog(steps: list[int]) -> None:
    """F06: an unpaced loop of pings can hang the whole system."""
    notifier = Sent(3 * SECOND)
    now, fed = 0, []
    for step in steps:
        now += step
        if notifier.feed(now):
            fed.append(now)
    assert all(later - earlier >= SECOND for earlier, later in pairwise(fed))
    assert notifier.words == ["WATCHDOG=1"] * len(fed)
    assert bool(fed) == bool(steps)


@pytest.mark.report("F06")
def test_after_the_stop_signal_no_ping_is_sent() -> None:
    """F06: fewer than five pings from the stop signal to the exit."""
    notifier = Sent(3 * SECOND)
    notifier.stopping()
    assert not any(notifier.feed(second * SECOND) for second in range(20))
    assert notifier.words == ["STOPPING=1"]


class Sent(Notifier):
    """A notifier whose words are kept instead of sent."""

    def __init__(self, deadline: int) -> None:
        super().__init__(deadline=deadline)
        self.words: list[str] = []

    def _send(self, *words: str) -> bool:
        self.words += words
        return True


def test_a_watchdog_meant_for_another_process_is_not_fed(manager: Manager) -> None:
    environment = {"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "9000000"}
    assert Notifier.from_environment({**environment, "WATCHDOG_PID": str(os.getpid() + 1)}).feed_every is None
    assert (
        Notifier.from_environment({**environment, "WATCHDOG_PID": str(os.getpid())}).feed_every == 3 * SECOND
    )


def test_a_manager_that_has_gone_does_not_stop_the_game(tmp_path: Path) -> None:
    assert Notifier(str(tmp_path / "nobody")).ready() is False


def test_a_manager_that_does_not_read_does_not_block_the_game(manager: Manager) -> None:
    notifier = Notifier(manager.address)
    told = [notifier.status("x" * 2000) for _ in range(2000)]
    assert told[0] is True
    assert told[-1] is False


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({"NOTIFY_SOCKET": "run/notify"}, "NOTIFY_SOCKET is 'run/notify'"),
        ({"WATCHDOG_USEC": "10s"}, "WATCHDOG_USEC is '10s'"),
        ({"WATCHDOG_USEC": "-1"}, "WATCHDOG_USEC is '-1'"),
        ({"WATCHDOG_PID": "", "WATCHDOG_USEC": "1"}, "WATCHDOG_PID is ''"),
    ],
)
def test_a_variable_that_makes_no_sense_is_named(environment: dict[str, str], named: str) -> None:
    with pytest.raises(NotifyError, match=named):
        Notifier.from_environment(environment)
