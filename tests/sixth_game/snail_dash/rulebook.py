"""The rulebook of Snail Dash: what the rest of the program calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import IllegalAnswer
from engine.rulebook import BrokenInvariant, Result, Rulebook, Standing, places
from tests.sixth_game.snail_dash import views
from tests.sixth_game.snail_dash.dash import Dash
from tests.sixth_game.snail_dash.pack import read_pack
from tests.sixth_game.snail_dash.pilots import Snail
from tests.sixth_game.snail_dash.state import State

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.layout import Component, Layout
    from engine.pilots import Pilot
    from engine.record import Correct, Header


class SnailDash(Rulebook[State]):
    """Two to four snails, three spaces, one lettuce."""

    game = "snail_dash"
    seats = (2, 4)
    state_type = State

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self.pack = read_pack(header.pack)

    def bind(self, state: State) -> Dash:
        """Return *state* with the pack, as scripts use it."""
        return Dash(self.pack, state)

    def new(self) -> State:
        """Return the state before anybody has a snail."""
        seats = len(self.header.seats)
        return State("snails", [""] * seats, [""] * seats, [0] * seats, [])

    def next_turn(self, state: State) -> Script[None] | None:
        """Return the next step of the set-up or the next turn; None when a snail has reached the lettuce."""
        dash = self.bind(state)
        match state.stage:
            case "snails":
                return dash.take_snail()
            case "backing":
                return dash.back_snails()
            case "race":
                return dash.turn()
            case "over":
                return None

    def view(self, state: State, seat: int | None) -> views.View:
        """Return what a seat, or everybody, may know."""
        return views.view(self.bind(state), seat)

    def layout(self, state: State) -> Layout:
        """Return where every piece belongs."""
        return views.layout(self.bind(state))

    def components(self) -> tuple[Component, ...]:
        """Return everything that can carry a tag."""
        return self.pack.components()

    def points(self, state: State) -> list[int]:
        """Return 3 for the winner, 2 more for every seat that backed it (SN-END-02); before that, nothing."""
        if state.stage != "over":
            return [0] * len(state.snails)
        winner = state.snails[state.at.index(max(state.at))]
        pairs = zip(state.snails, state.backed, strict=True)
        return [3 * (snail == winner) + 2 * (backed == winner) for snail, backed in pairs]

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the seats by points, then by how far their snails are (SN-END-03)."""
        points = self.points(state)
        placed = places(dict(enumerate(zip(points, state.at, strict=True))))
        named = [(state.snails[seat], place, seat) for seat, place in placed.items()]
        return tuple(Standing(snail, place, seat, {"points": points[seat]}) for snail, place, seat in named)

    def result(self, state: State) -> Result:
        """Return how the dash ended."""
        return Result(self.standings(state))

    def check(self, state: State) -> None:
        """Raise `BrokenInvariant` for a state the rules never reach."""
        taken = [snail for snail in state.snails if snail]
        if len({*taken}) < len(taken):
            raise BrokenInvariant("two seats with one snail", "SN-SNAIL-01")
        if any(at not in range(len(self.pack.course)) for at in state.at):
            raise BrokenInvariant("a snail off the course", "SN-MOVE-03")
        if min(self.bind(state).left().values()) < 0:
            raise BrokenInvariant("more cards than there are", "SN-CARD-01")

    def correct(self, state: State, change: Correct) -> None:
        """Set a snail on any space but the lettuce, which ends the dash."""
        course = self.pack.course[:-1]
        if change.what != "place" or not change.name or change.name not in state.snails:
            super().correct(state, change)
        elif change.value not in course:
            raise IllegalAnswer("cannot_correct", "SN-END-01", name=change.name)
        else:
            state.at[state.snails.index(change.name)] = course.index(change.value)

    def pilot(self, level: str) -> Pilot:
        """Return the pilot; there is one strength, under both names."""
        if level not in ("weak", "strong"):
            raise self.no_pilot(level)
        return Snail()
