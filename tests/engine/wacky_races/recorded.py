"""Recorded matches of Wacky Races, one for every way a race or a series can end (tests/games/wacky_races).

`python -m tests.engine.wacky_races.recorded` plays new ones after a change of the rules' version: for each way it looks
for the first seed whose match ends like that.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from engine.ask import CHANCE
from engine.match import Match
from engine.record import Header, Reseat, SeatInfo, Teach
from engine.settle import settle
from engine.wacky_races.rulebook import WackyRaces
from table.recording import Recording
from tests.engine.conformance import lots, random_answer
from tests.engine.wacky_races.scene import practice, published

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ask import Tell
    from engine.wacky_races.state import RaceState

    Wanted = Callable[[Match[RaceState]], bool]

FOLDER = Path(__file__).parents[2] / "games" / "wacky_races"
VIRTUAL: dict[str, Any] = {
    "movement_deck": "virtual",
    "trap_deck": "virtual",
    "course": "dealt",
    "starting_player": "random",
}
SERIES: dict[str, Any] = {**VIRTUAL, "champ_races": 3}


def told(match: Match[RaceState], key: str) -> list[Tell]:
    """Everything told under a key."""
    return [tell for tell in match.tells if tell.key == key]


def winning_move(match: Match[RaceState]) -> Tell:
    """The move that brought the winner in."""
    at = next(number for number, tell in enumerate(match.tells) if tell.key == "wins")
    return next(tell for tell in reversed(match.tells[:at]) if tell.key == "moves")


def by_rule(rule: str, *, jumped: bool = False) -> Wanted:
    """Whether the winner came in by a rule, perhaps over a full tile."""

    def wanted(match: Match[RaceState]) -> bool:
        rules = winning_move(match).rules
        return rule in rules and ("WR-MOVE-02" in rules) == jumped

    return wanted


def before_the_win(key: str, rule: str) -> Wanted:
    """Whether something was told just before the winning move, which was made by a rule."""

    def wanted(match: Match[RaceState]) -> bool:
        move = winning_move(match)
        at = match.tells.index(move)
        return rule in move.rules and match.tells[at - 1].key == key

    return wanted


def has(*keys: str) -> Wanted:
    """Whether all these things were told."""
    return lambda match: all(told(match, key) for key in keys)


def brought_in_by(rule: str) -> Wanted:
    """Whether any car came in by a rule, first or later."""
    return lambda match: any(
        rule in tell.rules and tell.args["place"] == "T19" for tell in told(match, "moves")
    )


def seats(people: int, *pilots: str) -> tuple[SeatInfo, ...]:
    """People, whose answers are any legal ones, then pilots."""
    names = [SeatInfo(f"Person {number + 1}") for number in range(people)]
    return (
        *names,
        *(SeatInfo(f"Pilot {number + 1}", pilot, hand_known=True) for number, pilot in enumerate(pilots)),
    )


WEAK3, WEAK2, PEOPLE3 = seats(0, "weak", "weak", "weak"), seats(0, "weak", "weak"), seats(3)
WAYS: dict[str, tuple[tuple[SeatInfo, ...], dict[str, Any], Wanted]] = {
    "player_wins": (WEAK3, VIRTUAL, by_rule("WR-CARD-07")),
    "player_wins_with_card_one": (PEOPLE3, VIRTUAL, by_rule("WR-CARD-02")),
    "neutral_wins_by_the_common_move": (WEAK2, VIRTUAL, by_rule("WR-NEUT-03")),
    "neutral_wins_by_a_reveal": (WEAK2, VIRTUAL, by_rule("WR-NEUT-09")),
    "jump_over_full_tiles_to_the_finish": (WEAK3, VIRTUAL, by_rule("WR-CARD-02", jumped=True)),
    "trap_into_the_finish": (PEOPLE3, VIRTUAL, before_the_win("trap", "WR-PRIM-03")),
    "power_into_the_finish": (WEAK3, VIRTUAL, before_the_win("power_used", "WR-PRIM-03")),
    "special_tile_into_the_finish": (PEOPLE3, {**VIRTUAL, "special_pool": ["crossroads"]}, before_the_win("tile_works", "WR-PRIM-03")),
    "crossing_into_the_finish": (PEOPLE3, {**VIRTUAL, "places": "play_on", "special_pool": ["railroad_crossing"]}, brought_in_by("WR-RAIL-01")),
    "out_of_gas_and_six_players": (seats(0, *["weak"] * 6), VIRTUAL, has("dastardly_out")),
    "never_out_of_gas": (WEAK3, VIRTUAL, lambda match: not told(match, "dastardly_out")),
    "play_on": (WEAK3, {**VIRTUAL, "places": "play_on"}, lambda match: len(told(match, "comes_in")) > 2),
    "winner_only": (WEAK3, {**VIRTUAL, "places": "winner_only"}, has("wins")),
    "level_behind_the_winner": (WEAK3, VIRTUAL, lambda match: [row.place for row in match.rulebook.standings(match.state)].count(2) > 1),
    "strong_beats_weak": (seats(0, "strong", "weak"), VIRTUAL, lambda match: told(match, "wins")[0].args["seat"] == 0),
    "champion": (WEAK3, SERIES, lambda match: bool(told(match, "champion")) and match.state.race == 3),
    "champion_on_places": (WEAK3, SERIES, has("champion_on_places")),
    "joint_champions": (WEAK3, {**SERIES, "places": "winner_only", "champ_races": 2}, has("joint_champions")),
    "series_without_a_point": (WEAK2, {**SERIES, "places": "winner_only", "champ_races": 1}, has("joint_champions")),
    "series_stopped_early": (WEAK3, SERIES, lambda match: match.state.race < 3 and bool(told(match, "champion"))),
    "series_where_neutrals_are_skipped": (WEAK3, {**SERIES, "neutrals_score": "skip", "next_start": "last_placed", "champ_texts": ["", "No second card", ""]}, has("special_rule")),
    "a_player_became_neutral": (PEOPLE3, {**VIRTUAL, "absent_seat": "neutral"}, has("seat_neutral")),
    "books_only": (PEOPLE3, {**VIRTUAL, "level": "books"}, has("trap", "dastardly_out", "neutrals_go")),
    "books_only_series": (PEOPLE3, {**SERIES, "level": "books"}, has("champion", "laid_by_hand")),
    "an_untaught_copy": (PEOPLE3, {}, has("by_hand_begins")),
}  # fmt: skip


def play(way: str, seed: int) -> Match[RaceState]:
    """Play a match of a way's kind."""
    people, options, _ = WAYS[way]
    pack = published() if way == "an_untaught_copy" else practice()
    head = Header("wacky_races", people, pack=pack, options=options)
    match = Match(WackyRaces(head), head)
    rng = Random(seed)
    pilots = {seat: match.rulebook.pilot(info.pilot) for seat, info in enumerate(people) if info.pilot}
    for _ in range(6000):
        settle(match, pilots, lots(seed), virtual=way != "an_untaught_copy")
        if match.over:
            return match
        disturb(way, match)
        question = match.open[rng.randrange(len(match.open))]
        seldom = question.key in ("landed", "neutral_event") and rng.randrange(10)
        value = None if seldom else random_answer(question, rng.randrange)
        match.answer(question.seat, value, auto=question.seat == CHANCE)
    raise AssertionError(f"{way}: no end")


