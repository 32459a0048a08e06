"""What a panel shows, before it is a picture: one small model for all screens."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.ask import Value
from engine.pictures import Dice, Way


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """One place of the course strip: what is printed there and its name, who stands there, what else lies there.

    `own` is how many of `pieces` (the first ones) belong to the seat that is asked. `moved`: the place itself has just come so
    many steps on in the course, or (below zero) back.
    """

    mark: str
    pieces: tuple[str, ...] = ()
    own: int = 0
    covered: bool = False
    name: str = ""
    moved: int = 0


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    """One place of a board: left, top, right and bottom, in spaces from the middle of the piece that it is about.

    `special`: something is printed there. `own`: the piece that it is about stands there, as one of `pieces`. `route`: the
    piece may come to stand there ("end"), will pass it ("pass") or come to stand there ("goal").
    """

    area: tuple[float, float, float, float]
    special: bool = False
    pieces: int = 0
    own: bool = False
    route: Literal["", "end", "pass", "goal"] = ""


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """The board around a piece: its places near by, and how far all of it reaches.

    `plane`: places lie in the plane; else in lanes, which are 1 high together. `across`: so many spaces must be seen from
    side to side.
    """

    spaces: tuple[Space, ...]
    whole: tuple[float, float, float, float]
    plane: bool = False
    across: float = 0


class Compass(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ways a piece may go, the answer that is chosen, and what stands on the piece in their middle."""

    ways: tuple[Way, ...]
    chosen: Value = None
    middle: str = ""


class Meter(msgspec.Struct, frozen=True):
    """Something that counts up to an end, by its name."""

    name: str
    now: int
    most: int


class Screen(msgspec.Struct, frozen=True, omit_defaults=True):
    """One screen, one thing.

    `head`: who is meant, always there; `badge` stands beside it. `title`: what is asked or told, large. `body`: up
    to three lines. `choices` with `cursor`: a list to choose from (None: nothing chosen yet). `strip`: the course
    around the active piece; `board`: the same where it is no line. `foot`: what the keys do; its signs stand in the bar. `scroll`: which line of how many comes first.
    `alarm`: something was refused or is wrong. `dice` or `compass`: a picture in place of the list, which shows only what
    is chosen then; `meters` stand beside it. A `board` with `choices` shows where each of them leads.
    `across`: the choices are signs, which are drawn side by side. `told`: the body is what has happened.
    """

    head: str
    badge: str = ""
    title: str = ""
    body: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    cursor: int | None = None
    strip: tuple[Cell, ...] = ()
    foot: str = ""
    scroll: tuple[int, int] | None = None
    alarm: bool = False
    board: Board | None = None
    dice: Dice | None = None
    compass: Compass | None = None
    meters: tuple[Meter, ...] = ()
    across: bool = False
    told: bool = False

    def words(self) -> tuple[str, ...]:
        """Every text on the screen, top to bottom: for the terminal, for tests and for the page."""
        meters = [f"{meter.name} {meter.now}/{meter.most}" for meter in self.meters]
        lines = (self.head, self.badge, *meters, self.title, *self.body, *self.choices, self.foot)
        return tuple(line for line in lines if line)
