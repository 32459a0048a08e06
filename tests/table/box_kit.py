"""A whole box on simulated wires in virtual time, with hands that a test moves: part of the tests' kit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from devices.sim.board import Board
from table.box import Box, Post
from table.props import uid_of
from table.settings import read_wiring
from table.station import Station
from table.texts import Texts
from tests.table.table_kit import CARDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from devices.rig import Rig, Wiring
    from table.desk import Desk

STEP_US = 20_000
UIDS = {card.id: uid_of(card.id) for card in CARDS}
STRANGER = bytes.fromhex("04112233445566")


@dataclass
class Moment:
    """What could be seen and heard after one step."""

    at: int
    lit: bool
    hertz: int


@dataclass
class Table:
    """Use it as a context manager. `run` lets virtual time pass; `saves` counts what had to go to the disk."""

    desk: Desk
    wiring: Wiring = field(default_factory=lambda: read_wiring("starter"))
    saves: int = 0
    keeps_up: bool = True
    """Whether the disk answers at once; otherwise the test calls `saved` itself."""

    def __enter__(self) -> Self:
        self.board = Board(self.wiring).__enter__()
        self.rig: Rig = self.board.rig()
        self.station = Station(self.desk, Texts("en"), tuple(range(len(self.desk.names))))
        by_uid = {uid: card for card, uid in UIDS.items()}
        self.box = Box(self.rig, [Post(self.station)], by_uid.get)
        self.log: list[Moment] = []
        self.run(300)
        return self

    def __exit__(self, *fault: object) -> None:
        self.rig.close()
        self.board.__exit__(None, None, None)

    @property
    def now(self) -> int:
        return self.board.clock.now()

    def step(self) -> bool:
        """One turn of the loop."""
        self.board.clock.spend(STEP_US * 1000)
        changed = self.box.step()
        if changed:
            self.saves += 1
            if self.keeps_up:
                self.box.saved(accepted=True)
            else:
                self.box.saving = True
        self.log.append(Moment(self.now, self.board.lit("console"), self.board.hertz("console")))
        return changed

    def run(self, milliseconds: int) -> None:
        """Let time pass."""
        end = self.now + milliseconds * 1000
        while self.now < end:
            self.step()

    def until(self, what: Callable[[], bool], milliseconds: int = 3000) -> int:
        """Let time pass until something is so; returns how long that took, in microseconds."""
        begun = self.now
        while not what():
            assert self.now - begun < milliseconds * 1000, "it never came to that"
            self.step()
        return self.now - begun

    def tap(self, card: str) -> None:
        """Hold a card to the reader for a quarter of a second."""
        self.board.tap("console", UIDS[card])

    def press(self, *keys: str) -> None:
        """Press keys one after the other, as a quick finger does."""
        for key in keys:
            self.board.press(key)
            self.run(140)

    def hold(self, key: str, milliseconds: int) -> None:
        """Hold a key down; the finger leaves it that much later."""
        self.board.press(key, milliseconds * 1000)

    def words(self) -> str:
        """What the panel says."""
        return " / ".join(self.station.screen().words())
