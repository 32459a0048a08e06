"""Tell the service manager how the program is: ready, what it does, still getting on, stopping (sd_notify(3)).

Without a manager (`NOTIFY_SOCKET` not set) every word goes nowhere and costs nothing.
"""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

# A feed at a third of the deadline leaves room for one that is late and one that is lost.
FEEDS_PER_DEADLINE = 3


class NotifyError(ValueError):
    """The service manager's variables make no sense. The message names the variable and the remedy."""


class Notifier:
    """The line to the service manager. Never blocks; a word the manager cannot take is dropped, and False returned.

    `feed_every` is the time in microseconds after which the watchdog wants to be fed again; None: it does not bark.
    """

    def __init__(self, address: str | None = None, deadline: int | None = None) -> None:
        """*address*: path or @abstract name of the manager's socket; *deadline*: of the watchdog, in microseconds."""
        self.feed_every = deadline // FEEDS_PER_DEADLINE if deadline else None
        self._address = _binary(address) if address else None
        self._fed_at: int | None = None
        self._stopping = False

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Notifier:
        """The manager that started this program, or nobody. Raises NotifyError."""
        meant_for = environment.get("WATCHDOG_PID")
        mine = meant_for is None or _whole("WATCHDOG_PID", meant_for) == os.getpid()
        deadline = _whole("WATCHDOG_USEC", environment.get("WATCHDOG_USEC", "0"))
        return cls(environment.get("NOTIFY_SOCKET") or None, deadline if mine else None)

    def ready(self, status: str = "") -> bool:
        """Start-up is over: the table can be used, even if a device is still waited for."""
        return self._send("READY=1", *_status(status))

    def status(self, text: str) -> bool:
        """One line for `systemctl status`."""
        return self._send(*_status(text))

    def feed(self, now: int) -> bool:
        """The loop and its devices got on; *now* in microseconds. Call as often as you like: only due words are sent."""
        if self.feed_every is None or self._stopping:
            return False
        if self._fed_at is not None and now - self._fed_at < self.feed_every:
            return False
        self._fed_at = now
        return self._send("WATCHDOG=1")

    def stopping(self) -> bool:
        """The program is going down. The watchdog is not fed any more: the manager's stop limit counts now."""
        self._stopping = True
        return self._send("STOPPING=1")

    def _send(self, *words: str) -> bool:
        if self._address is None or not words:
            return False
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.setblocking(False)
            try:
                line.sendto("\n".join(words).encode(), self._address)
            except OSError:
                return False
        return True


def _binary(address: str) -> bytes:
    """The socket's address as the kernel wants it: an abstract one begins with a zero byte."""
    if address.startswith("@"):
        return b"\0" + os.fsencode(address[1:])
    if address.startswith("/"):
        return os.fsencode(address)
    raise NotifyError(
        f"NOTIFY_SOCKET is {address!r}: expected a path or @name; unset it to run without a manager"
    )


def _whole(name: str, value: str) -> int:
    if not value.isascii() or not value.isdigit():
        raise NotifyError(f"{name} is {value!r}: expected a whole number; unset it to run without a watchdog")
    return int(value)


def _status(text: str) -> tuple[str, ...]:
    """A status word; a line break in it would start another word."""
    return (f"STATUS={' '.join(text.split())}",) if text else ()
