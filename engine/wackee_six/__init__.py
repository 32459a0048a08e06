"""Wackee Six: everybody plays at once, the box is referee and scorekeeper. `RULEBOOK` is what the program loads."""

from engine.wackee_six.rulebook import WackeeSix

RULEBOOK = WackeeSix

__all__ = ["RULEBOOK"]
