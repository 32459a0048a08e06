"""The rulebook of Downforce: what the rest of the program calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.downforce import (
    betting,
    checks,
    correct,
    corrections,
    hands,
    layout,
    ledger,
    lessons,
    lots,
    powers,
    scoring,
    setup,
    turn,
    views,
)
from engine.downforce.cards import GAME
from engine.downforce.game import Game
from engine.downforce.known import KnownBoard
from engine.downforce.options import Options
from engine.downforce.pack import read_pack
from engine.downforce.pilots import Weak
from engine.downforce.seats import SKIP, kind_of_seat, knows_hand, reseat
from engine.downforce.state import Hand, MatchState
from engine.downforce.strong import Strong
from engine.downforce.table_board import TableBoard
from engine.downforce.teaching import teach
from engine.rulebook import Rulebook, SetupError, read_options

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Script
    from engine.corrections import Correctable
    from engine.downforce.board import Board
    from engine.layout import Component, Layout
    from engine.lessons import Lesson
    from engine.pilots import Pilot
    from engine.record import Correct, Header, Reseat, Teach
    from engine.rulebook import Result, Standing

SCRIPTS: Mapping[str, Callable[[Game], Script[None]]] = {
    "deal": setup.deal,
    "hands": setup.read_hands,
    "grid": setup.grid,
    "lots": lots.next_lot,
    "pole": powers.find_first,
    "powers": powers.keep_powers,
    "bets": betting.betting_round,
    "ledger": ledger.enter_event,
}


class Downforce(Rulebook[MatchState]):
    """Six cars sold, raced and bet on."""

    game = GAME
    seats = (2, 6)
    state_type = MatchState
    options_type = Options
    conduct: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "not_asked": ("DF-TURN-04", "DF-AUCT-19", "DF-CUN-03", "DF-BET-13"),
    }
    all_agree_to_correct = True  # DF-TABLE-10

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self.pack = read_pack(header.pack)
        self.options = read_options({**self.pack.options, **header.options}, Options, GAME)
        books = self.options.level == "books" or self.pack.track is None or self.options.card_input == "none"
        self.track = None if books else self.pack.track
        self.board: Board = TableBoard() if self.track is None else KnownBoard(self.track)
        self.undo_over_reveal = self.options.undo_after_reveal
        self._check_options()

    def _check_options(self) -> None:
        """Refuse what cannot be played (DF-BOT-05, DF-GAME-03, DF-PACK-32)."""
        options = self.options
        if options.level == "board" and self.track is None:
            raise SetupError(f"{GAME}: option: level = board needs a pack with a track (DF-GAME-03)")
        bots = any(seat.pilot is not None for seat in self.header.seats)
        if bots and self.track is None:
            raise SetupError(f"{GAME}: automated seats need a track pack and level = board (DF-BOT-05)")
        if bots and (options.typed_bids or not self.pack.has_deck):
            raise SetupError(f"{GAME}: automated seats need scanned cards of a deck pack (DF-BOT-03)")

    def bind(self, state: MatchState) -> Game:
        """Return *state* with its pack and options, as scripts use it."""
        return Game(self.pack, self.options, state, self.board, self.track)

    def new(self) -> MatchState:
        """Return the state before the deal."""
        seats = self.header.seats
        scanned = self.options.card_input == "scan"
        every = self.options.hand_tracking == "all"
        return MatchState(
            kinds=[kind_of_seat(seat) for seat in seats],
            known=[scanned and (every or knows_hand(seat)) for seat in seats],
            hands=[Hand() for _ in seats],
            kept=[[] for _ in seats],
            out=[False for _ in seats],
            stage="lots" if self.options.card_input == "none" else "deal",
        )

    def next_turn(self, state: MatchState) -> Script[None] | None:
        """Return the next step of the match; None when it is over (DF-GAME-01)."""
        if state.stage == "over":
            return None
        game = self.bind(state)
        if state.stage not in ("deal", "hands") and (seat := hands.unread(game)) is not None:
            return hands.read_hand(game, seat)
        if state.stage == "race" and state.turn is not None:
            if state.kinds[state.turn.seat] == "absent":
                return betting.pass_on(game)
            return turn.player_turn(game, state.turn)
        if state.stage == "lots" and self.options.card_input == "none":
            return ledger.enter_lot(game)
        return SCRIPTS[state.stage](game)

    def view(self, state: MatchState, seat: int | None) -> views.PublicView | views.SeatView:
        """Return what a seat, or everybody, may know."""
        game = self.bind(state)
        spaces = powers.bonus(game)
        return views.public_view(game, spaces) if seat is None else views.seat_view(game, seat, spaces)

    def layout(self, state: MatchState) -> Layout:
        """Return where every piece and card belongs."""
        return layout.layout(self.bind(state))

    def components(self) -> tuple[Component, ...]:
        """Return every card that can carry a tag."""
        return layout.components(self.pack)

    def standings(self, state: MatchState) -> tuple[Standing, ...]:
        """Return the players, by money once it is counted."""
        return scoring.standings(self.bind(state))

    def result(self, state: MatchState) -> Result:
        """Return how the match ended."""
        return scoring.result(self.bind(state))

    def check(self, state: MatchState) -> None:
        """Raise `BrokenInvariant` for a state the rules never reach (section 6)."""
        checks.check(self.bind(state))

    def pilot(self, level: str) -> Pilot:
        """Return a pilot: "weak" or "strong"; "skip" stands for a player who is away (DF-TABLE-04)."""
        game = self.bind(self.new())
        if level == "strong":
            return Strong(game)
        if level in ("weak", "skip"):
            return Weak(game)
        raise self.no_pilot(level)

    def correct(self, state: MatchState, change: Correct) -> None:
        """Set something by hand (DF-TABLE-10)."""
        correct.correct(self.bind(state), change)

    def corrections(self, state: MatchState) -> tuple[Correctable, ...]:
        """Return what may be set by hand now (DF-TABLE-10)."""
        return corrections.corrections(self.bind(state))

    def teach(self, state: MatchState, lesson: Teach) -> None:
        """Take a printed value (DF-PACK-04, DF-PACK-32)."""
        teach(self.bind(state), lesson)

    def stand_ins(self) -> tuple[str, ...]:
        """Return what may follow a player who leaves: a pilot, or being passed over (DF-TABLE-04)."""
        return {"ask": ("weak", SKIP), "skip": (SKIP,), "bot": ("weak",)}[self.options.absent_seat]

    def lessons(self) -> tuple[Lesson, ...]:
        """Return what can be taught of a printed copy, before a match (DF-PACK-04, DF-PACK-32)."""
        return lessons.lessons(self.pack)

    def open_lessons(self, state: MatchState) -> tuple[Lesson, ...]:
        """Return what nobody has taught yet, before or during the match."""
        return tuple(lesson for lesson in lessons.lessons(self.pack, state) if not lesson.taught)

    def reseat(self, state: MatchState, change: Reseat) -> None:
        """Let a player leave or come back (DF-TABLE-04)."""
        reseat(self.bind(state), change, books=self.track is None, has_deck=self.pack.has_deck)
