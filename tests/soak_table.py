"""A table of six stations that is used and broken at random for hours, with books about every tap and press."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass
from functools import cache, partial
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from devices.frame_card import frame_card
from devices.ports import Gone, Seen
from devices.sim.board import Board
from table.settings import wiring_of
from tests.soak_books import Books, Press, Visit
from tests.soak_faults import FAULTS, Broken

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL.Image import Image

STATIONS = ("one", "two", "three", "four", "five", "six")
WIRING = """
mux_reset = 4
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
""" + "".join(f"[panel.{name}]\nmux = 0x70\nchannel = {channel}\n" for channel, name in enumerate(STATIONS))

SECOND = 1_000_000
PERIOD_S, SPELL_S = 240, 46
"""A lively spell of so many seconds at the beginning of each period."""

BUSY_STEP, IDLE_STEP = 20_000, 500_000
"""Between two polls, in microseconds: while something happens, and while nothing does and nothing is awaited."""

BUSY_PASS, IDLE_PASS = 10_000_000, 80_000_000
"""How long a pass of a hub's loop takes, in nanoseconds: as long as it may, so that a day takes minutes."""

SHOW_EVERY, REFRESH_EVERY = 5, 25
"""New pictures are brought to the panels at every so many polls, and all pictures at every so many."""

SETTLE = 15 * SECOND
"""After a fault was mended, everything must work again within so long."""

CARDS, LAST_COUNT = 1200, 1000


@cache
def counted(number: int) -> Image:
    """What a station's panel shows after so many cards."""
    return frame_card(str(number))


@dataclass
class Health:
    """What is broken about a station: `broken` counts faults that hide quick taps, `dead` those that hide presses."""

    broken: int = 0
    mended: int = -SETTLE
    dead: int = 0
    revived: int = -SETTLE


