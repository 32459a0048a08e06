"""After a power cut during play the round stands still, and what was pressed is known (3.10, W6-S32)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import CLOCK, TABLE, IllegalAnswer
from engine.record import Correct
from table.archive import Archive
from table.evening import Evening
from table.games import Games
from table.texts import Texts
from tests.engine.wackee_six.kit import Play, S, header

if TYPE_CHECKING:
    from pathlib import Path

GREEN, RED = 0, 1


def cut(play: Play) -> Play:
    """What is noted when the match goes on."""
    note = play.rulebook.interrupted(play.state)
    assert note is not None
    play.match.apply(note)
    play.rulebook.check(play.state)
    return play


def running(seconds: int = 0, **options: Any) -> Play:
    """Play has run for so long as the clock last told."""
    play = Play(header(2, [None, None], countdown_s=0, **options)).go(0)
    if seconds:
        play.say(TABLE, f"stuck.{RED}").time(seconds * S)
    return play


@pytest.mark.rule("W6-HIST-06", "W6-STUCK-04")
def test_a_running_round_is_stopped_at_the_last_time_known() -> None:
    play = cut(running(20))
    assert (play.state.phase, play.state.run.spent) == ("paused", 20 * S)
    assert play.asked == {TABLE: "go_on"}
    play.say(TABLE, True).time(90 * S).time()
    assert (play.state.phase, play.state.run.spent) == ("run", 20 * S)


@pytest.mark.rule("W6-HIST-06")
def test_a_countdown_is_stopped_before_it_has_cost_any_time() -> None:
    play = Play(header(2)).seated().say_all((0, True), (1, True))
    play.say("chance", "0").say(GREEN, 5 * S)
    assert play.state.phase == "countdown"
    assert cut(play).state.run.spent == 0
    assert play.asked == {TABLE: "go_on"}


@pytest.mark.rule("W6-HIST-06", "W6-CALL-13")
def test_s32_the_press_of_a_call_is_kept_and_the_table_may_have_it_checked() -> None:
    play = cut(running().say(GREEN, 61 * S))
    assert play.asked == {TABLE: "kept_call"}
    assert play.question(TABLE).args == {"who": GREEN}
    assert play.state.run.spent == 61 * S
    play.say(TABLE, "check")
    assert play.asked == {RED: "call_valid"}
    play.judge().count((30, 0), (20, 3))
    assert play.totals() == [40, 14]
    assert [press.at for press in play.state.history[0].presses] == [61 * S]


@pytest.mark.rule("W6-HIST-06", "W6-CALL-18")
def test_s32_or_play_goes_on_and_the_press_costs_nothing() -> None:
    play = cut(running().say(GREEN, 61 * S)).say(TABLE, "go_on")
    assert play.asked == {CLOCK: "resume"}
    play.time(100 * S).time()
    assert (play.state.phase, play.state.run.presses, play.state.run.spent) == ("run", [], 61 * S)
    assert play.state.run.false_calls == [0, 0]


@pytest.mark.rule("W6-HIST-06", "W6-CALL-12")
def test_a_call_that_was_announced_keeps_its_time_and_all_its_presses() -> None:
    play = running().say(GREEN, 61 * S).time().say(RED, 61 * S + 300_000)
    assert play.state.phase == "listen"
    cut(play).say(TABLE, "check")
    assert (play.state.run.spent, len(play.state.run.presses)) == (61 * S, 2)
    play.judge(s0=1)
    assert play.state.run.callers == [RED]


@pytest.mark.rule("W6-HIST-06", "W6-CALL-05")
def test_by_voice_the_table_then_says_who_called() -> None:
    play = cut(running(call_by="voice").say(GREEN, 61 * S)).say(TABLE, "check")
    assert play.asked == {TABLE: "who_called"}


@pytest.mark.rule("W6-HIST-06")
def test_nothing_is_noted_where_nothing_runs_and_play_cannot_be_stopped_by_hand_then() -> None:
    play = running().say(GREEN, 61 * S).until_phase("check").judge()
    assert play.rulebook.interrupted(play.state) is None
    with pytest.raises(IllegalAnswer, match="W6-HIST-06"):
        play.match.apply(Correct("count", "stopped", 1))


@pytest.mark.rule("W6-HIST-06")
def test_the_stored_match_goes_on_in_a_pause_that_is_stored_as_well(tmp_path: Path) -> None:
    def evening() -> Evening:
        return Evening(Games(), Archive(tmp_path), Texts("en"))

    first = evening()
    play = running().say(GREEN, 61 * S)
    first.begin(play.match.header)
    for entry in play.match.record:
        first.desk.match.apply(entry)
    assert first.save() is None
    first.close()
    (path,) = tmp_path.glob("*.jsonl")
    for _ in range(2):
        again = evening()
        desk = again.resume(path)
        assert [question.key for question in desk.match.open] == ["kept_call"]
        assert again.save() is None
        again.close()
