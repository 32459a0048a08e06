"""What a browser is told: enough to play, in words, and never which cards lie face down."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from engine.ask import ask, scan
from engine.layout import hand_of
from engine.record import Correct
from table.games import Games
from table.web.pages import BenchPages
from table.web.snapshot import CHOSEN, Side, Snapshot, Teller
from tests.engine.wackee_six.kit import header
from tests.table.web.bench_kit import FLOWN, HEADER, KINDS, CardWalk, Moved, Walk, opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.ask import Script
    from table.web.places import Place


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """The small game has no words of its own; that its keys are shown instead is fine here."""
    with caplog.at_level(logging.ERROR):
        yield


def told(bench: Moved) -> Snapshot:
    return Teller(bench).snapshot()


def side(bench: Moved, number: int = 0) -> Side:
    return told(bench).stations[number]


def place(snapshot: Snapshot, name: str) -> Place:
    return next(place for place in snapshot.places if place.id == name)


def bright(snapshot: Snapshot) -> set[str]:
    return {card.id for place in snapshot.places for card in place.cards if card.answers}


# --- secrecy -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"), [("deck", "deck"), ("step-3", "deck"), ("hand.1", "deck"), ("step-3", "hand.1")]
)
def test_exchanging_two_face_down_cards_changes_no_byte(one: str, other: str) -> None:
    header = msgspec.structs.replace(HEADER, seats=(HEADER.seats[0], FLOWN))
    with opened(header) as bench:
        bench.begin_cards()
        pages = BenchPages(bench)
        before = pages.told()
        first, second = bench.cards(one), bench.cards(other)
        mine, theirs = 0, next(n for n, card in enumerate(second) if KINDS[card] != KINDS[first[0]])
        first[mine], second[theirs] = second[theirs], first[mine]
        bench.version += 1
        after = msgspec.json.decode(pages.told())
        after["version"] -= 1
        assert msgspec.json.encode(after) == before


def test_the_card_that_is_just_turned_up_is_not_named_before_it_is_heard() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.do("confirm")
        bench.until(lambda: bool(bench.on_reader()))
        top = bench.on_reader()[0]
        assert side(bench).resting == (None,)
        assert top.encode() not in BenchPages(bench).told()


def test_no_face_down_card_is_named_anywhere() -> None:
    with opened() as bench:
        bench.begin_cards()
        text = BenchPages(bench).told().decode()
        assert [card for card in (*bench.cards("deck"), *bench.cards("step-3")) if card in text] == []


def test_counted_cards_that_were_put_away_are_not_named_either() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.cards("box").append(bench.cards("deck").pop())
        box = place(told(bench), "box")
        assert [card.id for card in box.cards] == ["figure-A", "figure-B"]


# --- cards ---------------------------------------------------------------------------------------------------------


def test_cards_that_fit_the_question_are_bright_in_the_hand_that_is_asked() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.held(0, "R")
        bench.held(1, "R")
        assert bright(told(bench)) == {card for card in bench.cards(hand_of(0)) if KINDS[card] == "R"}


def test_a_pile_is_bright_when_its_top_is_asked_for() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.do("confirm")
        snapshot = told(bench)
        assert [place.id for place in snapshot.places if place.answers] == ["deck"]
        assert bright(snapshot) == set()
        assert snapshot.stations[0].dealing


def test_no_pile_is_bright_and_no_hand_deals_while_a_menu_lies_over_the_question() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.do("confirm")
        bench.station.press("menu", bench.station.now)
        bench.step()
        snapshot = told(bench)
        assert bench.asked() == "turn_up"
        assert [place.id for place in snapshot.places if place.answers] == []
        assert not snapshot.stations[0].dealing


def test_piles_are_bright_when_any_card_of_theirs_answers_until_somebody_has_them() -> None:
    with opened(header(2)) as bench:
        assert bench.asked() == "deck"
        decks = {place.id for place in told(bench).places if place.face == "down"}
        assert len(decks) == 6
        assert {place.id for place in told(bench).places if place.answers} == decks
        bench.tap_top("deck-red")
        bench.until(lambda: len(bench.evening.desk.match.open) == 1)
        assert {place.id for place in told(bench).places if place.answers} == decks - {"deck-red"}


class AnyColour(CardWalk):
    """Every card of the game may be played out of the hand."""

    game = "any_colour"

    def play(self, state: Walk) -> Script[None]:
        yield from ask(lambda: scan(state.seat, "any_card", ("R", "B"), str, rules=("XX-03",)))
        state.left = 0


def test_no_pile_is_bright_for_whoever_has_such_cards_in_the_hand() -> None:
    with opened(
        msgspec.structs.replace(HEADER, game="any_colour"), games=Games(extra={"any_colour": AnyColour})
    ) as bench:
        bench.step()
        bench.do("confirm")
        bench.until_asked("any_card")
        assert set(bench.cards(hand_of(0))) <= bright(told(bench))
        assert [place.id for place in told(bench).places if place.answers] == []


def test_an_answer_is_marked_as_soon_as_the_keys_have_chosen_it() -> None:
    with opened(None) as bench:
        assert not side(bench).marked
        bench.do("next")
        assert side(bench).marked


def test_a_hidden_card_on_the_course_is_bright_when_it_is_asked_for() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.evening.desk.match.state.at[0] = 2
        bench.tap(bench.held(0, "R"))
        bench.until_asked("turn_over")
        spots = told(bench).course
        assert [spot.id for spot in spots if spot.covered] == ["step-3"]
        assert [spot.id for spot in spots if spot.answers] == ["step-3"]


def test_components_of_the_box_are_bright_when_the_table_is_asked_for_them() -> None:
    with opened() as bench:
        bench.let_deal(on=False)
        bench.do("confirm")
        assert bright(told(bench)) == {"figure-A", "figure-B"}
        assert not side(bench).dealing


def test_a_choice_can_be_tapped_by_whatever_has_that_name() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.evening.desk.match.state.at[0] = 2
        bench.tap(bench.held(0, "R"))
        bench.until_asked("which_way")
        bench.held(1, "R")
        assert bright(told(bench)) == {*bench.cards(hand_of(1)), "figure-B"}


def test_equal_cards_look_alike_and_others_do_not() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.held(0, "R")
        bench.held(0, "B")
        cards = place(told(bench), "hand.0").cards
        looks = {(card.letter, card.look) for card in cards}
        assert looks == {("R", 0), ("B", 1)}
        assert [card.letter for card in cards] == sorted((card.letter for card in cards), reverse=True)


def test_a_place_of_the_course_looks_like_the_cards_that_fit_it() -> None:
    with opened() as bench:
        assert [(spot.mark, spot.look) for spot in told(bench).course[:2]] == [("R", 0), ("B", 1)]


def test_a_face_up_pile_shows_its_top_and_its_number() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.do("confirm")
        bench.until_asked("a_card")
        bench.do("confirm")
        bench.until_asked("a_card")
        pile = place(told(bench), "pile")
        assert (pile.face, pile.count, [card.id for card in pile.cards]) == (
            "up",
            2,
            bench.cards("pile")[-1:],
        )


def test_a_pilot_s_hand_is_a_number() -> None:
    header = msgspec.structs.replace(HEADER, seats=(HEADER.seats[0], FLOWN))
    with opened(header) as bench:
        bench.begin_cards()
        hand = place(told(bench), "hand.1")
        assert (hand.face, hand.seat, hand.count, hand.cards) == ("down", 1, 3, ())


def test_a_card_left_on_the_reader_is_shown_there() -> None:
    with opened() as bench:
        bench.begin_cards()
        card = bench.held(0, "B")
        bench.leave(card)
        bench.step(400)
        resting = side(bench).resting
        assert [one.id for one in resting if one] == [card]


# --- words ---------------------------------------------------------------------------------------------------------


def test_the_question_that_the_panel_shows_comes_with_its_seat_in_words() -> None:
    with opened() as bench:
        bench.begin_cards()
        asked = side(bench).asked
        assert [(one.seat, one.who, one.kind, one.optional) for one in asked] == [(0, "Ana", "scan", True)]


def test_seats_tell_who_is_asked_and_what_each_drives() -> None:
    with opened() as bench:
        bench.begin_cards()
        seats = told(bench).seats
        assert [(seat.name, seat.pilot, seat.asked) for seat in seats] == [
            ("Ana", False, True),
            ("Bea", False, False),
        ]
        assert [seat.piece.id for seat in seats if seat.piece] == ["A", "B"]


def test_the_lobby_has_no_table() -> None:
    with opened(None) as bench:
        snapshot = told(bench)
        assert snapshot.lobby
        assert (snapshot.places, snapshot.course, snapshot.seats, snapshot.game) == ((), (), (), "")


def test_the_chosen_option_is_marked_for_those_who_cannot_see_the_panel() -> None:
    with opened(None) as bench:
        bench.do("next")
        first, *others = bench.evening.desk.match.open[0].options
        assert f"{CHOSEN} {bench.station.name(first.value, short=False)}" in side(bench).words
        assert sum(word.startswith(CHOSEN) for word in side(bench).words) == 1
        assert others


def test_a_refusal_names_its_rules() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.tap(bench.held(0, "B"))
        bench.step(400)
        snapshot = told(bench)
        assert snapshot.stations[0].notice_rules == ("XX-03",)
        assert "XX-03" in snapshot.rules
        bench.step(5000)
        assert side(bench).notice_rules == ()


def test_a_menu_is_told_as_something_aside() -> None:
    with opened() as bench:
        assert not side(bench).aside
        bench.do("back", hold=True)
        assert side(bench).aside


def test_what_was_told_comes_with_its_rules_and_goes_when_it_is_taken_back() -> None:
    with opened() as bench:
        teller = Teller(bench)
        assert teller.snapshot().told == ()
        bench.begin_cards()
        bench.tap(bench.held(0, "R"))
        bench.until_asked("turn_up")
        assert [one.rules for one in teller.snapshot().told] == [("XX-01",), ("XX-03", "XX-04")]
        bench.evening.desk.undo(bench.board.clock.now())
        assert [one.rules for one in teller.snapshot().told] == [("XX-01",)]


def test_a_correction_is_seen_on_the_course() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.evening.desk.amend(Correct("place", "A", "step-5"), bench.board.clock.now())
        pieces: dict[str, Any] = {spot.id: [p.id for p in spot.pieces] for spot in told(bench).course}
        assert pieces["step-5"] == ["A"]
        assert pieces["step-0"] == ["B"]


def test_the_end_is_told() -> None:
    with opened() as bench:
        bench.begin_cards()
        bench.evening.desk.match.state.left = 1
        bench.do("confirm")
        bench.until(lambda: bench.evening.desk.match.over)
        bench.step()
        snapshot = told(bench)
        assert (snapshot.over, snapshot.stations[0].asked) == (True, ())
        assert snapshot.stations[0].head == bench.station.text("result")
