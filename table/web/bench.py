"""The bench: the whole box on simulated wires, with cards on a simulated table, for everybody who has no hardware.

It owns the board, the box and its host, moves the virtual clock with the real one, and lets simulated hands deal.
What a browser may see of it is in `table.web.snapshot`, how a browser reaches it in `table.web.pages`.
"""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from devices.sim.board import Board
from table.box import Box
from table.hands import Hands, Stuck, deals, hands_at
from table.host import Host
from table.lots import lots
from table.notify import Notifier
from table.props import Props, props_of
from table.seating import posts_for
from table.station import takes
from table.web.console import Console
from table.web.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from devices.rig import Wiring
    from engine.ask import Ask
    from table.desk import Desk
    from table.evening import Evening

    Lookup = Callable[[bytes], str | None]

TAP_US = 350_000
"""How long a card is held to a reader, in microseconds."""

DEAL_US, LAY_US = 700_000, 350_000
"""How long after a question the simulated hands turn something up or lay something out, so that eyes can follow."""

PATIENCE_US = 5_000_000
"""After how long the simulated hands deal once more what was not heard."""

SOUNDS_KEPT = 8
"""How many of the last tones are remembered for those who listen."""


class Refused(ValueError):
    """Something cannot be done on the bench. The message is one clear sentence in the table's language."""


class Sound(NamedTuple):
    """A tone that was heard: its number since the start, its frequency in hertz, and the station it came from."""

    number: int
    hertz: int
    station: str


