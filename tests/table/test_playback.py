"""A stored match is played again, whatever form it is stored in, and reported."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from engine.rulebook import SetupError
from table import crc_lines
from table.games import Games
from table.match_file import UnreadableMatch
from table.playback import play_again, report
from table.recording import NotReplayed
from tests.engine.cases import CASES
from tests.table.conversation import ANA, BEA, TINY, WEAK, Talk, play_on
from tests.table.saved import GAMES, name_of, saved

if TYPE_CHECKING:
    from pathlib import Path

    from engine.match import Match
    from tests.engine.conformance import Case


def recorded(tmp_path: Path, text: object) -> Path:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(text), encoding="utf-8")
    return path


def whole_match() -> Talk:
    talk = Talk()
    play_on(talk, talk.new(ANA, BEA, chance={"seed": 1}))
    return talk


def digest_of(match: Match) -> bytes:
    encoded: bytes = match.rulebook.encode(match.state)
    return encoded


def test_a_recording_is_played_again(tmp_path: Path) -> None:
    talk = whole_match()
    played = play_again(recorded(tmp_path, talk.saved()), TINY)
    assert played.match.over
    assert len(played.match.record) == talk.say(layout=True)[-1]["ready"]


def test_the_reply_around_a_recording_may_stay(tmp_path: Path) -> None:
    talk = whole_match()
    bare = play_again(recorded(tmp_path, talk.saved()), TINY)
    assert play_again(recorded(tmp_path, {"save": talk.saved()}), TINY).digest == bare.digest


def test_a_match_file_is_played_again_and_only_read(tmp_path: Path) -> None:
    known = saved(CASES[0], 3, 30)
    path = tmp_path / "match-000001.jsonl"
    path.write_bytes(known.data)
    played = play_again(path, TINY)
    assert digest_of(played.match) == digest_of(known.match)
    assert path.read_bytes() == known.data
    assert played.notices == ()
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_a_torn_match_file_is_played_as_far_as_it_goes_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "match-000001.jsonl"
    path.write_bytes(saved(CASES[0], 3, 30).data[:-5])
    played = play_again(path, TINY)
    assert len(played.notices) == 1
    assert played.notices[0].startswith("match-000001.jsonl: the last ")


def test_equal_matches_have_equal_digests_and_others_not(tmp_path: Path) -> None:
    talk = whole_match()
    whole = play_again(recorded(tmp_path, talk.saved()), TINY)
    shorter = {**talk.saved(), "record": talk.saved()["record"][:3]}
    assert len(whole.digest) == 64
    assert play_again(recorded(tmp_path, talk.saved()), TINY).digest == whole.digest
    assert play_again(recorded(tmp_path, shorter), TINY).digest != whole.digest


def test_the_report_of_a_match_that_is_over_names_the_standings(tmp_path: Path) -> None:
    played = play_again(recorded(tmp_path, whole_match().saved()), TINY)
    lines = report(played)
    assert lines[:2] == ["game     lantern_walk", "seats    Ana, Bea"]
    assert lines[3] == "state    over"
    assert sorted(line.split()[-1] for line in lines[4:6]) == ["Ana", "Bea"]
    assert lines[-1] == f"digest   {played.digest}"


def test_the_report_of_a_running_match_says_who_is_awaited(tmp_path: Path) -> None:
    talk = Talk()
    talk.new(ANA, WEAK, pack={"game": "lantern_walk", "name": "club"})
    assert report(play_again(recorded(tmp_path, talk.saved()), TINY))[:4] == [
        "game     lantern_walk, pack club",
        "seats    Ana, Weak (weak)",
        "entries  1",
        "state    waiting for pace of 0",
    ]


HEADER = {"game": "lantern_walk", "seats": [ANA, BEA]}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ({}, "match.json: this is no recording of a match"),
        ({"header": HEADER, "record": 3}, "match.json: this is no recording of a match"),
        ({"header": {**HEADER, "version": 9}, "record": []}, "made with version 9 of the rules"),
        (
            {"header": HEADER, "record": [{"do": "answer", "seat": 0, "value": "4"}]},
            r"entry 1 of 1 is not taken: not_an_option \(XX-PACE-01\)",
        ),
        (
            {
                "header": HEADER,
                "record": [{"do": "correct", "what": "place", "name": "walker-x", "value": 1}],
            },
            "entry 1 of 1 is not taken",
        ),
    ],
)
def test_a_recording_that_cannot_be_played_says_where(tmp_path: Path, text: object, words: str) -> None:
    with pytest.raises(NotReplayed, match=words):
        play_again(recorded(tmp_path, text), TINY)


def test_json_that_is_cut_off_is_no_recording(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text('{"header": ', encoding="utf-8")
    with pytest.raises(NotReplayed, match=r"match\.json: this is no recording of a match \("):
        play_again(path, TINY)


def test_a_file_of_anything_else_is_named(tmp_path: Path) -> None:
    path = tmp_path / "holiday.jpg"
    path.write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(UnreadableMatch, match=r"holiday\.jpg"):
        play_again(path, TINY)


def test_a_recording_of_an_unknown_game_is_named(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no game 'chess'"):
        play_again(recorded(tmp_path, {"header": {**HEADER, "game": "chess"}, "record": []}), TINY)


def with_a_seat_less(data: bytes) -> bytes:
    """A match file whose first line names one seat less; its check sums are right."""
    first, *others = crc_lines.find(data).payloads
    opening = json.loads(first)
    opening["header"]["seats"].pop()
    lines = [crc_lines.line(0, json.dumps(opening).encode(), 0)]
    seed = crc_lines.seed_of(lines[0])
    return b"".join([*lines, *(crc_lines.line(n, other, seed) for n, other in enumerate(others, 1))])


ROOMY = [case for case in GAMES if len(case.header.seats) > case.rulebook.seats[0]]


@pytest.mark.parametrize("case", ROOMY, ids=name_of)
def test_a_match_file_with_more_pieces_than_seats_goes_on_before_them_or_not_at_all(
    tmp_path: Path, case: Case
) -> None:
    path = tmp_path / "match-000001.jsonl"
    path.write_bytes(with_a_seat_less(saved(case, 3, 30).data))
    try:
        played = play_again(path, Games())
    except UnreadableMatch as fault:
        said = str(fault)
    else:
        said = played.notices[0]
        assert report(played)[-1] == f"digest   {played.digest}"
    assert said.startswith("match-000001.jsonl: ")
    assert "goes on from the beginning of a turn" in said or "The file is untouched" in said


def test_a_match_file_whose_every_state_has_more_pieces_than_seats_names_one(tmp_path: Path) -> None:
    (case,) = (case for case in ROOMY if name_of(case) == "wackee_six")
    path = tmp_path / "match-000001.jsonl"
    path.write_bytes(with_a_seat_less(saved(case, 3, 30).data))
    with pytest.raises(UnreadableMatch, match=r"belongs to seat \d of \d.*The file is untouched"):
        play_again(path, Games())
