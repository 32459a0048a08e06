"""The rulebook of Wacky Challenge: what the rest of the program calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.ask import IllegalAnswer
from engine.rulebook import Rulebook, SetupError, read_options
from engine.wacky_challenge import (
    books,
    boosters,
    checks,
    choosing,
    correct,
    corrections,
    ending,
    layout,
    lessons,
    pilots,
    setup,
    taking,
    teaching,
    views,
)
from engine.wacky_challenge.game import Game
from engine.wacky_challenge.options import Options
from engine.wacky_challenge.pack import read_pack
from engine.wacky_challenge.state import Books, GameState, Player, Tally
from engine.wacky_challenge.words import GAME

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Script
    from engine.corrections import Correctable
    from engine.layout import Component, Layout
    from engine.lessons import Lesson
    from engine.pilots import Pilot
    from engine.record import Correct, Header, Reseat, Teach
    from engine.rulebook import Result, Standing

SCRIPTS: Mapping[str, Callable[[Game], Script[None]]] = {
    "characters": setup.choose_characters,
    "hierarchy": setup.lay_hierarchy,
    "starters": setup.lay_starters,
    "values": setup.prepare,
    "choose": choosing.choose_cards,
    "grace": choosing.grace,
    "show": choosing.show_cards,
    "late": choosing.choose_late,
    "order": choosing.make_order,
    "take": taking.take,
    "shift": taking.shift,
    "booster": boosters.show_booster,
    "carry_out": boosters.booster,
    "vehicles": books.enter_vehicles,
    "speeds": books.enter_speeds,
    "leftover": books.enter_leftover,
    "symbol": books.enter_booster,
    "tally": books.enter_tallies,
    "tie": books.break_ties,
    "score": ending.tell_scores,
}


class WackyChallenge(Rulebook[GameState]):
    """Fifty-five cards, five vehicles, five turns."""

    game = GAME
    seats = (2, 7)
    state_type = GameState
    options_type = Options
    conduct: ClassVar[Mapping[str, tuple[str, ...]]] = {"not_asked": ("WC-ORDER-05",)}

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self.pack = read_pack(header.pack)
        self.options = read_options({**self.pack.options, **header.options}, Options, GAME)
        self.undo_over_reveal = "never" if self.options.undo_over_reveal == "never" else "all_agree"
        self._check_options()

    def _check_options(self) -> None:
        """Refuse what cannot be played with this pack or these seats (WC-PACK-06, WC-BOT-06)."""
        if self.options.level == "books":
            if any(seat.pilot is not None for seat in self.header.seats):
                raise SetupError(
                    f"{GAME}: bots need card values; play level 'full', or without bots (WC-BOT-06)"
                )
            return
        if not self.pack.starters:
            raise SetupError(
                f"{GAME}: pack table starter: level 'full' needs the eight starters (WC-PACK-06)"
            )
        whole = len(self.pack.colours) - len(self.pack.faulty)
        if whole < len(self.header.seats):
            raise SetupError(
                f"{GAME}: pack: only {whole} colours are complete, for {len(self.header.seats)} seats;"
                f" missing or doubled: {', '.join(card for cards in self.pack.faulty.values() for card in cards)}"
                " (WC-PACK-06)"
            )

    def bind(self, state: GameState) -> Game:
        """Return *state* with its pack and options, as scripts use it."""
        return Game(self.pack, self.options, state)

    def new(self) -> GameState:
        """Return the state before anybody has a character (WC-SETUP-14)."""
        seats = len(self.header.seats)
        books_ = Books([None] * seats, [0] * seats, [Tally() for _ in range(seats)])
        return GameState(
            players=[Player(info.pilot is not None) for info in self.header.seats],
            hierarchy=[],
            chosen=[""] * seats,
            row=[""] * seats,
            books=books_ if self.options.level == "books" else None,
        )

    def next_turn(self, state: GameState) -> Script[None] | None:
        """Return the next step of the set-up, of a turn, or of the end; None when the match is over."""
        script = SCRIPTS.get(state.stage)
        return None if script is None else script(self.bind(state))

    def view(self, state: GameState, seat: int | None) -> views.PublicView | views.SeatView:
        """Return what a seat, or everybody, may know."""
        game = self.bind(state)
        return views.public_view(game) if seat is None else views.seat_view(game, seat)

    def layout(self, state: GameState) -> Layout:
        """Return where every card belongs."""
        return layout.layout(self.bind(state))

    def components(self) -> tuple[Component, ...]:
        """Return every card that can carry a tag; in books no card is read."""
        return () if self.options.level == "books" else layout.components(self.pack)

    def standings(self, state: GameState) -> tuple[Standing, ...]:
        """Return the seats by their stages so far."""
        return ending.standings(self.bind(state))

    def result(self, state: GameState) -> Result:
        """Return how the match ended."""
        return ending.result(self.bind(state))

    def check(self, state: GameState) -> None:
        """Raise `BrokenInvariant` for a state the rules never reach (section 6)."""
        checks.check(self.bind(state))

    def pilot(self, level: str) -> Pilot:
        """Return a pilot: "weak" plays like the setting `bot` says, "strong" like the planner (WC-BOT-05)."""
        styles = {"weak": self.options.bot, "strong": "planner", "steady": "steady", "random": "random"}
        style = styles.get(level, level)
        if style not in pilots.STYLES:
            raise SetupError(f"{GAME}: no pilot {level!r}; choose one of {', '.join([*styles, 'planner'])}")
        return pilots.STYLES[style](self.pack, self.options)

    def correct(self, state: GameState, change: Correct) -> None:
        """Set something by hand."""
        correct.correct(self.bind(state), change)

    def corrections(self, state: GameState) -> tuple[Correctable, ...]:
        """Return what may be set by hand now."""
        return corrections.corrections(self.bind(state))

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the values of every card that can be taught (2.2)."""
        return lessons.lessons(self.pack)

    def open_lessons(self, state: GameState) -> tuple[Lesson, ...]:
        """Return the values of cards in play that nobody has entered yet."""
        return () if self.options.level == "books" else teaching.open_lessons(self.bind(state))

    def stand_ins(self) -> tuple[str, ...]:
        """Return the bots that may play on for who leaves; none where the table waits or no card is known (WC-TABLE-05).

        Where the match then ends, any will do.
        """
        if self.options.absent == "pause" or self.options.level == "books":
            return ()
        return ("weak",) if self.options.absent == "stop" else ("weak", "strong")

    def teach(self, state: GameState, lesson: Teach) -> None:
        """Take a printed value."""
        teaching.teach(self.bind(state), lesson)

    def reseat(self, state: GameState, change: Reseat) -> None:
        """Let a bot play on for who left, wait for them, or end the match (WC-TABLE-05, WC-BOT-06).

        Raises:
            IllegalAnswer: the table waits, or a bot cannot play without card values.

        """
        player = state.players[change.seat]
        player.bot = change.info.pilot is not None
        if not player.bot:
            return
        if self.options.level == "books":
            raise IllegalAnswer("bots_need_values", "WC-BOT-06")
        if self.options.absent == "pause":
            raise IllegalAnswer("wait_for_player", "WC-TABLE-05", seat=change.seat)
        if self.options.absent == "stop":
            state.stage = "stopped"
