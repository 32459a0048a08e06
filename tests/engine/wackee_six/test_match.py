"""Whole matches, corrections, who joins and leaves, statistics (3.9, 3.10; 5.6, 5.9, 5.10)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import TABLE, IllegalAnswer
from engine.record import Correct, Reseat, SeatInfo
from engine.wackee_six.ending import match_statistics, side_statistics
from engine.wackee_six.rulebook import WackeeSix
from engine.wackee_six.state import MatchState, Side
from tests.engine.wackee_six.kit import NAMES, Play, S, header

EMPTY = SeatInfo("Nobody", "away")


def not_taken(play: Play, entry: Any) -> IllegalAnswer:
    """The refusal of a correction or a change of seats."""
    before = play.rulebook.encode(play.state)
    with pytest.raises(IllegalAnswer) as refused:
        play.match.apply(entry)
    assert play.rulebook.encode(play.state) == before
    return refused.value


def played(rounds: list[tuple[int | None, list[tuple[int, int]]]], seats: int = 2, **options: Any) -> Play:
    """Play rounds: who called (None: all were stuck), and everybody's played and left."""
    play = Play(header(seats, countdown_s=0, call_check="trust", **options))
    for number, (caller, counts) in enumerate(rounds):
        if number:
            play.say(TABLE, "next")
        if caller is None:
            play.go(play.state.now)
            for side in play.game.people():
                play.say(TABLE, f"stuck.{side}").time(play.state.now + S)
            play.count(*counts)
        else:
            play.round([(caller, (60 + number) * S)], counts)
    return play


@pytest.mark.rule(
    "W6-SCORE-04", "W6-CALL-18", "W6-CALL-19", "W6-STUCK-03", "W6-SCORE-07", "W6-MATCH-01", "W6-MATCH-04",
)  # fmt: skip
def test_g1_three_sides_a_false_call_and_a_stuck_round() -> None:
    red, green, blue = 0, 1, 2
    play = Play(header(3, countdown_s=0, target=60))
    play.round([(green, 92_400_000)], [(21, 4), (34, 0), (18, 2)])
    assert play.totals() == [13, 44, 14]
    play.say(TABLE, "next").round([(red, 70 * S), (blue, 70_350_000)], [(24, 1), (10, 6), (30, 0)], s0=1)
    assert play.totals() == [33, 42, 54]
    assert play.state.history[1].false_calls == [1, 0, 0]
    play.say(TABLE, "next").go(play.state.now)
    for side in (red, green, blue):
        play.say(TABLE, f"stuck.{side}").time(play.state.now + S)
    play.count((15, 5), (25, 2), (12, 7))
    assert play.totals() == [38, 63, 52]
    assert play.last("reached") == {"seats": [green], "target": 60}
    play.say(TABLE, "finish")
    assert play.match.result is not None
    assert play.match.result.notes["winners"] == [green]


@pytest.mark.rule(
    "W6-SIDE-05", "W6-SIDE-09", "W6-CALL-08", "W6-CALL-10", "W6-MATCH-05", "W6-MATCH-06", "W6-SCORE-05"
)
def test_g2_three_pairs_and_a_single_with_an_extra_round() -> None:
    play = Play(header(7, countdown_s=0, target=50, call_check="trust"))
    for answer in ("6", "1", "3", "5"):
        play.say(TABLE, answer)
    play.seated()
    assert [side.seats for side in play.state.sides] == [[6], [0, 1], [2, 3], [4, 5]]
    single, a, b, c = 6, 0, 2, 4
    play.round([(single, 81_010_000), (a, 81 * S)], [(22, 0), (25, 0), (20, 3), (9, 9)])
    assert play.totals() == [32, 35, 14, -9]
    play.say(TABLE, "next").round([(b + 1, 75 * S)], [(26, 3), (21, 1), (30, 0), (14, 5)])
    assert play.totals() == [52, 54, 54, -5]
    assert play.tells("extra_round")
    assert [option.value for option in play.question(TABLE).options] == ["next", "end"]
    play.say(TABLE, "next").round([(c, 88 * S)], [(19, 4), (15, 4), (16, 5), (20, 0)])
    assert play.totals() == [63, 61, 60, 25]
    play.say(TABLE, "finish")
    assert play.match.result is not None
    assert play.match.result.notes["winners"] == [single]
    assert [row.place for row in play.match.result.standings] == [1, 2, 2, 3, 3, 4, 4]


