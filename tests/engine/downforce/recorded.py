"""Recorded matches of Downforce: how they are kept in tests/games/downforce/, and the ways a race can end.

A file holds the name of its pack instead of the whole pack, the record, the digest of the final state, and the ways it
ends. `python -m tests.engine.downforce.recorded` plays new ones after a change of the rules' version.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from engine.downforce.rulebook import Downforce
from engine.match import Match
from engine.record import Entry, Header, Reseat, SeatInfo
from engine.settle import settle
from tests.engine.conformance import lots, random_answer
from tests.engine.downforce.cases import pack, seats

if TYPE_CHECKING:
    from engine.downforce.state import MatchState

FOLDER = Path(__file__).parents[2] / "games" / "downforce"
WAYS = (
    "all cars home",
    "cars left on the track",
    "no car home",
    "a line never crossed",
    "the last card crosses a line",
    "only skipped seats could play",
    "a car without owner home",
    "a car out of the race",
    "tie won by the better car",
    "win shared",
    "books only",
    "cards typed in",
    "score keeping only",
)
RECORDINGS = 30


class Recorded(msgspec.Struct):
    """One recorded match."""

    pack: str
    header: Header
    record: list[Entry]
    digest: str
    ways: list[str]


def digest(match: Match[MatchState]) -> str:
    """The final state as a number everybody can compare."""
    return sha256(match.rulebook.encode(match.state)).hexdigest()


def play_again(recorded: Recorded) -> Match[MatchState]:
    """Play a recorded match from its first entry to its last."""
    header = msgspec.structs.replace(recorded.header, pack=pack(recorded.pack))
    match: Match[MatchState] = Match(Downforce(header), header)
    for entry in recorded.record:
        match.apply(entry)
    return match


def ways_of(match: Match[MatchState]) -> list[str]:
    """How a match ended, in the words of WAYS."""
    state, keys = match.state, [tell.key for tell in match.tells]
    rulebook = match.rulebook
    assert isinstance(rulebook, Downforce)
    ownerless = {sale.car for sale in state.sales if sale.seat is None}
    played = max((at for at, key in enumerate(keys) if key in ("card_played", "card_typed")), default=0)
    found = {
        "all cars home": "race_over" in keys,
        "cars left on the track": "race_over_without" in keys,
        "no car home": not state.finished,
        "a line never crossed": state.crossed < 3,
        "the last card crosses a line": played > 0 and "line_crossed" in keys[played:],
        "only skipped seats could play": any(
            kind == "absent" and state.hands[seat].size and not state.out[seat]
            for seat, kind in enumerate(state.kinds)
        ),
        "a car without owner home": bool(ownerless & set(state.finished)),
        "a car out of the race": bool(state.gone),
        "tie won by the better car": "wins_by_car" in keys,
        "win shared": "win_together" in keys,
        "books only": rulebook.track is None and rulebook.options.card_input == "scan",
        "cards typed in": rulebook.options.card_input == "type",
        "score keeping only": rulebook.options.card_input == "none",
    }
    return [way for way in WAYS if found[way]]


SETUPS: tuple[tuple[str, int, dict[str, Any], str | None], ...] = (
    ("practice", 2, {}, "weak"),
    ("practice", 3, {"cunning_claim": "ask", "power_choice": "secret"}, "weak"),
    ("practice", 6, {"bets": "odds"}, "weak"),
    ("test_track", 4, {"no_bid": "ownerless"}, None),
    ("test_track", 3, {"no_bid": "out_of_race"}, None),
    ("test_track", 5, {"bid_last_tie": "rebid", "determined_turns": "any"}, None),
    ("top_race", 4, {"no_bid": "ownerless", "bid_last_tie": "lot"}, None),
    ("top_race", 6, {}, None),
    ("without_track", 3, {}, None),
    ("practice", 4, {"level": "books", "bets_shown": "after_round"}, None),
    ("untaught", 2, {"card_input": "type", "grid_source": "table"}, None),
    ("untaught", 3, {"card_input": "none"}, None),
    ("untaught", 2, {"grid_source": "table"}, None),
)


def play(setup: int, seed: int) -> tuple[str, Match[MatchState]]:
    """Play a match: pilots where the set-up names them, else any legal answers; now and then a player leaves."""
    name, number, options, pilot = SETUPS[setup]
    header = Header("downforce", seats(number, pilot=pilot), pack(name), options)
    match: Match[MatchState] = Match(Downforce(header), header)
    rng = Random(seed)
    pilots = {seat: match.rulebook.pilot("weak") for seat in range(number)} if pilot else {}
    leaves = seed % 5 == 0 and not pilot and options.get("card_input") != "none"
    while not match.over:
        if leaves and match.at_boundary and match.state.stage == "race" and rng.randrange(6) == 0:
            match.apply(Reseat(rng.randrange(number), SeatInfo("away", "skip")))
            leaves = False
        elif pilots:
            settle(match, pilots, lots(seed))
            if not match.over:
                match.answer(match.open[0].seat, random_answer(match.open[0], rng.randrange))
        else:
            question = match.open[rng.randrange(len(match.open))]
            match.answer(
                question.seat, random_answer(question, rng.randrange), auto=question.seat == "chance"
            )
    return name, match


def main() -> None:
    """Write recordings until every way to end is there and the folder holds enough."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    missing, written, seed = set(WAYS), 0, 0
    while written < RECORDINGS or missing:
        setup, seed = seed % len(SETUPS), seed + 1
        name, match = play(setup, seed)
        ways = ways_of(match)
        if written >= RECORDINGS - len(missing) and not missing & set(ways):
            continue
        missing -= set(ways)
        bare = msgspec.structs.replace(match.header, pack={"name": name})
        recorded = Recorded(name, bare, match.record, digest(match), ways)
        written += 1
        path = FOLDER / f"{written:02}-{name.replace('_', '-')}.json"
        path.write_bytes(msgspec.json.encode(recorded) + b"\n")


if __name__ == "__main__":
    main()
