"""The rulebook of the speedboat race: what the rest of the program calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.corrections import pieces
from engine.rulebook import Rulebook
from engine.speedboats import (
    between,
    checks,
    correct,
    corrections,
    layout,
    scoring,
    setup,
    turn,
    views,
)
from engine.speedboats.known import KnownBoard
from engine.speedboats.options import Options, options_of
from engine.speedboats.pack import GAME, read_pack
from engine.speedboats.pilots import Weak
from engine.speedboats.race import Race
from engine.speedboats.state import Boat, Regatta
from engine.speedboats.strong import Strong
from engine.speedboats.survey import Surveyor
from engine.speedboats.table_board import TableBoard

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Script
    from engine.corrections import Correctable
    from engine.layout import Component, Layout
    from engine.lessons import Lesson
    from engine.pictures import Gauge
    from engine.pilots import Pilot
    from engine.record import Correct, Header, Reseat, SeatInfo, Teach
    from engine.rulebook import Curve, Result, Standing
    from engine.speedboats.board import Board
    from engine.speedboats.state import Manned

SCRIPTS: Mapping[str, Callable[[Race], Script[None]]] = {
    "colours": setup.choose_colours,
    "starter": setup.find_starter,
    "lake": lambda race: race.board.lay(race),
    "course": lambda race: race.board.build(race),
    "place": turn.line_up,
    "points": between.count_points,
    "repair": between.repair,
}
"""What is to be done at each stage that is no player's turn."""


class Speedboats(Rulebook[Regatta]):
    """Three races round the buoys of a lake."""

    game = GAME
    seats = (2, 6)
    state_type = Regatta
    options_type = Options
    conduct: ClassVar[Mapping[str, tuple[str, ...]]] = {"not_asked": ("SB-TURN-01",)}

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self.pack = read_pack(header.pack)
        self.options = options_of(self.pack, header.options)
        self.surveyor = Surveyor(self.pack)
        self.board: Board = KnownBoard() if self.options.board else TableBoard()

    def bind(self, state: Regatta) -> Race:
        """Return *state* with its pack, options and lake, as scripts use it."""
        return Race(self.pack, self.options, state, self.surveyor, self.board)

    def new(self) -> Regatta:
        """Return the state before anybody has named a colour."""
        seats = self.header.seats
        return Regatta(
            colours=["" for _ in seats],
            manned=[self.manned(seat, joins=True) for seat in seats],
            boats=[Boat() for _ in seats],
            scores=[0 for _ in seats],
        )

    def manned(self, info: SeatInfo, *, joins: bool = False) -> Manned:
        """Say who answers for a seat: a person; a bot from the start on; or what `absent` says (SB-ABS-01)."""
        if info.pilot is None:
            return "person"
        if joins:
            return "bot" if self.options.board else "drift"
        return self.options.absent or "bot"

    def next_turn(self, state: Regatta) -> Script[None] | None:
        """Return the next stage or turn; None when the match is over."""
        if state.stage == "over":
            return None
        race = self.bind(state)
        if state.turn is not None:
            return turn.player_turn(race, state.turn)
        return SCRIPTS[state.stage](race)

    def view(self, state: Regatta, seat: int | None) -> views.View:
        """Return what a seat, or everybody, may know: the same for all (SB-TURN-05)."""
        del seat
        return views.view(self.bind(state))

    def layout(self, state: Regatta) -> Layout:
        """Return where every piece belongs."""
        return layout.layout(self.bind(state))

    def components(self) -> tuple[Component, ...]:
        """Return everything that can carry a tag."""
        return layout.components(self.pack, self.options)

    def standings(self, state: Regatta) -> tuple[Standing, ...]:
        """Return the seats by points; level ones by their places in the last races."""
        return scoring.standings(self.bind(state))

    def gauges(self, state: Regatta, seat: int) -> tuple[Gauge, ...]:
        """Return a seat's damage and the buoys it has rounded."""
        return scoring.gauges(self.bind(state), seat)

    def curves(self, state: Regatta) -> tuple[Curve, ...]:
        """Return everybody's points, race by race."""
        return scoring.curves(self.bind(state))

    def result(self, state: Regatta) -> Result:
        """Return how the match ended."""
        return scoring.result(self.bind(state))

    def check(self, state: Regatta) -> None:
        """Raise `BrokenInvariant` for a state the rules never reach (section 6)."""
        checks.check(self.bind(state))

    def pilot(self, level: str) -> Pilot:
        """Return a pilot."""
        if level == "weak":
            return Weak(self.surveyor, self.options)
        if level == "strong":
            return Strong(self.surveyor, self.options)
        raise self.no_pilot(level)

    def corrections(self, state: Regatta) -> tuple[Correctable, ...]:
        """Return what may be set by hand now."""
        return (*pieces(self, state), *corrections.corrections(self.bind(state)))

    def correct(self, state: Regatta, change: Correct) -> None:
        """Set something by hand."""
        correct.correct(self.bind(state), change)

    def open_lessons(self, state: Regatta) -> tuple[Lesson, ...]:
        """Return what the table may enter at any time: a ruling (SB-EXP-09)."""
        del state
        return (correct.RULING,)

    def teach(self, state: Regatta, lesson: Teach) -> None:
        """Learn what an expansion tile does, or how the table rules."""
        correct.teach(self.bind(state), lesson)

    def reseat(self, state: Regatta, change: Reseat) -> None:
        """Note who answers for a seat from now on (SB-ABS-01)."""
        state.manned[change.seat] = self.manned(change.info)
