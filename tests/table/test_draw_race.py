"""Every screen of whole races in every language: all texts are there, and what must be read is not cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import pytest

from engine.match import Match
from engine.pilots import any_legal
from engine.record import Header, SeatInfo
from table.asking import ChoicePage, NumberPage, SurePage
from table.desk import Desk
from table.games import Games
from table.lots import lots
from table.menu import MenuPage
from table.packs import options_for, read_pack
from table.pages import ListPage
from table.screens import LINES
from table.station import Station
from table.texts import LANGUAGES, Texts
from tests.table.drawn import Pen, colliding, outside
from tests.table.table_kit import SECOND, press

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table.screen import Screen

NAMES = ("Ana", "Begoña", "Cayetana")


class Race(NamedTuple):
    """A race at the practice pack: whether hands are known, what is set, and questions that come up in it.

    `closed`: entries of the menu that are not looked into, because nobody would be asked anything afterwards.
    """

    game: str
    known: bool
    options: dict[str, Any]
    asked: frozenset[str]
    closed: frozenset[str] = frozenset()

    def begin(self, seed: int) -> Desk:
        """Sit down to it."""
        pack = read_pack(self.game, "practice")
        people = tuple(SeatInfo(name, hand_known=self.known) for name in NAMES)
        options = options_for(pack, self.options)
        header = Header(self.game, people, pack=pack, options=options, chance={"seed": seed})
        return Desk(Match(Games().make(header), header), lots(seed))


CARDS = frozenset({"card_1", "card_2", "tile", "turn_up"})
DICE = frozenset({"change", "reroll", "faces", "boat_moved"})
STAY = frozenset({"menu_away"})
RACES = {
    "cards that are known": Race("wacky_races", True, {}, CARDS),
    "cards in hands": Race("wacky_races", False, {}, CARDS),
    "a lake that is known": Race(
        "speedboats", True, {"lake": "pack"}, DICE | {"way", "only_way", "only_way_crash"}, STAY
    ),
    "the table's lake": Race(
        "speedboats", True, {"level": "books"}, DICE - {"boat_moved"} | {"how_far", "turned"}, STAY
    ),
    "distances of the table's lake": Race(
        "speedboats",
        True,
        {"level": "books", "steer_entry": "three", "dice_entry": "final"},
        frozenset({"pool", "clear", "side_way"}),
        STAY,
    ),
}


def screens_of(race: Race, seed: int, language: str) -> Iterator[tuple[Screen, Any]]:
    """Play at random and show everything that can be shown, each kind of screen once in a while."""
    desk = race.begin(seed)
    at = Station(desk, Texts(language, strict=True), (0, 1, 2))
    draws = lots(7)
    shown: dict[str, int] = {}
    asked = {*race.closed}
    for step in range(300):
        question = at.play.question(at)
        if question is None:
            break
        shown[question.key] = shown.get(question.key, 0) + 1
        if shown[question.key] <= 2:
            yield from around(at, asked)
        value = any_legal(question, draws(str(step)))
        at.say(question.seat, value)
    yield at.screen(), None


def around(at: Station, asked: set[str]) -> Iterator[tuple[Screen, Any]]:
    """The screens that can be seen at one question; what *asked* names in the menu was looked into already."""
    question = at.play.question(at)
    assert question is not None
    if at.play.hidden(at, question):
        yield at.screen(), question
        at.press("confirm", at.now)
    for _ in range(6):
        at.tick(at.now + 3 * SECOND)
        yield at.screen(), question
    yield press(at, "next", now=at.now), question
    at.press("back", at.now)
    at.pages = []
    yield press(at, "menu", now=at.now), None
    page = at.page
    assert isinstance(page, MenuPage)
    for key, open_entry in page.entries:
        yield press(at, "next", now=at.now), None
        if key not in ("menu_undo", "menu_redo"):
            open_entry(at)
            yield at.screen(), None
        if key not in asked:
            yield from deeper(at)
        asked |= {key} if at.desk.match.state.stage == "turn" else set()
        while isinstance(at.page, ListPage) and at.page.first + LINES < len(at.page.lines):
            yield press(at, "next", now=at.now), None
        at.pages = [page]
        at.desk.go_on(at.now)
    at.pages = []
    at.play.reset(at)


def deeper(at: Station) -> Iterator[tuple[Screen, Any]]:
    """What the menu asks behind the page it shows, once for every row of a short list."""
    page = at.page
    if isinstance(page, SurePage):
        yield at.screen(), None
    elif isinstance(page, ChoicePage):
        for row in range(min(4, len(page.rows))):
            page.at = row
            yield at.screen(), None
            page.chosen(at, row)
            if at.page is page or not at.pages:
                return
            yield from deeper(at)
            at.pages.pop()
    elif isinstance(page, NumberPage):
        yield press(at, "next", now=at.now), None
        page.chosen(at, page.at)
        yield from deeper(at)
        at.pages.pop()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("race", RACES.values(), ids=RACES.keys())
def test_every_screen_of_a_race_has_its_words_and_shows_them(
    language: str, race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    pen = Pen(monkeypatch)
    drawn: set[bytes] = set()
    asked: set[str] = set()
    for screen, question in screens_of(race, 5, language):
        key = msgspec.msgpack.encode(screen)
        if key in drawn:
            continue
        drawn.add(key)
        pen.draw(screen)
        assert not outside(pen.written), screen
        assert not colliding(pen.written), screen
        assert not [one.text for one in pen.written if one.cut], screen
        if question is not None:
            asked.add(question.key)
    assert len(drawn) > 60
    assert race.asked <= asked
