"""The record of a match: a header and one list of entries. It is save file, undo history and transcript in one."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from engine.ask import Seat, Value


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat. `pilot` names the strength that plays it; `hand_known`: its cards are scanned when drawn."""

    name: str
    pilot: str | None = None
    hand_known: bool = False


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a match was begun with. `chance` holds the seed of virtual dice and decks, which no view ever shows."""

    game: str
    seats: tuple[SeatInfo, ...]
    pack: dict[str, Any] = {}
    options: dict[str, Any] = {}
    chance: dict[str, Any] | None = None
    version: int = 1


class Answer(msgspec.Struct, frozen=True, tag="answer", tag_field="do", omit_defaults=True, gc=False):
    """A seat answered. `auto`: chance, the clock or a pilot did, so undo does not stop here."""

    seat: Seat
    value: Value = None
    auto: bool = False


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw", tag_field="do"):
    """A seat took back its answer to a joint question."""

    seat: Seat


class Correct(msgspec.Struct, frozen=True, tag="correct", tag_field="do"):
    """Something on the table was set by hand: where a piece stands, what lies in a pile, or how many there are."""

    what: Literal["place", "pile", "count"]
    name: str
    value: Any


class Teach(msgspec.Struct, frozen=True, tag="teach", tag_field="do"):
    """The table read a printed value off a component."""

    component: str
    value: Any


class Reseat(msgspec.Struct, frozen=True, tag="reseat", tag_field="do"):
    """Between turns a seat changed hands: a person left and a pilot goes on, or the person is back."""

    seat: int
    info: SeatInfo


Entry: TypeAlias = Answer | Withdraw | Correct | Teach | Reseat