@pytest.mark.rule("W6-MATCH-07", "W6-MATCH-09", "W6-MATCH-02", "W6-INV-11")
@pytest.mark.parametrize(
    ("counts", "winners"), [([(20, 0), (18, 2)], [0]), ([(20, 0), (34, 2)], [0, 1])], ids=["alone", "shared"]
)
def test_s23_the_table_ends_the_match_and_the_highest_total_wins(counts: Any, winners: list[int]) -> None:
    play = played([(0, counts)]).say(TABLE, "end")
    assert play.match.result is not None
    assert play.match.result.notes["winners"] == winners
    assert play.match.result.notes["end"] == "table"
    assert [row.place for row in play.match.result.standings] == ([1, 1] if len(winners) == 2 else [1, 2])


@pytest.mark.rule("W6-MATCH-05")
def test_the_caller_wins_where_the_table_wants_it_so() -> None:
    play = played([(0, [(44, 0), (10, 3)]), (1, [(49, 2), (46, 0)])], target=60, over_target="caller")
    assert play.totals() == [99, 60]
    play.say(TABLE, "finish")
    assert play.match.result is not None
    assert [(row.seat, row.place) for row in play.match.result.standings] == [(1, 1), (0, 2)]


@pytest.mark.rule("W6-MATCH-12", "W6-MATCH-08", "W6-INV-09")
def test_s26_start_points_are_a_sides_total_before_round_1() -> None:
    play = Play(header(2, start_points=[20, -50])).seated()
    assert play.totals() == [20, -50]


# --- corrections -----------------------------------------------------------------------------------------------------

ROUNDS: list[tuple[int | None, list[tuple[int, int]]]] = [
    (0, [(30, 0), (20, 3)]),
    (1, [(40, 2), (28, 0)]),
    (0, [(18, 0), (15, 6)]),
]


@pytest.mark.rule("W6-HIST-02", "W6-HIST-03", "W6-HIST-05", "W6-INV-09")
def test_v70_a_correction_of_an_earlier_round_opens_a_finished_match() -> None:
    play = played(ROUNDS)
    assert play.totals() == [104, 55]
    assert [option.value for option in play.question(TABLE).options] == ["finish"]
    play.match.apply(Correct("count", "played.2.0", 30))
    assert play.totals() == [94, 55]
    assert [option.value for option in play.question(TABLE).options] == ["next", "end"]
    assert isinstance(play.match.record[-1], Correct)


@pytest.mark.rule("W6-HIST-03")
def test_v72_rounds_are_never_removed_by_a_correction() -> None:
    play = played([(0, [(30, 0), (20, 3)]), (1, [(12, 6), (20, 0)])], target=50)
    assert play.totals() == [40, 44]
    play.match.apply(Correct("count", "played.1.0", 45))
    assert play.totals() == [55, 44]
    assert len(play.state.history) == 2
    assert [option.value for option in play.question(TABLE).options] == ["finish"]


@pytest.mark.rule("W6-HIST-02", "W6-HIST-07", "W6-STAT-01", "W6-STAT-02", "W6-STAT-03", "W6-INV-12")
def test_s30_a_correction_and_its_opposite_leave_everything_as_it_was() -> None:
    play = played(ROUNDS)
    before = play.totals(), side_statistics(play.game, 0), match_statistics(play.game)
    play.match.apply(Correct("count", "played.2.0", 30))
    assert side_statistics(play.game, 0)["played"] == 26
    assert match_statistics(play.game)["leader_changes"] == 0
    play.match.apply(Correct("count", "played.2.0", 40))
    assert (play.totals(), side_statistics(play.game, 0), match_statistics(play.game)) == before
    undo = play.match.undo_point()
    assert undo == len(play.match.record) - 1
    play.match.undo(undo)
    assert play.totals() == [94, 55]


