"""The lobby as a rulebook: what it asks, what it does not need to ask, and what it comes to."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import IllegalAnswer
from engine.match import Match
from engine.record import Header
from engine.rulebook import SetupError
from table.lobby import MOST_RACES, NEW, Lobby, LobbyState

SNAILS = ["garden", "forest"]
BOATS = ["lake"]
SEATS = {"snails": (2, 4), "boats": (3, 3)}


def lobby(games: dict[str, Any], unfinished: dict[str, str] | None = None) -> Match[LobbyState]:
    header = Header("lobby", (), options={"games": games, "unfinished": unfinished or {}})
    return Match(Lobby(header, SEATS.__getitem__), header)


def chosen(match: Match[LobbyState], *answers: Any) -> list[str]:
    """Answer one question after the other; returns what was asked, with the question now open."""
    asked = [question.key for question in match.open]
    for answer in answers:
        match.answer("table", answer)
        asked += [question.key for question in match.open]
    return asked


def test_the_lobby_asks_for_game_pack_people_and_pilots() -> None:
    match = lobby({"snails": SNAILS, "boats": BOATS})
    assert chosen(match, "snails", "forest", 2, 1) == [
        "choose_game",
        "choose_pack",
        "how_many_people",
        "how_many_pilots",
    ]
    assert match.over
    assert match.state == LobbyState("done", "", "snails", "forest", 2, 1)


def test_what_there_is_only_one_of_is_not_asked_for() -> None:
    match = lobby({"boats": BOATS})
    assert chosen(match, 1) == ["how_many_people"]
    assert match.state == LobbyState("done", "", "boats", "lake", 1, 2)


@pytest.mark.parametrize(("people", "least", "most"), [(1, 1, 3), (2, 0, 2), (3, 0, 1)])
def test_pilots_fill_up_to_what_the_game_needs_and_has_room_for(people: int, least: int, most: int) -> None:
    match = lobby({"snails": SNAILS})
    chosen(match, "garden", people)
    (question,) = match.open
    assert (question.low, question.high) == (least, most)


def test_a_full_table_is_not_asked_for_pilots() -> None:
    match = lobby({"snails": SNAILS})
    chosen(match, "garden", 4)
    assert match.over
    assert match.state.pilots == 0


@pytest.mark.parametrize("people", [0, 5, "two", None])
def test_nobody_and_too_many_are_refused(people: Any) -> None:
    match = lobby({"snails": SNAILS})
    chosen(match, "garden")
    with pytest.raises(IllegalAnswer):
        match.answer("table", people)


def test_a_game_in_series_is_asked_for_its_races_last() -> None:
    header = Header("lobby", (), options={"games": {"snails": SNAILS, "boats": BOATS}})
    match = Match(
        Lobby(header, SEATS.__getitem__, lambda game, pack: (game, pack) == ("snails", "forest")), header
    )
    assert chosen(match, "snails", "forest", 2, 1)[-1] == "how_many_races"
    (question,) = match.open
    assert (question.low, question.high) == (1, MOST_RACES)
    chosen(match, 3)
    assert match.over
    assert match.state.races == 3


@pytest.mark.parametrize(("expected", "preset"), [(0, None), (3, 3), (9, 4)])
def test_the_question_for_people_begins_at_how_many_are_expected(expected: int, preset: int | None) -> None:
    header = Header("lobby", (), options={"games": {"snails": ["garden"]}, "people": expected})
    (question,) = Match(Lobby(header, SEATS.__getitem__), header).open
    assert question.args.get("preset") == preset


def test_an_unfinished_match_can_be_gone_on_with() -> None:
    match = lobby({"snails": SNAILS}, {"match-000002.jsonl": "Snails: Ana"})
    (question,) = match.open
    assert [(option.value, option.key, option.args) for option in question.options] == [
        ("match-000002.jsonl", "resume_one", {"what": "Snails: Ana"}),
        (NEW, "new_match", {}),
    ]
    assert chosen(match, "match-000002.jsonl") == ["resume_match"]
    assert match.state.resume == "match-000002.jsonl"
    assert match.over


def test_an_unfinished_match_can_be_left_alone() -> None:
    match = lobby({"snails": SNAILS}, {"match-000002.jsonl": "Snails: Ana"})
    assert chosen(match, NEW)[-1] == "choose_pack"
    assert match.state.resume == ""


def test_every_answer_in_the_lobby_can_be_taken_back() -> None:
    match = lobby({"snails": SNAILS, "boats": BOATS})
    chosen(match, "snails", "forest", 2)
    for expected in ("how_many_people", "choose_pack", "choose_game"):
        point = match.undo_point()
        assert point is not None
        assert match.consent_for(point) == ()
        match.undo(point)
        assert [question.key for question in match.open] == [expected]
    assert match.undo_point() is None
    assert match.state == LobbyState("game")


def test_the_lobby_comes_back_to_its_question_from_the_state_alone() -> None:
    match = lobby({"snails": SNAILS, "boats": BOATS}, {"a": "b"})
    for answer in (NEW, "snails", "garden", 1):
        match.restart_turn()
        match.answer("table", answer)
    match.restart_turn()
    assert [question.key for question in match.open] == ["how_many_pilots"]


def test_a_lobby_without_games_says_what_to_do() -> None:
    with pytest.raises(SetupError, match="put one into config/packs"):
        lobby({})


def test_a_lobby_has_neither_pieces_nor_standings_nor_secrets() -> None:
    match = lobby({"snails": SNAILS})
    rulebook, state = match.rulebook, match.state
    assert rulebook.layout(state).pieces == {}
    assert rulebook.standings(state) == ()
    assert rulebook.result(state).standings == ()
    assert rulebook.view(state, None) is state
    rulebook.check(state)
    assert rulebook.decode(rulebook.encode(state)) == state
