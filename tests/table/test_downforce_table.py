"""Downforce at the panels: what needs everybody's consent, a card taught by keys, and a bid laid on a shared console."""

from __future__ import annotations

import pytest

from engine.downforce.rulebook import Downforce
from engine.match import Match
from table import correcting
from table.asking import ChoicePage
from table.desk import Desk
from table.lots import lots
from table.station import Key, Station
from table.taking_back import AwaitPage, ConsentPage
from table.texts import LANGUAGES, Texts
from tests.engine.downforce.cases import header, pack
from tests.engine.downforce.scene import Scene, auction, race
from tests.table.table_kit import open_menu, press

REVEALED = {0: "E1", 1: "E3", 2: "B2"}


def desk_of(on: Scene) -> Desk:
    return Desk(on.match, lots(1))


def own(desk: Desk, *, language: str = "en") -> list[Station]:
    """A station for every seat."""
    return [Station(desk, Texts(language, strict=True), (seat,)) for seat in range(len(desk.names))]


def sold(**options: object) -> Desk:
    """A lot that was sold after all bids were shown; the last to lay was seat 2."""
    on = auction("green", unknown={0: 14, 1: 14, 2: 14}, **options)  # type: ignore[arg-type]
    desk = desk_of(on)
    for seat, card in REVEALED.items():
        desk.answer(seat, card, 0)
    return desk


# --- consent --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DF-TABLE-02")
def test_after_a_reveal_all_others_must_agree_to_take_back() -> None:
    desk = sold()
    first, second, last = own(desk)
    open_menu(last, "Undo")
    assert isinstance(last.page, AwaitPage)
    press(first, "confirm")
    assert len(desk.match.state.sales) == 1
    assert isinstance(second.page, ConsentPage)
    press(second, "confirm")
    assert desk.match.state.sales == []
    assert desk.match.given == {0, 1}


@pytest.mark.rule("DF-TABLE-02")
def test_one_who_does_not_agree_is_enough_to_leave_it() -> None:
    desk = sold()
    first, _, last = own(desk)
    open_menu(last, "Undo")
    press(first, "back")
    assert "Not agreed" in " ".join(last.screen().words())
    assert len(desk.match.state.sales) == 1


@pytest.mark.rule("DF-TABLE-02")
def test_where_the_table_wants_it_never_there_is_no_undo_behind_a_reveal() -> None:
    at = own(sold(undo_after_reveal="never"))[2]
    with pytest.raises(ValueError, match="Undo"):
        open_menu(at, "Undo")


@pytest.mark.rule("DF-TABLE-01")
def test_before_the_reveal_a_bid_is_taken_back_without_asking_anybody() -> None:
    desk = desk_of(auction("green", unknown={0: 14, 1: 14, 2: 14}))
    desk.answer(0, "E1", 0)
    desk.withdraw(0, 0)
    assert desk.match.given == frozenset()


@pytest.mark.rule("DF-TABLE-10")
def test_a_car_is_set_right_once_everybody_agrees() -> None:
    desk = desk_of(race("red=21a", owners="red=0 blue=1", unknown={0: 3, 1: 3}, hands={0: ""}, crossed=1))
    first, second = own(desk)
    red = next(one for one in correcting.offered(first) if one.name == "red")
    correcting.ask_whether(first, red, "21b", "21b")
    press(first, "confirm")
    assert desk.layout().pieces["red"] == "21a"
    assert "Agree to set right red: 21b?" in " ".join(second.screen().words())
    press(second, "confirm")
    assert desk.layout().pieces["red"] == "21b"


# --- teaching a card ------------------------------------------------------------------------------------------------


class Fingers:
    """Presses the keys that a person would press, and counts them."""

    def __init__(self, at: Station) -> None:
        self.at = at
        self.pressed = 0

    def go(self, key: Key, steps: int) -> None:
        """Press a key so often, and confirm."""
        for _ in range(steps):
            press(self.at, key)
        press(self.at, "confirm")
        self.pressed += steps + 1

    def choose(self, value: str) -> None:
        """Go to an answer the shorter way round, and confirm it."""
        question = self.at.play.question(self.at)
        assert question is not None
        values = [option.value for option in question.options]
        ahead, behind = values.index(value) + 1, len(values) - values.index(value)
        self.go("next" if ahead <= behind else "previous", min(ahead, behind))

    def set(self, number: int) -> None:
        """Count to a number from where the question begins, and confirm it."""
        question = self.at.play.question(self.at)
        assert question is not None
        down = question.args["preset"] - number
        self.go("previous" if down > 0 else "next", abs(down))


def teach(fingers: Fingers, lines: list[str]) -> None:
    """Read a card out, line by line."""
    for at, line in enumerate(lines):
        colour, speed = line.split()
        fingers.choose(colour)
        if at == 0 or not lines[at - 1].endswith(" 1"):
            fingers.set(int(speed))
    if len(lines) < 6:
        fingers.choose("done")


@pytest.mark.rule("DF-PACK-04", "DF-PACK-32", "DF-COMP-04")
def test_a_whole_deck_is_taught_with_few_keys_a_line() -> None:
    pressed = lines = 0
    for row in pack()["deck"]["card"]:
        on = race(owners="red=0", unknown={0: 2, 1: 1}, hands={0: ""}, on="untaught")
        at = Station(desk_of(on), Texts("en", strict=True), (0, 1))
        at.tap("CARD-07", 0)
        fingers = Fingers(at)
        teach(fingers, row["lines"])
        assert on.state.taught == {"CARD-07": row["lines"]}
        pressed, lines = pressed + fingers.pressed, lines + len(row["lines"])
    assert pressed / lines < 5.2


@pytest.mark.rule("DF-PACK-32", "DF-AUCT-03", "DF-TABLE-06")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bid_with_an_untaught_card_leads_to_its_lines_after_the_reveal(language: str) -> None:
    on = auction("green", unknown={0: 21, 1: 21}, seats=2, on="untaught")
    at = Station(desk_of(on), Texts(language, strict=True), (0, 1))
    assert at.play.hidden(at, on.asked(0))
    at.tap("CARD-07", 0)
    assert at.play.hidden(at, on.asked(1))
    at.tap("CARD-08", 0)
    assert (at.screen().head, on.question.key) == ("Player 1", "teach_colour")
    fingers = Fingers(at)
    teach(fingers, ["green 6", "red 2"])
    teach(fingers, ["blue 3"])
    assert on.told("sold")[0].args["price"] == 6


@pytest.mark.rule("DF-PACK-04", "DF-DET-02")
def test_what_nobody_has_taught_can_be_taught_from_the_menu_as_well() -> None:
    head = header(2, "untaught", hand_known=False)
    at = Station(Desk(Match(Downforce(head), head), lots(1)), Texts("en", strict=True), (0, 1))
    open_menu(at, "Teach a value")
    page = at.page
    assert isinstance(page, ChoicePage)
    assert "Determined" in page.rows
