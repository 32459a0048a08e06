"""What an audience may know: everything, for everything lies open (SB-TURN-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.speedboats.course import Course
from engine.speedboats.pack import Laid
from engine.speedboats.state import Manned, Stage, Status, TurnStage

if TYPE_CHECKING:
    from engine.speedboats.race import Race


class BoatView(msgspec.Struct, frozen=True):
    """A boat; `at` is its coded space (see `hexes`), `leg`, `n` and `w` its progress round the course."""

    at: int
    afloat: bool
    bow: int
    dice: tuple[int, ...]
    damage: int
    leg: int
    n: int
    w: int
    turns: int
    status: Status
    place: int
    doubled: bool


class View(msgspec.Struct, frozen=True):
    """The match as everybody sees it; tuples go by seat, `turn` says whose turn it is and what was decided in it."""

    stage: Stage
    race: int
    races: int
    seat: int | None
    turn_stage: TurnStage | None
    change: str
    reroll: str
    order: tuple[int, ...]
    manned: tuple[Manned, ...]
    colours: tuple[str, ...]
    starter: int
    boats: tuple[BoatView, ...]
    scores: tuple[int, ...]
    lake: tuple[Laid, ...]
    course: Course | None
    extra: bool


def view(race: Race) -> View:
    """Return what everybody may know."""
    state, turn = race.state, race.state.turn
    return View(
        stage=state.stage,
        race=state.race,
        races=race.options.races,
        seat=None if turn is None else turn.seat,
        turn_stage=None if turn is None else turn.stage,
        change="" if turn is None else turn.change,
        reroll="" if turn is None else turn.reroll,
        order=tuple(state.order),
        manned=tuple(state.manned),
        colours=tuple(state.colours),
        starter=state.starter,
        boats=tuple(
            [
                BoatView(
                    b.at, b.afloat, b.bow, tuple(b.dice), b.damage, b.leg, b.n, b.w, b.turns, b.status, b.place,
                    b.doubled,
                )
                for b in state.boats
            ]
        ),
        scores=tuple(state.scores),
        lake=state.lake,
        course=state.course,
        extra=race.extra,
    )  # fmt: skip
