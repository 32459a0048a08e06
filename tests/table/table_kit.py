"""What the tests of the table share: desks of the tiny game, a rulebook that asks what a test wants, stations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from engine.ask import Ask, IllegalAnswer, Script, Seat, ask, choose, confirm, first, scan, tell, together
from engine.layout import Component, Layout, Spot
from engine.match import Match
from engine.pilots import AnyLegal
from engine.record import Header, SeatInfo
from engine.rulebook import Result, Rulebook, Standing
from table.desk import Desk
from table.lots import lots
from table.menu import MenuPage
from table.station import Station
from table.texts import Texts
from tests.engine.tiny import LanternWalk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pytest

    from engine.pilots import Pilot
    from table.screen import Screen
    from table.station import Key

SECOND = 1_000_000
FOLDER = Path("/saved")
FIRST = FOLDER / "match-000001.jsonl"
NAMES = ("Ana", "Bea", "Cai", "Dan")


def seats(people: int, pilots: int = 0) -> tuple[SeatInfo, ...]:
    """So many people and then so many pilots."""
    flown = (SeatInfo(f"Pilot {n + 1}", "weak") for n in range(pilots))
    return (*map(SeatInfo, NAMES[:people]), *flown)


def tiny(people: int = 2, pilots: int = 0, *, seed: int = 1, now: int = 0, **options: Any) -> Desk:
    """A desk with a new match of the tiny game."""
    header = Header("lantern_walk", seats(people, pilots), options=options, chance={"seed": seed})
    return Desk(Match(LanternWalk(header), header), lots(seed), now=now)


def station(desk: Desk, *seated: int, now: int = 0) -> Station:
    """A station for some seats (without any: for all), in English."""
    return Station(desk, Texts("en"), seated or tuple(range(len(desk.names))), now)


def one_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the lobby find the practice pack of Wacky Races and no other, whatever comes with the program."""
    monkeypatch.setattr(
        "table.evening.pack_names", lambda game: ["practice"] if game == "wacky_races" else []
    )


def state_of(desk: Desk) -> bytes:
    """The state's bytes."""
    return desk.match.rulebook.encode(desk.match.state)


def answer_all_paces(desk: Desk, now: int = 0, pace: str = "2") -> None:
    """Let every person who has not yet chosen choose that pace."""
    while (question := desk.match.open[0]).key == "pace":
        desk.answer(question.seat, pace, now)


def step_to(desk: Desk, key: str, now: int = 0) -> None:
    """Answer with first options until that question is open; the clock is let to answer by itself."""
    for _ in range(200):
        if any(question.key == key for question in desk.match.open):
            return
        question = desk.match.open[0]
        if question.seat == "clock":
            assert desk.tick(now)
            continue
        options = question.options
        value = None if question.optional else options[0].value if options else question.low
        desk.answer(question.seat, value, now)
    raise AssertionError(f"{key} is never asked")


# --- a rulebook that asks what a test wants --------------------------------------------------------------------

CARDS = tuple(Component(f"card-{kind}-{n}", "card", kind) for kind in ("D", "F") for n in (1, 2))


class Asked(msgspec.Struct):
    """What was answered so far, and where the one piece stands."""

    answers: list[Any]
    at: int = 0


@dataclass(frozen=True)
class Say:
    """In place of a question: tell this."""

    key: str
    args: Mapping[str, Any]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Group:
    """In place of a question: several at once, all to be answered or (*first*) one of them."""

    makes: Mapping[Any, Callable[[], Ask[Any]]]
    first: bool = False


Item = Say | Group | Ask[Any]


class Asker(Rulebook[Asked]):
    """Asks one thing after the other, whatever it is told to. A piece goes one place on with every answer."""

    game = "asker"
    seats = (1, 4)
    state_type = Asked
    items: tuple[Item, ...] = ()

    def new(self) -> Asked:
        return Asked([])

    def next_turn(self, state: Asked) -> Script[None] | None:
        return (
            self.turn(state, self.items[len(state.answers)]) if len(state.answers) < len(self.items) else None
        )

    def turn(self, state: Asked, item: Item) -> Script[None]:
        answer: Any = None
        if isinstance(item, Say):
            yield from tell(item.key, rules=item.rules, **item.args)
        elif isinstance(item, Group) and item.first:
            answer = yield from first(item.makes)
        elif isinstance(item, Group):
            answers = yield from together(item.makes)
            answer = list(answers.items())
        else:
            answer = yield from ask(partial(msgspec.structs.replace, item))  # made anew, as games make theirs
        state.answers.append(answer)
        state.at += 1

    def view(self, state: Asked, seat: int | None) -> Asked:
        del seat
        return state

    def layout(self, state: Asked) -> Layout:
        course = tuple(Spot(f"place-{n}", "DFP"[n % 3]) for n in range(20))
        return Layout({"car": f"place-{min(state.at, 19)}"}, {"deck": {"card": 4}}, course=course)

    def components(self) -> tuple[Component, ...]:
        return CARDS

    def standings(self, state: Asked) -> tuple[Standing, ...]:
        return (Standing("car", 1, 0, {"place": state.at}),)

    def result(self, state: Asked) -> Result:
        return Result(self.standings(state))

    def check(self, state: Asked) -> None:
        pass

    def pilot(self, level: str) -> Pilot:
        del level
        return AnyLegal()


def asking(*items: Item, people: int = 2, pilots: int = 0, pack: dict[str, Any] | None = None) -> Desk:
    """A desk at which these things are asked, one after the other."""
    kind = type("Asking", (Asker,), {"items": items})
    header = Header("asker", seats(people, pilots), pack=pack or {}, chance={"seed": 1})
    return Desk(Match(kind(header), header), lots(1))


def done(seat: Seat = 0, key: str = "well_done") -> Ask[bool]:
    """A question that only wants the confirm key."""
    return confirm(seat, key, rules=("XX-1",))


def given(desk: Desk) -> list[Any]:
    """What the asker was answered so far."""
    answers: list[Any] = desk.match.state.answers
    return answers


def press(at: Station, *keys: Key, now: int = 0) -> Screen:
    """Press keys one after the other; returns the screen after the last."""
    for key in keys:
        at.press(key, now)
    return at.screen()


def open_menu(at: Station, entry: str, now: int = 0) -> None:
    """Open the menu and choose an entry by its English words, by keys alone."""
    press(at, "menu", now=now)
    page = at.page
    assert isinstance(page, MenuPage)
    wanted = [at.text(key) for key, _ in page.entries].index(entry)
    for _ in range(wanted):
        press(at, "next", now=now)
    press(at, "confirm", now=now)


# --- questions -------------------------------------------------------------------------------------------------

RULES = ("XX-1",)


def card(seat: Seat = 0, legal: tuple[str, ...] = ("D", "F"), **more: Any) -> Ask[str]:
    """A question for a card, by id or short name; card-F-2 is refused with a reason."""

    def read(value: str) -> str:
        if value == "card-F-2":
            raise IllegalAnswer("out_of_range", "XX-2", low=1, high=3, given=9)
        if value not in (*legal, "card-D-1", "card-D-2", "card-F-1"):
            raise IllegalAnswer("not_an_option", "XX-1", given=value)
        return value

    return scan(seat, "play_a_card", legal, read, rules=RULES, **more)


def colour(seat: Seat = 0, **more: Any) -> Ask[str]:
    return choose(seat, "which_colour", {"red": "red", "blue": "blue", "D": "D"}, rules=RULES, **more)
