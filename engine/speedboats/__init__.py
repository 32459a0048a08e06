"""Speedboats: three races round the buoys of a lake, with dice for speed. `RULEBOOK` is what the program loads."""

from engine.speedboats.rulebook import Speedboats

RULEBOOK = Speedboats

__all__ = ["RULEBOOK"]
