"""The books of a long run: every tap and every press as it was done, and every event as it was told."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from devices.ports import Gone, Seen

if TYPE_CHECKING:
    from devices.ports import Edge, ReaderEvent


@dataclass
class Visit:
    """One card at one reader: laid there so many *times*, each time with an event and a farewell of its own."""

    station: str
    uid: bytes
    quick: bool
    laid: int
    times: int = 1
    lies: bool = True
    seen: int = 0
    gone: int = 0
    hidden: int = 0
    """How often it was out of its reader's sight while it lay there: so many more visits may be told."""

    excused: set[int] = field(default_factory=set)
    """Which of the times were hidden from the reader by a fault."""

    @property
    def waits(self) -> bool:
        """Whether its last laying was not told yet."""
        return self.seen < self.times


@dataclass
class Press:
    """One press of a key."""

    key: str
    at: int
    down: int = 0
    up: int = 0
    excused: bool = False

    @property
    def whole(self) -> bool:
        """Whether it was told down and up."""
        return self.down == self.up == 1


@dataclass
class Books:
    """What was done, and what should not have happened."""

    taps: int = 0
    presses: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    hidden_taps: int = 0
    """Quick taps that were not told, and need not be: a fault hid them."""

    hidden_presses: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    phantoms: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """What had not come back to order."""

    slowest: int = 0
    """The longest time from laying a card, or from mending the fault it lay under, to its event."""

    visits: dict[bytes, Visit] = field(default_factory=dict)
    pressing: dict[str, Press] = field(default_factory=dict)

    @property
    def troubles(self) -> list[str]:
        """Everything that should not have happened; empty when all is well."""
        return [*self.lost, *self.doubled, *self.phantoms, *self.wrong]

    @property
    def told_taps(self) -> int:
        """The taps that arrived, each once."""
        return self.taps - self.hidden_taps - len(self.lost)

    def lay(self, visit: Visit) -> None:
        """A card is laid on a reader for the first time, or once more."""
        self.taps += 1
        self.visits[visit.uid] = visit

    def press(self, press: Press) -> None:
        """A key is pressed. One press at a time for each key."""
        self.presses += 1
        self.pressing[press.key] = press

    def heard(self, event: ReaderEvent) -> Visit | None:
        """Take an event of a reader; the visit it belongs to."""
        if not isinstance(event, Seen | Gone):
            return None
        visit = self.visits.get(event.uid)
        if visit is None or visit.station != event.reader:
            self.phantoms.append(f"{event}")
            return None
        if isinstance(event, Gone):
            visit.gone += 1
            return visit
        visit.seen += 1
        if visit.seen > visit.times + visit.hidden:
            self.doubled.append(f"{event}: {visit}")
        return visit

    def edge(self, edge: Edge) -> Press | None:
        """Take an edge of a key; the press it belongs to."""
        press = self.pressing.get(edge.key)
        if press is None:
            self.phantoms.append(f"{edge}")
            return None
        press.down += edge.pressed
        press.up += not edge.pressed
        return press

    def judge(self, press: Press) -> None:
        """Close the book of a press. Does nothing when it was closed before."""
        if self.pressing.get(press.key) is not press:
            return
        del self.pressing[press.key]
        if press.down > 1 or press.up > 1:
            self.doubled.append(f"{press}")
        elif press.excused and not press.whole:
            self.hidden_presses += 1
        elif not press.whole:
            self.lost.append(f"{press}")

    def close(self) -> None:
        """Judge everything that is open; all cards have left, and all keys are up."""
        for press in list(self.pressing.values()):
            self.judge(press)
        for visit in self.visits.values():
            missing = max(0, visit.times - visit.seen)
            hidden = min(missing, len(visit.excused))
            self.hidden_taps += hidden
            self.lost += [f"{visit}"] * (missing - hidden)
            if visit.gone != visit.seen:
                self.wrong.append(f"seen, but not gone: {visit}")
        self.visits.clear()
