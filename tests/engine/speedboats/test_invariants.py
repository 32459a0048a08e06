"""Whatever is answered: the invariants of section 6 over whole matches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.speedboats.lake import lay
from engine.speedboats.pack import Laid
from engine.speedboats.sail import ways
from tests.engine.speedboats.kit import any_match, lake, new_match, pack, play_out

if TYPE_CHECKING:
    from engine.match import Match
    from engine.speedboats.state import Boat, Regatta


SEATS = st.integers(2, 6)
SEEDS = st.integers(0, 2**20)
OPTIONS = st.fixed_dictionaries(
    {"races": st.integers(1, 2)},
    optional={
        "level": st.sampled_from(["board", "books"]),
        "lake": st.sampled_from(["scan", "pack"]),
        "dice_source": st.sampled_from(["table", "engine"]),
        "dice_entry": st.sampled_from(["steps", "final"]),
        "carry_over": st.sampled_from(["new_damage", "any_counter", "one", "none"]),
        "finished_boats": st.sampled_from(["remove", "stay"]),
        "last_boat": st.sampled_from(["stop", "play_on"]),
        "extra_scoring": st.sampled_from(["two_players", "always", "never"]),
        "extras_multiplied": st.booleans(),
        "steer_entry": st.sampled_from(["result", "three"]),
        "books_buoys": st.sampled_from(["ask", "off"]),
        "tile_up": st.sampled_from(["ask", "two_tags", "fixed"]),
        "buoy_draw": st.sampled_from(["engine", "table"]),
        "colour_seats": st.sampled_from(["board", "free"]),
    },
)
whole_matches = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.rule(
    "SB-INV-01", "SB-INV-02", "SB-INV-03", "SB-INV-10", "SB-INV-11", "SB-INV-12", "SB-INV-13", "SB-INV-14",
    "SB-INV-19", "SB-INV-22", "SB-INV-27", "SB-INV-28",
)  # fmt: skip
@whole_matches
@given(seats=SEATS, seed=SEEDS, options=OPTIONS)
def test_no_answers_ever_break_an_invariant(seats: int, seed: int, options: dict[str, Any]) -> None:
    match = any_match(new_match(seats, **options), seed, lambda match: match.rulebook.check(match.state))
    assert match.over


@dataclass
class Before:
    """A boat as it was when its direction was asked for."""

    seat: int
    at: int
    bow: int
    total: int
    damage: int
    clear: dict[int, int] = field(default_factory=dict)
    size: int = 0


class Watch:
    """Looks at every turn of a match: what was there before the move, and what came of it."""

    def __init__(self) -> None:
        self.before: Before | None = None
        self.seen = 0
        self.pool: tuple[int, int, int] = (-1, 0, 0)

    def look(self, match: Match[Regatta]) -> None:
        """Note the boat before its move, and judge the move behind it."""
        turn = match.state.turn
        question = match.open[0] if match.open else None
        if (
            turn is not None
            and question is not None
            and question.key in ("way", "turn_boat", "only_way", "only_way_crash")
        ):
            self.note(match, turn.seat)
            assert question.options, "SB-INV-09"
        elif self.before is not None:
            self.judge(match, match.state.boats[self.before.seat], self.before)
            self.before = None
        if turn is not None and question is not None and question.key == "change":
            self.pool = (
                turn.seat,
                len(match.state.boats[turn.seat].dice),
                match.state.boats[turn.seat].turns,
            )

    def note(self, match: Match[Regatta], seat: int) -> None:
        """Remember a boat as its direction is asked for."""
        boat = match.state.boats[seat]
        race = match.rulebook.bind(match.state)  # type: ignore[attr-defined]
        found = ways(race.waters, boat.at, boat.bow, boat.total)
        self.before = Before(
            seat, boat.at, boat.bow, boat.total, boat.damage, {w.d: w.clear for w in found}, len(boat.dice)
        )
        if self.pool[0] == seat and self.pool[2] == boat.turns:
            assert abs(len(boat.dice) - self.pool[1]) <= 1

    def judge(self, match: Match[Regatta], boat: Boat, before: Before) -> None:
        """Hold a move against what was possible."""
        if boat.turns == 0:  # the race is over and the boats are repaired
            return
        self.seen += 1
        clear = before.clear[boat.bow]
        damage = boat.damage - before.damage
        assert (boat.bow - before.bow) % 6 in (0, 1, 5)
        assert (damage > 0) == (before.total > clear)
        assert not (damage and max(before.clear.values()) >= before.total)
        sails = next(
            t for t in reversed(match.tells) if t.key in ("sails", "turns") and t.args["seat"] == before.seat
        )
        behind = next(
            (
                t
                for t in reversed(match.tells[-9:])
                if t.key == "stays_behind" and t.args["seat"] == before.seat
            ),
            None,
        )
        moved = sails.args.get("moved", 0)
        back = behind.args["back"] if behind is not None and moved < min(clear, before.total) else 0
        assert moved <= clear
        assert moved + back + damage == before.total
        assert len(boat.dice) == (0 if damage else before.size)


@pytest.mark.rule(
    "SB-INV-03", "SB-INV-04", "SB-INV-05", "SB-INV-06", "SB-INV-07", "SB-INV-08", "SB-INV-09", "SB-STEER-06"
)
@whole_matches
@given(seats=SEATS, seed=SEEDS)
def test_every_move_keeps_to_its_clear_distance(seats: int, seed: int) -> None:
    watch = Watch()
    any_match(new_match(seats, lake="pack", races=1), seed, watch.look)
    assert watch.seen > 3


@pytest.mark.rule("SB-INV-11", "SB-INV-19", "SB-INV-20", "SB-INV-21", "SB-INV-23", "SB-INV-24", "SB-SCORE-06")
@whole_matches
@given(seats=SEATS, seed=SEEDS, extra=st.sampled_from(["always", "never"]), times=st.booleans())
def test_points_of_whole_matches(seats: int, seed: int, extra: str, times: bool) -> None:  # noqa: FBT001 - drawn
    match = play_out(new_match(seats, level="books", extra_scoring=extra, extras_multiplied=times), seed)
    for race, sheet in enumerate(match.state.sheets, 1):
        places = sorted(row.place for row in sheet if row.place)
        assert places == list(range(1, len(places) + 1)) or places[-1] == seats
        assert all(0 <= row.for_place <= race * (seats - 1) for row in sheet)
        total = sum(row.for_place for row in sheet)
        assert total <= race * seats * (seats - 1) // 2
        assert (total == race * seats * (seats - 1) // 2) == (len(places) >= seats - 1)
        assert all(row.for_turns >= 0 and row.for_sunk % 5 == 0 for row in sheet)
        if len(places) > 1 and extra == "always":
            assert min(row.for_turns for row in sheet if row.place) == 0
    ranked = match.result.standings if match.result is not None else ()
    totals = [row.notes["points"] for row in ranked]
    assert totals == sorted(totals, reverse=True)
    assert [row.place for row in ranked] == sorted(row.place for row in ranked)


@pytest.mark.rule("SB-INV-25", "SB-INV-26", "SB-FIX-01")
@whole_matches
@given(seats=SEATS, seed=SEEDS, back=st.integers(1, 40))
def test_taking_back_and_saying_again_gives_the_same_match(seats: int, seed: int, back: int) -> None:
    match = any_match(new_match(seats, lake="pack", races=1), seed)
    end, full = match.rulebook.encode(match.state), len(match.record)
    match.undo(max(0, full - back))
    match.redo(full)
    assert match.rulebook.encode(match.state) == end


@pytest.mark.rule("SB-INV-28", "SB-LAKE-01", "SB-HEX-03")
@given(
    order=st.permutations(["P1", "P2", "P3", "P4", "P5", "P6"]),
    turns=st.lists(st.booleans(), min_size=6, max_size=6),
)
def test_the_amount_of_water_does_not_depend_on_how_tiles_lie(order: list[str], turns: list[bool]) -> None:
    laid = tuple(Laid(tile, turned) for tile, turned in zip(order, turns, strict=True))
    found = lay(pack(), laid)
    assert len(found.water) == len(lake().water)


@pytest.mark.rule("SB-DICE-02", "SB-TURN-04", "SB-TURN-01")
@whole_matches
@given(seats=SEATS, seed=SEEDS)
def test_everything_told_names_a_rule_and_turns_go_round(seats: int, seed: int) -> None:
    match = any_match(new_match(seats, lake="pack", races=1), seed)
    assert all(tell.rules and all(one.startswith("SB-") for one in tell.rules) for tell in match.tells)
    turns = [(tell.args["seat"], tell.args["turn"]) for tell in match.tells if tell.key == "turn"]
    order = match.state.order
    first = order.index(match.state.starter)
    expected = [(order[(first + k) % seats], 1) for k in range(seats)]
    assert turns[: len(expected)] == expected[: len(turns)] or any(t.key == "sunk" for t in match.tells)
