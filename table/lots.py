"""Where chance comes from: draw functions made of a seed, so that a taken-back draw comes again the same."""

from __future__ import annotations

import secrets
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.pilots import Draw, Lots


def lots(seed: int) -> Lots:
    """Return the lots of a seed: the same label, the same numbers, on every machine."""

    def draw(label: str) -> Draw:
        return Random(f"{seed}:{label}").randrange  # noqa: S311 - a game's dice must be repeatable

    return draw


def fresh_seed() -> int:
    """A seed nobody can guess (48 bits, so that it travels through JSON unharmed)."""
    return secrets.randbits(48)
