"""Deck packs: 42 regular cards and the values taught off power cards and score sheet (DF-PACK-01 to -05)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec

from engine.downforce.cards import COLOURS, WILD, Card, make_card, read_lines

SCHEMA: Final = "pitboard.downforce.deck/1"
CARDS: Final = 42
CARD_ID: Final = re.compile(r"[A-Z][A-Z0-9-]{0,7}")
PRIZES: Final = (12, 9, 6, 4, 2, 0)
BET_PAY: Final = ((9, 6, 3), (6, 4, 2), (3, 2, 1))
ODDS_PAY: Final = ((3, 2, 1), (2, 1, 0), (1, 0, 0))

Money = Annotated[int, msgspec.Meta(ge=0, le=99)]
Pays = tuple[Money, Money, Money]
Status = Literal["practice", "taught", "research"]


class Fault(NamedTuple):
    """One fault (or warning) of a pack: its code, and the card, space or key it belongs to."""

    code: str
    where: str

    def __str__(self) -> str:
        return f"{self.code} {self.where}"


class Taught(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What power cards and score sheets say; the tables are those of the published sheet (DF-PACK-04, DF-SCORE)."""

    determined_bonus: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = None
    determined_turns: Literal["own", "any"] = "own"
    prizes: tuple[Money, Money, Money, Money, Money, Money] = PRIZES
    bet_pay: tuple[Pays, Pays, Pays] = BET_PAY
    odds_pay: tuple[Pays, Pays, Pays] = ODDS_PAY


class Deck(msgspec.Struct, frozen=True):
    """A checked deck."""

    id: str
    label: str
    status: Status
    cards: Mapping[str, Card]
    taught: Taught
    warnings: tuple[Fault, ...]


class _Head(msgspec.Struct, frozen=True):
    id: str
    title: str
    label: str
    version: int
    status: Status
    schema: str
    colours: tuple[str, ...]
    order_checked: bool = False


class _Row(msgspec.Struct, frozen=True):
    id: str
    lines: list[Any]
    family: str = ""


def read_deck(data: Mapping[str, Any]) -> tuple[Deck | None, list[Fault]]:
    """Read a deck table; without a deck there are faults D1 to D9, all of them (DF-PACK-02, -12)."""
    faults: list[Fault] = []
    head = _head(data, faults)
    rows = _rows(data, faults)
    cards = _cards(rows, faults, order_checked=bool(head and head.order_checked))
    taught = _taught(data, faults)
    if faults or head is None or taught is None:
        return None, faults
    return Deck(head.id, head.label, head.status, cards, taught, warnings_of(cards.values(), taught)), []


def _head(data: Mapping[str, Any], faults: list[Fault]) -> _Head | None:
    try:
        head = msgspec.convert(data, _Head)
    except msgspec.ValidationError as error:
        faults.append(Fault("D8", str(error)))
        return None
    if head.schema != SCHEMA or head.colours != COLOURS:
        faults.append(Fault("D8", "schema or colours"))
    return head


def _rows(data: Mapping[str, Any], faults: list[Fault]) -> list[_Row]:
    try:
        rows = msgspec.convert(data.get("card", []), list[_Row])
    except msgspec.ValidationError as error:
        faults.append(Fault("D8", f"card: {error}"))
        return []
    if len(rows) != CARDS:
        faults.append(Fault("D1", f"{len(rows)} cards"))
    return rows


def _cards(rows: Sequence[_Row], faults: list[Fault], *, order_checked: bool) -> dict[str, Card]:
    cards: dict[str, Card] = {}
    for row in rows:
        if row.id in cards or not CARD_ID.fullmatch(row.id) or row.id.startswith(("S8", "P-")):
            faults.append(Fault("D2", row.id))
        lines, codes = read_lines(row.lines, order_checked=order_checked)
        faults += [Fault(code, row.id) for code in codes]
        cards[row.id] = make_card(row.id, lines)
    return cards


def _taught(data: Mapping[str, Any], faults: list[Fault]) -> Taught | None:
    try:
        return msgspec.convert(data.get("taught", {}), Taught)
    except msgspec.ValidationError as error:
        faults.append(Fault("D9", f"taught: {error}"))
        return None


def warnings_of(cards: Collection[Card], taught: Taught) -> tuple[Fault, ...]:
    """What is unusual about a deck but allowed: W1 to W5 (DF-PACK-03)."""
    found: list[Fault] = []
    sums: dict[str, int] = dict.fromkeys(COLOURS, 0)
    seen: dict[Any, str] = {}
    for card in cards:
        speeds = [line.speed for line in card.lines]
        if len(set(speeds)) != len(speeds):
            found.append(Fault("W1", card.id))
        if card.lines in seen:
            found.append(Fault("W3", card.id))
        seen[card.lines] = card.id
        if sum(line.colour == WILD for line in card.lines) > 2:
            found.append(Fault("W4", card.id))
        for colour, speed in card.values.items():
            sums[colour] += speed
    if len(set(sums.values())) > 1:
        found.append(Fault("W2", ", ".join(f"{colour} {number}" for colour, number in sums.items())))
    if taught.determined_bonus is None:
        found.append(Fault("W5", "determined_bonus"))
    return tuple(found)
