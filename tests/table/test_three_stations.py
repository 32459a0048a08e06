"""Three people with a station each, from the lobby to the result: who is asked where, and what the others see."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.ask import CHANCE, CLOCK, TABLE
from table.box import Post
from table.evening import Evening, House
from table.games import Games
from table.packs import pack_names
from table.pages import RESULT_US
from table.seating import seat
from table.station import Station
from table.texts import Texts
from tests.engine.conformance import random_answer
from tests.table.table_kit import Group, Say, asking, colour, done, press, station, tiny

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("Ana", "Bea", "Cai")
REAL = ("downforce", "speedboats", "wackee_six", "wacky_challenge", "wacky_races")


class Room:
    """An evening with three stations, one seat at each."""

    def __init__(self) -> None:
        self.evening = Evening(Games(), None, Texts("en"), House(NAMES))
        desk = self.evening.desk
        self.posts = [Post(Station(desk, Texts("en"), ()), name, wanted=(n,)) for n, name in enumerate(NAMES)]
        self.sit()
        self.now = 0

    @property
    def stations(self) -> list[Station]:
        return [post.station for post in self.posts]

    def sit(self) -> None:
        seat(self.posts, self.evening.desk)

    def go_on(self) -> None:
        if self.evening.advance(self.now, leave=any(at.left for at in self.stations)):
            self.sit()

    def answer(self, rng: Random) -> None:
        """Let somebody answer at random, or time go by where only the clock is awaited."""
        desk = self.evening.desk
        question = desk.match.open[rng.randrange(len(desk.match.open))]
        if question.seat == CLOCK:
            self.now += (question.at or 0) - desk.playing_time(self.now)
            desk.tick(self.now)
        else:
            desk.answer(question.seat, random_answer(question, rng.randrange), self.now)
        for at in self.stations:
            at.tick(self.now)


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Room:
    monkeypatch.setenv("PITBOARD_HOME", str(tmp_path))
    return Room()


def words(at: Station) -> str:
    return " ".join(at.screen().words())


# --- from the lobby to the result -------------------------------------------------------------------------------


def test_the_lobby_is_asked_at_every_station_and_answered_at_any(room: Room) -> None:
    for turn in range(40):
        if not room.evening.in_lobby:
            break
        first, *others = (at.screen() for at in room.stations)
        assert first.title
        assert all(screen == first for screen in others)
        at = room.stations[turn % 3]
        if at.screen().choices and at.screen().cursor is None:
            press(at, "next")
        press(at, "confirm")
        room.go_on()
    assert not room.evening.in_lobby
    desk = room.evening.desk
    assert [desk.people(at.seats) for at in room.stations] == [(0,), (1,), (2,)]


@pytest.mark.parametrize("game", REAL)
def test_everybody_is_asked_at_their_own_station_and_the_others_see_who_is_awaited(
    room: Room, game: str
) -> None:
    room.evening.begin(room.evening.header(game, pack_names(game)[0], NAMES))
    room.sit()
    desk, rng = room.evening.desk, Random(5)
    for _ in range(160):
        if desk.match.over:
            break
        asked = desk.match.open
        common = [one for one in asked if one.seat == TABLE or (one.seat == CHANCE and not one.secret)]
        for at, name in zip(room.stations, NAMES, strict=True):
            (mine,) = at.seats
            own = [
                one for one in asked if mine == (one.to if one.seat == CHANCE and one.secret else one.seat)
            ]
            shown = at.screen()
            assert at.awaited == bool(own or common)
            if own:
                assert shown.head == name
                assert "press ●" not in shown.title
            elif not common:
                others = [one.to if one.seat == CHANCE else one.seat for one in asked if one.seat != CLOCK]
                assert all(NAMES[one] in shown.head for one in others if isinstance(one, int))
                assert shown.body or shown.strip or shown.board or shown.dice
                assert not shown.choices
        room.answer(rng)
    else:
        return
    assert {at.screen().head for at in room.stations} == {"Result"}
    press(room.stations[1], "confirm", now=room.now + RESULT_US)
    room.go_on()
    assert room.evening.in_lobby


# --- what an idle station shows ---------------------------------------------------------------------------------


def test_a_secret_question_at_ones_own_station_is_shown_at_once() -> None:
    desk = asking(Group({0: lambda: colour(0, secret=True), 1: lambda: colour(1, secret=True)}))
    assert "Which colour" in words(station(desk, 0)) or "red" in station(desk, 0).screen().choices
    assert station(desk, 0, 1).screen().choices == ()


def test_an_idle_station_shows_the_news_and_the_course() -> None:
    desk = asking(done(1), done(0), done(1))
    desk.answer(1, True, 0)
    shown = station(desk, 1).screen()
    assert shown.head == "Bea: wait for Ana"
    assert shown.strip


def test_where_no_course_is_in_sight_an_idle_station_shows_the_standings_after_the_news(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = asking(Say("seat_left", {"name": "Dan"}), done(0))
    monkeypatch.setattr("table.screens.strip", lambda *_: ())
    at = station(desk, 1)
    assert at.screen().body == ("Dan has left", "1. Ana (car)")


def test_the_clock_is_not_named_beside_people() -> None:
    desk = tiny(people=2)
    while not any(question.seat == CLOCK for question in desk.match.open):
        question = desk.match.open[0]
        desk.answer(question.seat, None if question.optional else question.options[0].value, 0)
    seated = [question.seat for question in desk.match.open if question.seat != CLOCK]
    idle = station(desk, 5)
    assert "clock" not in idle.screen().head
    assert seated == [] or idle.screen().head.startswith("Waiting for")