class Soak:
    """The table. `run` lets hours pass; `books` tells what came of them."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.board = Board(wiring_of(WIRING, "soak.toml"), skipping=True)
        self._boots = Counter({name: hub.boot + 1 for name, hub in self.board.hubs.items()})
        for hub in self.board.hubs.values():
            hub.spi_frames = hub.spi_frames[:2]
        self.books = Books()
        self._health = {station: Health() for station in STATIONS}
        self._cards = [self._made_card() for _ in range(CARDS)]
        self._deck: list[bytes] = []
        self._agenda: list[tuple[int, int, Callable[[], object]]] = []
        self._order = count()
        self._spell_ends = self._busy_until = 0
        self._polls = 0
        self._count = Counter[str]()
        self._shown = Counter[str]()

    @property
    def now(self) -> int:
        """Microseconds."""
        return self.board.clock.now()

    @property
    def looks(self) -> tuple[int, int]:
        """How many looks at readers were made, and how many of a quiet reader skipped."""
        memories = self.board.memories.values()
        return sum(one.made for one in memories), sum(one.skipped for one in memories)

    def run(
        self,
        hours: float,
        period_s: int = PERIOD_S,
        spell_s: int = SPELL_S,
        told: Callable[[Soak], object] = lambda _: None,
    ) -> Books:
        """Let time pass, with a lively spell in each period; *told* is called after each."""
        with self.board as board:
            self.rig = board.rig()
            self._busy_until = 5 * SECOND
            self._until(5 * SECOND)
            periods = max(1, round(hours * 3600 / period_s))
            for _ in range(periods):
                end = self.now + period_s * SECOND
                self._spell(spell_s)
                self._until(end)
                self._take_stock()
                told(self)
            self.rig.close()
        return self.books

    # What people and fate do

    def _made_card(self) -> bytes:
        head, size = self.random.choice(((b"\x10", 4), (b"\x04", 7), (b"\x04", 7), (b"\x20", 10)))
        return head + self.random.randbytes(size - 1)

    def _spell(self, seconds: int) -> None:
        random, begin, length = self.random, self.now + 2 * SECOND, seconds * SECOND
        self._deck = random.sample(self._cards, len(self._cards))
        self._busy_until = self._spell_ends = begin + length
        for station in STATIONS:
            self._at(begin + random.randrange(SECOND), partial(self._lay, station))
            self._at(begin + random.randrange(3 * SECOND), partial(self._press, station))
        for _ in range(random.randint(1, 5)):
            self._at(begin + random.randrange(length), self._break)
        if random.random() < 0.3:
            self._at(begin + random.randrange(length), partial(self._stall, random.uniform(0.2, 2)))

    def _lay(self, station: str, again: Visit | None = None) -> None:
        if self.now >= self._spell_ends:
            return
        quick = self._well(station) and self.random.random() < 0.5
        if again is not None and self._well(station) and again.gone == again.times:
            visit = again
            visit.quick, visit.laid, visit.lies, visit.times = quick, self.now, True, visit.times + 1
        else:
            visit = Visit(station, self._deck.pop(), quick, self.now)
        self.books.lay(visit)
        self.board.place(station, visit.uid)
        held = self.random.randint(250_000, 400_000) if quick else self._spell_ends + 40 * SECOND - self.now
        self._at(self.now + held, partial(self._lift, visit, visit.times))
        self._stay_awake(3)

    def _lift(self, visit: Visit, times: int) -> None:
        """End the laying of that number, if that was not done before; the next card comes after a breath."""
        if not visit.lies or visit.times != times:
            return
        visit.lies = False
        self.board.lift(visit.station)
        self._stay_awake(8)
        if self.random.random() < 0.15:
            self._at(self.now + 1_500_000, partial(self._lay, visit.station, visit))
        else:
            self._at(self.now + self.random.randint(80_000, 600_000), partial(self._lay, visit.station))

    def _press(self, station: str) -> None:
        if self.now >= self._spell_ends:
            return
        random, key, health = self.random, f"{station}.confirm", self._health[station]
        self._at(self.now + random.randint(SECOND, 4 * SECOND), partial(self._press, station))
        if key in self.books.pressing or health.dead or self.now - health.revived < SETTLE:
            return
        press = Press(key, self.now)
        self.books.press(press)
        self.board.press(key, random.randint(60_000, 400_000))
        if key in self.board.wiring.keys and random.random() < 0.2:
            self.board.world.gpio[self.board.wiring.keys[key]].deaf = 1  # one of its edges is not reported
        self._stay_awake(3)

    def _break(self) -> None:
        fault = self.random.choice(FAULTS)(self.board, self.random)
        self.books.faults[fault.name] += 1
        for station in fault.stations:
            self._health[station].broken += 1
            self._health[station].dead += fault.kills
            self._touch(fault, station, begins=True)
        self._boots.update(fault.restarts)
        self._at(self.now + round(fault.seconds * SECOND), partial(self._mend, fault))
        self._stay_awake(20)

    def _mend(self, fault: Broken) -> None:
        fault.mend()
        for station in fault.stations:
            health = self._health[station]
            health.broken -= 1
            health.mended = self.now
            if fault.kills:
                health.dead -= 1
                health.revived = self.now
            self._touch(fault, station, begins=False)
        self._stay_awake(20)

    def _stall(self, seconds: float) -> None:
        """The loop does not get to its wires for a while, as behind a slow write: its own readers see nothing."""
        self.books.faults["loop held up"] += 1
        held = Broken("loop held up", list(self.board.wiring.readers), seconds, lambda: None)
        for station in held.stations:
            self._health[station].mended = self.now + round(seconds * SECOND)
            self._touch(held, station, begins=True)
        self.board.clock.spend(round(seconds * 1e9))

    def _touch(self, fault: Broken, station: str, *, begins: bool) -> None:
        """A fault of a reader may hide a quick tap; one that takes a hub's memory may hide a press."""
        for visit in self.books.visits.values():
            if visit.station != station:
                continue
            if fault.blinds and visit.quick and visit.waits:
                visit.excused.add(visit.times)
            if begins and fault.hides and visit.lies:
                visit.hidden += 1
        if fault.kills and (press := self.books.pressing.get(f"{station}.confirm")):
            press.excused = True

    def _well(self, station: str) -> bool:
        health = self._health[station]
        return not health.broken and self.now - health.mended > SETTLE

    # What the box hears

    def _until(self, end: int) -> None:
        clock = self.board.clock
        while self.now < end:
            busy = self.now < self._busy_until
            for hub in self.board.hubs.values():
                hub.pass_nanos = BUSY_PASS if busy else IDLE_PASS
            due = self._agenda[0][0] if self._agenda else end
            step = self.now + (BUSY_STEP if busy else IDLE_STEP)
            clock.advance_to(max(self.now, min(end, step, max(due, self.now + 1))) * 1000)
            while self._agenda and self._agenda[0][0] <= self.now:
                heapq.heappop(self._agenda)[2]()
            self._poll()

    def _poll(self) -> None:
        for reader in self.rig.readers:
            for event in reader.poll():
                visit = self.books.heard(event)
                if visit is not None and isinstance(event, Seen | Gone):
                    self._answer(event, visit)
        for edge in self.rig.keys.poll() if self.rig.keys else ():
            press = self.books.edge(edge)
            if press is not None and press.whole:
                self._at(self.now + SECOND, partial(self.books.judge, press))
        self._polls += 1
        if self._polls % SHOW_EVERY == 0:
            self._show(everything=self._polls % REFRESH_EVERY == 0)

    def _answer(self, event: Seen | Gone, visit: Visit) -> None:
        """Count a card; whoever held it until then takes it away a little later."""
        self._stay_awake(5)
        if isinstance(event, Gone):
            return
        station = visit.station
        self._count[station] = (self._count[station] + 1) % LAST_COUNT
        waited = self.now - max(visit.laid, self._health[station].mended)
        self.books.slowest = max(self.books.slowest, waited)
        if not visit.quick:
            rest = self.random.choice((0.05, 0.1, 0.2, 0.4) * 15 + (8,))
            self._at(self.now + round(rest * SECOND), partial(self._lift, visit, visit.times))

    def _show(self, *, everything: bool) -> None:
        for name, panel in self.rig.panels.items():
            if everything or self._shown[name] != self._count[name] or panel.pending:
                self._shown[name] = self._count[name]
                panel.show(counted(self._count[name]))

    def _take_stock(self) -> None:
        """Some minutes after the last card everything must have been told, and everything must work."""
        self.books.close()
        wrong = self.books.wrong
        for name, panel in self.rig.panels.items():
            panel.wake()
            meant = counted(self._count[name])
            if not panel.show(meant) or self.board.oleds[name].picture().tobytes() != meant.tobytes():
                wrong.append(f"panel {name} shows something else ({panel.trouble})")
        wrong += [f"reader {station} is ill" for station in STATIONS if self._health[station].broken]
        for hub in self.rig.hubs.hubs if self.rig.hubs else ():
            name = hub.settings.name
            if hub.port is None:
                wrong.append(f"hub {name} is away: {hub.why}")
            if self.board.hubs[name].boot > self._boots[name]:
                wrong.append(f"hub {name} restarted by itself")

    def _at(self, when: int, action: Callable[[], object]) -> None:
        heapq.heappush(self._agenda, (when, next(self._order), action))

    def _stay_awake(self, seconds: int) -> None:
        self._busy_until = max(self._busy_until, self.now + seconds * SECOND)
