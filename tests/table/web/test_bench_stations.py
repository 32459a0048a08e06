"""The bench with several stations: everybody their own keys, panel and reader, on pins and on hubs."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import pytest

from engine.ask import Ask, IllegalAnswer, Script, scan, together
from engine.layout import Layout, hand_of
from table.games import Games
from table.settings import read_wiring
from table.web.bench import Refused
from table.web.pages import BenchPages
from table.web.snapshot import Snapshot, Teller
from tests.table.web.bench_kit import CARDS, HEADER, KINDS, CardWalk, Moved, Walk, opened
from tests.table.web.browser_kit import Browser

if TYPE_CHECKING:
    from collections.abc import Iterator

TWO, SHARED, SIX = "two_players", "stations", "six_stations"


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """The small game has no words of its own; that its keys are shown instead is fine here."""
    with caplog.at_level(logging.ERROR):
        yield


def begin(bench: Moved) -> None:
    """Go on to Ana's first question, whatever the hubs need to wake up."""
    bench.step(1000)
    bench.begin_cards()


def told(bench: Moved) -> Snapshot:
    return Teller(bench).snapshot()


def bright(bench: Moved) -> set[str]:
    return {card.id for place in told(bench).places for card in place.cards if card.answers}


@pytest.fixture(params=[TWO, SHARED, SIX])
def bench(request: pytest.FixtureRequest) -> Iterator[Moved]:
    with opened(wiring=read_wiring(request.param)) as one:
        begin(one)
        yield one


@pytest.fixture
def two() -> Iterator[Moved]:
    with opened(wiring=read_wiring(TWO)) as one:
        begin(one)
        yield one


@pytest.fixture
def shared() -> Iterator[Moved]:
    with opened(wiring=read_wiring(SHARED)) as one:
        begin(one)
        yield one


# --- who sits where --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wiring", "names"),
    [
        ("starter", ["console"]),
        (TWO, ["left", "right"]),
        (SHARED, ["console", "one", "two", "three"]),
        (SIX, ["one", "two", "three", "four", "five", "six"]),
    ],
)
def test_every_station_of_the_wiring_is_on_the_bench(wiring: str, names: list[str]) -> None:
    with opened(wiring=read_wiring(wiring)) as bench:
        assert [station.name for station in told(bench).stations] == names


def test_it_is_told_who_sits_where(shared: Moved) -> None:
    sits = [station.sits for station in told(shared).stations]
    assert sits == [None, ("Ana",), ("Bea",), ()]


def test_the_lobby_tells_whom_each_station_is_for() -> None:
    with opened(None, wiring=read_wiring(TWO)) as bench:
        assert [station.sits for station in told(bench).stations] == [("Seat 1",), ("Seat 2",)]


def test_only_the_station_of_whoever_is_asked_awaits_an_answer(two: Moved) -> None:
    assert [station.awaited for station in told(two).stations] == [True, False]
    two.press("confirm", "left")
    two.until_asked("turn_up")
    two.until(lambda: [station.awaited for station in told(two).stations] == [False, True])


# --- keys, lamp, buzzer ----------------------------------------------------------------------------------------------


def test_a_key_is_pressed_at_its_own_station(bench: Moved) -> None:
    second = bench.consoles[1]
    bench.press("back", second.name, hold=True)
    bench.step(1400)
    assert [console.aside for console in bench.consoles][:2] == [False, True]


def test_every_station_has_its_own_finger(two: Moved) -> None:
    two.press("back", "left", hold=True)
    two.press("back", "right", hold=True)
    two.step(1400)
    assert [console.aside for console in two.consoles] == [True, True]


def test_a_tone_is_heard_from_the_station_it_comes_from(two: Moved) -> None:
    before = len(two.sounds)
    two.press("next", "right")
    two.step(200)
    assert [sound.station for sound in [*two.sounds][before:]] == ["right"]


def test_only_the_lamp_of_whoever_is_asked_shines(two: Moved) -> None:
    two.step(400)
    assert [console.lit for console in two.consoles] == [True, False]


