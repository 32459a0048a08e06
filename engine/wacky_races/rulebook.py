"""The rulebook of Wacky Races: what the rest of the program calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.pilots import AnyLegal
from engine.rulebook import Rulebook, SetupError, read_options
from engine.wacky_races import (
    absent,
    checks,
    correct,
    corrections,
    course,
    deck,
    layout,
    lessons,
    neutrals,
    pilots,
    places,
    series,
    setup,
    strong,
    table_board,
    turn,
    views,
)
from engine.wacky_races.known import KNOWN
from engine.wacky_races.options import Options
from engine.wacky_races.pack import GAME, UNTAUGHT, read_pack
from engine.wacky_races.race import Race
from engine.wacky_races.state import RaceState
from engine.wacky_races.table_board import TABLE_BOARD

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Script
    from engine.corrections import Correctable
    from engine.layout import Component, Layout
    from engine.lessons import Lesson
    from engine.pilots import Pilot
    from engine.record import Correct, Header, Reseat, Teach
    from engine.rulebook import Curve, Result, Standing
    from engine.wacky_races.board import Board

SCRIPTS: Mapping[str, Callable[[Race], Script[None]]] = {
    "racers": series.begin,
    "starter": setup.find_starter,
    "neutrals": setup.add_neutrals,
    "deal": setup.deal,
    "special": course.draw_special,
    "course": lambda race: race.board.draw_up(race),
    "ready": setup.start,
    "places": table_board.order_cars,
    "points": series.finish_race,
    "next_race": series.go_on,
}


class WackyRaces(Rulebook[RaceState]):
    """Six cars, nineteen tiles, and Dick Dastardly."""

    game = GAME
    seats = (2, 6)
    state_type = RaceState
    options_type = Options
    conduct: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "not_asked": ("WR-APP-02",),
        "not_between_turns": ("WR-APP-11",),
    }
    switches: ClassVar[Mapping[str, str]] = {
        "races": "champ_races",
        "level": "level",
    }

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self.pack = read_pack(header.pack)
        self.options = read_options({**self.pack.options, **header.options}, Options, GAME)
        self.board: Board = KNOWN if self.options.level == "full" else TABLE_BOARD
        self._check_options()

    def _check_options(self) -> None:
        """Refuse what cannot be played with this pack (WR-COMP-04, WR-SETUP-25)."""
        if self.options.movement_deck == "virtual" and not self.stock():
            raise SetupError(
                f"{GAME}: a virtual movement deck needs movement_counts, or a pack with 64 cards (WR-COMP-04)"
            )
        specials = {name for name, tile in self.pack.tiles.items() if tile.role == "special"}
        unknown = sorted(set(self.options.special_pool or ()) - specials)
        if unknown:
            raise SetupError(f"{GAME}: option: special_pool: {unknown[0]!r} is none of {sorted(specials)}")
        if self.options.trap_deck == "virtual" and UNTAUGHT in self.pack.traps:
            raise SetupError(
                f"{GAME}: a virtual trap deck needs taught trap types for all 16 cards (WR-DECK-03)"
            )
        if self.options.course == "dealt" and any(
            lessons.untaught(self.pack, tile) for tile in self.pack.tiles
        ):
            raise SetupError(
                f"{GAME}: a dealt course needs a pack with the kinds of all 16 tiles (WR-COMP-10)"
            )

    def stock(self) -> dict[str, int]:
        """Return the number of movement cards of each kind; empty where nobody knows it."""
        return setup.stock_of(self.pack, self.options)

    def bind(self, state: RaceState) -> Race:
        """Return *state* with its pack and options, as scripts use it."""
        return Race(self.pack, self.options, state, self.board)

    def new(self) -> RaceState:
        """Return the state before anybody has chosen a Racer."""
        seats = self.header.seats
        virtual = self.options.movement_deck == "virtual"
        return setup.fresh_state(self.pack, self.options, [virtual or seat.hand_known for seat in seats])

    def next_turn(self, state: RaceState) -> Script[None] | None:
        """Return the next step of the set-up, turn, neutral phase, or step after a race; None when all is over."""
        race = self.bind(state)
        if race.over:
            return None if state.stage == "over" else SCRIPTS[state.stage](race)
        if any(known and hand.unknown for known, hand in zip(state.known, state.hands, strict=True)):
            return deck.read_hands(race)
        if gone := absent.leaving(race):
            return absent.depart(race, gone[0])
        if state.turn is not None:
            return turn.player_turn(race, state.turn)
        if state.phase is not None:
            return neutrals.neutral_phase(race, state.phase)
        return SCRIPTS[state.stage](race)

    def view(self, state: RaceState, seat: int | None) -> views.PublicView | views.SeatView:
        """Return what a seat, or everybody, may know."""
        race = self.bind(state)
        return views.public_view(race) if seat is None else views.seat_view(race, seat)

    def layout(self, state: RaceState) -> Layout:
        """Return where every piece belongs."""
        return layout.layout(self.bind(state))

    def components(self) -> tuple[Component, ...]:
        """Return everything that can carry a tag: Racers, tiles, movement cards, trap cards, power cards."""
        return layout.components(self.pack)

    def standings(self, state: RaceState) -> tuple[Standing, ...]:
        """Return the cars by position, level ones level."""
        return (
            places.standings(state, self.options.places)
            if self.options.champ_races is None
            else series.standings(state)
        )

    def curves(self, state: RaceState) -> tuple[Curve, ...]:
        """Return everybody's points in a championship, race by race."""
        return series.curves(state)

    def result(self, state: RaceState) -> Result:
        """Return how the race ended."""
        return (
            places.result(state, self.options.places)
            if self.options.champ_races is None
            else series.result(state)
        )

    def check(self, state: RaceState) -> None:
        """Raise `BrokenInvariant` for a state the rules never reach (section 6)."""
        checks.check(self.bind(state))

    def pilot(self, level: str) -> Pilot:
        """Return a pilot, "weak" or "strong". Nobody plays the seat of a car that became a neutral."""
        match level:
            case "weak" | "strong" if self.options.level == "books":
                return pilots.Careful()
            case "weak":
                return pilots.Weak(self.pack, self.options)
            case "strong":
                return strong.Strong(self.pack, self.options, self.stock())
            case absent.NEUTRAL:
                return AnyLegal()
            case _:
                raise self.no_pilot(level)

    def correct(self, state: RaceState, change: Correct) -> None:
        """Set something by hand."""
        correct.correct(self.bind(state), change)

    def corrections(self, state: RaceState) -> tuple[Correctable, ...]:
        """Return what may be set by hand now (WR-APP-08)."""
        return corrections.corrections(self.bind(state))

    def reseat(self, state: RaceState, change: Reseat) -> None:
        """Note whether the new occupant's cards are known; a hand that no longer is is forgotten."""
        absent.reseat(self.bind(state), change.seat, change.info)

    def lessons(self) -> tuple[Lesson, ...]:
        """Return everything that can be taught of the pack (2.1)."""
        return lessons.lessons(self.pack)

    def open_lessons(self, state: RaceState) -> tuple[Lesson, ...]:
        """Return what nobody has taught yet, before or during the match; points are agreed before it (WR-TEACH-06)."""
        known = lessons.lessons(self.bind(state).pack)
        return tuple(lesson for lesson in known if not lesson.taught and lesson.table != "options")

    def teach(self, state: RaceState, lesson: Teach) -> None:
        """Take a printed value into the running match (WR-TEACH-05, -06)."""
        lessons.teach(self.bind(state).pack, state, lesson)

    def stand_ins(self) -> tuple[str, ...]:
        """Return who goes on for a player who leaves (WR-APP-10)."""
        follow = {"pause": (), "bot": ("weak",), "neutral": (absent.NEUTRAL,)}
        return follow[self.options.absent_seat]
