"""A table of six stations that is used and broken at random for hours, with books about every tap and press."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from devices.frame_card import frame_card
from devices.ports import Edge, Gone, Seen
from devices.sim.board import Board
from devices.sim.hub import PASS_NANOS
from table.settings import wiring_of
from tests.soak_faults import FAULTS, Broken

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL.Image import Image

    from devices.ports import ReaderEvent

WIRING = """
[reader.one]
[reader.two]
device = 1
[keys]
"one.confirm" = 5
"two.confirm" = 6
[hub.left]
identity = "A1"
reader = { three = 0, four = 1 }
keys = { "three.confirm" = 0, "four.confirm" = 1 }
lamp = { three = 0 }
[hub.right]
identity = "B2"
reader = { five = 0, six = 1 }
keys = { "five.confirm" = 0, "six.confirm" = 1 }
""" + "".join(
    f"[panel.{name}]\nmux = 0x70\nchannel = {channel}\n"
    for channel, name in enumerate(("one", "two", "three", "four", "five", "six"))
)

SECOND = 1_000_000
BUSY_STEP, IDLE_STEP = 20_000, 500_000
"""Between two polls, in microseconds: while something happens, and while nothing does and nothing is awaited."""

SHOW_EVERY = 5
"""Pictures are brought to the panels at every so many polls."""

SETTLE = 15 * SECOND
"""After a fault was mended, everything must work again within so long."""

PATIENCE = 60 * SECOND
"""Nobody holds a card or waits for a press longer than that: it is lost."""


@cache
def counted(number: int) -> Image:
    """What a station's panel shows after so many cards."""
    return frame_card(str(number))


@dataclass
class Visit:
    """One card on one reader, from the hand that lays it to the event that it is gone."""

    station: str
    quick: bool
    laid: int
    lifted: int = 0
    seen: int = 0
    gone: int = 0
    hidden: int = 0
    """How often it was out of the reader's sight while it lay there."""

    excused: bool = False


@dataclass
class Press:
    """One press of a key."""

    key: str
    at: int
    down: int = 0
    up: int = 0
    excused: bool = False


@dataclass
class Books:
    """What was done, and what should not have happened."""

    taps: int = 0
    presses: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    excused: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    phantoms: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """What had not come back to order at the end."""

    slowest: int = 0
    """The longest time from laying a card, or from mending the fault it lay under, to its event."""

    @property
    def clean(self) -> bool:
        """Whether nothing was lost, doubled, made up or left broken."""
        return not (self.lost or self.doubled or self.phantoms or self.wrong)