# --- cards -----------------------------------------------------------------------------------------------------------


def test_a_clicked_card_is_held_to_the_reader_of_whose_hand_it_is_in(bench: Moved) -> None:
    owner = bench.taker(lambda _: False, 0)
    card = bench.held(0, "R")
    bench.tap(card)
    bench.step(40)
    assert bench.resting(owner) == [card]
    bench.until_asked("turn_up")


def test_a_card_can_be_held_to_any_reader(two: Moved) -> None:
    card = two.held(0, "R")
    two.tap(card, "right")
    two.step(400)
    assert two.consoles[1].station.notice
    assert two.asked() == "a_card"


@pytest.mark.parametrize("near", ["left", "right"])
def test_a_card_of_the_table_goes_to_the_reader_near_by_where_several_wait_for_it(near: str) -> None:
    with opened(wiring=read_wiring(TWO)) as bench:
        bench.let_deal(on=False)
        bench.press("confirm", "left")
        bench.until_asked("a_figure")
        bench.tap("figure-A", near=near)
        bench.step(40)
        assert [bool(bench.resting(console)) for console in bench.consoles] == [
            near == "left",
            near == "right",
        ]


def test_a_card_goes_to_the_reader_that_waits_for_it_and_not_to_one_near_by(two: Moved) -> None:
    two.tap(two.held(0, "R"), near="right")
    two.until_asked("turn_up")


def test_a_shared_reader_takes_what_a_panel_without_one_asks(shared: Moved) -> None:
    assert [console.has_reader for console in shared.consoles] == [True, False, False, False]
    shared.tap(shared.held(0, "R"))
    shared.until_asked("turn_up")


def test_cards_that_fit_shine_in_the_hand_of_whoever_is_asked(bench: Moved) -> None:
    bench.held(0, "R")
    bench.held(1, "R")
    assert bright(bench) == {card for card in bench.cards(hand_of(0)) if KINDS[card] == "R"}


def test_cards_are_dim_while_a_menu_lies_over_every_panel_that_asks(two: Moved) -> None:
    two.held(0, "R")
    two.press("back", "left", hold=True)
    two.step(1400)
    assert bright(two) == set()
    two.press("back", "left")
    two.step(200)
    assert bright(two)


def test_a_menu_at_another_station_leaves_cards_bright(two: Moved) -> None:
    two.held(0, "R")
    two.press("back", "right", hold=True)
    two.step(1400)
    assert bright(two)


def test_whoever_is_not_asked_has_no_card_for_the_shared_reader(shared: Moved) -> None:
    with pytest.raises(Refused, match="That is Bea's card"):
        shared.tap(shared.held(1, "R"))


def test_hands_deal_at_the_first_reader(two: Moved) -> None:
    two.press("confirm", "left")
    two.until(lambda: bool(two.on_reader()))
    assert two.resting(two.consoles[1]) == []


def test_lifting_takes_cards_off_the_named_reader_only(two: Moved) -> None:
    first, second, *_ = two.cards(hand_of(0))
    two.leave(first, "left")
    two.leave(second, "right")
    two.lift("right")
    assert [two.resting(console) for console in two.consoles] == [[first], []]
    two.lift()
    assert [two.resting(console) for console in two.consoles] == [[], []]


@pytest.mark.parametrize(
    ("reader", "said"),
    [("cellar", "This wiring has no station named cellar"), ("one", "This wiring has no reader")],
)
def test_a_reader_that_is_not_there_is_refused(shared: Moved, reader: str, said: str) -> None:
    card = shared.held(0, "R")
    for act, what in ((shared.tap, card), (shared.tap_top, "deck"), (shared.leave, card)):
        with pytest.raises(Refused, match=said):
            act(what, reader)
    with pytest.raises(Refused, match=said):
        shared.lift(reader)


def test_a_station_that_is_not_there_has_no_keys(two: Moved) -> None:
    with pytest.raises(Refused, match="no station named cellar"):
        two.press("next", "cellar")


# --- over the page ---------------------------------------------------------------------------------------------------


