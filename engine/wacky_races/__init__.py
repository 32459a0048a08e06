"""Wacky Races: the race on nineteen tiles with Dick Dastardly. `RULEBOOK` is what the program loads."""

from engine.wacky_races.rulebook import WackyRaces

RULEBOOK = WackyRaces

__all__ = ["RULEBOOK"]