class Bench:
    """Everything `pitboard play` needs where there is no hardware. Use it as a context manager.

    `consoles` are the stations with what they have on the board. `props`, `sight` and `hands` are there while a match is played.
    `version` rises whenever anything a browser shows has changed. *real* gives nanoseconds of a steady clock; *lookup*
    finds components behind real tags as well.
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
        self.props: Props | None = None
        self.sight: Sight | None = None
        self.hands: list[Hands] = []
        self.auto = True
        self.version = 0
        self.sounds: deque[Sound] = deque(maxlen=SOUNDS_KEPT)
        self._outside = lookup
        self._real = real
        self._notifier = notifier or Notifier()
        self._began = real()
        self._desk: Desk | None = None
        self._mark: tuple[Any, ...] = ()

    def __enter__(self) -> Self:
        self.board.__enter__()
        self.rig = self.board.rig()
        posts = posts_for(self.board.wiring, self.evening.desk, self.evening.texts)
        self.consoles = [Console(self.board, post, first=post is posts[0]) for post in posts]
        self.box = Box(self.rig, posts, self.lookup)
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
        for pair in self.hands:
            try:
                pair.act()
            except Stuck:
                pair.again()
        for console in self.consoles:
            console.act()
            self._listen(console)
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
        self.props, self.sight, self.hands = None, None, []
        for console in self.readers():
            self.board.lift(console.name)
        if not self.evening.in_lobby:
            draws = lots((desk.match.header.chance or {}).get("seed", 0))
            self.props = props_of(desk.match, draws("shuffle"))
            self.sight = Sight(desk, self.props)
            self.hands = hands_at(
                self.box.posts,
                self.board,
                self.props,
                draws,
                serves=self.deals,
                delay=lambda question: LAY_US if question.pile is None else DEAL_US,
                patience_us=PATIENCE_US,
            )

    def deals(self, question: Ask[Any]) -> bool:
        """Whether the simulated hands answer a question: not while somebody is about to take back some more."""
        return self.auto and bool(self.readers()) and deals(question) and not self.evening.desk.can_redo()

    def _listen(self, console: Console) -> None:
        hertz = console.listen()
        if hertz:
            number = self.sounds[-1].number + 1 if self.sounds else 1
            self.sounds.append(Sound(number, hertz, console.name))

    def _marks(self) -> tuple[Any, ...]:
        """Everything whose change makes the browser's picture old."""
        return (
            self._desk,
            self.evening.desk.changes,
            self.auto,
            self.sounds[-1].number if self.sounds else 0,
            *(console.marks() for console in self.consoles),
        )

    # --- what a browser may do ----------------------------------------------------------------------------------

    def press(self, key: str, station: str = "", *, hold: bool = False) -> None:
        """Press one of a station's four keys for a moment, or hold it; without a station one of the first.

        Raises:
            Refused: there is no such station or key, or too many presses wait already.

        """
        console = self.console(station)
        if key not in console.keys:
            raise self.refusal("bench_no_key", name=key)
        if not console.press(key, hold=hold):
            raise self.refusal("bench_too_fast")

    def tap(self, component: str, reader: str = "", near: str = "") -> None:
        """Hold a card that lies open to a reader; where none is named, to one that waits for it (see `taker`).

        Raises:
            Refused: there is no such card, or it is not at hand; or there is no such reader.

        """
        console, uid = self._takes_open(component, reader, near)
        self.board.tap(console.name, uid, TAP_US)

    def tap_top(self, place: str, reader: str = "", near: str = "") -> None:
        """Hold the top of a pile that lies face down to a reader.

        Raises:
            Refused: there is no such pile, or it is empty; or there is no such reader.

        """
        top = self._top(place)
        console = self._with_reader(reader) or self.taker(lambda question: question.pile == place, near=near)
        self.board.tap(console.name, top, TAP_US)

    def leave(self, component: str, reader: str = "", near: str = "") -> None:
        """Lay a card that lies open on a reader and leave it there.

        Raises:
            Refused: there is no such card, or it is not at hand; or there is no such reader.

        """
        console, uid = self._takes_open(component, reader, near)
        if uid not in console.resting():
            self.board.place(console.name, uid)

    def lift(self, reader: str = "") -> None:
        """Take everything off a reader; without a name off all of them.

        Raises:
            Refused: there is no reader, or none of that name.

        """
        named = self._with_reader(reader)
        for console in [named] if named else self._some_reader():
            self.board.lift(console.name)

    def let_deal(self, *, on: bool) -> None:
        """Let the simulated hands deal by themselves, or leave that to people as well."""
        self.auto = on

    # --- what there is ------------------------------------------------------------------------------------------

    def console(self, name: str = "") -> Console:
        """Return the station of that name, the first one without a name.

        Raises:
            Refused: there is none.

        """
        found = next((console for console in self.consoles if name in ("", console.name)), None)
        if found is None:
            raise self.refusal("bench_no_station", name=name)
        return found

    def readers(self) -> list[Console]:
        """Return the stations that have a reader."""
        return [console for console in self.consoles if console.has_reader]

    def resting(self, console: Console) -> list[str]:
        """Name the components that lie on a station's reader."""
        return [found for uid in console.resting() if (found := self.lookup(uid)) is not None]

    def taker(self, fits: Callable[[Ask[Any]], bool], seat: int | None = None, near: str = "") -> Console:
        """Return the station at whose reader somebody would hold a card: one out of the hand of *seat*, or of the table.

        It is the one that would take it for a question of that seat, or (a card of the table) for one that it *fits*;
        else one that asks at all; else that of the seat alone, if it has one. Of several it is the one *near* by.

        Raises:
            Refused: there is no reader.

        """

        def rank(console: Console) -> tuple[bool, bool, bool, bool, int]:
            questions, seats = console.station.for_cards(), console.station.seats
            asked = any(fits(one) if seat is None else one.seat == seat for one in questions)
            return asked, bool(questions), seat in seats, console.name == near, -len(seats)

        return max(self._some_reader(), key=rank)

    def refusal(self, key: str, **args: object) -> Refused:
        """Say why something cannot be done, in the table's language."""
        return Refused(self.evening.texts.say(key, args))

    # --- helpers ------------------------------------------------------------------------------------------------

    def _seen(self) -> Sight:
        """Return what there is to see, which there is while a match is played."""
        if self.sight is None:
            raise self.refusal("bench_no_match")
        return self.sight

    def _takes_open(self, component: str, reader: str, near: str) -> tuple[Console, bytes]:
        """Check that a card lies open and may be held to a reader; return the station of the reader, and the tag."""
        sight = self._seen()
        if component not in sight.props.components:
            raise self.refusal("bench_no_card", card=component)
        if sight.closed(component):
            raise self.refusal("bench_face_down")
        place = sight.props.place_of(component)
        seat = sight.seat_of(place)
        console = self._with_reader(reader) or self.taker(lambda one: takes(one, component), seat, near)
        if seat is not None and not console.gives(component, seat):
            raise self.refusal("bench_not_your_hand", name=sight.desk.names[seat])
        return console, sight.props.uids[component]

    def _top(self, place: str) -> bytes:
        """Return the tag of the top of a face-down pile."""
        sight = self._seen()
        if place not in sight.props.places or not sight.face_down(place):
            raise self.refusal("bench_no_pile", place=place)
        top = sight.props.top(place)
        if top is None:
            raise self.refusal("bench_empty_pile", place=place)
        return sight.props.uids[top]

    def _with_reader(self, name: str) -> Console | None:
        """Return the station of that name, which must have a reader; None without a name."""
        if not name:
            return None
        console = self.console(name)
        if not console.has_reader:
            raise self.refusal("bench_no_reader")
        return console

    def _some_reader(self) -> list[Console]:
        """Return the stations with a reader, of which there must be one."""
        if not (found := self.readers()):
            raise self.refusal("bench_no_reader")
        return found


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
