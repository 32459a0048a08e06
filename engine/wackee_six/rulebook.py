"""The rulebook of Wackee Six: what the rest of the program calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.ask import IllegalAnswer
from engine.record import Correct
from engine.rulebook import Rulebook, SetupError, read_options
from engine.wackee_six import (
    checks,
    correct,
    corrections,
    counting,
    ending,
    layout,
    pace,
    pilots,
    referee,
    rounds,
    sides,
    views,
)
from engine.wackee_six.game import Game
from engine.wackee_six.options import Options
from engine.wackee_six.pack import read_pack
from engine.wackee_six.state import MatchState, Side
from engine.wackee_six.words import GAME, MOST_PACE, MOST_PEOPLE, MOST_SIDES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Script
    from engine.corrections import Correctable
    from engine.layout import Component, Layout
    from engine.pilots import Pilot
    from engine.record import Header, Reseat
    from engine.rulebook import Curve, Result, Standing

AWAY = "away"
"""The pilot of an empty chair: somebody may join there later."""

SCRIPTS: Mapping[str, Callable[[Game], Script[None]]] = {
    "sides": sides.form_sides,
    "decks": sides.choose_decks,
    "seeds": sides.draw_seeds,
    "deal": rounds.deal,
    "ready": rounds.ready,
    "start": rounds.start,
    "countdown": rounds.play,
    "run": rounds.play,
    "collect": rounds.play,
    "listen": rounds.play,
    "who": referee.who_called,
    "check": referee.check,
    "again": referee.go_on,
    "paused": referee.paused,
    "accept": counting.accept_cards,
    "scan": counting.scan_cards,
    "left": counting.enter_left,
    "played": counting.enter_played,
    "rest": counting.enter_rest,
    "confirm": counting.confirm_counts,
    "scored": ending.score_round,
    "after": ending.after_round,
}


class WackeeSix(Rulebook[MatchState]):
    """Six decks, no turns, and a referee that never looks away."""

    game = GAME
    seats = (2, MOST_PEOPLE)
    state_type = MatchState
    options_type = Options
    conduct: ClassVar[Mapping[str, tuple[str, ...]]] = {"not_asked": ("W6-START-05",)}
    undo_over_reveal = "never"
    """A press is never taken back, only overruled (W6-HIST-07)."""

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self.pack = read_pack(header.pack)
        self.options = read_options({**self.pack.options, **header.options}, Options, GAME)
        self._check_seats()

    def _check_seats(self) -> None:
        """Refuse too few people, too many sides and too many pace-makers (W6-SIDE-02, -06, W6-PACE-12)."""
        flown = [info.pilot for info in self.header.seats if info.pilot not in (None, AWAY)]
        people = sum(info.pilot is None for info in self.header.seats)
        for level in flown:
            if level not in pace.PILOTS:
                raise SetupError(f"{GAME}: no pace-maker {level!r}; choose one of {', '.join(pace.PILOTS)}")
        if len(flown) > MOST_PACE:
            raise SetupError(f"{GAME}: {len(flown)} pace-makers; at most {MOST_PACE} (W6-PACE-12)")
        if people + len(flown) < 2:
            raise SetupError(f"{GAME}: {people} people; two to twelve, or one with a pace-maker (W6-SIDE-02)")
        decks = sum(sides.arrangement(people))
        if decks + len(flown) > MOST_SIDES:
            raise SetupError(
                f"{GAME}: {decks} sides and {len(flown)} pace-makers; at most {MOST_SIDES} (W6-PACE-12)"
            )
        if decks > len(self.pack.backs):
            raise SetupError(
                f"{GAME}: pack: {len(self.pack.backs)} decks; {decks} sides need one each (W6-SIDE-06)"
            )

    def bind(self, state: MatchState) -> Game:
        """Return *state* with its pack and options, as scripts use it."""
        return Game(self.pack, self.options, state)

    def new(self) -> MatchState:
        """Return the state before the sides are formed."""
        seats = self.header.seats
        paced = [
            Side([seat], level=info.pilot)
            for seat, info in enumerate(seats)
            if info.pilot not in (None, AWAY)
        ]
        for side in paced:
            given = self.options.start_points
            side.points = given[side.seats[0]] if side.seats[0] < len(given) else 0
        return MatchState(paced, [info.pilot == AWAY for info in seats], [info.name for info in seats])

    def next_turn(self, state: MatchState) -> Script[None] | None:
        """Return the next step of the set-up, of a round, or after it; None when the match is over."""
        script = SCRIPTS.get(state.phase)
        return None if script is None else script(self.bind(state))

    def view(self, state: MatchState, seat: int | None) -> views.PublicView | views.SeatView:
        """Return what a seat, or everybody, may know."""
        game = self.bind(state)
        return views.public_view(game) if seat is None else views.seat_view(game, seat)

    def layout(self, state: MatchState) -> Layout:
        """Return with whom every deck is."""
        return layout.layout(self.bind(state))

    def components(self) -> tuple[Component, ...]:
        """Return every card that can carry a tag."""
        return layout.components(self.pack)

    def standings(self, state: MatchState) -> tuple[Standing, ...]:
        """Return everybody by total."""
        return ending.standings(self.bind(state))

    def curves(self, state: MatchState) -> tuple[Curve, ...]:
        """Return the total of every side after every round (W6-STAT-02)."""
        return ending.curves(self.bind(state))

    def result(self, state: MatchState) -> Result:
        """Return how the match ended."""
        return ending.result(self.bind(state))

    def check(self, state: MatchState) -> None:
        """Raise `BrokenInvariant` for a state the rules never reach (section 6)."""
        checks.check(self.bind(state))

    def pilot(self, level: str) -> Pilot:
        """Return who answers for a seat of that level; how fast a pace-maker is, its side knows (W6-PACE-04)."""
        if level != AWAY and level not in pace.PILOTS:
            raise SetupError(f"{GAME}: no pace-maker {level!r}; choose one of {', '.join(pace.PILOTS)}")
        return pilots.TestPlayer()

    def correct(self, state: MatchState, change: Correct) -> None:
        """Correct a round."""
        correct.correct(self.bind(state), change)

    def corrections(self, state: MatchState) -> tuple[Correctable, ...]:
        """Return what may be corrected now."""
        return corrections.corrections(self.bind(state))

    def interrupted(self, state: MatchState) -> Correct | None:
        """Stop a round that a power cut broke off (W6-HIST-06)."""
        return Correct("count", "stopped", 1) if correct.running(self.bind(state)) else None

    def stand_ins(self) -> tuple[str, ...]:
        """Return what follows who leaves: an empty chair, for nobody can play real cards for them (W6-MATCH-11)."""
        return (AWAY,)

    def reseat(self, state: MatchState, change: Reseat) -> None:
        """Let somebody leave or join between two rounds (W6-MATCH-10, -11).

        Raises:
            IllegalAnswer: a round is running, or too few or too many sides would be left.

        """
        game = self.bind(state)
        seat, leaves = change.seat, change.info.pilot is not None
        flown = any(seat in game.side(number).seats for number in game.pace())
        if leaves == (state.away[seat] or flown):
            state.people[seat] = change.info.name
            return
        if state.phase != "after":
            raise IllegalAnswer("not_between_turns", "W6-MATCH-10", "W6-MATCH-11")
        if flown:
            raise IllegalAnswer("seat_of_pace_maker", "W6-MATCH-11", seat=seat)
        if leaves:
            sides.leave(game, seat)
        else:
            sides.join(game, seat)
        state.people[seat] = change.info.name