@pytest.mark.rule("W6-HIST-02", "W6-COUNT-10", "W6-CALL-20")
def test_callers_and_penalties_of_a_scored_round_are_corrected_with_the_same_checks() -> None:
    play = played(ROUNDS[:1])
    play.match.apply(Correct("pile", "callers.1", [1]))
    assert play.totals() == [30, 30]
    play.match.apply(Correct("count", "false.1.0", 2))
    assert play.totals() == [26, 30]
    for what, name, value, reason in (
        ("count", "left.1.1", 2, "caller_left"),
        ("count", "left.1.0", 13, "left_range"),
        ("count", "played.1.0", 11, "too_few"),
        ("count", "played.1.0", "many", "not_a_value"),
        ("count", "played.4.0", 11, "no_such_round"),
        ("count", "played.1.7", 11, "no_such_side"),
        ("count", "false.1.0", -1, "not_a_value"),
        ("count", "length.1.0", 5, "cannot_correct"),
        ("count", "played.x.0", 5, "cannot_correct"),
        ("count", f"played.{'1' * 5000}.0", 5, "cannot_correct"),
        ("pile", "callers", [0], "not_now"),
        ("place", "deck-red", "box", "cannot_correct"),
    ):
        assert not_taken(play, Correct(what, name, value)).reason == reason, name  # type: ignore[arg-type]
    play.match.apply(Correct("count", "played.1.0", 54))
    assert not_taken(play, Correct("count", "played.1.1", 54)).reason == "table_total"


@pytest.mark.rule("W6-HIST-04")
def test_s31_a_round_is_deleted_or_added_afterwards() -> None:
    play = played(ROUNDS)
    play.match.apply(Correct("count", "deleted.2", 1))
    assert play.totals() == [68, 17]
    assert [round_.number for round_ in play.state.history] == [1, 2, 3]
    play.match.apply(Correct("count", "deleted.2", 0))
    assert play.totals() == [104, 55]
    play.match.apply(Correct("pile", "added", {"callers": [1], "counts": [[10, 4], [20, 0]]}))
    assert (play.totals(), play.state.round) == ([106, 85], 4)
    for value, reason in (
        ({"callers": [1], "counts": [[10, 4], [20, 1]]}, "caller_left"),
        ({"callers": [1], "counts": [[10, 4]]}, "not_now"),
        ({"callers": 1}, "not_a_value"),
        ({"callers": [1], "counts": [[5, 4], [20, 0]]}, "too_few"),
    ):
        assert not_taken(play, Correct("pile", "added", value)).reason == reason


@pytest.mark.rule("W6-STAT-01", "W6-STAT-02", "W6-STAT-04", "W6-HIST-01")
def test_statistics_come_from_the_history() -> None:
    play = played([*ROUNDS, (None, [(10, 5), (9, 6)])], target=0)
    assert side_statistics(play.game, 0) == {
        "rounds": 4, "calls": 2, "played": 24.5, "most_played": 40, "left": 1.75, "best": 40, "worst": 0,
        "false_calls": 0,
    }  # fmt: skip
    assert match_statistics(play.game) == {"leader_changes": 0, "fastest_call": 60 * S, "closest_call": None}
    assert [round_.ended for round_ in play.state.history] == ["call", "call", "call", "stuck"]


# --- joining and leaving ---------------------------------------------------------------------------------------------


@pytest.mark.rule("W6-MATCH-10", "W6-MATCH-14", "W6-SIDE-04", "W6-SIDE-05", "W6-SIDE-06")
def test_s24_who_joins_gets_a_total_and_seven_people_are_arranged_anew() -> None:
    head = header(7, [None] * 4 + ["away"] * 3, countdown_s=0, call_check="trust", late_joiner="lowest")
    play = Play(head)
    play.round([(0, 60 * S)], [(30, 0), (31, 0), (20, 2), (10, 5)])
    assert play.totals() == [40, 31, 16, 0]
    play.match.apply(Reseat(4, SeatInfo("Eva")))
    play.say(TABLE, "next").seated()
    assert play.totals() == [40, 31, 16, 0, 0]
    play.round([(0, 60 * S)], [(12, 0), (10, 2), (10, 3), (10, 4), (10, 5)])
    before = play.totals()
    assert before == [62, 37, 20, 2, 0]
    play.match.apply(Reseat(5, SeatInfo("Fay")))
    play.match.apply(Reseat(6, SeatInfo("Gus")))
    play.say(TABLE, "next")
    assert play.asked == {TABLE: "who_plays_alone"}
    for answer in ("0", "2", "4", "6"):
        play.say(TABLE, answer)
    play.seated()
    assert [side.seats for side in play.state.sides if not side.out] == [[0], [1, 2], [3, 4], [5, 6]]
    assert play.totals() == [62, 37, 2, 0]
    assert len({side.deck for side in play.state.sides if not side.out}) == 4


