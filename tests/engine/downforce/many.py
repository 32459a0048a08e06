"""Many automated matches for every number of players on every pack, each looked at from question to question.

`python -m tests.engine.downforce.many 500` plays so many each and prints a line for every pack and number of players.
Where a pack has deck and track, weak pilots play two matches of three and any legal answers the third; elsewhere there
are no pilots.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import TYPE_CHECKING, Any

from engine.downforce.rulebook import Downforce
from engine.match import Match
from engine.record import Header
from table.packs import pack_names
from tests.engine.downforce.cases import pack, seats
from tests.engine.downforce.watch import SETTINGS, play

if TYPE_CHECKING:
    from engine.downforce.state import MatchState

PLAYERS = range(2, 7)
INPUTS: tuple[dict[str, Any], ...] = (
    {"card_input": "type"},
    {"card_input": "none"},
    {"grid_source": "table"},
)
"""Ways to play with cards that nobody has taught."""


def has_pilots(name: str) -> bool:
    """Whether pilots can play with a pack."""
    rulebook = Downforce(Header("downforce", seats(2), pack(name)))
    return rulebook.track is not None and rulebook.pack.has_deck


def play_one(name: str, number: int, seed: int) -> Match[MatchState]:
    """Play one match to its end."""
    flown = has_pilots(name) and seed % 3 < 2
    header = Header(
        "downforce", seats(number, pilot="weak" if flown else None), pack(name), options_for(name, seed)
    )
    match: Match[MatchState] = Match(Downforce(header), header)
    play(match, seed, dict.fromkeys(range(number), match.rulebook.pilot("weak")) if flown else {})
    return match


def options_for(name: str, seed: int) -> dict[str, Any]:
    """One of several ways to play with a pack."""
    return SETTINGS[seed % len(SETTINGS)] if name != "untaught" else INPUTS[seed % len(INPUTS)]


def main() -> None:
    """Play, and say how many answers the matches took and how they ended."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    for name in pack_names("downforce"):
        for number in PLAYERS:
            began, answers, home = process_time(), 0, 0
            for seed in range(matches):
                match = play_one(name, number, seed)
                answers += len(match.record)
                home += len(match.state.finished)
            spent = (process_time() - began) / matches * 1e3
            sys.stdout.write(
                f"{name}, {number} players: {matches} matches without an error, "
                f"{answers / matches:.0f} answers and {home / matches:.1f} cars home each, {spent:.0f} ms\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()
