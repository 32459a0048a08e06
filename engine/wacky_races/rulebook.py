"""The rulebook of Wacky Races: what the rest of the program calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.ask import IllegalAnswer
from engine.rulebook import Rulebook, SetupError
from engine.wacky_races import (
    checks,
    correct,
    course,
    deck,
    layout,
    neutrals,
    pilots,
    places,
    setup,
    turn,
    views,
)
from engine.wacky_races.options import options_of
from engine.wacky_races.pack import GAME, read_pack
from engine.wacky_races.race import Race
from engine.wacky_races.state import Hand, RaceState
from engine.wacky_races.track import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Script
    from engine.layout import Component, Layout
    from engine.pilots import Pilot
    from engine.record import Correct, Header, Reseat
    from engine.rulebook import Result, Standing

SETUP: Mapping[str, Callable[[Race], Script[None]]] = {
    "racers": setup.choose_racers,
    "starter": setup.find_starter,
    "neutrals": setup.add_neutrals,
    "deal": setup.deal,
    "special": course.draw_special,
    "course": course.lay_course,
    "ready": setup.start,
}


class WackyRaces(Rulebook[RaceState]):
    """Six cars, nineteen tiles, and Dick Dastardly."""

    game = GAME
    seats = (2, 6)
    state_type = RaceState
    conduct: ClassVar[Mapping[str, tuple[str, ...]]] = {"not_asked": ("WR-APP-02",)}

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self.pack = read_pack(header.pack)
        self.options = options_of(self.pack.options, header.options)
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
        if not self.pack.traps:
            raise SetupError(f"{GAME}: pack: no trap type is taught; teach them first (WR-TEACH-01)")

    def stock(self) -> dict[str, int]:
        """Return the number of movement cards of each kind; empty where nobody knows it."""
        counts = self.options.movement_counts
        return self.pack.counts if counts is None else dict(zip(KINDS, counts, strict=True))

    def race(self, state: RaceState) -> Race:
        """Return *state* with its pack and options, as scripts use it."""
        return Race(self.pack, self.options, state)

    def new(self) -> RaceState:
        """Return the state before anybody has chosen a Racer."""
        seats = self.header.seats
        virtual = self.options.movement_deck == "virtual"
        return RaceState(
            racers=["" for _ in seats],
            known=[virtual or seat.hand_known for seat in seats],
            hands=[Hand() for _ in seats],
            total=64,
            stock=dict(self.stock()) or None,
            trap_total=16,
            pools=[{kind: trap.copies for kind, trap in self.pack.traps.items()}],
        )

    def next_turn(self, state: RaceState) -> Script[None] | None:
        """Return the next step of the set-up, turn or neutral phase; None when the race is over."""
        if state.stage == "over":
            return None
        race = self.race(state)
        if any(known and hand.unknown for known, hand in zip(state.known, state.hands, strict=True)):
            return deck.read_hands(race)
        if state.turn is not None:
            return turn.player_turn(race, state.turn)
        if state.phase is not None:
            return neutrals.neutral_phase(race, state.phase)
        return SETUP[state.stage](race)

    def view(self, state: RaceState, seat: int | None) -> views.PublicView | views.SeatView:
        """Return what a seat, or everybody, may know."""
        race = self.race(state)
        return views.public_view(race) if seat is None else views.seat_view(race, seat)

    def layout(self, state: RaceState) -> Layout:
        """Return where every piece belongs."""
        return layout.layout(self.race(state))

    def components(self) -> tuple[Component, ...]:
        """Return everything that can carry a tag: Racers, tiles, movement cards, trap cards."""
        return layout.components(self.pack)

    def standings(self, state: RaceState) -> tuple[Standing, ...]:
        """Return the cars by position, level ones level."""
        return places.standings(state)

    def result(self, state: RaceState) -> Result:
        """Return how the race ended."""
        return places.result(state)

    def check(self, state: RaceState) -> None:
        """Raise `BrokenInvariant` for a state the rules never reach (section 6)."""
        checks.check(self.race(state))

    def pilot(self, level: str) -> Pilot:
        """Return a pilot; so far there is the weak one."""
        if level != "weak":
            raise SetupError(f"{GAME}: no pilot {level!r}; choose 'weak'")
        return pilots.Weak(self.options)

    def correct(self, state: RaceState, change: Correct) -> None:
        """Set something by hand."""
        correct.correct(self.race(state), change)

    def reseat(self, state: RaceState, change: Reseat) -> None:
        """Note whether the new occupant's cards are known; a hand that no longer is is forgotten."""
        if self.options.movement_deck == "virtual":
            return
        if not 0 <= change.seat < len(state.known):
            raise IllegalAnswer("no_such_seat", seat=change.seat)
        state.known[change.seat] = change.info.hand_known
        hand = state.hands[change.seat]
        if not change.info.hand_known:
            state.hands[change.seat] = Hand(unknown=hand.size)
