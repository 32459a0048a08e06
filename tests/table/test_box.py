"""The box on simulated wires: taps, keys, lamp, buzzer and panel, with the real drivers, in virtual time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from devices.ports import Tone
from engine.ask import IllegalAnswer, Stamp, press, scan
from table.box import BLINK_US, TUNES
from table.menu import MenuPage
from table.notice import Notice
from tests.table.box_kit import STRANGER, UIDS, Table
from tests.table.table_kit import asking, done, given

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.ask import Ask

FULL = Notice("not_saved_full", "the disk is full", {"file": "match-000001.jsonl"})


def card(seat: int = 0, **more: Any) -> Ask[str]:
    def read(value: str) -> str:
        if value == "card-F-2":
            raise IllegalAnswer("on_the_pile", "XX-1")
        return value

    return scan(seat, "play_a_card", ("D", "F"), read, rules=(), **more)


@pytest.fixture
def table() -> Iterator[Table]:
    """A table where three cards are asked for, one after the other."""
    with Table(asking(card(), card(), card(), done())) as open_table:
        yield open_table


# --- a tap ------------------------------------------------------------------------------------------------------


def test_a_tap_answers_the_open_question(table: Table) -> None:
    table.tap("card-D-1")
    table.run(600)
    assert given(table.desk) == ["card-D-1"]
    assert table.saves == 1


def test_a_tap_is_answered_by_light_and_sound_within_a_tenth_of_a_second_of_being_seen(table: Table) -> None:
    assert table.board.lit("console")
    table.log.clear()
    table.tap("card-D-1")
    table.until(lambda: bool(given(table.desk)))
    table.run(100)
    taken = next(moment.at for moment in table.log if moment.hertz)
    assert taken - table.log[0].at <= 200_000
    assert any(not moment.lit for moment in table.log if moment.at <= taken + 100_000)


def test_a_refused_tap_is_answered_as_quickly_and_sounds_differently(table: Table) -> None:
    table.tap("card-F-2")
    table.until(lambda: table.station.notice != "")
    assert table.board.hertz("console") == TUNES["refused"][0].hertz
    assert not table.board.lit("console")
    assert given(table.desk) == []
    table.run(600)
    assert table.board.hertz("console") == 0
    assert table.board.lit("console")


def test_the_lamp_shines_while_somebody_here_is_awaited_and_blinks_also_when_nobody_is() -> None:
    with Table(asking(done())) as table:
        assert table.board.lit("console")
        table.press("confirm")
        table.run(400)
        assert not table.board.lit("console")
        table.tap("card-D-1")
        table.until(lambda: table.board.lit("console"))
        dark_again = table.until(lambda: not table.board.lit("console"))
        assert dark_again == pytest.approx(BLINK_US, abs=40_000)


def test_what_is_accepted_is_heard_after_it_was_saved_and_not_before(table: Table) -> None:
    table.keeps_up = False
    accepted = {tone.hertz for tone in TUNES["accepted"]}
    table.tap("card-D-1")
    table.run(1000)
    assert given(table.desk) == ["card-D-1"]
    assert not accepted & {moment.hertz for moment in table.log}
    table.box.saved(accepted=True)
    table.run(300)
    assert accepted <= {moment.hertz for moment in table.log}


def test_tunes_are_short_and_audible() -> None:
    for tune in TUNES.values():
        assert sum(tone.milliseconds for tone in tune) < 400
        assert any(tone.hertz for tone in tune)
        assert all(isinstance(tone, Tone) for tone in tune)


@pytest.mark.report("A10")
def test_a_resting_card_answers_one_question_only_and_can_be_used_again_later(table: Table) -> None:
    """A10: the same card, removed and shown again in the next phase, is accepted."""
    table.board.place("console", UIDS["card-D-1"])
    table.run(5000)
    assert given(table.desk) == ["card-D-1"]
    table.board.lift("console")
    table.run(1500)
    table.board.place("console", UIDS["card-D-1"])
    table.run(600)
    assert given(table.desk) == ["card-D-1", "card-D-1"]


def test_two_cards_at_once_answer_nothing_and_it_is_said(table: Table) -> None:
    table.board.place("console", UIDS["card-D-1"])
    table.board.place("console", UIDS["card-D-2"])
    table.until(lambda: "One card at a time" in table.words())
    assert given(table.desk) == []


def test_an_unknown_tag_is_refused_said_and_kept(table: Table) -> None:
    table.board.tap("console", STRANGER)
    table.run(600)
    assert "Unknown card. Teach it?" in table.words()
    assert table.box.strangers == [STRANGER]
    assert given(table.desk) == []


# --- one tap ahead ----------------------------------------------------------------------------------------------


def test_one_tap_is_kept_while_the_last_is_saved_and_a_second_is_refused(table: Table) -> None:
    table.keeps_up = False
    for name in ("card-D-1", "card-D-2", "card-F-1"):
        table.tap(name)
        table.run(1200)
    assert given(table.desk) == ["card-D-1"]
    assert "One moment" in table.words()
    table.box.saved(accepted=True)
    assert given(table.desk) == ["card-D-1", "card-D-2"]
    table.run(1000)
    assert given(table.desk) == ["card-D-1", "card-D-2"]


@pytest.mark.report("K10")
def test_what_a_tap_ahead_said_goes_to_the_disk_as_well(table: Table) -> None:
    """K10: save each accepted action before confirming it."""
    table.keeps_up = False
    table.tap("card-D-1")
    table.run(1200)
    table.tap("card-D-2")
    table.run(1200)
    assert table.saves == 1
    table.box.saved(accepted=True)
    assert table.step()
    assert table.saves == 2


def test_a_tap_ahead_is_heard_at_once(table: Table) -> None:
    table.keeps_up = False
    table.tap("card-D-1")
    table.run(1200)
    table.log.clear()
    table.tap("card-D-2")
    table.run(400)
    assert any(moment.hertz == TUNES["tick"][0].hertz for moment in table.log)


# --- what cannot be saved ---------------------------------------------------------------------------------------


@pytest.mark.report("G08")
def test_when_nothing_is_saved_it_is_said_and_the_match_goes_on_in_memory(table: Table) -> None:
    """G08: the file system turns read-only; a warning within one action, and no crash."""
    table.keeps_up = False
    table.tap("card-D-1")
    table.run(1200)
    table.box.saved(accepted=False, trouble=FULL)
    table.run(40)
    assert "Not saved: disk full" in table.words()
    table.tap("card-D-2")
    table.run(1200)
    assert given(table.desk) == ["card-D-1", "card-D-2"]
    table.box.saved(accepted=True)
    assert "Not saved" not in table.words()


def test_what_is_not_saved_is_not_called_accepted(table: Table) -> None:
    table.keeps_up = False
    table.tap("card-D-1")
    table.run(1200)
    table.log.clear()
    table.box.saved(accepted=False, trouble=FULL)
    table.run(300)
    assert not any(moment.hertz for moment in table.log)


# --- a reader that falls silent ---------------------------------------------------------------------------------

UNWELL = "No answer: console. Use the keys"


def unplug(table: Table) -> None:
    """Take the reader off its wires and wait until the box has said so."""
    table.board.world.spi.detach()
    table.until(lambda: UNWELL in table.words(), 10_000)


@pytest.mark.report("A01", "B09")
def test_when_a_reader_falls_silent_it_is_said_and_the_keys_still_play(table: Table) -> None:
    """A01, B09: buttons act while the reader is dead; a message says so."""
    unplug(table)
    table.press("next", "confirm")
    assert given(table.desk) == ["D"]
    table.run(3000)
    assert UNWELL in table.words()


def test_when_the_reader_is_back_the_message_goes_and_cards_are_taken_again(table: Table) -> None:
    unplug(table)
    table.board.world.spi.attach(table.board.chips["console"])
    table.until(lambda: UNWELL not in table.words(), 10_000)
    table.tap("card-D-1")
    table.run(800)
    assert given(table.desk) == ["card-D-1"]


def test_that_something_was_saved_does_not_hide_that_the_reader_is_unwell(table: Table) -> None:
    unplug(table)
    table.press("next", "confirm")
    assert table.saves == 1
    assert UNWELL in table.words()


def test_that_the_reader_is_well_again_does_not_hide_that_nothing_is_saved(table: Table) -> None:
    unplug(table)
    table.box.saved(accepted=False, trouble=FULL)
    table.board.world.spi.attach(table.board.chips["console"])
    table.until(lambda: "Not saved: disk full" in table.words(), 10_000)
    table.run(3000)
    assert "Not saved: disk full" in table.words()


# --- keys -------------------------------------------------------------------------------------------------------


def test_keys_choose_and_confirm(table: Table) -> None:
    table.press("next", "next", "confirm")
    assert given(table.desk) == ["F"]


@pytest.mark.report("D01")
def test_a_bouncing_press_counts_once(table: Table) -> None:
    """D01: one press with bounces, and one long hold with bounces; one press each."""
    table.press("next")
    assert table.station.play.cursor == 0
    table.hold("next", 1500)
    table.run(2000)
    assert table.station.play.cursor == 1


def test_a_key_acts_when_it_goes_down(table: Table) -> None:
    table.hold("next", 2000)
    assert table.until(lambda: table.station.play.cursor == 0) <= 100_000


@pytest.mark.report("D06", "D07")
def test_the_held_back_key_opens_the_menu_at_the_threshold_and_does_not_go_back(table: Table) -> None:
    """D06, D07: a long press is the long action only, and it is seen before the key is let go."""
    table.press("next")
    table.hold("back", 1500)
    opened = table.until(lambda: isinstance(table.station.page, MenuPage))
    assert 780_000 <= opened <= 900_000
    table.run(1500)
    assert isinstance(table.station.page, MenuPage)
    assert table.station.play.cursor == 0
    table.press("back")
    assert table.station.pages == []


def test_a_short_press_of_the_back_key_goes_back(table: Table) -> None:
    table.press("next", "back")
    assert table.station.play.cursor is None


@pytest.mark.report("D09")
def test_keys_pressed_while_something_is_saved_are_worked_off_in_their_order(table: Table) -> None:
    """D09: presses during a slow action are not missed."""
    table.keeps_up = False
    table.tap("card-D-1")
    table.run(1200)
    table.press("next", "next", "confirm")
    assert given(table.desk) == ["card-D-1"]
    table.box.saved(accepted=True)
    table.run(200)
    assert given(table.desk) == ["card-D-1", "F"]


def test_turns_that_came_together_are_taken_in_one_step_up_to_the_confirmation(table: Table) -> None:
    table.box.saving = True
    table.press("next", "next", "confirm", "next")
    table.box.saving = False
    table.box.step()
    assert given(table.desk) == ["F"]
    assert table.station.play.cursor is None
    table.box.step()
    assert table.station.play.cursor == 0


@pytest.mark.report("A31")
def test_closing_the_reader_leaves_the_keys_alone(table: Table) -> None:
    """A31: close the reader, then press a button; the press arrives."""
    table.rig.readers.pop().close()
    table.press("next", "confirm")
    assert given(table.desk) == ["D"]


def test_a_timed_press_carries_the_moment_of_the_contact() -> None:
    with Table(asking(press(0, "buzz", rules=()), done())) as table:
        begun = table.now
        table.board.press("confirm", 700_000)
        table.run(1000)
        assert given(table.desk) == [Stamp(begun)]