def test_every_panel_has_its_own_picture(two: Moved) -> None:
    page = Browser(BenchPages(two).app())
    left, right = (page.get(f"/panel.png?station={name}").content for name in ("left", "right"))
    assert left.startswith(b"\x89PNG")
    assert right.startswith(b"\x89PNG")
    assert left != right
    assert page.get("/panel.png").content == left


def test_a_panel_of_no_station_is_not_there(two: Moved) -> None:
    assert Browser(BenchPages(two).app()).get("/panel.png?station=cellar").status_code == 404


def test_station_and_reader_are_named_over_the_page(two: Moved) -> None:
    page = Browser(BenchPages(two).app())
    assert page.post("/key", json={"key": "back", "station": "right", "hold": True}).status_code == 204
    two.step(1400)
    assert two.consoles[1].aside
    card = two.cards(hand_of(0))[0]
    assert page.post("/place", json={"component": card, "reader": "right"}).status_code == 204
    assert two.resting(two.consoles[1]) == [card]
    assert page.post("/lift", json={"reader": "right"}).status_code == 204
    assert two.resting(two.consoles[1]) == []


# --- secrets at the same time ------------------------------------------------------------------------------------------


class Secretly(CardWalk):
    """Both choose a red card in secret, at the same time; whose card it is shows in its number: Ana has the low ones."""

    game = "secretly"

    def next_turn(self, state: Walk) -> Script[None] | None:
        return self.choose(state) if state.stage == "deal" else None

    def choose(self, state: Walk) -> Script[None]:
        def own(seat: int) -> Ask[str]:
            return scan(
                seat, "in_secret", ("R",), lambda card: of_hand(card, seat), rules=("XX-01",), secret=True
            )

        yield from together({0: lambda: own(0), 1: lambda: own(1)})
        state.stage = "done"

    def layout(self, state: Walk) -> Layout:
        del state
        return Layout({card.id: hand_of(hand_number(card.id)) for card in CARDS})


def hand_number(card: str) -> int:
    return int(card[-1]) // 5


def of_hand(card: str, seat: int) -> str:
    if hand_number(card) != seat:
        raise IllegalAnswer("not_yours", "XX-01")
    return card


@pytest.fixture
def secretly() -> Iterator[Moved]:
    header = msgspec.structs.replace(HEADER, game="secretly")
    games = Games(extra={"secretly": Secretly})
    with opened(header, games=games, wiring=read_wiring(SHARED)) as one:
        one.step()
        yield one


def test_a_shared_reader_gives_each_card_to_whom_it_belongs(secretly: Moved) -> None:
    desk = secretly.evening.desk
    assert [question.seat for question in desk.match.open] == [0, 1]
    secretly.tap("card-R-7")
    secretly.until(lambda: [question.seat for question in desk.match.open] == [0])
    secretly.tap("card-R-2")
    secretly.until(lambda: desk.match.over)


def test_both_hands_shine_when_both_are_asked_on_panels_of_their_own(secretly: Moved) -> None:
    assert bright(secretly) == {card.id for card in CARDS if card.short == "R"}


class OfAnybody(Secretly):
    """Nothing on a card tells whose it is: the first who is asked would get it."""

    game = "of_anybody"

    def choose(self, state: Walk) -> Script[None]:
        def red(seat: int) -> Ask[str]:
            return scan(seat, "in_secret", ("R",), str, rules=("XX-01",), secret=True)

        yield from together({0: lambda: red(0), 1: lambda: red(1)})
        state.stage = "done"


def test_only_the_hand_shines_that_a_shared_reader_would_take_a_card_of() -> None:
    header = msgspec.structs.replace(HEADER, game="of_anybody")
    games = Games(extra={"of_anybody": OfAnybody})
    with opened(header, games=games, wiring=read_wiring(SHARED)) as bench:
        bench.step()
        for number in (0, 1):
            assert {hand_number(card) for card in bright(bench)} == {number}
            bench.tap(min(bright(bench)))
            bench.until(partial(answered, bench, number + 1))


def answered(bench: Moved, number: int) -> bool:
    return len(bench.evening.desk.match.open) == 2 - number
