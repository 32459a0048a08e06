"""The bench: the whole box on simulated wires, with cards on a simulated table, for everybody who has no hardware.

It owns the board, the box and its host, moves the virtual clock with the real one, and lets simulated hands deal.
What a browser may see of it is in `table.web.snapshot`, how a browser reaches it in `table.web.pages`.
"""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from devices.sim.board import Board
from engine.ask import CHANCE, TABLE
from engine.layout import hand_of
from table.box import Box, Post
from table.hands import Hands, Stuck, deals
from table.host import Host
from table.lots import lots
from table.notify import Notifier
from table.props import BOX, Props, props_of
from table.station import Station

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from devices.rig import Wiring
    from engine.ask import Ask
    from table.evening import Evening

    Lookup = Callable[[bytes], str | None]

HOLD_US = 1_000_000
"""How long a held key stays down, in microseconds."""

TAP_US = 350_000
"""How long a card is held to the reader, in microseconds."""

DEAL_US, LAY_US = 700_000, 350_000
"""How long after a question the simulated hands turn something up or lay something out, so that eyes can follow."""

PATIENCE_US = 5_000_000
"""After how long the simulated hands deal once more what was not heard."""

GAP_US = 60_000
"""Between two presses of keys, in microseconds."""

PRESSES_KEPT = 20
"""How many presses of keys can wait for each other; a finger is not faster."""

SOUNDS_KEPT = 8
"""How many of the last tones are remembered for those who listen."""


class Refused(ValueError):
    """Something cannot be done on the bench. The message is one clear sentence in the table's language."""


class Sound(NamedTuple):
    """A tone that was heard: its number since the start, and its frequency in hertz."""

    number: int
    hertz: int


