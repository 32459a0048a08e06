"""A running dash as scripts handle it: state and pack together, and every question that is asked of somebody."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from engine.ask import Ask, IllegalAnswer, Move, Script, ask, chance, choose, scan, tell, together
from engine.layout import BOX, DECK

if TYPE_CHECKING:
    from tests.sixth_game.snail_dash.pack import Pack
    from tests.sixth_game.snail_dash.state import State


@dataclass(slots=True)
class Dash:
    """Made anew for every turn, so it holds nothing that must outlive one."""

    pack: Pack
    state: State

    def left(self) -> dict[str, int]:
        """How many cards of each kind are still face down: nobody knows in which order, because there is none."""
        gone = self.state.discard
        return {kind: card.copies - gone.count(kind) for kind, card in self.pack.cards.items()}

    # --- questions ---

    def which_snail(self) -> Ask[str]:
        """Ask the next seat for a snail nobody has (SN-SNAIL-01)."""
        free = tuple(snail for snail in self.pack.snails if snail not in self.state.snails)

        def read(snail: str) -> str:
            if snail not in free:
                raise IllegalAnswer("not_free", "SN-SNAIL-01", snail=snail)
            return snail

        seat = self.state.snails.index("")
        return scan(seat, "which_snail", free, read, rules=("SN-SNAIL-01",), resumes=True)

    def back(self, seat: int) -> Ask[str]:
        """Ask which snail will win; all seats answer in secret (SN-BACK-01)."""
        by, racing = ("SN-BACK-01",), self.state.snails
        return choose(seat, "back", racing, rules=by, labels="snail", secret=True, reveals=True, resumes=True)

    def turn_up(self) -> Ask[str]:
        """Ask for the top card of the deck: by its tag from the real pile, or by lot (SN-CARD-01)."""
        kinds = {one.id: one.short for one in self.pack.components() if one.kind == "card"}
        left = self.left()

        def named(card: str) -> str:
            if left.get(kinds.get(card, ""), 0) == 0:
                raise IllegalAnswer("not_in_deck", "SN-CARD-01", card=card)
            return kinds[card]

        by, who = ("SN-CARD-01",), {"seat": self.state.seat}
        return chance(
            "draw",
            "turn_up",
            left,
            rules=by,
            named=named,
            pile=DECK,
            reveals=True,
            resumes=True,
            args=who,
        )

    def how(self) -> Ask[str]:
        """Ask whether to use the card or to risk the die (SN-MOVE-01)."""
        seat, card = self.state.seat, {"card": self.state.card}
        ways = ["creep", "roll"]
        return choose(seat, "how", ways, rules=("SN-MOVE-01",), labels="way", args=card, resumes=True)

    def roll(self) -> Ask[str]:
        """Ask for the die; without a pile it is a virtual one (SN-MOVE-02)."""
        lots = {str(steps): faces for steps, faces in self.pack.die.items()}
        return chance("roll", "roll", lots, rules=("SN-MOVE-02",), reveals=True)

    # --- scripts ---

    def take_snail(self) -> Script[None]:
        """One seat takes its snail to the start (SN-SNAIL-01)."""
        state = self.state
        snail = yield from ask(self.which_snail)
        seat = state.snails.index("")
        state.snails[seat] = snail
        move = Move(snail, BOX, self.pack.course[0])
        yield from tell("takes", rules=("SN-SNAIL-01",), moves=(move,), seat=seat, snail=snail)
        if "" not in state.snails:
            state.stage = "backing"

    def back_snails(self) -> Script[None]:
        """Everybody backs a snail in secret, all at once (SN-BACK-01)."""
        seats = range(len(self.state.snails))
        chosen = yield from together({seat: partial(self.back, seat) for seat in seats})
        self.state.backed = [chosen[seat] for seat in seats]
        self.state.stage = "race"
        yield from tell("all_backed", rules=("SN-BACK-01",))

    def turn(self) -> Script[None]:
        """Turn up a card, use it or roll, and move (SN-CARD-01 to SN-END-01)."""
        state = self.state
        if not state.card:
            state.card = yield from ask(self.turn_up)
            state.discard.append(state.card)
        way = yield from ask(self.how)
        steps = self.pack.cards[state.card].steps if way == "creep" else int((yield from ask(self.roll)))
        state.card = ""
        yield from self.move(state.seat, steps)
        if not any(self.left().values()):
            state.discard.clear()
            yield from tell("reshuffled", rules=("SN-CARD-02",))
        state.seat = (state.seat + 1) % len(state.snails)

    def move(self, seat: int, steps: int) -> Script[None]:
        """Move a snail, the lettuce at most; the first one there ends the dash (SN-MOVE-03, SN-END-01)."""
        state, course = self.state, self.pack.course
        start, end = state.at[seat], min(state.at[seat] + steps, len(course) - 1)
        if end == start:
            yield from tell("stays", rules=("SN-MOVE-03",), snail=state.snails[seat])
            return
        state.at[seat] = end
        move = Move(state.snails[seat], course[start], course[end])
        yield from tell("goes", rules=("SN-MOVE-03",), moves=(move,), snail=move.piece, place=move.to)
        if end == len(course) - 1:
            state.stage = "over"
            yield from tell("eats", rules=("SN-END-01",), snail=move.piece)
