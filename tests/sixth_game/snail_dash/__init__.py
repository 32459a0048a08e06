"""Snail Dash: three spaces to the lettuce. `RULEBOOK` is what the program loads."""

from tests.sixth_game.snail_dash.rulebook import SnailDash

RULEBOOK = SnailDash

__all__ = ["RULEBOOK"]
