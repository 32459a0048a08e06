"""A pack of Downforce: a deck and a track, either of which may be missing (DF-PACK-05, -12, -32)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.downforce.cards import GAME, SPEED_8, Card, make_card, read_lines
from engine.downforce.deck_pack import CARDS, Deck, Fault, Taught, read_deck
from engine.downforce.track import Track
from engine.downforce.track_pack import read_track
from engine.packs import PackHead, read_table
from engine.rulebook import SetupError

UNTAUGHT = tuple(f"CARD-{number:02}" for number in range(1, CARDS + 1))
"""The cards of a deck that nobody has written down."""


class Pack(msgspec.Struct, frozen=True):
    """A checked pack. `cards` holds every speed card by id, the Speed-8 cards too; an untaught one is None.

    `labels` are the labels of all parts that are not taught by the table itself (DF-PACK-05).
    """

    options: dict[str, Any]
    cards: Mapping[str, Card | None]
    regular: tuple[str, ...]
    taught: Taught
    track: Track | None
    labels: tuple[str, ...]
    warnings: tuple[Fault, ...]
    has_deck: bool


class _Top(PackHead, frozen=True, kw_only=True, forbid_unknown_fields=True):
    uses: dict[str, str] = msgspec.field(default_factory=dict)
    deck: dict[str, Any] | None = None
    track: dict[str, Any] | None = None
    cards: dict[str, list[str]] = msgspec.field(default_factory=dict)
    taught: dict[str, Any] = msgspec.field(default_factory=dict)


def read_pack(data: Mapping[str, Any]) -> Pack:
    """Read and check a pack.

    Raises:
        SetupError: it has faults; all of them are listed (DF-PACK-12).

    """
    top = read_table(data, _Top, f"{GAME}: pack")
    deck, faults = read_deck(top.deck) if top.deck is not None else (None, [])
    cards, taught = _taught(top, deck, faults)
    track, more = read_track(top.track) if top.track is not None else (None, [])
    faults = [
        *(Fault(f.code, f"deck: {f.where}") for f in faults),
        *(Fault(f.code, f"track: {f.where}") for f in more),
    ]
    if faults:
        raise SetupError(f"{GAME}: pack has faults: {'; '.join(map(str, faults))} (DF-PACK-02, DF-PACK-11)")
    return _joined(top, deck, track, cards, taught)


def _taught(top: _Top, deck: Deck | None, faults: list[Fault]) -> tuple[dict[str, Card | None], Taught]:
    """Read what was taught one by one: cards of a deck nobody has written down, and values over those of the deck."""
    cards: dict[str, Card | None] = dict(deck.cards) if deck else dict.fromkeys(UNTAUGHT)
    for ident, texts in top.cards.items():
        lines, codes = read_lines(texts)
        faults += [Fault(code, ident) for code in codes]
        if top.deck is not None or ident not in cards:
            faults.append(Fault("D2", ident))
        cards[ident] = make_card(ident, lines)
    try:
        over = msgspec.convert(top.taught, Taught)
    except msgspec.ValidationError as error:
        faults.append(Fault("D9", f"taught: {error}"))
        return cards, Taught()
    own = msgspec.structs.asdict(deck.taught if deck else Taught())
    return cards, Taught(**{**own, **{name: getattr(over, name) for name in top.taught}})


def _joined(
    top: _Top, deck: Deck | None, track: Track | None, cards: Mapping[str, Card | None], taught: Taught
) -> Pack:
    parts = [part for part in (deck, track) if part is not None and part.status != "taught"]
    return Pack(
        options=top.options,
        cards={**cards, **SPEED_8},
        regular=tuple(cards),
        taught=taught,
        track=track,
        labels=tuple(part.label for part in parts),
        warnings=deck.warnings if deck else (),
        has_deck=None not in cards.values(),
    )
