"""Whatever comes down the line: the protocol names what is wrong with it, and the match stands as it stood."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulebook import SetupError
from table.games import Games
from table.protocol_words import LIMIT
from tests.engine.tiny import LanternWalk
from tests.table.conversation import ANA, BEA, Talk, kinds

NEW = {"game": "lantern_walk", "seats": [ANA, BEA]}


def in_play() -> Talk:
    talk = Talk()
    talk.new(chance={"seed": 3})
    talk.answer(0, "2")
    return talk


RAW: list[tuple[bytes, str]] = [
    (b"\xff\xfe{\n", "not UTF-8"),
    (b'{"answer": "\xc3"}', "not UTF-8"),
    (b"x" * (LIMIT + 1), f"longer than {LIMIT} bytes"),
    (b"[" * 100_000, "nested too deeply"),
    (b'{"answer": ' + b"[" * 40 + b"]" * 40 + b"}", "levels deep"),
    (b'{"answer": {"seat": 0, "value": NaN}}', "not JSON"),
    (b'{"answer": {"seat": 0, "value": 1e999}}', "not JSON"),
    (b'{"answer": {"seat": 0, "value": 9007199254740993}}', "up to 2^53"),
    (b'{"answer": {"seat": 0, "value": 123456789012345678901234567890}}', "up to 2^53"),
    (b'{"answer": {"seat": 0, "value": "\\ud800"}}', "not JSON"),
    (b"hello", "not JSON"),
    (b'{"layout": true} {"state": true}', "not JSON"),
    (b"{'layout': true}", "not JSON"),
    (b"\x00", "not JSON"),
    (b"null", "an object with one key"),
    (b"[]", "an object with one key"),
    (b'"quit"', "an object with one key"),
    (b"{}", "this line has 0"),
    (b'{"undo": 0, "redo": 1}', "this line has 2: undo, redo"),
    (b'{"resign": true}', "unknown request 'resign'; there is new, answer"),
    (b'{"": true}', "unknown request ''"),
]


@pytest.mark.parametrize(("line", "words"), RAW, ids=range(len(RAW)))
def test_a_line_that_is_no_request_is_named(line: bytes, words: str) -> None:
    talk = in_play()
    before = talk.stand()
    replies = talk.raw(line)
    assert kinds(replies) == ["error", "ready"]
    assert words in replies[0]["error"]
    assert talk.stand() == before


BODIES: list[tuple[str, Any, str]] = [
    ("answer", None, "answer: expected an object, got null"),
    ("answer", {"seat": 0}, "missing required field `value`"),
    ("answer", {"value": "1"}, "missing required field `seat`"),
    ("answer", {"seat": True, "value": "1"}, "answer:"),
    ("answer", {"seat": 0.5, "value": "1"}, "answer:"),
    ("answer", {"seat": "bank", "value": "1"}, "answer:"),
    ("answer", {"seat": 0, "value": "1", "auto": True}, 'unknown key "auto"; it takes seat, value'),
    ("withdraw", {"seat": "everybody"}, "withdraw:"),
    ("withdraw", 1, "withdraw: expected an object, got 1"),
    ("correct", {"what": "mood", "name": "x", "value": 1}, "correct:"),
    ("correct", {"what": "place", "name": "walker-0"}, "missing required field `value`"),
    ("correct", {"what": "place", "name": "walker-x", "value": "step-1"}, "makes no sense of this change"),
    ("correct", {"what": "place", "name": "walker-7", "value": "step-1"}, "makes no sense of this change"),
    ("correct", {"what": "place", "name": "walker-0", "value": 3}, "makes no sense of this change"),
    ("correct", {"what": "count", "name": "points-0", "value": "many"}, "makes no sense of this change"),
    ("teach", {"component": 3, "value": 1}, "teach:"),
    (
        "reseat",
        {"seat": 0, "info": {"name": "Ana", "pilot": "mighty"}},
        'no pilot "mighty"; there is weak, strong',
    ),
    ("reseat", {"seat": 0, "info": {"nick": "Ana"}}, "reseat:"),
    ("reseat", {"seat": 0, "info": {"name": "Ana", "nick": "A"}}, 'reseat.info: unknown key "nick"'),
    ("reseat", {"seat": 0, "info": None}, "reseat:"),
    ("undo", True, "undo: expected a whole number"),
    ("undo", "1", "undo: expected a whole number"),
    ("redo", 0.0, "redo: expected a whole number"),
    ("view", 2, "view: expected null or a seat from 0 to 1, got 2"),
    ("view", -1, "view: expected null or a seat"),
    ("view", True, "view: expected a whole number"),
    ("view", "table", "view: expected null or a seat"),
    ("layout", False, 'layout: write {"layout": true}'),
    ("state", 1, 'state: write {"state": true}'),
    ("save", None, 'save: write {"save": true}'),
    ("quit", "now", 'quit: write {"quit": true}'),
    ("new", [], "new: expected an object"),
    ("new", {"game": "lantern_walk"}, "missing required field `seats`"),
    ("new", {**NEW, "seats": [ANA]}, "1 seats; the game is for 2 to 4"),
    ("new", {**NEW, "seats": ["Ana", "Bea"]}, "new:"),
    ("new", {**NEW, "seats": [ANA, {"name": "Bea", "pilots": "weak"}]}, 'new.seats[1]: unknown key "pilots"'),
    ("new", {**NEW, "seats": [ANA, {"name": 5}]}, "new.seats[1]:"),
    ("new", {**NEW, "game": "lantern_wolk"}, "did you mean 'lantern_walk'?"),
    ("new", {**NEW, "options": {"speed": 9}}, "speed"),
    ("new", {**NEW, "options": []}, "new:"),
    ("new", {**NEW, "chance": {"sead": 9}}, 'new.chance: unknown key "sead"'),
    ("new", {**NEW, "chance": {"seed": "9"}}, "new:"),
    ("new", {**NEW, "pack": "../../secrets"}, "no path"),
    ("new", {**NEW, "pack": "secrets.toml"}, "no path"),
    ("new", {**NEW, "pack": "printed"}, "no pack 'printed'"),
    ("new", {**NEW, "pack": {"game": "other"}}, "this is a pack for 'other'"),
    ("new", {**NEW, "pack": {}}, 'no key "game"'),
    ("new", {**NEW, "pack": {"game": "lantern_walk", "options": 3}}, '"options" must be a table'),
    ("new", {**NEW, "pack": 3}, "new:"),
    ("load", {}, "missing required field `header`"),
    ("load", {"header": {"game": "lantern_walk", "seats": [ANA, BEA]}}, "missing required field `record`"),
    ("load", {"header": NEW, "record": [{"do": "sing"}]}, "load:"),
    (
        "load",
        {"header": NEW, "record": [{"do": "answer", "seat": 0, "value": "9"}]},
        "entry 1 of 1 is not taken",
    ),
    ("load", {"header": {**NEW, "version": 99}, "record": []}, "made with version 99"),
    ("load", {"header": {**NEW, "chance": {"sead": 1}}, "record": []}, "load.header.chance"),
    ("load", {"header": {**NEW, "game": "chess"}, "record": []}, "no game 'chess'"),
    ("load", {"header": {**NEW, "options": {"rounds": "x"}}, "record": []}, "rounds"),
    ("load", {"header": NEW, "record": [], "more": 1}, 'unknown key "more"'),
]


@pytest.mark.parametrize(("name", "body", "words"), BODIES, ids=range(len(BODIES)))
def test_a_request_that_cannot_be_read_is_named_and_changes_nothing(name: str, body: Any, words: str) -> None:
    talk = in_play()
    before = talk.stand()
    replies = talk.say(**{name: body})
    assert kinds(replies) == ["error", "ready"]
    assert words in replies[0]["error"]
    assert talk.stand() == before


@pytest.mark.parametrize(
    "name",
    ["answer", "withdraw", "correct", "teach", "reseat", "undo", "redo", "view", "layout", "state", "save"],
)
def test_before_a_match_has_begun_nothing_else_can_be_asked_for(name: str) -> None:
    bodies = {
        "answer": {"seat": 0, "value": 1},
        "withdraw": {"seat": 0},
        "correct": {"what": "count", "name": "x", "value": 1},
        "teach": {"component": "x", "value": 1},
        "reseat": {"seat": 0, "info": ANA},
        "undo": 0,
        "redo": 0,
        "view": 0,
    }
    replies = Talk().say(**{name: bodies.get(name, True)})
    assert replies == [
        {"error": 'there is no match yet; begin with "new" or "load"'},
        {"ready": 0},
    ]


def test_a_message_does_not_repeat_a_huge_value() -> None:
    replies = in_play().say(undo="9" * 100_000)
    assert len(replies[0]["error"]) < 200


class Stubborn:
    """A pilot that says what nobody may say."""

    def answer(self, *_: Any) -> str:
        return "9"


class WithStubbornPilot(LanternWalk):
    def pilot(self, level: str) -> Stubborn:
        del level
        return Stubborn()


@pytest.mark.parametrize("chance", [{"chance": {"seed": 1}}, {}])
def test_a_pilot_that_breaks_the_rules_is_told_from_a_front_end_that_does(chance: dict[str, Any]) -> None:
    talk = Talk(Games(extra={"lantern_walk": WithStubbornPilot}))
    talk.new(**chance)
    replies = talk.say(reseat={"seat": 1, "info": {"name": "Weak", "pilot": "weak"}})
    assert kinds(replies) == ["error", "ready"]
    assert "its own pilot's answer: not_an_option (XX-PACE-01)" in replies[0]["error"]


class WithoutPilots(LanternWalk):
    def pilot(self, level: str) -> Stubborn:
        raise SetupError(f"no pilot {level!r}")


def test_a_seat_is_not_handed_to_a_pilot_the_game_does_not_have() -> None:
    talk = Talk(Games(extra={"lantern_walk": WithoutPilots}))
    talk.new()
    before = talk.stand()
    replies = talk.say(reseat={"seat": 1, "info": {"name": "Weak", "pilot": "strong"}})
    assert replies == [{"error": "no pilot 'strong'"}, {"ready": 0}]
    assert talk.stand() == before


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
REQUESTS = (
    *("new", "answer", "withdraw", "correct", "teach", "reseat"),
    *("undo", "redo", "view", "layout", "state", "save", "load"),
)
NEAR = {
    "seat": st.sampled_from([0, 1, "table", "chance", "clock"]) | json_values,
    "value": json_values | st.sampled_from(["1", "2", "red", "step-3"]),
    "what": st.sampled_from(["place", "pile", "count"]),
    "name": st.sampled_from(["walker-0", "walker-1", "points-0", "points--1", "walker-"])
    | st.text(max_size=4),
    "component": st.sampled_from(["bell", ""]),
    "info": st.fixed_dictionaries({"name": st.text(max_size=3)}) | json_values,
    "game": st.sampled_from(["lantern_walk", "", "engine"]),
    "seats": st.lists(st.sampled_from([ANA, BEA]) | json_values, max_size=5),
    "header": json_values,
    "record": st.lists(json_values, max_size=2),
}
near_bodies = st.lists(st.sampled_from(sorted(NEAR)), max_size=4, unique=True).flatmap(
    lambda keys: st.fixed_dictionaries({key: NEAR[key] for key in keys})
)


@given(st.binary(max_size=60))
def test_no_bytes_whatever_stop_the_process(line: bytes) -> None:
    talk = Talk()
    replies = talk.raw(line)
    assert replies == [] or kinds(replies) == ["error", "ready"]


@given(st.lists(st.tuples(st.sampled_from(REQUESTS), json_values | near_bodies), max_size=6))
def test_no_request_whatever_stops_the_process_or_leaves_a_match_that_cannot_be_saved(
    requests: list[tuple[str, Any]],
) -> None:
    talk = in_play()
    for name, body in requests:
        before = talk.stand()
        replies = talk.raw(json.dumps({name: body}).encode())
        assert kinds(replies)[-1] == "ready"
        if kinds(replies)[0] in ("error", "refused"):
            assert talk.stand() == before
    assert kinds(Talk().say(load=talk.saved()))[-2] in ("ask", "result")
    assert Talk().say(load=talk.saved())[-1]["ready"] >= 0


def test_a_pack_name_of_300_letters_is_an_error_and_not_the_end() -> None:
    talk = Talk()
    assert kinds(talk.say(new={**NEW, "pack": "p" * 300})) == ["error", "ready"]
    assert kinds(talk.new())[-1] == "ready"


def test_a_pack_folder_that_refuses_is_an_error_and_not_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> dict[str, Any]:
        raise PermissionError(13, "Permission denied", "/packs")

    monkeypatch.setattr("table.protocol.read_pack", refuse)
    assert Talk().say(new={**NEW, "pack": "club"})[0] == {"error": "/packs: Permission denied"}
