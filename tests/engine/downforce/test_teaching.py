"""What a table teaches of its own copy: cards as they are first shown, before a match, and values that are printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.ask import IllegalAnswer
from engine.downforce.cards import COLOURS
from engine.downforce.pack import read_pack
from engine.downforce.rulebook import Downforce
from engine.lessons import check, put
from engine.match import Match
from engine.record import Header, Teach
from engine.rulebook import SetupError
from tests.engine.downforce.cases import pack, seats
from tests.engine.downforce.scene import Scene, auction, race

if TYPE_CHECKING:
    from engine.ask import Value

UNTAUGHT = tuple(f"CARD-{number:02}" for number in range(1, 43))


def lot(hands: dict[int, str] | None = None, *, sold: str = "", known: dict[str, str] | None = None) -> Scene:
    """A lot for green with cards nobody has taught, but the *known* ones."""
    unknown = {} if hands else {0: 3, 1: 3}
    on = auction("green", hands=hands, unknown=unknown, seats=2, on="untaught", sold=sold)
    for card, lines in (known or {}).items():
        on.match.apply(Teach(card, lines.split(", ")))
    return on


@pytest.mark.rule("DF-PACK-32", "DF-AUCT-27", "DF-TABLE-06")
def test_a_card_nobody_has_taught_may_be_bid_and_is_read_out_once_all_are_turned_over() -> None:
    on = lot()
    assert [option.value for option in on.asked(0).options] == list(UNTAUGHT)
    on.match.answer(0, "CARD-07")
    assert [option.value for option in on.asked(1).options] == list(UNTAUGHT)
    on.match.answer(1, "CARD-08")
    assert (on.question.seat, on.question.key, on.question.args) == (
        0,
        "teach_colour",
        {"card": "CARD-07", "line": 1},
    )
    on.answer("red", 6, "green", 4, "done", "wild", 2, "done")
    assert on.state.taught == {"CARD-07": ["red 6", "green 4"], "CARD-08": ["wild 2"]}
    assert [(tell.args["seat"], tell.args["bid"], tell.args["cars"]) for tell in on.told("bid_shown")] == [
        (0, 4, 2),
        (1, 0, 1),
    ]
    assert on.told("sold")[0].args["price"] == 4


@pytest.mark.rule("DF-PACK-32", "DF-TURN-03")
def test_a_card_is_read_out_when_it_is_first_played_and_known_from_then_on() -> None:
    on = race(owners="red=0 blue=1", unknown={0: 2, 1: 1}, hands={0: ""}, on="untaught")
    on.answer("CARD-41", "red", 1, "wild", "done")
    (taught,) = on.told("card_taught")
    assert taught.args == {"card": "CARD-41", "lines": ["line-red-1", "line-wild-1"]}
    assert on.told("card_played")[0].args["lines"] == taught.args["lines"]
    assert len(on.match.rulebook.open_lessons(on.state)) == 42


@pytest.mark.rule("DF-COMP-04", "DF-TABLE-07")
def test_what_cannot_be_printed_is_not_asked() -> None:
    on = race(owners="red=0 blue=1", unknown={0: 2, 1: 1}, hands={0: ""}, on="untaught").answer("CARD-41")
    assert on.options == [*COLOURS, "wild"]
    on.answer("red")
    assert (on.question.low, on.question.high, on.question.args["preset"]) == (1, 6, 6)
    on.answer(3)
    assert on.options == [*(colour for colour in COLOURS if colour != "red"), "wild", "done"]
    on.answer("wild")
    assert (on.question.high, on.question.args["preset"]) == (3, 2)
    on.answer(1)
    assert "wild" in on.options
    on.answer("blue", "black", "green")
    assert on.question.key == "teach_colour"
    on.answer("yellow")
    assert on.state.taught["CARD-41"] == ["red 3", "wild 1", "blue 1", "black 1", "green 1", "yellow 1"]


FORCED = "black=0 blue=0 red=0 yellow=0 orange=0"


@pytest.mark.rule("DF-AUCT-21", "DF-AUCT-22", "DF-AUCT-32", "DF-PACK-32")
def test_a_forced_card_without_the_colour_is_followed_by_another() -> None:
    on = lot({1: "CARD-01 CARD-02 CARD-03"}, sold=FORCED)
    on.answer("CARD-01", "red", 5, "done")
    assert [tell.args["seat"] for tell in on.told("not_the_lowest")] == [1]
    assert on.options == ["CARD-02", "CARD-03", "no_card"]
    on.answer("CARD-02", "green", 3, "done")
    assert on.told("forced")[0].args["price"] == 3


@pytest.mark.rule("DF-AUCT-21", "DF-AUCT-32", "DF-PACK-32")
def test_a_forced_card_that_turns_out_higher_than_a_known_one_is_not_taken() -> None:
    on = lot({1: "CARD-01 CARD-02"}, sold=FORCED, known={"CARD-02": "green 2"})
    on.answer("CARD-01", "green", 5, "done")
    assert on.options == ["CARD-02"]
    on.answer("CARD-02")
    assert on.told("forced")[0].args["price"] == 2


@pytest.mark.rule("DF-PACK-32", "DF-PACK-04", "DF-COMP-04")
@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["pink 4"], "d4"),
        ([], "d3"),
        (["red 2", "blue 4"], "d7"),
        (["red 7"], "d5"),
        ("red 4", "d3"),
        (["red 4", "red 2"], "d6"),
    ],
)
def test_lines_that_no_card_has_are_not_taught(lines: Value, code: str) -> None:
    on = lot()
    with pytest.raises(IllegalAnswer, match=f"fault_{code}"):
        on.match.apply(Teach("CARD-07", lines))


@pytest.mark.rule("DF-PACK-32")
def test_what_is_known_is_not_taught_again() -> None:
    on = lot(known={"CARD-08": "green 2"})
    with pytest.raises(IllegalAnswer, match="known_already"):
        on.match.apply(Teach("CARD-08", ["green 3"]))


@pytest.mark.rule("DF-PACK-04", "DF-DET-02", "DF-DET-05")
def test_printed_tables_may_be_taught() -> None:
    on = auction("green", hands={0: "E1", 1: "E3"}, seats=2)
    for what, value in (
        ("P-DET", 3), ("determined_turns", "any"), ("prizes", [10, 8, 6, 4, 2, 1]), ("bet_pay", [[1, 1, 1]] * 3),
    ):  # fmt: skip
        on.match.apply(Teach(what, value))
    game = on.game
    assert (on.state.bonus, game.bonus_turns, on.state.prizes[0], on.state.bet_pay[2]) == (
        3,
        "any",
        10,
        [1, 1, 1],
    )
    for what, value in (
        ("P-DET", 7),
        ("prizes", [1]),
        ("bet_pay", "x"),
        ("determined_turns", "never"),
        ("P-AGG", 1),
    ):
        with pytest.raises(IllegalAnswer, match=r"not_a_value|cannot_teach"):
            on.match.apply(Teach(what, value))


@pytest.mark.rule("DF-PACK-04", "DF-PACK-32", "DF-COMP-04")
def test_a_deck_is_taught_card_by_card_into_the_pack() -> None:
    taught = dict(pack("untaught"))
    for lesson in Downforce(Header("downforce", seats(2), taught)).lessons():
        value = 3 if lesson.component == "P-DET" else ["red 6", "blue 4"]
        check(lesson, value)
        taught = put(taught, lesson, value)
    rulebook = Downforce(Header("downforce", seats(2), taught))
    assert rulebook.pack.has_deck
    assert rulebook.pack.taught.determined_bonus == 3
    assert all(lesson.taught for lesson in rulebook.lessons())
    assert rulebook.pack.cards["CARD-42"] is not None
    assert rulebook.pack.cards["CARD-42"].values == {"red": 6, "blue": 4}
    with pytest.raises(IllegalAnswer, match="fault_d4"):
        check(rulebook.lessons()[0], ["pink 4"])


@pytest.mark.rule("DF-PACK-02", "DF-PACK-12")
@pytest.mark.parametrize(
    ("table", "value", "code"),
    [
        ("cards", {"CARD-01": ["red 9"]}, "D5"),
        ("cards", {"X": ["red 2"]}, "D2"),
        ("taught", {"determined_bonus": 9}, "D9"),
    ],
)
def test_what_was_taught_wrongly_is_refused(table: str, value: object, code: str) -> None:
    with pytest.raises(SetupError, match=code):
        read_pack({**pack("untaught"), table: value})


@pytest.mark.rule("DF-PACK-32")
def test_what_a_match_has_learned_is_no_longer_offered() -> None:
    head = Header("downforce", seats(2, hand_known=False), pack("untaught"))
    match = Match(Downforce(head), head)
    assert len(match.rulebook.open_lessons(match.state)) == 43
    match.apply(Teach("CARD-07", ["red 6"]))
    match.apply(Teach("P-DET", 2))
    assert len(match.rulebook.open_lessons(match.state)) == 41
