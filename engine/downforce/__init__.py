"""Downforce: an auction of six cars, their race, and bets on it. `RULEBOOK` is what the program loads."""

from engine.downforce.rulebook import Downforce

RULEBOOK = Downforce

__all__ = ["RULEBOOK"]
