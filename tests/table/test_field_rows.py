"""Rows of the field reports about names, ties and points, on the recorded matches of every game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.match import Match
from engine.record import Header, SeatInfo
from table.games import Games
from table.playback import play_again
from tests.engine.tiny import LanternWalk
from tests.table.table_kit import answer_all_paces, state_of, tiny

if TYPE_CHECKING:
    from engine.rulebook import Standing

RECORDED = Path(__file__).parents[1] / "games"
TIED = (
    "speedboats/05-tie-shared",
    "wackee_six/shared_at_the_target",
    "wacky_challenge/shared_win",
    "wacky_races/joint_champions",
)
AVERAGES = {"played", "left"}
"""Numbers of the statistics that are averages; no place depends on them."""


def standings(recording: str) -> tuple[Standing, ...]:
    """How a recorded match ended."""
    result = play_again(RECORDED / f"{recording}.json", Games()).match.result
    assert result is not None
    return result.standings


@pytest.mark.report("K20")
def test_names_are_labels_and_change_nothing_about_a_match() -> None:
    """K20: A becomes B while another becomes A: everything stays with the seat, and so with the person."""
    desk = tiny(people=2)
    answer_all_paces(desk)
    renamed = Header(
        "lantern_walk",
        (SeatInfo("Bea"), SeatInfo("Ana")),
        options=desk.match.header.options,
        chance={"seed": 1},
    )
    other = Match(LanternWalk(renamed), renamed)
    for entry in desk.match.record:
        other.apply(entry)
    assert other.rulebook.encode(other.state) == state_of(desk)
    assert [line.seat for line in other.rulebook.standings(other.state)] == [
        line.seat for line in desk.match.rulebook.standings(desk.match.state)
    ]


@pytest.mark.report("K13", "K14")
@pytest.mark.parametrize("recording", TIED)
def test_who_is_tied_shares_a_place_and_the_next_place_counts_all_before_it(recording: str) -> None:
    """K13, K14: 1, 1, 3, 3, 3, 6 and never 1, 1, 2 or 1, 2 for equals; one way of counting in every game."""
    places = sorted(line.place for line in standings(recording) if line.place)
    assert len(set(places)) < len(places)
    assert places == [1 + sum(other < place for other in places) for place in places]


@pytest.mark.report("K22", "K23")
@pytest.mark.parametrize("recording", TIED)
def test_points_and_money_are_whole_numbers(recording: str) -> None:
    """K22, K23: nothing is ever rounded, so it does not matter when: every game reckons in whole numbers."""
    for line in standings(recording):
        broken = {name for name, value in line.notes.items() if isinstance(value, float)}
        assert broken <= AVERAGES, f"{line.who}: {broken}"
