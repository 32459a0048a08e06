"""The bench in virtual time: hands that deal, people who tap and press, cards that follow, undo that brings them back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import pytest

from engine.layout import hand_of
from table.settings import wiring_of
from table.web.bench import Refused
from table.web.console import HOLD_US, PRESSES_KEPT
from tests.table.web.bench_kit import FLOWN, HEADER, Moved, opened

if TYPE_CHECKING:
    from collections.abc import Callable

WITH_PILOT = msgspec.structs.replace(HEADER, seats=(HEADER.seats[0], FLOWN))


def all_cards(bench: Moved) -> list[str]:
    assert bench.props is not None
    return sorted(card for here in bench.props.places.values() for card in here)


# --- hands that deal ---------------------------------------------------------------------------------------------


def test_hands_lay_out_what_the_table_is_asked_for() -> None:
    with opened() as bench:
        bench.do("confirm")
        assert bench.asked() == "a_figure"
        bench.until_asked("a_card", 3000)


def test_hands_turn_up_the_top_of_the_pile_that_is_asked_for() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.do("confirm")  # Ana plays nothing
        top = bench.cards("deck")[-1]
        bench.until(lambda: top in bench.cards("pile"))


def test_hands_take_their_time_to_turn_something_up() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.do("confirm")
        bench.step(300)
        assert bench.asked() == "turn_up"
        assert bench.on_reader() == []


def test_hands_decide_nothing() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.step(8000)
        assert bench.asked() == "a_card"


def test_hands_do_not_deal_when_people_want_to_do_it() -> None:
    with opened() as bench:
        bench.let_deal(on=False)
        bench.do("confirm")
        bench.step(3000)
        assert bench.asked() == "a_figure"


def test_hands_deal_again_when_they_are_let() -> None:
    with opened() as bench:
        bench.let_deal(on=False)
        bench.do("confirm")
        bench.step(3000)
        bench.let_deal(on=True)
        bench.until_asked("a_card", 3000)


def test_hands_wait_while_the_menu_is_open() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.do("confirm")
        bench.station.press("menu", bench.station.now)
        bench.step(3000)
        assert bench.asked() == "turn_up"
        bench.do("back")
        bench.until(lambda: bench.asked() != "turn_up")


def test_hands_deal_once_more_what_was_not_heard() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.do("confirm")
        bench.until(lambda: bool(bench.on_reader()))
        bench.lift()  # somebody snatches the card away before the reader has seen it twice
        bench.until(lambda: bench.asked() != "turn_up", 12_000)


def test_hands_wait_when_something_was_taken_back() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.do("confirm")
        bench.until(lambda: bench.asked() == "a_card")
        bench.evening.desk.undo(bench.board.clock.now())
        bench.step(4000)
        assert bench.asked() == "turn_up"


# --- people who tap ------------------------------------------------------------------------------------------------


def test_a_tapped_card_answers_and_lies_on_the_pile() -> None:
    with opened() as bench:
        bench.begin_cards()
        card = bench.held(0, "R")
        bench.tap(card)
        bench.until_asked("turn_up")
        assert bench.cards("pile") == [card]
        assert len(bench.cards(hand_of(0))) == 3


def test_a_tapped_card_that_does_not_fit_is_refused_and_stays_in_the_hand() -> None:
    with opened() as bench:
        bench.begin_cards()
        card = bench.held(0, "B")
        bench.tap(card)
        bench.step(400)
        assert bench.station.refused_by == ("XX-03",)
        assert card in bench.cards(hand_of(0))


def test_the_same_card_can_be_tapped_again_a_second_later() -> None:
    with opened() as bench:
        bench.begin_cards()
        card = bench.held(0, "B")
        for _ in range(2):
            bench.tap(card)
            bench.step(400)
            assert bench.station.notice
            bench.station.notice = ""
            bench.step(800)


def test_the_top_of_a_pile_can_be_tapped_by_people() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.let_deal(on=False)
        bench.do("confirm")
        top = bench.cards("deck")[-1]
        bench.tap_top("deck")
        bench.until_asked("a_card")
        assert bench.cards("pile") == [top]


def test_a_card_that_lies_hidden_on_the_course_can_be_tapped_where_it_lies() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.evening.desk.match.state.at[0] = 2
        bench.tap(bench.held(0, "R"))
        bench.until_asked("turn_over")
        hidden = bench.cards("step-3")[0]
        bench.let_deal(on=False)
        bench.tap_top("step-3")
        bench.until_asked("which_way")
        assert bench.cards("pile")[-1] == hidden


def test_a_card_can_be_left_on_the_reader_and_is_heard_once() -> None:
    with opened() as bench:
        bench.begin_cards()
        card = bench.held(0, "R")
        bench.let_deal(on=False)
        bench.leave(card)
        bench.leave(card)
        bench.step(3000)
        assert bench.on_reader() == [card]
        assert bench.asked() == "turn_up"
        bench.lift()
        assert bench.on_reader() == []


def test_two_cards_on_the_reader_are_one_too_many() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.leave(bench.cards(hand_of(0))[0])
        bench.leave(bench.cards(hand_of(0))[1])
        bench.step(600)
        assert bench.station.notice == bench.station.text("one_card_at_a_time")


def refuse_hand(bench: Moved) -> None:
    bench.tap(bench.cards(hand_of(1))[0])


def refuse_face_down(bench: Moved) -> None:
    bench.tap(bench.cards("deck")[0])


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (lambda bench: bench.tap("card-X"), "There is no card named card-X."),
        (refuse_face_down, "That card lies face down. Take the top of its pile."),
        (refuse_hand, "That is Bea's card, and the reader waits for somebody else's."),
        (lambda bench: bench.tap_top("cellar"), "There is no face-down pile named cellar."),
        (lambda bench: bench.tap_top("pile"), "There is no face-down pile named pile."),
        (lambda bench: bench.tap_top("hand.0"), "There is no face-down pile named hand.0."),
        (lambda bench: bench.tap_top("box"), "There is no face-down pile named box."),
        (lambda bench: bench.press("doorbell"), "This wiring has no key named doorbell."),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_sentence(act: Callable[[Moved], None], said: str) -> None:
    with opened() as bench:
        bench.begin_cards()
        with pytest.raises(Refused, match=f"^{re.escape(said)}$"):
            act(bench)


def test_nothing_can_be_taken_from_an_empty_pile() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.cards("deck").clear()
        with pytest.raises(Refused, match=r"^Nothing lies there: deck\.$"):
            bench.tap_top("deck")


def test_there_are_no_cards_in_the_lobby() -> None:
    with opened(None) as bench:
        for act in (bench.tap, bench.tap_top, bench.leave):
            with pytest.raises(Refused, match="No match is being played"):
                act("card-R-1")


# --- keys, lamp, buzzer --------------------------------------------------------------------------------------------


def test_presses_wait_for_each_other() -> None:
    with opened(None) as bench:
        cursors = []
        for _ in range(3):
            bench.press("next")
        for _ in range(60):
            bench.step()
            cursors.append(bench.station.play.cursor)
        assert [*dict.fromkeys(cursors)] == [None, 0, 1, 2]


def test_more_presses_than_can_wait_are_refused_until_some_have_been_made() -> None:
    with opened() as bench:
        for _ in range(PRESSES_KEPT):
            bench.press("next")
        with pytest.raises(Refused, match="wait until the panel has caught up"):
            bench.press("next")
        bench.step(200)
        bench.press("next")


def test_a_held_back_key_opens_the_menu() -> None:
    with opened() as bench:
        bench.press("back", hold=True)
        bench.step(HOLD_US // 1000 + 200)
        assert bench.words()[0] == bench.station.text("menu")


def test_what_the_buzzer_sounds_is_remembered() -> None:
    with opened() as bench:
        bench.do("confirm")
        numbers = [sound.number for sound in bench.sounds]
        assert numbers == list(range(1, len(numbers) + 1))
        assert all(sound.hertz > 0 for sound in bench.sounds)
        assert numbers


def test_a_quiet_second_leaves_the_version_as_it_is() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.step(3000)
        version = bench.version
        bench.step(1000)
        assert bench.version == version


@pytest.mark.parametrize(
    "act", [lambda bench: bench.press("confirm"), lambda bench: bench.let_deal(on=False)], ids=["key", "auto"]
)
def test_what_can_be_seen_raises_the_version(act: Callable[[Moved], None]) -> None:
    with opened() as bench:
        version = bench.version
        act(bench)
        bench.step(200)
        assert bench.version > version


@pytest.mark.parametrize(
    ("wiring", "said"),
    [("[keys]\nnext = 6", "This wiring has no reader."), ("", "This wiring has no reader.")],
)
def test_a_wiring_without_a_reader_says_so(wiring: str, said: str) -> None:
    with opened(wiring=wiring_of(wiring, "here")) as bench:
        bench.step(1000)
        assert bench.readers() == []
        assert not bench.consoles[0].lit
        assert bench.consoles[0].hertz == 0
        with pytest.raises(Refused, match=said):
            bench.lift()
        with pytest.raises(Refused, match=said):
            bench.tap("figure-A")


def test_keys_may_carry_the_name_of_their_station() -> None:
    text = '[panel.console]\n[keys]\n"console.confirm" = 13\n"elsewhere.next" = 6'
    with opened(wiring=wiring_of(text, "here")) as bench:
        bench.do("confirm")
        assert bench.asked() == "a_figure"
        with pytest.raises(Refused, match="no key named next"):
            bench.press("next")


# --- matches that come and go ----------------------------------------------------------------------------------------


def test_every_component_lies_somewhere_all_the_time() -> None:
    with opened() as bench:
        before = all_cards(bench)
        bench.begin_cards()
        for _ in range(4):
            bench.until_asked("a_card")
            bench.tap(bench.held(bench.evening.desk.match.state.seat, "R"))
            bench.until_asked("turn_up")
            assert all_cards(bench) == before
            bench.until(lambda: bench.asked() != "turn_up")
            bench.step(800)
            if bench.asked() == "turn_over":
                bench.until_asked("which_way")
                bench.do("next")
                bench.do("confirm")


def test_a_card_that_was_taken_back_lies_in_the_same_hand_again() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.let_deal(on=False)
        card = bench.held(0, "R")
        assert bench.props is not None
        bench.props.keep_up(bench.evening.desk.match)
        hand, deck = list(bench.cards(hand_of(0))), list(bench.cards("deck"))
        bench.tap(card)
        bench.until_asked("turn_up")
        bench.evening.desk.undo(bench.board.clock.now())
        bench.step()
        assert sorted(bench.cards(hand_of(0))) == sorted(hand)
        assert sorted(bench.cards("deck")) == sorted(deck)


def test_what_is_said_again_lies_as_it_lay_before() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.do("confirm")
        bench.until_asked("a_card")
        assert bench.props is not None
        lay = {place: list(here) for place, here in bench.props.places.items()}
        desk, now = bench.evening.desk, bench.board.clock.now
        desk.undo(now())
        bench.step()
        desk.redo(now())
        bench.step()
        assert bench.props.places == lay


def test_hands_and_cards_go_when_the_match_is_put_away() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.station.left = True
        bench.step()
        assert bench.evening.in_lobby
        assert bench.props is None
        assert bench.hands == []


def test_a_real_tag_is_found_as_well() -> None:
    with opened(lookup={b"\x01\x02\x03\x04": "figure-B"}.get) as bench:
        assert bench.props is not None
        assert bench.lookup(b"\x01\x02\x03\x04") == "figure-B"
        assert bench.lookup(bench.props.uids["figure-A"]) == "figure-A"
        assert bench.lookup(b"\xff\xff\xff\xff") is None


def test_a_pilot_s_hand_lies_face_down_and_a_person_s_does_not() -> None:
    with opened(WITH_PILOT) as bench:
        assert bench.sight is not None
        assert bench.sight.face_down(hand_of(1))
        assert not bench.sight.face_down(hand_of(0))