def disturb(way: str, match: Match[RaceState]) -> None:
    """Let somebody leave, or teach something, where the way is about that."""
    state = match.state
    if way == "a_player_became_neutral" and state.round == 3 and not any(state.away) and match.at_boundary:
        match.apply(Reseat(2, SeatInfo("Person 3", "neutral")))
    if way == "an_untaught_copy" and state.round == 2 and "type-t01" not in state.taught:
        match.apply(Teach("type-t01", {"name": "Puddle", "copies": 4, "steps": ["back 1"]}))


def digest(match: Match[RaceState]) -> str:
    """The final state as a number everybody can compare."""
    return sha256(match.rulebook.encode(match.state)).hexdigest()


def expected(match: Match[RaceState]) -> dict[str, Any]:
    """What a recording has to come to."""
    rows = [[row.who, row.place, row.seat] for row in match.rulebook.standings(match.state)]
    return {"digest": digest(match), "places": rows}


def main() -> None:
    """Look for a match of every way and write it down."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    found: dict[str, Any] = {}
    for way, (_, _, wanted) in WAYS.items():
        for seed in range(4000):
            match = play(way, seed)
            if wanted(match):
                break
        else:
            raise AssertionError(f"{way}: not among 4000 matches")
        recording = {"save": Recording(match.header, match.record)}
        (FOLDER / f"{way}.json").write_bytes(msgspec.json.encode(recording) + b"\n")
        found[way] = expected(match)
        print(f"{way}: seed {seed}, {len(match.record)} entries", flush=True)  # noqa: T201 - a tool
    (FOLDER / "expected.json").write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()