@pytest.mark.rule("W6-MATCH-14", "W6-HIST-02")
def test_totals_taken_over_follow_a_correction_of_an_earlier_round() -> None:
    head = header(7, [None] * 6 + ["away"], countdown_s=0, call_check="trust")
    play = Play(head).round([(0, 60 * S)], [(30, 0), (31, 0), (20, 2), (10, 5), (10, 5), (10, 5)])
    play.match.apply(Reseat(6, SeatInfo("Gus")))
    play.say(TABLE, "next")
    for answer in ("6", "1", "3", "5"):
        play.say(TABLE, answer)
    assert play.totals() == [0, 40, 16, 0]
    play.seated().round([(0, 60 * S)], [(10, 5), (20, 0), (10, 5), (10, 5)])
    play.match.apply(Correct("count", "played.1.0", 20))
    assert play.totals()[1] == 31 + 30


@pytest.mark.rule("W6-MATCH-11")
def test_s25_who_leaves_stays_in_the_list_and_a_partner_plays_on() -> None:
    play = played([(0, [(20, 0), (40, 0), (10, 5)])], seats=3, target=0)
    play.match.apply(Reseat(1, EMPTY))
    rows = play.rulebook.standings(play.state)
    assert [(row.seat, row.place, dict(row.notes)) for row in rows] == [
        (0, 1, {"total": 30}),
        (2, 2, {"total": 0}),
        (None, 0, {"total": 40, "left": "left"}),
    ]
    assert not_taken(play, Reseat(2, EMPTY)).reason == "too_few_sides"
    pairs = Play(header(7, countdown_s=0, call_check="trust", pairing="random"))
    pairs.seated().round([(0, 60 * S)], [(20, 0)] * 4)
    pair = next(number for number in pairs.game.people() if len(pairs.game.side(number).seats) == 2)
    stays, goes = pairs.game.side(pair).seats
    pairs.match.apply(Reseat(goes, EMPTY))
    assert pairs.game.side(pair).seats == [stays]
    assert not pairs.game.side(pair).out


@pytest.mark.rule("W6-MATCH-10", "W6-MATCH-11", "W6-PACE-12")
def test_seats_change_between_rounds_only_and_never_over_six_sides() -> None:
    play = Play(header(3, countdown_s=0)).seated()
    assert not_taken(play, Reseat(1, EMPTY)).reason == "not_between_turns"
    play.match.apply(Reseat(1, SeatInfo("Bea")))
    assert not play.state.away[1]
    full = Play(header(7, [None] * 5 + ["weak", "away"], countdown_s=0, call_check="trust"))
    full.round([(0, 60 * S)], [(20, 0)] * 5)
    assert not_taken(full, Reseat(6, SeatInfo("Gus"))).reason == "side_count"
    assert not_taken(full, Reseat(5, SeatInfo("Fay"))).reason == "seat_of_pace_maker"


@pytest.mark.rule("W6-SIDE-12")
def test_s28_roles_are_free() -> None:
    play = Play(header(8, pairing="random")).seated()
    assert len(play.tells("pair")) == 4
    play.go(5 * S)
    assert len(play.tells("pair")) == 4


def test_a_side_knows_whether_it_is_a_pace_maker() -> None:
    assert Side([1], level="weak").pace
    assert not Side([1]).pace
    state: MatchState = WackeeSix(header(2)).new()
    assert state.people == list(NAMES[:2])
