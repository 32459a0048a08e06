"""Nobody learns a bid, a hand or a bet of Downforce before it is shown: two tables that differ in one secret look alike.

What is looked at: panels for all, for nobody and for another player, what was told, every refusal another player can
get, the page of the bench, and what the program writes into its log.
"""

from __future__ import annotations

import logging
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from engine.ask import CHANCE, TABLE, IllegalAnswer
from engine.downforce.rulebook import Downforce
from engine.match import Match
from engine.pilots import any_legal, by_lot
from table.desk import Desk
from table.games import Games
from table.lots import lots
from table.pages import whose
from table.station import Station
from table.texts import Texts
from table.web.snapshot import Teller
from tests.engine.downforce.cases import exchange, header
from tests.table.table_kit import press
from tests.table.test_screens_secrecy import shown
from tests.table.web.bench_kit import opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.ask import Ask, Value
    from engine.record import Header
    from table.web.bench import Bench

TEXTS = Texts("en")
LIAR, OTHER, LAST = range(3)
"""Who has another secret at the second table, who looks, and who answers last."""

OFTEN = 0.1
"""How often a question is looked at where nothing secret is just said."""

WAYS: dict[str, dict[str, Any]] = {
    "hands read": {"hand_tracking": "all"},
    "hands not read": {"hand_tracking": "bots"},
    "console handed round": {"bid_input": "shared_reader", "hand_tracking": "all"},
}


def table(options: dict[str, Any]) -> Desk:
    return sit(header(3, "test_track", hand_known=False, **options))


def sit(head: Header) -> Desk:
    return Desk(Match(Downforce(head), head), lots(1))


def refusals(desk: Desk, seat: int) -> Iterator[tuple[object, ...]]:
    """What a player is told for every card and every car that may be shown or named, without its being answered."""
    for question in desk.match.open:
        if whose(question) != seat and question.seat != TABLE:
            continue
        for value in (*desk.match.rulebook.components(), *question.options, None):
            said = getattr(value, "id", getattr(value, "value", value))
            try:
                question.read(said)
                yield (question.key, said, "taken")
            except IllegalAnswer as refusal:
                words = TEXTS.say(refusal.reason, refusal.args_for_text, "downforce", seats=desk.names)
                yield (question.key, said, words, refusal.rules)


def everything(desk: Desk) -> list[object]:
    """All that others than the LIAR get to know."""
    at = Station(desk, TEXTS, (OTHER,))
    own = [at.screen(), press(at, "next"), press(at, "menu")]
    return [*shown(desk), *own, desk.match.tells, desk.news, *refusals(desk, OTHER)]


def look_alike(desks: tuple[Desk, Desk]) -> bool:
    """Compare two tables, as long as no money is counted."""
    if desks[0].match.over:
        return False
    assert everything(desks[0]) == everything(desks[1])
    return True


def answer_both(desks: tuple[Desk, Desk], question: Ask[Any], value: Value) -> None:
    for desk in desks:
        desk.answer(question.seat, value, 0)


def bid_otherwise(desks: tuple[Desk, Desk], question: Ask[Any]) -> None:
    """The LIAR lays another card at the second table; all looks the same until the last is to lay; then it is changed."""
    one, two = (option.value for option in question.options[:2])
    for desk, card in zip(desks, (one, two), strict=True):
        desk.answer(LIAR, card, 0)
    for seat in (OTHER, LAST):
        assert look_alike(desks)
        asked = next((one for one in desks[0].match.open if one.seat == seat), None)
        if asked is None:
            continue
        if not any(other.seat != seat for other in desks[0].match.open):
            desks[1].answer(LIAR, one, 0)
        answer_both(desks, asked, asked.options[-seat].value)


def bet_otherwise(desks: tuple[Desk, Desk]) -> None:
    """The LIAR bets on another car at the second table, and never changes it."""
    desks[0].answer(LIAR, "red", 0)
    desks[1].answer(LIAR, "blue", 0)
    for seat in (OTHER, LAST):
        assert look_alike(desks)
        answer_both(desks, next(one for one in desks[0].match.open if one.seat == seat), "green")


@pytest.mark.rule("DF-TABLE-06", "DF-AUCT-27", "DF-BET-04", "DF-BET-09", "DF-INV-13")
@pytest.mark.parametrize("way", WAYS)
def test_two_tables_that_differ_in_a_bid_or_in_bets_look_alike(
    way: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    rng = Random(4)
    desks = (table(WAYS[way]), table(WAYS[way]))
    bids = bets = looks = 0
    while not desks[0].match.over:
        question = desks[0].match.open[0]
        if question.key == "bet":
            bet_otherwise(desks)
            bets += 1
        elif question.key == "bid" and question.seat == LIAR and desks[0].match.group == "all":
            bid_otherwise(desks, question)
            bids += 1
        else:
            draw = by_lot if question.seat == CHANCE else any_legal
            answer_both(desks, question, draw(question, rng.randrange))
        looks += rng.random() < OFTEN and look_alike(desks)
    assert bids >= 2
    assert bets == 3
    assert looks > 5
    assert desks[0].match.state.bets != desks[1].match.state.bets
    assert not caplog.records


@pytest.mark.rule("DF-TABLE-06", "DF-INV-13", "DF-TABLE-03")
@pytest.mark.parametrize("known", [True, False])
def test_a_refusal_says_the_same_whatever_others_hold(known: bool) -> None:  # noqa: FBT001 - a table's column
    rng = Random(3)
    head = header(3, "test_track")
    people = (msgspec.structs.replace(head.seats[0], hand_known=known), *head.seats[1:])
    desk = sit(msgspec.structs.replace(head, seats=people))
    match, differing = desk.match, 0
    while not match.over:
        question = match.open[0]
        seat = whose(question)
        if seat is not None and question.resumes and not match.given and rng.random() < 0.5:
            before, kept = list(refusals(desk, seat)), match.rulebook.encode(match.state)
            exchange(match.state, seat, rng.randrange)
            match.restart_turn()
            differing += match.rulebook.encode(match.state) != kept
            assert list(refusals(desk, seat)) == before
            match.state = match.rulebook.decode(kept)
            match.restart_turn()
        draw = by_lot if question.seat == CHANCE else any_legal
        desk.answer(question.seat, draw(question, rng.randrange), 0)
    assert differing > 20


@pytest.mark.rule("DF-TABLE-06", "DF-INV-13")
def test_the_page_of_the_bench_is_the_same_whatever_the_program_knows_in_secret() -> None:
    rng = Random(2)
    head = header(3, "test_track", hand_known=False, hand_tracking="all")
    with opened(head, games=Games()) as bench:
        match, compared = bench.evening.desk.match, 0
        while not match.over:
            question = match.open[0]
            if question.seat != CHANCE and question.resumes and not match.given:
                before, kept = page(bench), match.rulebook.encode(match.state)
                exchange(match.state, None, rng.randrange)
                match.restart_turn()
                compared += match.rulebook.encode(match.state) != kept
                assert page(bench) == before
                match.state = match.rulebook.decode(kept)
                match.restart_turn()
            draw = by_lot if question.seat == CHANCE else any_legal
            bench.evening.desk.answer(question.seat, draw(question, rng.randrange), 0)
        assert compared > 15


def page(bench: Bench) -> bytes:
    """What the page is told."""
    return msgspec.json.encode(Teller(bench).snapshot())
