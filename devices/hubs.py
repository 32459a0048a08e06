"""All hubs of a table: looks for them on every port, tells them apart by the identity in their hello."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from devices.hub import HELLO_US, Hub
from devices.hub_ports import PortBusy, PortError
from devices.hub_words import hello, protocol_of, welcome_of
from firmware import wire

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from devices.hub_ports import Port, Ports
    from devices.hub_settings import HubSettings
    from devices.hub_words import Welcome
    from devices.ports import Clock

log = logging.getLogger(__name__)

SEARCH_US = 1_000_000
"""Between two searches while a hub is missing."""

LISTEN_US = 3_000_000
"""So long a port may stay without an answer to our hellos."""

SHUN_US = 10_000_000
"""A port without a hub of ours is left alone for so long."""

PATIENCE_US, BUSY_PATIENCE_US = 3_000_000, 15_000_000
"""A hub that is not there after so long is missed; a busy port, which a modem service may probe, gets longer."""

PUMP_US = 1_000
"""All parts of a hub ask for news when they are polled; more often than this nothing is read."""

NOT_FOUND = "no hub answers: is it plugged in, and was its firmware put on it (pitboard flash)?"


@dataclass(slots=True)
class _Call:
    """A port that was opened and not answered yet."""

    port: Port
    began: int
    asked: int
    lines: wire.Lines
    outbox: wire.Outbox


class Hubs:
    """Finds hubs and keeps them. `poll` does all the work and never waits; the parts of the hubs call it.

    *session* names this run of the program to the hubs: eight hex digits, new with every start.
    """

    def __init__(
        self,
        settings: Sequence[HubSettings],
        clock: Clock,
        ports: Ports,
        session: str,
        *,
        muted: bool = False,
    ) -> None:
        self.hubs = [Hub(one, clock, session, self.poll, muted=muted) for one in settings]
        self.strangers: dict[str, str] = {}
        """What was found on ports that no wiring asked for, or that cannot be used; by port."""

        self._clock = clock
        self._ports = ports
        self._session = session
        self._calls: list[_Call] = []
        self._shunned: dict[str, int] = {}
        self._next_search = self._missing_since = clock.now()
        self._patient_until = self._missing_since + PATIENCE_US
        self._polled = -PUMP_US

    @property
    def notes(self) -> list[str]:
        """What the owner should know."""
        notes = [note for hub in self.hubs for note in self.notes_of(hub)]
        return notes + list(self.strangers.values())

    def notes_of(self, hub: Hub) -> list[str]:
        """What the owner should know about one hub, and about it among the others."""
        return [*hub.notes, *self._naming(hub)]

    def _naming(self, hub: Hub) -> Iterator[str]:
        """What to do about a hub that the wiring does not name."""
        if hub.settings.identity or not hub.identity:
            return
        name, identity = hub.settings.name, hub.identity
        alike = [
            other.settings.name for other in self.hubs if other is not hub and other.identity == identity
        ]
        if alike:
            yield (
                f"hub {name}: its board says {identity}, as that of hub {alike[0]} does; use another board, or "
                "they may change places"
            )
        else:
            yield f'hub {name}: write identity = "{identity}" so that it is never mistaken'

    def poll(self) -> None:
        """Do what is due: search, greet, read, answer."""
        now = self._clock.now()
        if now - self._polled < PUMP_US:
            return
        self._polled = now
        for hub in self.hubs:
            hub.work()
        missing = [hub for hub in self.hubs if hub.port is None]
        if not missing:
            self._missing_since, self._patient_until = now, now + PATIENCE_US
            self._hang_up()
            return
        for call in list(self._calls):
            self._listen(call, now)
        if now >= self._next_search:
            self._search(now)
            self._next_search = now + SEARCH_US
        if now >= self._patient_until:
            for hub in missing:
                if hub.port is None:
                    hub.miss(self._reason())

    def close(self) -> None:
        """Give all ports back."""
        self._hang_up()
        for hub in self.hubs:
            hub.close()

    def _reason(self) -> str:
        return " ".join(self.strangers.values()) or NOT_FOUND

    def _hang_up(self) -> None:
        for call in self._calls:
            call.port.close()
        self._calls.clear()

    def _search(self, now: int) -> None:
        """Open every port that may have a hub behind it."""
        names = set(self._ports.found())
        for name in self.strangers.keys() - names:
            del self.strangers[name]
        in_use = {call.port.name for call in self._calls} | {hub.port.name for hub in self.hubs if hub.port}
        for name in sorted(names - in_use):
            if self._shunned.get(name, now) > now:
                continue
            try:
                port = self._ports.open(name)
            except PortBusy as fault:
                self.strangers[name] = str(fault)
                if now - self._missing_since < BUSY_PATIENCE_US:
                    self._patient_until = now + PATIENCE_US
            except PortError as fault:
                self.strangers[name] = str(fault)
            else:
                self.strangers.pop(name, None)
                call = _Call(port, now, now - HELLO_US, wire.Lines(), wire.Outbox())
                self._calls.append(call)
                self._listen(call, now)

    def _listen(self, call: _Call, now: int) -> None:
        """Say hello on a port until a hub answers, or for a few seconds."""
        try:
            data = call.port.read()
            read = self._answer(call, data)
            if read:
                self._calls.remove(call)
                self._welcomed(call, data[read:], now)
                return
            if now - call.asked >= HELLO_US:
                call.outbox.clear()
                call.outbox.put(wire.HELLO, 0, 0, hello(self._session))
                call.asked = now
            waits = call.outbox
            waits.head += call.port.write(bytes(waits.data[waits.head : waits.tail]))
        except PortError as fault:
            self._turn_down(call, str(fault), now)
            return
        if now - call.began >= LISTEN_US:
            self._turn_down(call, f"{call.port.name}: nothing there speaks a hub's language.", now + SHUN_US)

    def _answer(self, call: _Call, data: bytes) -> int:
        """How many bytes it took to find a welcome; 0 when there is none."""
        for read, byte in enumerate(data, 1):
            if call.lines.take(byte) == wire.WELCOME:
                return read
        return 0

    def _welcomed(self, call: _Call, rest: bytes, now: int) -> None:
        body = call.lines.body
        spoken, welcome = protocol_of(body), welcome_of(body)
        if spoken != wire.PROTOCOL or welcome is None:
            self._turn_down(call, _mismatch(call.port.name, spoken), now + SHUN_US, called=False)
            return
        if welcome.session != self._session:  # an answer to somebody before us
            self._calls.append(call)
            return
        hub = self._owner(welcome)
        if hub is None:
            self._turn_down(
                call, self._not_wanted(call.port.name, welcome.identity), now + SHUN_US, called=False
            )
            return
        self.strangers.pop(call.port.name, None)
        hub.adopt(call.port, welcome, call.lines.tag, call.began, rest)

    def _owner(self, welcome: Welcome) -> Hub | None:
        """The hub of the wiring that answered: the one of that name, else one that has or needs no name."""
        named = [hub for hub in self.hubs if hub.identity == welcome.identity]
        unnamed = [hub for hub in self.hubs if not hub.identity]
        any_board = [hub for hub in self.hubs if not hub.settings.identity]
        return next((hub for hub in [*named, *unnamed, *any_board] if hub.port is None), None)

    def _not_wanted(self, port: str, identity: str) -> str:
        """Say why the hub at a port is left alone, and what to do."""
        for hub in self.hubs:
            if hub.port is not None and hub.identity == identity:
                return (
                    f"{port}: hub {identity} is at {hub.port.name} already; take one of these two boards out."
                )
        missing = " or ".join(hub.settings.name for hub in self.hubs if hub.port is None)
        remedy = (
            f'to use it as hub {missing} write identity = "{identity}" there' if missing else "take it out"
        )
        return f"{port}: hub {identity} is in no wiring; {remedy}."

    def _turn_down(self, call: _Call, why: str, until: int, *, called: bool = True) -> None:
        if called:
            self._calls.remove(call)
        call.port.close()
        if self.strangers.get(call.port.name) != why:
            log.warning("%s", why)
        self.strangers[call.port.name] = why
        self._shunned[call.port.name] = until


def _mismatch(port: str, spoken: int | None) -> str:
    if spoken is None or spoken < wire.PROTOCOL:
        return (
            f"{port}: the hub's firmware is older than this box (protocol {spoken} against {wire.PROTOCOL}): "
            "update the hub with pitboard flash."
        )
    return (
        f"{port}: the hub's firmware is newer than this box (protocol {spoken} against {wire.PROTOCOL}): "
        "update pitboard on this box."
    )
