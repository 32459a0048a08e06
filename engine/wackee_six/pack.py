"""The box: which decks there are and what the four suits are called (2.2). Tags are the tag book's business."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from engine.packs import PackHead, read_table
from engine.rulebook import SetupError
from engine.wackee_six.words import DECKS, GAME, NUMBERS, SUITS, WILD, WILDS

if TYPE_CHECKING:
    from collections.abc import Mapping

Word = Annotated[str, msgspec.Meta(pattern="^[^\\W\\d_]{1,10}$")]


class Card(msgspec.Struct, frozen=True):
    """One card: whose deck it is of, and what it shows; a wild has the number 0."""

    id: str
    back: str
    suit: str
    number: int

    @property
    def wild(self) -> bool:
        """Whether it is one of the deck's two wild cards (W6-COMP-02)."""
        return self.suit == WILD


class _File(PackHead, frozen=True, kw_only=True, forbid_unknown_fields=True):
    game: Literal["wackee_six"]
    backs: Annotated[tuple[Word, ...], msgspec.Meta(min_length=1, max_length=DECKS)]
    suits: Annotated[tuple[Word, ...], msgspec.Meta(min_length=SUITS, max_length=SUITS)]


class Pack(msgspec.Struct, frozen=True):
    """A checked pack: the backs, and every card by its id."""

    options: dict[str, Any]
    backs: tuple[str, ...]
    cards: dict[str, Card]


def read_pack(data: Mapping[str, Any]) -> Pack:
    """Read and check a pack (W6-COMP-01 to -04).

    Raises:
        SetupError: what does not fit, with the key.

    """
    file = read_table(data, _File, f"{GAME}: pack")
    for key, names in (("backs", file.backs), ("suits", file.suits)):
        if len(set(names)) != len(names) or WILD in names:
            raise SetupError(f"{GAME}: pack: {key} = {list(names)}: each name once, and none may be {WILD!r}")
    if len({back[0] for back in file.backs}) != len(file.backs):
        raise SetupError(f"{GAME}: pack: backs = {list(file.backs)}: each needs another first letter")
    cards = {card.id: card for back in file.backs for card in deck_of(back, file.suits)}
    return Pack(file.options, file.backs, cards)


@lru_cache(maxsize=64)
def deck_of(back: str, suits: tuple[str, ...]) -> tuple[Card, ...]:
    """Return the 54 cards of a deck: 1 to 13 in each of four suits, and two wilds (W6-COMP-02, -03)."""
    numbered = [
        Card(f"{back}-{suit}-{number:02}", back, suit, number)
        for suit in suits
        for number in range(1, NUMBERS + 1)
    ]
    return (*numbered, *(Card(f"{back}-{WILD}-{copy}", back, WILD, 0) for copy in range(1, WILDS + 1)))
