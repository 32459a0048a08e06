"""One station on the bench: its devices on the simulated board, the fingers on its keys and the ear at its buzzer."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from devices.rig import KEYS

if TYPE_CHECKING:
    from devices.sim.board import Board
    from engine.ask import Ask
    from table.box import Post
    from table.station import Station

HOLD_US, PRESS_US = 1_000_000, 60_000
"""How long a held key stays down, and one that is pressed, in microseconds."""

GAP_US = 60_000
"""Between two presses of keys, in microseconds."""

PRESSES_KEPT = 20
"""How many presses of keys can wait for each other; a finger is not faster."""


class Console:
    """What one station of the wiring has on the board.

    `keys` are those of the four it has, each with the wiring's name for it; keys without a station's name belong to the
    *first* station. `has_reader` and `has_panel` tell what else there is.
    """

    def __init__(self, board: Board, post: Post, *, first: bool) -> None:
        self.board = board
        self.post = post
        self.name = post.name
        wired = board.wiring.key_names
        names = {key: (f"{self.name}.{key}", *([key] if first else [])) for key in KEYS}
        self.keys = {
            key: found
            for key, both in names.items()
            if (found := next((n for n in both if n in wired), None))
        }
        self.has_reader = self.name in board.chips
        self.has_panel = self.name in board.oleds
        self._has_lamp = self.name in board.wiring.lamp_names
        self._has_buzzer = self.name in board.wiring.buzzer_names
        self._presses: deque[tuple[str, int]] = deque()
        self._press_at = 0
        self._hertz = 0

    @property
    def station(self) -> Station:
        """The station itself."""
        return self.post.station

    @property
    def lit(self) -> bool:
        """Whether its lamp shines."""
        return self._has_lamp and self.board.lit(self.name)

    @property
    def hertz(self) -> int:
        """What its buzzer sounds now, 0 for silence."""
        return self.board.hertz(self.name) if self._has_buzzer else 0

    @property
    def revision(self) -> int:
        """Which picture its panel shows; it rises with every new one."""
        return self.board.oleds[self.name].revision if self.has_panel else 0

    @property
    def aside(self) -> bool:
        """Whether its panel shows a menu, a list or a request instead of the question."""
        return self.station.page is not self.station.play

    def resting(self) -> list[bytes]:
        """Return the tags on its reader."""
        return self.board.resting(self.name) if self.has_reader else []

    def question(self) -> Ask[Any] | None:
        """Return what its keys answer now."""
        return self.station.play.question(self.station)

    def in_sight(self) -> Ask[Any] | None:
        """Return the question that its panel shows; nothing while it is still to be opened, or something lies over it."""
        question = self.question()
        if question is None or self.aside or self.station.play.hidden(self.station, question):
            return None
        return question

    def gives(self, component: str, seat: int) -> bool:
        """Whether a card out of a seat's hand would not be taken for another's answer here."""
        asked = self.station.for_a_card(component)
        return asked is None or not isinstance(asked.seat, int) or asked.seat == seat

    def press(self, key: str, *, hold: bool) -> bool:
        """Press one of `keys` as soon as the finger is free; False when too many presses wait already."""
        if len(self._presses) >= PRESSES_KEPT:
            return False
        self._presses.append((self.keys[key], HOLD_US if hold else PRESS_US))
        return True

    def act(self) -> None:
        """Let the finger do what it can."""
        now = self.board.clock.now()
        if self._presses and now >= self._press_at:
            key, for_us = self._presses.popleft()
            self._press_at = now + GAP_US + self.board.press(key, for_us)

    def listen(self) -> int:
        """Return the frequency of a tone that has begun since, 0 for none."""
        before, self._hertz = self._hertz, self.hertz
        return self._hertz if self._hertz != before else 0

    def marks(self) -> tuple[Any, ...]:
        """Return everything whose change makes what is shown of it old."""
        station = self.station
        return (
            self.post.screen,
            self.revision,
            self.lit,
            tuple(self.resting()),
            self.aside,
            tuple(station.troubles.values()),
            station.notice,
        )
