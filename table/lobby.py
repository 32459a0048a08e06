"""The lobby: before a match the box asks as a rulebook does. Which match, game and pack, how many people, pilots and races.

Being a rulebook, it has the same screens, keys and undo as every game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from engine.ask import TABLE, Option, Script, ask, choose, number
from engine.layout import Layout
from engine.pilots import AnyLegal
from engine.rulebook import Result, Rulebook, SetupError, Standing, read_options

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.pilots import Pilot
    from engine.record import Header

NEW = "new"

MOST_RACES = 5
"""How many races the lobby offers in one match; more can be set on the command line."""


class Shelf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be chosen: the games with their packs, and the unfinished matches by file name with who plays what.

    `people` is how many are expected (0: not known).
    """

    games: dict[str, tuple[str, ...]]
    unfinished: dict[str, str] = {}
    people: int = 0


class LobbyState(msgspec.Struct):
    """What has been chosen so far."""

    step: str = "resume"
    resume: str = ""
    game: str = ""
    pack: str = ""
    people: int = 0
    pilots: int = 0
    races: int = 1


class Lobby(Rulebook[LobbyState]):
    """Asks the table what it wants to play; the answers are in `state` when it is over."""

    game: ClassVar[str] = "lobby"
    seats: ClassVar[tuple[int, int]] = (0, 0)
    state_type: ClassVar[type[Any]] = LobbyState

    def __init__(
        self,
        header: Header,
        seats_of: Callable[[str], tuple[int, int]],
        in_series: Callable[[str, str], bool] = lambda _game, _pack: False,
        label_of: Callable[[str, str], str] = lambda _game, pack: pack,
    ) -> None:
        """Begin with a shelf.

        Once a game is chosen, *seats_of* gives its fewest and most seats, *in_series* whether the table may choose how
        many races it plays with a pack, and *label_of* what a pack calls itself.
        """
        super().__init__(header)
        self.seats_of = seats_of
        self.in_series = in_series
        self.label_of = label_of
        self.shelf = read_options(header.options, Shelf, self.game)
        if not self.shelf.games:
            raise SetupError("there is no game with a pack; put one into config/packs")

    def new(self) -> LobbyState:
        """Nothing is chosen yet."""
        return LobbyState()

    def next_turn(self, state: LobbyState) -> Script[None] | None:
        """Ask the next thing."""
        steps = {
            "resume": self.resume,
            "game": self.choose_game,
            "pack": self.choose_pack,
            "people": self.count_people,
            "pilots": self.count_pilots,
            "races": self.count_races,
        }
        return steps[state.step](state) if state.step in steps else None

    def resume(self, state: LobbyState) -> Script[None]:
        """Go on with an unfinished match, or begin a new one."""
        unfinished = self.shelf.unfinished
        if unfinished:
            options = {**{name: name for name in unfinished}, NEW: NEW}
            labels = (
                *(Option(name, "resume_one", {"what": label}) for name, label in unfinished.items()),
                Option(NEW, "new_match"),
            )
            question = choose(TABLE, "resume_match", options, rules=(), resumes=True)
            chosen = yield from ask(lambda: msgspec.structs.replace(question, options=labels))
            if chosen != NEW:
                state.resume, state.step = chosen, "done"
                return
        state.step = "game"

    def choose_game(self, state: LobbyState) -> Script[None]:
        """Choose a game where there are several."""
        games = {name: name for name in self.shelf.games}
        if len(games) > 1:
            state.game = yield from ask(lambda: choose(TABLE, "choose_game", games, rules=(), resumes=True))
        else:
            state.game = next(iter(games))
        state.step = "pack"

    def choose_pack(self, state: LobbyState) -> Script[None]:
        """Choose a pack where there are several."""
        packs = {name: name for name in self.shelf.games[state.game]}
        if len(packs) > 1:
            labels = tuple(
                Option(name, "pack_called", {"label": self.label_of(state.game, name)}) for name in packs
            )
            question = choose(TABLE, "choose_pack", packs, rules=(), resumes=True)
            state.pack = yield from ask(lambda: msgspec.structs.replace(question, options=labels))
        else:
            state.pack = next(iter(packs))
        state.step = "people"

    def count_people(self, state: LobbyState) -> Script[None]:
        """Ask how many people play."""
        _, most = self.seats_of(state.game)
        preset = {"preset": min(self.shelf.people, most)} if self.shelf.people else {}
        state.people = yield from ask(
            lambda: number(TABLE, "how_many_people", 1, most, rules=(), resumes=True, args=preset)
        )
        state.step = "pilots"

    def count_pilots(self, state: LobbyState) -> Script[None]:
        """Ask how many seats pilots take, as far as the game has room for them and wants them."""
        least, most = self.seats_of(state.game)
        low, high = max(0, least - state.people), most - state.people
        if low < high:
            state.pilots = yield from ask(
                lambda: number(TABLE, "how_many_pilots", low, high, rules=(), resumes=True)
            )
        else:
            state.pilots = low
        state.step = "races" if self.in_series(state.game, state.pack) else "done"

    def count_races(self, state: LobbyState) -> Script[None]:
        """Ask how many races the match has; one is a race for itself, without a championship."""
        state.races = yield from ask(
            lambda: number(TABLE, "how_many_races", 1, MOST_RACES, rules=(), resumes=True)
        )
        state.step = "done"

    def view(self, state: LobbyState, seat: int | None) -> LobbyState:
        """Everybody may know everything here."""
        del seat
        return state

    def layout(self, state: LobbyState) -> Layout:
        """Nothing lies on the table yet."""
        del state
        return Layout({})

    def standings(self, state: LobbyState) -> tuple[Standing, ...]:
        """Nobody leads."""
        del state
        return ()

    def result(self, state: LobbyState) -> Result:
        """Return nothing but the end; what was chosen is in the state."""
        del state
        return Result(())

    def check(self, state: LobbyState) -> None:
        """Every state can be reached."""

    def pilot(self, level: str) -> Pilot:
        """Nobody decides for people what they want to play."""
        del level
        return AnyLegal()
