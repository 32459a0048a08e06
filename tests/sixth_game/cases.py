"""Snail Dash for the conformance suite: how to set it up, and what is secret in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.record import Correct, Header, SeatInfo
from table.packs import read_pack
from tests.architecture.source import ROOT
from tests.engine.conformance import Case
from tests.sixth_game.snail_dash import RULEBOOK

if TYPE_CHECKING:
    from engine.pilots import Draw
    from tests.sixth_game.snail_dash.state import State

FOLDER = ROOT / "tests" / "sixth_game"
PACK = read_pack("snail_dash", "practice", (FOLDER / "packs",))
NAMES = ("Ana", "Bea", "Cai", "Dan")


def header(people: int, pilot: str | None = None) -> Header:
    """A dash of so many people, or so many pilots."""
    seats = tuple(SeatInfo(name, pilot) for name in NAMES[:people])
    return Header("snail_dash", seats, pack=PACK, chance={"seed": 7})


def exchange_backed(state: State, seat: int | None, draw: Draw) -> None:
    """Let all others have backed any snail."""
    for other, backed in enumerate(state.backed):
        if other != seat and backed:
            state.backed[other] = state.snails[draw(len(state.snails))]


CASES = [
    Case(
        f"snail dash, {people} seats",
        RULEBOOK,
        header(people),
        exchange_backed,
        (Correct("place", "snail-amber", "moss"), Correct("place", "nobody", "moss")),
    )
    for people in (2, 4)
]
