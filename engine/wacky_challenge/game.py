"""The match as scripts handle it: state, pack and options together, with the questions asked of them all the time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.wacky_challenge.pack import Card
from engine.wacky_challenge.state import Values
from engine.wacky_challenge.words import CHOOSES_LATE

if TYPE_CHECKING:
    from engine.wacky_challenge.options import Options
    from engine.wacky_challenge.pack import Pack
    from engine.wacky_challenge.state import GameState

UNTAUGHT = Values()


@dataclass(slots=True)
class Game:
    """What a script works on; made anew for every step, so it holds nothing that must outlive one."""

    pack: Pack
    options: Options
    state: GameState

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.state.players))

    @property
    def late(self) -> int | None:
        """The seat that chooses after the others have revealed, if there is one (WC-BOOST-11)."""
        effect = self.state.effect
        return effect.seat if effect is not None and effect.kind in CHOOSES_LATE else None

    def card(self, ident: str) -> Card:
        """Return a card with what the table has taught about it (WC-PACK-01, -09)."""
        printed = self.pack.cards[ident]
        taught = self.state.taught.get(ident)
        return printed if taught is None else with_values(printed, taught)

    def speed(self, ident: str) -> int:
        """Return a card's speed; a starter without a printed one counts 0 (WC-COMP-10)."""
        return self.card(ident).speed or 0

    def lacks(self, ident: str, *fields: str) -> list[str]:
        """Name those of *fields* whose value nobody has entered; a starter need not show a speed (2.2)."""
        card = self.card(ident)
        return [
            field
            for field in fields
            if getattr(card, field) is None and not (field == "speed" and card.starter)
        ]


def with_values(card: Card, taught: Values) -> Card:
    """Return *card* with taught values in place of printed ones."""
    return Card(
        card.id,
        card.vehicle,
        card.colour,
        card.speed if taught.speed is None else taught.speed,
        card.whole if taught.whole is None else taught.whole,
        card.half if taught.half is None else taught.half,
        card.booster if taught.booster is None else taught.booster,
    )
