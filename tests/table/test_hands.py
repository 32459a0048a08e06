"""Simulated hands: they answer what they serve, through antenna and keys alone, and say when they are not heard."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from devices.sim.board import Board
from engine.ask import TABLE, IllegalAnswer, Option, chance, choose, number, press, scan, skippable
from engine.layout import Layout
from table.box import Box, Post
from table.hands import AGAIN_US, Hands, Stuck, deals
from table.lots import lots
from table.props import Props
from table.settings import read_wiring
from table.station import Station
from table.texts import Texts
from tests.table.table_kit import CARDS, SECOND, Asker, asking, done, given
from tests.table.table_kit import press as press_keys

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.ask import Ask
    from table.desk import Desk

STEP_US = 20_000


class Seated:
    """Hands at a box, in virtual time."""

    def __init__(self, board: Board, desk: Desk, **how: Any) -> None:
        self.board, self.desk = board, desk
        self.rig = board.rig()
        self.station = Station(desk, Texts("en"), tuple(range(len(desk.names))))
        self.props = Props(
            CARDS, Layout({}, {"deck": {"card": 2}, "hand.0": {"card": 2}}), lots(1)("shuffle")
        )
        self.hands = Hands(board, self.station, self.props, lots(1), **how)
        self.box = Box(self.rig, [Post(self.station)], self.props.lookup)

    def run(self, milliseconds: int) -> None:
        end = self.board.clock.now() + milliseconds * 1000
        while self.board.clock.now() < end and not self.desk.match.over:
            self.board.clock.spend(STEP_US * 1000)
            if self.box.step():
                self.box.saved(accepted=True)
            self.hands.act()


@pytest.fixture
def board() -> Iterator[Board]:
    with Board(read_wiring("starter")) as open_board:
        yield open_board


class Holding(Asker):
    """The deck and the first hand hold two cards each, whatever is answered."""

    def layout(self, state: Any) -> Layout:
        del state
        return Layout({}, {"deck": {"card": 2}, "hand.0": {"card": 2}})


def holding(*questions: Any, people: int = 2) -> Desk:
    desk = asking(*questions, people=people)
    desk.match.rulebook.__class__ = type("Held", (Holding,), {"items": desk.match.rulebook.items})  # type: ignore[attr-defined]
    return desk


def card(seat: Any = 0, **more: Any) -> Ask[str]:
    return scan(seat, "play_a_card", ("D", "F"), str, rules=(), **more)


# --- every kind of question -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question",
    [
        done(),
        choose(0, "which", {"a": "a", "b": "b", "c": "c"}, rules=()),
        choose(0, "which", {"a": "a", "b": "b"}, rules=(), secret=True),
        number(0, "how_many", 2, 7, rules=()),
        number(TABLE, "how_many", 0, 0, rules=()),
        press(0, "buzz", rules=()),
        skippable(choose(1, "which", {"a": "a"}, rules=())),
        card(),
        chance("draw", "turn_up", {"D": 1, "F": 1}, rules=(), named=lambda name: name, pile="deck"),
    ],
    ids=lambda question: f"{question.kind}-{question.seat}",
)
def test_every_kind_of_question_is_answered(board: Board, question: Ask[Any]) -> None:
    desk = holding(question, done())
    seated = Seated(board, desk)
    with closing(seated.rig):
        seated.run(4000)
    assert desk.match.over
    question.read(given(desk)[0] if question.kind != "draw" else "D")


def test_a_number_that_takes_longer_to_enter_than_patience_lasts_is_entered(board: Board) -> None:
    desk = asking(number(0, "how_many", 0, 199, rules=()), people=2)
    seated = Seated(board, desk, patience_us=3 * SECOND)

    class Middle:
        def answer(self, view: Any, question: Any, draw: Any) -> Any:
            del view, question, draw
            return 90

    seated.hands.pilots = {0: Middle(), 1: Middle()}
    with closing(seated.rig):
        seated.run(20_000)
    assert given(desk) == [90]


class Last:
    """A pilot that wants the last of two options."""

    def answer(self, view: Any, question: Any, draw: Any) -> str:
        del view, question, draw
        return "b"


@pytest.mark.parametrize("turned", [0, 1, 2])
def test_hands_count_from_what_is_already_chosen_on_the_panel(board: Board, turned: int) -> None:
    desk = asking(choose(0, "which", {"a": "a", "b": "b"}, rules=()), people=2)
    seated = Seated(board, desk, patience_us=SECOND)
    seated.hands.pilots = {0: Last(), 1: Last()}
    with closing(seated.rig):
        for _ in range(turned):
            press_keys(seated.station, "next")
        seated.run(900)
    assert given(desk) == ["b"]


def test_hands_press_anew_when_their_choice_was_turned_away_under_them(board: Board) -> None:
    desk = asking(choose(0, "which", {"a": "a", "b": "b"}, rules=()), people=2)
    seated = Seated(board, desk, patience_us=8 * SECOND)
    seated.hands.pilots = {0: Last(), 1: Last()}
    with closing(seated.rig):
        while seated.station.play.cursor is None:
            seated.run(20)
        seated.hands._keys = ["confirm"]  # the rest of what was meant
        seated.station.play.cursor = None
        seated.run(1000)
        assert given(desk) == []
        seated.run(3000)
    assert given(desk) == ["b"]


@pytest.mark.parametrize("low", [0, 3])
def test_a_number_is_the_one_that_was_meant(board: Board, low: int) -> None:
    desk = asking(*(number(0, f"how_many_{n}", low, low + 3, rules=()) for n in range(6)), people=2)
    seated = Seated(board, desk)
    meant = []

    class Noting:
        def answer(self, view: Any, question: Any, draw: Any) -> Any:
            del view
            meant.append(question.low + draw(4))
            return meant[-1]

    seated.hands.pilots = {0: Noting(), 1: Noting()}
    with closing(seated.rig):
        seated.run(20_000)
    assert given(desk) == meant
    assert len(set(meant)) > 1


def test_the_top_of_a_pile_is_tapped_and_its_keys_are_left_alone(board: Board) -> None:
    desk = holding(
        chance("draw", "turn_up", {"D": 1}, rules=(), named=lambda name: name, pile="deck"), done()
    )
    seated = Seated(board, desk)
    top = seated.props.top("deck")
    with closing(seated.rig):
        seated.run(900)
    assert given(desk)[0] == top
    assert (seated.hands.taps, seated.hands.presses) <= (1, 1)


def test_a_die_has_no_tag_so_it_is_thrown_and_its_face_entered(board: Board) -> None:
    dice = [chance("roll", f"roll_{n}", {"1": 1, "2": 1, "3": 1}, rules=(), pile="dice") for n in range(9)]
    desk = asking(*dice, people=2)
    seated = Seated(board, desk)
    with closing(seated.rig):
        seated.run(20_000)
    assert desk.match.over
    assert set(given(desk)) == {"1", "2", "3"}
    assert seated.hands.taps == 0


def test_a_card_comes_out_of_the_hand_of_who_is_asked(board: Board) -> None:
    desk = holding(card(), done())
    seated = Seated(board, desk)
    held = list(seated.props.places["hand.0"])
    with closing(seated.rig):
        seated.run(900)
    assert given(desk)[0] in (*held, *(seated.props.components[ident].short for ident in held))


def test_from_a_hand_the_box_does_not_know_any_legal_card_is_played(board: Board) -> None:
    desk = holding(card(), done())

    class Blind:
        def answer(self, view: Any, question: Any, draw: Any) -> Any:
            del view, draw
            return None if question.kind == "scan" else True

    seated = Seated(board, desk)
    seated.hands.pilots = {0: Blind(), 1: Blind()}
    held = list(seated.props.places["hand.0"])
    with closing(seated.rig):
        seated.run(900)
    assert given(desk)[0] in held


# --- manners ----------------------------------------------------------------------------------------------------


def test_what_hands_do_not_serve_is_left_to_people(board: Board) -> None:
    desk = holding(card(), done(), people=2)
    seated = Seated(board, desk, serves=lambda question: question.kind == "confirm", patience_us=2 * SECOND)
    with closing(seated.rig):
        seated.run(5000)
        assert given(desk) == []
        seated.station.tap(CARDS[0].id, board.clock.now())
        seated.run(2000)
    assert desk.match.over


def test_hands_wait_before_they_answer(board: Board) -> None:
    desk = asking(done(), done())
    seated = Seated(board, desk, delay=lambda _: 2 * SECOND)
    with closing(seated.rig):
        seated.run(1900)
        assert given(desk) == []
        seated.run(800)
    assert given(desk) == [True]


def test_hands_wait_while_a_menu_is_read(board: Board) -> None:
    desk = asking(done(), done())
    seated = Seated(board, desk)
    press_keys(seated.station, "menu")
    with closing(seated.rig):
        seated.run(3000)
        assert given(desk) == []
        press_keys(seated.station, "back")
        seated.run(3000)
    assert desk.match.over


def test_the_same_card_is_shown_again_only_after_the_reader_has_missed_it(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = scan(0, "play_a_card", ("card-D-1",), str, rules=())
    desk = holding(one, one, one, done())
    seated = Seated(board, desk)
    seated.props.places["hand.0"] = ["card-D-1"]
    monkeypatch.setattr(seated.props, "keep_up", lambda _: None)
    begun = board.clock.now()
    with closing(seated.rig):
        seated.run(20_000)
    assert given(desk)[:3] == ["card-D-1"] * 3
    assert board.clock.now() - begun >= 2 * AGAIN_US


def test_hands_that_are_not_heard_say_what_is_asked_and_why(board: Board) -> None:
    def never(value: str) -> str:
        raise IllegalAnswer("not_an_option", given=value)

    desk = holding(scan(0, "impossible", ("D",), never, rules=()), done())
    seated = Seated(board, desk, patience_us=3 * SECOND)
    with closing(seated.rig), pytest.raises(Stuck, match="impossible"):
        seated.run(10_000)


def test_hands_begin_again_when_they_are_told_to(board: Board) -> None:
    desk = holding(card(), done())
    seated = Seated(board, desk)
    chip = board.chips["console"]
    with closing(seated.rig):
        board.world.spi.detach()
        seated.run(3000)
        assert given(desk) == []
        board.world.spi.attach(chip)
        seated.run(5000)
        seated.hands.again()
        seated.run(5000)
    assert desk.match.over


# --- who decides ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "only_dealing"),
    [
        (chance("draw", "turn_up", {"D": 1}, rules=(), pile="deck"), True),
        (chance("draw", "turn_up", {"D": 1}, rules=()), False),
        (card(TABLE), True),
        (skippable(card(TABLE)), False),
        (msgspec.structs.replace(card(TABLE), options=(Option("0", "seat", {"value": 0}),)), False),
        (card(0), False),
        (done(TABLE), False),
        (choose(TABLE, "which", {"a": 1}, rules=()), False),
    ],
)
def test_turning_up_and_laying_out_decide_nothing(question: Ask[Any], only_dealing: bool) -> None:  # noqa: FBT001 - a table's column
    assert deals(question) is only_dealing
