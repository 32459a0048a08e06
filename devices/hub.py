"""One hub as the host knows it: its conversation, heartbeat, clock, and the parts that hang on it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from devices.hub_clock import HubClock
from devices.hub_parts import HubBuzzer, HubKeys, HubLamp, HubReader
from devices.hub_ports import PortError
from devices.hub_words import (
    Gained,
    KeyMoved,
    Looked,
    Pong,
    State,
    Welcome,
    hello,
    news_of,
    pong_of,
    welcome_of,
)
from firmware import wire

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from devices.hub_ports import Port
    from devices.hub_settings import HubSettings
    from devices.ports import Clock

log = logging.getLogger(__name__)

PING_US, FIRST_PING_US, FIRST_PINGS = 1_000_000, 100_000, 8
"""The heartbeat; quicker at first, until the clocks are known."""

DOUBT_US, LOST_US = 2_500_000, 4_500_000
"""Silence after which the hub is greeted anew, and after which it counts as lost."""

HELLO_US = 300_000
WRITE_US = 2_000_000
"""A hub that takes no byte for so long does not listen."""

WINDOW = 2
"""Unanswered messages to a hub: together they fit into the 64 bytes that the smallest boards queue."""

STILL_PONGS = 4
"""After so many pings answered while the same messages came or went in vain, the two ends count differently."""

SLOW_REVISIT_US = 150_000
"""A card held for a quarter of a second must be looked at twice in that time."""


class Hub:
    """The host's end. `adopt` gives it a port that its hub answered on; `work` does the rest, and never waits."""

    def __init__(
        self,
        settings: HubSettings,
        clock: Clock,
        session: str,
        pump: Callable[[], None],
        *,
        muted: bool = False,
    ) -> None:
        self.settings = settings
        self.identity = settings.identity.upper()
        self.welcome: Welcome | None = None
        self.pong: Pong | None = None
        self.port: Port | None = None
        self.why = "not found yet"
        self.lost_runs = 0
        self.link = wire.Link(window=WINDOW)
        self.clock = HubClock()
        self.readers = {
            slot: HubReader(name, pump, settings.gains.get(name)) for name, slot in settings.readers.items()
        }
        self.keys = HubKeys({number: name for name, number in settings.keys.items()}, pump, settings.name)
        self.lamps = {name: HubLamp(number, self._switch) for name, number in settings.lamps.items()}
        self.buzzers = {settings.buzzer: HubBuzzer(self._sing, muted)} if settings.buzzer else {}
        self._host = clock
        self._session = session
        self._conversation: tuple[str, int] | None = None
        self._lit = self._lit_there = 0
        self._heard = self._greeted = self._wrote = 0
        self._doubts = False
        self._afresh = self._still = 0
        self._marks = self.link.marks()
        self._pinged: dict[int, int] = {}
        self._pings = 0
        self._next_ping = 0

    @property
    def notes(self) -> list[str]:
        """What the owner should know about a hub that works."""
        name = self.settings.name
        notes = [] if self.port is not None else [f"hub {name}: {self.why}"]
        if self.welcome is not None and self.welcome.reset_cause == "watchdog":
            notes.append(f"hub {name}: its watchdog had to restart it")
        if self.pong is not None and self.pong.revisit > SLOW_REVISIT_US:
            notes.append(f"hub {name}: {self.pong.revisit // 1000} ms from look to look; hold cards longer")
        if self.lost_runs:
            notes.append(f"hub {name}: {self.lost_runs} changes on its readers could not be told")
        notes += [
            f"hub {name}: reader {one.name}: {one.gain_note}"
            for one in self.readers.values()
            if one.gain_note
        ]
        return notes

    def adopt(self, port: Port, welcome: Welcome, tag: int, asked: int, rest: bytes = b"") -> None:
        """Go on, or begin, on a port where the hub answered a hello that we said not before *asked*.

        *rest* is what came in behind its answer.
        """
        now = self._host.now()
        if welcome.identity != self.identity:  # another board: what its conversation is called means nothing
            self._conversation = None
        self.port, self.identity, self.why = port, welcome.identity, ""
        self._next_ping, self._pings = now, 0
        self._wrote = now
        self._afresh = 0  # that hello was like everybody's
        self._greet(welcome, tag, now)
        self.clock.exchanged(asked, welcome.ticks, now)
        for reader in self.readers.values():
            reader.back(now)
        self._read(rest, now)
        log.info("hub %s (%s) is at %s", self.settings.name, welcome.identity, port.name)

    def lose(self, why: str) -> None:
        """Give the port up; whoever looks for hubs finds it again."""
        if self.port is None:
            return
        port, self.port, self.why = self.port, None, why
        port.close()
        log.warning("hub %s: %s", self.settings.name, why)
        self.miss(why)

    def miss(self, why: str) -> None:
        """Let the readers say that the hub cannot be reached."""
        self.why = why
        for reader in self.readers.values():
            reader.away(why, self._host.now())

    def work(self) -> None:
        """Read, judge, answer; nothing of it waits."""
        if self.port is None:
            return
        now = self._host.now()
        try:
            self._read(self.port.read(), now)
            self._keep_alive(now)
            if self.port is not None:
                self._write(self.port, now)
        except PortError as fault:
            self.lose(str(fault))

    def close(self) -> None:
        """Put lamps out and fall silent, as far as that goes without waiting, and give the port back."""
        for lamp in self.lamps.values():
            lamp.close()
        for buzzer in self.buzzers.values():
            buzzer.close()
        self.work()
        if self.port is not None:
            self.port.close()
            self.port = None

    def order(self, body: bytes) -> bool:
        """Send an order. False: there is no hub, or too much waits for it already."""
        return self.port is not None and self.link.send(body)

    # What comes in

    def _read(self, data: bytes, now: int) -> None:
        link = self.link
        for byte in data:
            kind = link.take(byte, now)
            if not kind:
                continue
            self._heard = now
            if kind == wire.EVENT:
                self._event(link.lines.body, now)
            elif kind == wire.PONG:
                self._pong(link.lines.number, link.lines.body, now)
            elif kind == wire.WELCOME:
                welcome = welcome_of(link.lines.body)
                if welcome and welcome.identity == self.identity and welcome.session == self._session:
                    self._greet(welcome, link.lines.tag, now)

    def _greet(self, welcome: Welcome, tag: int, now: int) -> None:
        """Take a welcome: the same conversation goes on, or another one begins with the full set-up."""
        if self._conversation == (welcome.boot, tag):
            self.link.again()
        else:
            if self._conversation is None or self._conversation[0] != welcome.boot:
                self.clock = HubClock()
            self._conversation = (welcome.boot, tag)
            self.link.restart(tag)
            self.link.outbox.clear()
            self._lit_there = -1
            for slot, reader in self.readers.items():
                reader.restarted(now)
                if reader.gain is not None:
                    self.link.send(f"G{slot:X}{reader.gain:X}".encode())
        self.welcome = welcome
        self._doubts = False
        self._still, self._marks = 0, self.link.marks()
        self._heard = now
        self._pinged.clear()

    def _pong(self, number: int, body: bytes, now: int) -> None:
        asked, pong = self._pinged.pop(number, None), pong_of(body)
        if asked is not None and pong is not None:
            self.clock.exchanged(asked, pong.ticks, now)
            self.pong = pong
            self._compare()

    def _compare(self) -> None:
        """Ask for a new conversation when both ways work, as a pong shows, and yet nothing moves."""
        marks = self.link.marks()
        still = any(
            vain > vain_then and at == at_then
            for (vain, at), (vain_then, at_then) in zip(marks, self._marks, strict=True)
        )
        self._still, self._marks = (self._still + 1 if still else 0), marks
        if self._still >= STILL_PONGS and not self._doubts:
            log.warning(
                "hub %s: it answers, but messages come or go in vain; it is asked to begin anew",
                self.settings.name,
            )
            self._afresh = self._afresh % 0xFFFF + 1
            self._doubts = True

    def _event(self, body: bytes, now: int) -> None:
        news = news_of(body)
        if news is None:  # a newer firmware may say more than we know
            return
        if isinstance(news, Gained):
            if news.reader in self.readers:
                self.readers[news.reader].gained(news.gain, news.why)
            return
        at = self.clock.host_time(news.ticks, now)
        match news:
            case KeyMoved(key, pressed):
                self.keys.moved(key, pressed=pressed, at=at, within=self.clock.reach)
            case Looked(reader, look, count) if reader in self.readers:
                self.readers[reader].looked(look, count, at)
            case State(lost=lost):
                self.keys.stand(news, at)
                self.lost_runs = lost

    # What goes out

    def _keep_alive(self, now: int) -> None:
        silent = now - self._heard
        if silent > LOST_US:
            self.lose(f"no answer for {LOST_US / 1_000_000:g} seconds")
            return
        outbox = self.link.outbox
        # Only a welcome ends the doubt: a hub that began anew may answer pings while its welcome got lost.
        self._doubts = self._doubts or silent > DOUBT_US
        if self._doubts and now - self._greeted >= HELLO_US:
            self._greeted = now
            outbox.put(wire.HELLO, self.link.tag, 0, hello(self._session, self._afresh))
        if now >= self._next_ping:
            number = self._pings & 0xFFFF
            if outbox.put(wire.PING, self.link.tag, number):
                self._pinged = dict([*self._pinged.items(), (number, now)][-4:])
                self._pings += 1
            self._next_ping = now + (FIRST_PING_US if self._pings < FIRST_PINGS else PING_US)

    def _write(self, port: Port, now: int) -> None:
        if self._lit != self._lit_there and self.link.waiting < WINDOW:
            self._lit_there = self._lit
            self.link.send(f"B{self._lit:02X}".encode())
        self.link.work(now)
        outbox = self.link.outbox
        if outbox.head < outbox.tail:
            sent = port.write(bytes(outbox.data[outbox.head : outbox.tail]))
            outbox.head += sent
            if not sent:
                if now - self._wrote > WRITE_US:
                    self.lose(
                        f"it does not listen: nothing could be sent for {WRITE_US / 1_000_000:g} seconds"
                    )
                return
        self._wrote = now

    def _switch(self, number: int, on: bool) -> None:  # noqa: FBT001 - what a lamp says
        self._lit = self._lit | 1 << number if on else self._lit & ~(1 << number)

    def _sing(self, orders: Sequence[bytes]) -> None:
        if self.port is not None and self.link.room() > len(orders):
            for order in orders:
                self.link.send(order)