class Soak:
    """The table. `run` lets hours pass; `books` tells what came of them."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.board = Board(wiring_of(WIRING, "soak.toml"))
        for hub in self.board.wiring.hubs:
            for slot, chip in enumerate(self.board.hubs[hub.name].chips):
                if slot not in hub.readers.values():
                    chip.unplug()
        self.books = Books()
        self.stations = list(self.board.oleds)
        self._visits: dict[bytes, Visit] = {}
        self._on: dict[str, bytes] = {}
        self._pressing: dict[str, Press] = {}
        self._mended: dict[str, int] = dict.fromkeys(self.stations, 0)
        self._broken: Counter[str] = Counter()
        self._agenda: list[tuple[int, int, Callable[[], object]]] = []
        self._order = count()
        self._busy_until = 0
        self._polls = 0
        self._count = Counter[str]()

    @property
    def now(self) -> int:
        """Microseconds."""
        return self.board.clock.now()

    def run(self, hours: float, every_s: int = 480, lasting_s: int = 20) -> Books:
        """Let time pass, with a lively spell of *lasting_s* every *every_s* seconds."""
        with self.board as board:
            self.rig = board.rig()
            self._until(self.now + 5 * SECOND)
            end = self.now + round(hours * 3600) * SECOND
            while self.now < end:
                self._spell(lasting_s)
                self._until(self.now + lasting_s * SECOND)
                self._until(self.now + (every_s - lasting_s) * SECOND)
            self._busy_until = self.now + 20 * SECOND
            self._until(self.now + 70 * SECOND)
            self._close_books()
            self.rig.close()
        return self.books

    # What people and fate do

    def _spell(self, seconds: int) -> None:
        random, begin, length = self.random, self.now + 2 * SECOND, seconds * SECOND
        self._busy_until = begin + length
        for station in self.stations:
            for _ in range(2):
                self._at(begin + random.randrange(length), partial(self._lay, station))
                self._at(begin + random.randrange(length), partial(self._press, station))
        for _ in range(random.randint(0, 4)):
            self._at(begin + random.randrange(length), self._break)
        if random.random() < 0.3:
            self._at(begin + random.randrange(length), lambda: self._stall(random.uniform(0.2, 2)))

    def _lay(self, station: str) -> None:
        if station in self._on:
            return
        random = self.random
        uid = random.choice((b"", b"\x04")) + random.randbytes(3)
        uid = (
            uid + random.randbytes(7 - len(uid))
            if uid[0] == 4 and len(uid) == 4
            else b"\x10" + random.randbytes(3)
        )
        quick = random.random() < 0.4
        self.books.taps += 1
        visit = self._visits[uid] = Visit(station, quick, self.now)
        visit.excused = quick and not self._well(station)
        self._on[station] = uid
        self.board.place(station, uid)
        if quick:
            self._at(self.now + random.randint(250_000, 400_000), lambda: self._lift(station))
        self._at(self.now + PATIENCE, lambda: self._give_up(station, uid))

    def _lift(self, station: str) -> None:
        uid = self._on.pop(station)
        self.board.lift(station)
        visit = self._visits[uid]
        visit.lifted = self.now
        visit.excused |= visit.quick and not self._well(station)
        self._stay_awake(8)

    def _give_up(self, station: str, uid: bytes) -> None:
        if self._on.get(station) == uid:
            self._lift(station)

    def _press(self, station: str) -> None:
        key = f"{station}.confirm"
        if key in self._pressing or self._key_broken(station):
            return
        self.books.presses += 1
        self._pressing[key] = Press(key, self.now)
        self.board.press(key, self.random.randint(60_000, 400_000))
        if (
            station in self.board.wiring.readers and self.random.random() < 0.2
        ):  # one of its edges is not reported
            self.board.world.gpio[self.board.wiring.keys[key]].deaf = 1
        self._at(self.now + PATIENCE, lambda: self._judge_press(key))
        self._stay_awake(3)

    def _break(self) -> None:
        fault = self.random.choice(FAULTS)(self.board, self.random)
        self.books.faults[fault.name] += 1
        for station in fault.stations:
            self._broken[station] += 1
            self._touch(station, keys=fault.keys_too)
            if fault.hides and station in self._on:
                self._visits[self._on[station]].hidden += 1
        self._at(self.now + round(fault.seconds * SECOND), lambda: self._mend(fault))
        self._stay_awake(20)

    def _mend(self, fault: Broken) -> None:
        fault.mend()
        for station in fault.stations:
            self._broken[station] -= 1
            self._mended[station] = self.now
            self._touch(station, keys=fault.keys_too)
        self._stay_awake(20)

    def _stall(self, seconds: float) -> None:
        """The loop does not get to its wires for a while, as behind a slow write."""
        self.books.faults["loop held up"] += 1
        for station in self.board.wiring.readers:
            self._touch(station, keys=True)
            self._mended[station] = self.now + round(seconds * SECOND)
        self.board.clock.spend(round(seconds * 1e9))

    def _touch(self, station: str, *, keys: bool) -> None:
        """A fault may hide a quick tap; one that takes a hub's memory may hide a press."""
        if (uid := self._on.get(station)) and self._visits[uid].quick:
            self._visits[uid].excused = True
        for visit in self._visits.values():
            if visit.station == station and visit.quick and not visit.seen:
                visit.excused = True
        if keys and (press := self._pressing.get(f"{station}.confirm")):
            press.excused = True

    def _well(self, station: str) -> bool:
        return not self._broken[station] and self.now - self._mended[station] > SETTLE

    def _key_broken(self, station: str) -> bool:
        hub = next((hub for hub in self.board.wiring.hubs if station in hub.readers), None)
        if hub is None:
            return self.now < self._mended[station] + SECOND
        return self.board.hubs[hub.name].firmware is None or not self._well(station)

    # What the box hears

    def _until(self, end: int) -> None:
        clock = self.board.clock
        while self.now < end:
            busy = self.now < self._busy_until
            for hub in self.board.hubs.values():
                hub.pass_nanos = PASS_NANOS if busy else 40 * PASS_NANOS
            step = BUSY_STEP if busy else IDLE_STEP
            due = self._agenda[0][0] if self._agenda else end
            clock.advance_to(max(self.now, min(end, self.now + step, max(due, self.now + 1))) * 1000)
            while self._agenda and self._agenda[0][0] <= self.now:
                heapq.heappop(self._agenda)[2]()
            self._poll()

    def _poll(self) -> None:
        for reader in self.rig.readers:
            for event in reader.poll():
                self._heard(event)
        for edge in self.rig.keys.poll() if self.rig.keys else ():
            self._edge(edge)
        self._polls += 1
        if self._polls % SHOW_EVERY == 0:
            self._show()

    def _show(self) -> None:
        for name, panel in self.rig.panels.items():
            panel.show(counted(self._count[name]))

    def _heard(self, event: ReaderEvent) -> None:
        if not isinstance(event, Seen | Gone):
            return
        visit = self._visits.get(event.uid)
        if visit is None or visit.station != event.reader:
            self.books.phantoms.append(f"{event}")
        elif isinstance(event, Gone):
            visit.gone += 1
        else:
            visit.seen += 1
            self._count[event.reader] += 1
            waited = self.now - max(visit.laid, self._mended[visit.station])
            self.books.slowest = max(self.books.slowest, waited)
            if visit.seen > 1 + visit.hidden:
                self.books.doubled.append(f"{event}")
            if not visit.quick and self._on.get(visit.station) == event.uid:
                rest = self.random.choice((0.2, 0.2, 1.0, 12.0))
                self._at(self.now + round(rest * SECOND), lambda: self._give_up(event.reader, event.uid))
        self._stay_awake(5)

    def _edge(self, edge: Edge) -> None:
        press = self._pressing.get(edge.key)
        if press is None:
            self.books.phantoms.append(f"{edge}")
            return
        press.down += edge.pressed
        press.up += not edge.pressed
        if press.down == press.up == 1:
            self._at(self.now + SECOND, lambda: self._judge_press(edge.key, press))

    def _judge_press(self, key: str, which: Press | None = None) -> None:
        press = self._pressing.get(key)
        if press is None or which not in (None, press):
            return
        if which is None and self.now - press.at < PATIENCE:
            return
        del self._pressing[key]
        if press.down > 1 or press.up > 1:
            self.books.doubled.append(f"{press}")
        elif (press.down, press.up) != (1, 1):
            self._lost_or_excused(f"{press}", excused=press.excused)

    def _lost_or_excused(self, what: str, *, excused: bool) -> None:
        if excused:
            self.books.excused += 1
        else:
            self.books.lost.append(what)

    def _close_books(self) -> None:
        for visit in self._visits.values():
            if not visit.seen:
                self._lost_or_excused(f"{visit}", excused=visit.excused)
            elif visit.lifted and visit.gone != visit.seen:
                self.books.wrong.append(f"not gone: {visit}")
        for name, panel in self.rig.panels.items():
            panel.wake()
            meant = counted(self._count[name])
            if not panel.show(meant) or self.board.oleds[name].picture().tobytes() != meant.tobytes():
                self.books.wrong.append(f"panel {name} shows something else ({panel.trouble})")
        for hub in self.rig.hubs.hubs if self.rig.hubs else ():
            if hub.port is None:
                self.books.wrong.append(f"hub {hub.settings.name} is away: {hub.why}")

    def _at(self, when: int, action: Callable[[], object]) -> None:
        heapq.heappush(self._agenda, (when, next(self._order), action))

    def _stay_awake(self, seconds: int) -> None:
        self._busy_until = max(self._busy_until, self.now + seconds * SECOND)
