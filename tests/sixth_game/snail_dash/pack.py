"""What is printed on the components: the snails, the course, the cards, the die."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from engine.layout import Component
from engine.packs import PackHead, read_table
from engine.rulebook import SetupError

if TYPE_CHECKING:
    from collections.abc import Mapping

Few = Annotated[int, msgspec.Meta(ge=0, le=9)]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of card: how many spaces it is worth, and how many there are."""

    steps: Few
    copies: Annotated[int, msgspec.Meta(ge=1, le=20)]


class Pack(PackHead, frozen=True, kw_only=True):
    """A checked pack. `die` says how many faces show each number; the snail goes that far."""

    snails: Annotated[tuple[str, ...], msgspec.Meta(min_length=4)]
    course: Annotated[tuple[str, ...], msgspec.Meta(min_length=2)]
    cards: Annotated[dict[str, Card], msgspec.Meta(min_length=1)]
    die: dict[Few, Few]

    def components(self) -> tuple[Component, ...]:
        """Everything that can carry a tag: the snails, then the cards kind by kind."""
        snails = tuple(Component(snail, "snail") for snail in self.snails)
        cards = tuple(
            Component(f"card-{kind}-{copy}", "card", kind)
            for kind, card in self.cards.items()
            for copy in range(1, card.copies + 1)
        )
        return (*snails, *cards)


def read_pack(data: Mapping[str, Any]) -> Pack:
    """Read and check a pack (SN-COMP-01); raises `SetupError` with the place of what does not fit."""
    pack = read_table(data, Pack, "snail_dash: pack")
    if not any(steps and faces for steps, faces in pack.die.items()):
        raise SetupError("snail_dash: pack: die: at least one face must show more than 0")
    return pack