class Bench:
    """Everything `pitboard play` needs where there is no hardware. Use it as a context manager.

    `props` and `hands` are there while a match is played. `version` rises whenever anything a browser shows has
    changed. *real* gives nanoseconds of a steady clock; *lookup* finds components behind real tags as well.
    """

    def __init__(
        self,
        wiring: Wiring,
        evening: Evening,
        *,
        lookup: Lookup = lambda _: None,
        real: Callable[[], int] = time.monotonic_ns,
        notifier: Notifier | None = None,
    ) -> None:
        self.board = Board(wiring)
        self.evening = evening
        self.name = next(iter([*wiring.panels, *wiring.readers]), "console")
        self.props: Props | None = None
        self.hands: Hands | None = None
        self.auto = True
        self.version = 0
        self.sounds: deque[Sound] = deque(maxlen=SOUNDS_KEPT)
        self._outside = lookup
        self._real = real
        self._notifier = notifier or Notifier()
        self._began = real()
        self._desk: object = None
        self._presses: deque[tuple[str, int]] = deque()
        self._press_at = 0
        self._hertz = 0
        self._mark: tuple[Any, ...] = ()

    def __enter__(self) -> Self:
        self.board.__enter__()
        self.rig = self.board.rig()
        self.station = Station(self.evening.desk, self.evening.texts, ())
        self.post = Post(self.station, self.name)
        self.box = Box(self.rig, [self.post], self.lookup)
        self.host = Host(
            self.box, self.evening, self._notifier, before=self.before, after=self.after, panels_block=False
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.rig.close()
        self.board.__exit__(kind, error, trace)

    # --- the loop -----------------------------------------------------------------------------------------------

    def lookup(self, uid: bytes) -> str | None:
        """Find the component behind a tag, simulated ones first."""
        found = self.props.lookup(uid) if self.props else None
        return found if found is not None else self._outside(uid)

    def before(self) -> None:
        """Let virtual time catch up with the real one."""
        self.board.clock.advance_to(self._real() - self._began)

    def after(self) -> None:
        """Let hands follow, fingers press and ears listen; then note whether anything has changed."""
        self._sit_down()
        if self.hands is not None:
            try:
                self.hands.act()
            except Stuck:
                self.hands.again()
        self._press_next()
        self._listen()
        mark = self._marks()
        if mark != self._mark:
            self._mark = mark
            self.version += 1

    def _sit_down(self) -> None:
        """Lay out the components of a match that has begun, put away those of one that was left."""
        desk = self.evening.desk
        if desk is self._desk:
            return
        self._desk = desk
        self.props = self.hands = None
        self.board.lift(self.name) if self.has_reader else None
        if not self.evening.in_lobby:
            draws = lots((desk.match.header.chance or {}).get("seed", 0))
            self.props = props_of(desk.match, draws("shuffle"))
            self.hands = Hands(
                self.board,
                self.station,
                self.props,
                draws,
                self.name,
                serves=self.deals,
                delay=lambda question: LAY_US if question.pile is None else DEAL_US,
                patience_us=PATIENCE_US,
            )

    def deals(self, question: Ask[Any]) -> bool:
        """Whether the simulated hands answer a question: not while somebody is about to take back some more."""
        return self.auto and self.has_reader and deals(question) and not self.evening.desk.can_redo()

    def _press_next(self) -> None:
        now = self.board.clock.now()
        if self._presses and now >= self._press_at:
            key, for_us = self._presses.popleft()
            self._press_at = now + GAP_US + self.board.press(key, for_us)

    def _listen(self) -> None:
        hertz = self.hertz
        if hertz and hertz != self._hertz:
            number = self.sounds[-1].number + 1 if self.sounds else 1
            self.sounds.append(Sound(number, hertz))
        self._hertz = hertz

    def _marks(self) -> tuple[Any, ...]:
        """Everything whose change makes the browser's picture old."""
        station = self.station
        oled = self.board.oleds.get(self.name)
        return (
            self._desk,
            station.desk.changes,
            self.post.screen,
            oled.revision if oled else 0,
            self.lit,
            self.sounds[-1].number if self.sounds else 0,
            tuple(self.resting()),
            bool(station.pages),
            self.auto,
            tuple(station.troubles.values()),
            station.notice,
        )

    # --- what a browser may do ----------------------------------------------------------------------------------

    def press(self, key: str, *, hold: bool = False) -> None:
        """Press one of the four keys for a moment, or hold it.

        Raises:
            Refused: there is no such key on this wiring, or too many presses wait already.

        """
        wired = next((name for name in self.board.wiring.keys if self._is_key(name, key)), None)
        if wired is None:
            raise self.refusal("bench_no_key", name=key)
        if len(self._presses) >= PRESSES_KEPT:
            raise self.refusal("bench_too_fast")
        self._presses.append((wired, HOLD_US if hold else 60_000))

    def _is_key(self, wired: str, key: str) -> bool:
        station, _, name = wired.rpartition(".")
        return name == key and station in ("", self.name)

    def tap(self, component: str) -> None:
        """Hold a card that lies open to the reader.

        Raises:
            Refused: there is no such card, or it is not at hand.

        """
        self.board.tap(self.name, self._uid(self._open(component)), TAP_US)

    def tap_top(self, place: str) -> None:
        """Hold the top of a pile that lies face down to the reader.

        Raises:
            Refused: there is no such pile, or it is empty.

        """
        self.board.tap(self.name, self._uid(self._top(place)), TAP_US)

    def leave(self, component: str) -> None:
        """Lay a card that lies open on the reader and leave it there.

        Raises:
            Refused: there is no such card, or it is not at hand.

        """
        uid = self._uid(self._open(component))
        if uid not in self.board.resting(self.name):
            self.board.place(self.name, uid)

    def lift(self) -> None:
        """Take everything off the reader.

        Raises:
            Refused: this wiring has no reader.

        """
        if not self.has_reader:
            raise self.refusal("bench_no_reader")
        self.board.lift(self.name)

    def let_deal(self, *, on: bool) -> None:
        """Let the simulated hands deal by themselves, or leave that to people as well."""
        self.auto = on

    # --- what there is ------------------------------------------------------------------------------------------

    @property
    def has_reader(self) -> bool:
        """Whether this wiring has a reader here."""
        return self.name in self.board.chips

    @property
    def lit(self) -> bool:
        """Whether the lamp shines."""
        return self.name in self.board.wiring.lamps and self.board.lit(self.name)

    @property
    def hertz(self) -> int:
        """What the buzzer sounds now, 0 for silence."""
        return self.board.hertz(self.name) if self.name in self.board.wiring.buzzers else 0

    def resting(self) -> list[str]:
        """Name the components that lie on the reader."""
        uids = self.board.resting(self.name) if self.has_reader else []
        return [found for uid in uids if (found := self.lookup(uid)) is not None]

    def face_down(self, place: str) -> bool:
        """Whether nobody may see which cards lie in a place: it is no face-up pile, no person's hand, not the box."""
        desk = self.station.desk
        if place == BOX or place in desk.layout().piles:
            return False
        return all(place != hand_of(seat) or info.pilot for seat, info in enumerate(desk.match.seats))

    def closed(self, component: str) -> bool:
        """Whether nobody may see a component where it lies; also cards that are counted but put away into the box."""
        if self.props is None:
            return True
        place = self.props.place_of(component)
        return self.face_down(place) or (place == BOX and self.counted(component))

    def counted(self, component: str) -> bool:
        """Whether a component is one of a kind that is only counted, such as the cards of a deck."""
        kind = self.props.components[component].kind if self.props else ""
        return any(kind in counts for counts in self.station.desk.layout().counts.values())

    def question(self) -> Ask[Any] | None:
        """Return what the panel asks now."""
        return self.station.play.question(self.station)

    def refusal(self, key: str, **args: object) -> Refused:
        """Say why something cannot be done, in the table's language."""
        return Refused(self.station.text(key, args, short=False))

    # --- helpers ------------------------------------------------------------------------------------------------

    def _open(self, component: str) -> str:
        if self.props is None:
            raise self.refusal("bench_no_match")
        if component not in self.props.components:
            raise self.refusal("bench_no_card", card=component)
        if self.closed(component):
            raise self.refusal("bench_face_down")
        self._own(self.props.place_of(component))
        return component

    def _top(self, place: str) -> str:
        if self.props is None:
            raise self.refusal("bench_no_match")
        if place not in self.props.places or not self.face_down(place):
            raise self.refusal("bench_no_pile", place=place)
        top = self.props.top(place)
        if top is None:
            raise self.refusal("bench_empty_pile", place=place)
        return top

    def _own(self, place: str) -> None:
        """Refuse a card out of the hand of somebody who is not asked: the box could not tell whose it was."""
        asked, desk = self.question(), self.station.desk
        if asked is None or asked.seat in (TABLE, CHANCE):
            return
        for seat, name in enumerate(desk.names):
            if place == hand_of(seat) and seat not in [question.seat for question in desk.match.open]:
                raise self.refusal("bench_not_your_hand", name=name)

    def _uid(self, component: str) -> bytes:
        if not self.has_reader or self.props is None:
            raise self.refusal("bench_no_reader")
        return self.props.uids[component]


def run(
    wiring: Wiring,
    evening: Evening,
    *,
    port: int = 8765,
    open_browser: bool = True,
    lookup: Lookup = lambda _: None,
) -> None:
    """Serve the bench on this machine until somebody ends it with Ctrl-C.

    Raises:
        OSError: neither *port* nor one of the next ones is free.

    """
    from table.web.serving import run_until_told  # noqa: PLC0415 - what only looks at a bench needs no web server

    with Bench(wiring, evening, lookup=lookup) as bench:
        run_until_told(bench, port, open_browser=open_browser)
