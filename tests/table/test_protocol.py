"""What the engine protocol answers, one behaviour each, on the tiny game."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import msgspec
import pytest

from engine.match import Match
from engine.record import Header, SeatInfo
from engine.settle import settle
from table.lots import lots
from table.protocol import Protocol, serve
from table.protocol_words import LIMIT
from tests.engine.tiny import LanternWalk
from tests.table.conversation import ANA, BEA, TINY, WEAK, Talk, kinds, play_on

SEEDED = {"seed": 7}


def begun(*seats: dict[str, Any], **more: Any) -> Talk:
    talk = Talk()
    talk.new(*seats, **more)
    return talk


def test_a_new_match_asks_its_first_questions_and_is_ready() -> None:
    replies = Talk().new(chance=SEEDED)
    assert kinds(replies) == ["ask", "ask", "ready"]
    assert replies[-1] == {"ready": 0}


def test_a_question_carries_everything_a_front_end_needs() -> None:
    assert Talk().new()[0]["ask"] == {
        "seat": 0,
        "key": "pace",
        "kind": "choose",
        "options": [{"value": "1"}, {"value": "2"}, {"value": "3"}],
        "optional": False,
        "secret": True,
        "reveals": True,
        "group": "all",
        "rules": ["XX-PACE-01"],
    }


def test_a_question_to_chance_says_who_may_see_it_and_how_likely_each_answer_is() -> None:
    talk = begun()
    talk.answer(0, "1")
    ask = talk.answer(1, "2")[-2]["ask"]
    assert (ask["seat"], ask["kind"], ask["to"]) == ("chance", "draw", 0)
    assert ask["options"] == [
        {"value": "red", "weight": 6},
        {"value": "blue", "weight": 4},
        {"value": "white", "weight": 2},
    ]


def test_a_number_carries_its_range_and_arguments() -> None:
    talk = begun(options={"board": "unknown"}, chance=SEEDED)
    talk.answer(0, "1")
    ask = talk.answer(1, "2")[-2]["ask"]
    assert (ask["seat"], ask["kind"], ask["low"], ask["high"], ask["args"]) == (
        "table",
        "number",
        0,
        10,
        {"pace": 1},
    )


def test_a_clock_question_carries_its_moment_and_a_press_is_timed() -> None:
    talk = begun(chance=SEEDED)
    replies = talk.new(chance=SEEDED)
    while not any(reply.get("ask", {}).get("seat") == "clock" for reply in replies):
        ask = next(reply["ask"] for reply in replies if "ask" in reply)
        replies = talk.answer(ask["seat"], None if ask["optional"] else ask["options"][0]["value"])
    assert replies[-2]["ask"]["at"] == 0
    presses = [reply["ask"] for reply in talk.answer("clock", 500)[:-1]]
    assert [(ask["group"], ask["seat"], ask.get("timed", False)) for ask in presses] == [
        ("first", 0, True),
        ("first", 1, True),
        ("first", "clock", False),
    ]
    assert presses[2]["at"] == 3_000_500


def test_what_happened_is_told_with_its_rules_and_moves() -> None:
    talk = begun(chance=SEEDED)
    talk.answer(0, "1")
    replies = talk.answer(1, "2")
    assert replies[0] == {
        "tell": {"key": "paces", "args": {"paces": [1, 2]}, "rules": ["XX-PACE-01"], "moves": []}
    }
    assert replies[1]["tell"]["moves"] == [{"piece": "walker-0", "from": "step-0", "to": "step-1"}]


def test_nothing_is_told_twice() -> None:
    talk = begun(chance=SEEDED)
    talk.answer(0, "1")
    talk.answer(1, "2")
    assert "tell" not in kinds(talk.say(view=None))


def test_a_wrong_answer_is_refused_with_reason_rules_and_arguments() -> None:
    assert begun().answer(0, "9") == [
        {"refused": {"reason": "not_an_option", "rules": ["XX-PACE-01"], "args": {"given": "9"}}},
        {"ready": 0},
    ]


def test_a_seat_that_was_not_asked_is_refused() -> None:
    reply = begun().answer("table", True)[0]
    assert reply["refused"]["reason"] == "not_asked"
    assert reply["refused"]["args"] == {"awaited": [0, 1]}


def test_a_joint_answer_can_be_withdrawn() -> None:
    talk = begun()
    assert len(talk.answer(0, "1")) == 2
    replies = talk.say(withdraw={"seat": 0})
    assert [reply["ask"]["seat"] for reply in replies[:-1]] == [0, 1]
    assert replies[-1] == {"ready": 2}


def test_a_match_of_pilots_with_virtual_chance_needs_only_the_clock_and_the_table() -> None:
    talk = Talk()
    replies = talk.new(WEAK, WEAK, chance=SEEDED)
    while "result" not in kinds(replies):
        ask = next(
            reply["ask"] for reply in replies if "ask" in reply and not isinstance(reply["ask"]["seat"], int)
        )
        replies = talk.answer(ask["seat"], ask["options"][0]["value"] if ask["options"] else ask["at"])
    assert [standing["place"] for standing in replies[-2]["result"]["standings"]] == [1, 2]


def test_the_protocol_draws_the_same_lots_as_settling_does() -> None:
    talk = begun(WEAK, WEAK, chance=SEEDED)
    header = Header("lantern_walk", (SeatInfo("Weak", "weak"),) * 2, chance=SEEDED)
    match = Match(LanternWalk(header), header)
    settle(match, {seat: match.rulebook.pilot("weak") for seat in (0, 1)}, lots(7))
    assert talk.saved()["record"] == msgspec.to_builtins(match.record)


def test_without_a_seed_in_chance_a_fresh_one_is_made_and_saved() -> None:
    one, other = (begun(chance={}).saved()["header"]["chance"]["seed"] for _ in range(2))
    assert one != other


@pytest.mark.parametrize(
    ("seat", "known"), [(ANA, False), (WEAK, True), ({**WEAK, "hand_known": False}, False)]
)
def test_a_pilot_knows_its_hand_unless_it_is_said_otherwise(seat: dict[str, Any], known: bool) -> None:  # noqa: FBT001 - a table
    assert begun(seat, BEA).saved()["header"]["seats"][0].get("hand_known", False) is known


def test_without_chance_people_roll_and_draw() -> None:
    talk = begun(WEAK, WEAK)
    assert [ask["seat"] for ask in talk.asked()] == ["chance"]
    assert talk.answer("chance", "red")[-1]["ready"] == 3


def test_undo_replies_with_the_open_questions() -> None:
    talk = begun(chance=SEEDED)
    talk.answer(0, "1")
    talk.answer(1, "2")
    replies = talk.say(undo=1)
    assert kinds(replies) == ["ask", "ready"]
    assert replies[0]["ask"]["seat"] == 1
    assert replies[-1] == {"ready": 1}


def test_a_taken_back_draw_comes_again_the_same() -> None:
    talk = begun(chance=SEEDED)
    talk.answer(0, "1")
    talk.answer(1, "2")
    before = talk.stand()
    replies = talk.say(undo=2)
    assert kinds(replies)[0] == "tell"
    assert talk.stand() == before


def test_undo_into_automatic_answers_leaves_the_rest_to_be_redone() -> None:
    talk = begun(chance=SEEDED)
    talk.answer(0, "1")
    talk.answer(1, "2")
    ready = talk.answer(0, None)[-1]["ready"]
    after = talk.stand()
    assert talk.say(undo=2)[-1] == {"ready": ready - 1}
    assert talk.say(redo=ready)[-1] == {"ready": ready}
    assert talk.stand() == after


def test_a_clock_answer_that_was_undone_is_asked_for_again() -> None:
    talk = Talk()
    replies = talk.new(chance=SEEDED)
    while not any(reply.get("ask", {}).get("seat") == "clock" for reply in replies):
        ask = next(reply["ask"] for reply in replies if "ask" in reply)
        replies = talk.answer(ask["seat"], None if ask["optional"] else ask["options"][0]["value"])
    here = replies[-1]["ready"]
    talk.answer("clock", 5)
    assert [ask["seat"] for ask in (reply["ask"] for reply in talk.say(undo=here)[:-1])] == ["clock"]
    assert talk.say(redo=here + 1)[-1] == {"ready": here + 1}


def test_redo_says_again_what_was_undone_and_tells_it_again() -> None:
    talk = begun(chance=SEEDED)
    talk.answer(0, "1")
    told = talk.answer(1, "2")
    talk.say(undo=0)
    assert talk.say(redo=told[-1]["ready"]) == told


@pytest.mark.parametrize(
    ("request_line", "words"),
    [
        ({"undo": 5}, "cannot keep 5 of 0"),
        ({"undo": -1}, "cannot keep -1"),
        ({"redo": 1}, "cannot redo up to 1"),
    ],
)
def test_a_point_that_is_not_there_is_an_error(request_line: dict[str, int], words: str) -> None:
    replies = begun().say(**request_line)
    assert kinds(replies) == ["error", "ready"]
    assert words in replies[0]["error"]


def test_each_audience_gets_its_view() -> None:
    talk = begun()
    assert talk.say(view=None)[0]["view"]["hand"] is None
    assert talk.say(view=1)[0]["view"]["hand"] == {}


def test_the_layout_says_where_everything_lies() -> None:
    replies = begun().say(layout=True)
    assert replies[0]["layout"]["pieces"] == {"walker-0": "step-0", "walker-1": "step-0"}
    assert replies[0]["layout"]["course"][0] == {"place": "step-0"}
    assert kinds(replies) == ["layout", "ready"]


def test_the_state_can_be_looked_at() -> None:
    assert begun().say(state=True)[0]["state"]["steps"] == [0, 0]


def test_a_piece_set_by_hand_changes_state_and_record() -> None:
    talk = begun()
    replies = talk.say(correct={"what": "place", "name": "walker-0", "value": "step-4"})
    assert kinds(replies) == ["ask", "ask", "ready"]
    assert talk.say(state=True)[0]["state"]["steps"] == [4, 0]
    assert talk.saved()["record"] == [
        {"do": "correct", "what": "place", "name": "walker-0", "value": "step-4"}
    ]


def test_a_correction_the_rules_never_reach_is_refused_with_the_invariant() -> None:
    talk = begun()
    before = talk.stand()
    refused = talk.say(correct={"what": "place", "name": "walker-0", "value": "step-11"})[0]["refused"]
    assert refused == {"reason": "breaks_rules", "rules": ["XX-INV-01"], "args": {}}
    assert talk.stand() == before


def test_a_printed_value_can_be_taught() -> None:
    talk = begun()
    assert kinds(talk.say(teach={"component": "bell", "value": 2})) == ["ask", "ask", "ready"]
    assert talk.say(teach={"component": "bell", "value": 9})[0]["refused"]["rules"] == ["XX-TEACH-01"]


def test_a_seat_can_be_handed_to_a_pilot_which_then_answers() -> None:
    talk = begun(chance=SEEDED)
    replies = talk.say(reseat={"seat": 1, "info": WEAK})
    assert [reply["ask"]["seat"] for reply in replies if "ask" in reply] == [0]
    assert replies[-1] == {"ready": 2}


def test_a_pilot_that_has_spoken_already_gives_its_seat_back() -> None:
    talk = begun(ANA, WEAK, chance=SEEDED)
    assert talk.asked()[0]["seat"] == 0
    replies = talk.say(reseat={"seat": 1, "info": BEA})
    assert [reply["ask"]["seat"] for reply in replies[:-1]] == [0, 1]


def test_a_seat_changes_hands_only_between_turns() -> None:
    talk = begun()
    talk.answer(0, "1")
    before = talk.stand()
    refused = talk.say(reseat={"seat": 1, "info": WEAK})[0]["refused"]
    assert refused["reason"] == "not_between_turns"
    assert talk.stand() == before


def test_a_refused_change_of_seats_leaves_what_pilots_have_said() -> None:
    talk = begun(ANA, WEAK, chance=SEEDED)
    before = talk.stand()
    replies = talk.say(reseat={"seat": 7, "info": BEA})
    assert replies[0]["refused"]["reason"] == "no_such_seat"
    assert kinds(replies) == ["refused", "ready"]
    assert talk.stand() == before


def test_a_saved_match_loads_to_the_same_questions_and_goes_on_the_same() -> None:
    one, other = begun(ANA, BEA, chance=SEEDED), Talk()
    one.answer(0, "3")
    one.answer(1, "2")
    replies = other.say(load=one.saved())
    assert [reply for reply in replies if "ask" in reply] == [{"ask": ask} for ask in one.asked()]
    assert "tell" not in kinds(replies)
    assert other.stand() == one.stand()
    assert play_on(one, [{"ask": one.asked()[0]}]) == play_on(other, replies)


def test_a_whole_match_can_be_saved_and_loaded_to_its_result() -> None:
    talk = Talk()
    result = play_on(talk, talk.new(chance=SEEDED))[-2]
    assert Talk().say(load=talk.saved())[-2] == result


def test_a_second_new_replaces_the_match() -> None:
    talk = begun()
    talk.answer(0, "1")
    assert talk.new()[-1] == {"ready": 0}


def test_after_the_end_every_answer_is_refused_and_undo_goes_back_in() -> None:
    talk = Talk()
    ready = play_on(talk, talk.new(chance=SEEDED))[-1]["ready"]
    assert talk.answer(0, "1")[0]["refused"]["reason"] == "not_asked"
    assert "ask" in kinds(talk.say(undo=ready - 1))


def test_a_blank_line_is_no_request() -> None:
    assert Talk().raw(b" \r\n") == []


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm() -> None:
    assert kinds(begun().raw(b'\xef\xbb\xbf{"view": null}\r\n')) == ["view", "ready"]


def test_nothing_is_answered_after_quit() -> None:
    talk = begun()
    assert talk.say(quit=True) == []
    assert talk.say(layout=True) == []


def test_serving_answers_line_by_line_and_stops_at_quit() -> None:
    source = BytesIO(b'{"layout": true}\n{"quit": true}\n{"layout": true}\n')
    sink = BytesIO()
    assert serve(Protocol(TINY, ()), source, sink)
    assert kinds([json.loads(line) for line in sink.getvalue().splitlines()]) == ["error", "ready"]


def test_serving_ends_with_the_input() -> None:
    sink = BytesIO()
    serve(Protocol(TINY, ()), BytesIO(b'{"quit": 1}'), sink)
    assert kinds([json.loads(line) for line in sink.getvalue().splitlines()]) == ["error", "ready"]


def test_serving_skips_the_rest_of_a_line_that_is_too_long() -> None:
    source = BytesIO(b'"' + b"x" * (3 * LIMIT) + b'"\n{"nonsense": 1}\n')
    sink = BytesIO()
    serve(Protocol(TINY, ()), source, sink)
    errors = [json.loads(line)["error"] for line in sink.getvalue().splitlines() if b"error" in line]
    assert errors[0] == f"the line is longer than {LIMIT} bytes"
    assert errors[1].startswith("unknown request 'nonsense'")
    assert len(errors) == 2


class Gone(BytesIO):
    """A pipe whose reader has gone away."""

    def writelines(self, *_: Any) -> None:
        raise BrokenPipeError


def test_serving_ends_when_nobody_reads_any_more() -> None:
    source = BytesIO(b'{"layout": true}\n{"layout": true}\n')
    assert not serve(Protocol(TINY, ()), source, Gone())
    assert source.read() == b'{"layout": true}\n'
