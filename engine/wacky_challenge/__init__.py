"""Wacky Challenge: five vehicles, a hierarchy and a route of five cards. `RULEBOOK` is what the program loads."""

from engine.wacky_challenge.rulebook import WackyChallenge

RULEBOOK = WackyChallenge

__all__ = ["RULEBOOK"]
