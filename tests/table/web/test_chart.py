"""The chart of totals: a line for everybody who can win, from nothing to how it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.record import Correct
from engine.rulebook import Curve
from table.desk import Desk
from table.games import Games
from table.lots import lots
from table.recording import read_recording, replay
from table.station import Station
from table.texts import Texts
from table.web.chart import Line, chart
from table.web.looks import Looks
from tests.architecture.source import ROOT
from tests.engine.wackee_six.kit import Play, S, header
from tests.table.table_kit import asking, done

if TYPE_CHECKING:
    from engine.match import Match


def lines(match: Match[Any]) -> tuple[Line, ...]:
    """What the page draws of a match."""
    station = Station(Desk(match, lots(1)), Texts("en"), ())
    return chart(station, Looks(match, station.texts))


def two_rounds(seats: int = 3, **options: Any) -> Play:
    """Ana 40 and 2, Bea 15 and 42, Cai 18 and 12."""
    play = Play(header(seats, countdown_s=0, call_check="trust", target=0, **options))
    play.round([(0, 50 * S)], [(30, 0), (23, 4), (26, 4)]).say("table", "next")
    return play.round([(1, 50 * S)], [(12, 5), (32, 0), (22, 5)])


def test_a_game_without_rounds_has_no_chart() -> None:
    assert lines(asking(done()).match) == ()


def test_nothing_is_drawn_before_the_first_round_is_over() -> None:
    assert lines(Play(header(3)).seated().match) == ()


@pytest.mark.rule("W6-STAT-02")
def test_there_is_a_line_for_everybody_and_who_leads_comes_first() -> None:
    found = lines(two_rounds().match)
    assert [(line.name, line.totals) for line in found] == [
        ("Bea", (0, 15, 57)), ("Ana", (0, 40, 42)), ("Cai", (0, 18, 30)),
    ]  # fmt: skip
    assert len({line.look for line in found}) == 3


@pytest.mark.rule("W6-STAT-02", "W6-SIDE-09")
def test_partners_share_a_line_and_a_pace_maker_has_one() -> None:
    play = Play(header(8, [None] * 7 + ["weak"], countdown_s=0, call_check="trust", pairing="random"))
    play.round([(0, 50 * S)], [(30, 0), (23, 4), (26, 4), (20, 2)])
    names = [line.name for line in lines(play.match)]
    assert sorted(name.count("+") for name in names) == [0, 0, 1, 1, 1]
    assert "Hal" in names


@pytest.mark.rule("W6-STAT-03", "W6-HIST-02", "W6-HIST-04")
def test_corrections_and_deleted_rounds_change_the_lines() -> None:
    play = two_rounds()
    play.match.apply(Correct("count", "played.1.2", 36))
    assert lines(play.match)[2].totals == (0, 28, 40)
    play.match.apply(Correct("count", "deleted.1", 1))
    assert [(line.name, line.totals) for line in lines(play.match)] == [
        ("Bea", (0, 42)), ("Cai", (0, 12)), ("Ana", (0, 2)),
    ]  # fmt: skip


@pytest.mark.rule("W6-MATCH-12")
def test_a_line_begins_at_the_points_a_side_was_given() -> None:
    play = two_rounds(start_points=[0, 0, 20])
    assert play.rulebook.curves(play.state)[2] == Curve("deck-blue", (2,), (20, 38, 50))


@pytest.mark.parametrize(
    ("game", "recording"), [("wacky_races", "champion"), ("speedboats", "14-played-to-the-end")]
)
def test_the_lines_of_a_series_end_at_the_points_of_its_result(game: str, recording: str) -> None:
    path = ROOT / "tests" / "games" / game / f"{recording}.json"
    recorded = read_recording(path.read_bytes(), recording)
    match = replay(Games().make(recorded.header), recorded)
    curves = match.rulebook.curves(match.state)
    assert match.result is not None
    points = {row.seat: row.notes["points"] for row in match.result.standings}
    assert {curve.seats[0]: curve.totals[-1] for curve in curves} == points
    assert {curve.totals[0] for curve in curves} == {0}
    assert all(len(curve.totals) > 2 for curve in curves)
