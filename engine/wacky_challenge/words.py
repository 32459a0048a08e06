"""The fixed words of the game: vehicles, boosters, half-stages, and the names of places on the table."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

GAME: Final = "wacky_challenge"

Vehicle: TypeAlias = Literal["train", "car", "motorbike", "boat", "plane"]
Half: TypeAlias = Literal["none", "left", "right", "both", "any"]
Booster: TypeAlias = Literal[
    "none", "top_vehicle", "fastest", "last_choice", "triple", "transform", "speed_first", "exchange"
]

VEHICLES: Final[tuple[Vehicle, ...]] = ("train", "car", "motorbike", "boat", "plane")
"""The vehicles in the order in which the hierarchy starts, top first (WC-SETUP-08)."""

WITH_HALVES: Final = frozenset({"car", "boat", "plane"})
"""The vehicles whose cards may end in a half-stage (WC-COMP-07)."""

HALVES: Final[tuple[Half, ...]] = ("none", "left", "right", "both", "any")
BOOSTERS: Final[tuple[Booster, ...]] = (
    "none", "top_vehicle", "fastest", "last_choice", "triple", "transform", "speed_first", "exchange",
)  # fmt: skip

LASTING: Final = frozenset({"fastest", "last_choice", "triple", "transform", "speed_first"})
"""The boosters that work in the next turn (WC-BOOST-02)."""

CHOOSES_LATE: Final = frozenset({"last_choice", "triple"})
"""The effects whose owner chooses after the others have revealed (WC-BOOST-11, -13)."""

STARTERS: Final = {"train": 2, "car": 2, "motorbike": 1, "boat": 1, "plane": 2}
"""How many starters of each vehicle there are (WC-COMP-04)."""

TURNS: Final = 5
COLOURS: Final = 7
RACE_CARDS: Final = 35
STARTER_CARDS: Final = 8

OFFER: Final = "offer"


def vehicle_of(name: str) -> Vehicle:
    """Return the vehicle of that name."""
    return next(vehicle for vehicle in VEHICLES if vehicle == name)


def row_of(vehicle: str) -> str:
    """Return the place left of a hierarchy card, where cards of its vehicle are played (WC-CHOOSE-04)."""
    return f"row-{vehicle}"


def route_of(seat: int) -> str:
    """Return the place of a seat's route (WC-TAKE-07); places count seats from 1, as people do."""
    return f"route-{seat + 1}"


def rank_of(position: int) -> str:
    """Return the place of a hierarchy card: rank 1 is the top."""
    return f"rank-{position + 1}"


def character(colour: str) -> str:
    """Return the id of a character card."""
    return f"character-{colour}"
