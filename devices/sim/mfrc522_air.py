"""The air between a simulated MFRC522 and the cards in its field: times on it, and answers that collide."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from devices.sim.picc import Card, Frame

if TYPE_CHECKING:
    from collections.abc import Sequence

ETU_NANOS = 9_440
"""One bit at 106 kbit/s: 128 periods of the carrier."""

FRAME_DELAY_NANOS = 91_200
"""From the reader's last edge to a card's first (ISO 14443-3: 1236 periods of the carrier)."""


class Heard(NamedTuple):
    """What a receiver makes of the answers of all cards; `collision` is the first bit they disagree about."""

    frame: Frame
    collision: int | None


def air_nanos(frame: Frame) -> int:
    """How long a frame takes: its bits, a parity bit behind each whole byte, a start and an end bit."""
    return (frame.length + frame.length // 8 + 2) * ETU_NANOS


def merge(answers: Sequence[Frame]) -> Heard | None:
    """Lay answers that start together over each other (Manchester coding: a difference is a collision)."""
    if not answers:
        return None
    differing = bits = length = 0
    for one, other in combinations(answers, 2):
        shared = (1 << min(one.length, other.length)) - 1
        differing |= (one.bits ^ other.bits) & shared
    for answer in answers:
        bits |= answer.bits
        length = max(length, answer.length)
    collision = (differing & -differing).bit_length() - 1 if differing else None
    return Heard(Frame(bits, length), collision)


class Field:
    """The cards within reach, and whether there is a field to feed them."""

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.on = False

    def switch(self, nanos: int, *, on: bool) -> None:
        """Switch the field at the given time; without one cards forget all."""
        self.on = on
        for card in self.cards:
            if on:
                card.power_on(nanos)
            else:
                card.power_off()

    def send(self, frame: Frame, nanos: int) -> Heard | None:
        """Let all cards hear a frame that ended at the given time; their answers as one, or None for silence."""
        if not self.on:
            return None
        answers = [card.receive(frame, nanos) for card in self.cards]
        return merge([answer for answer in answers if answer is not None])
