"""Cards beside the hand: those that may be used shine in their open pile and are called by what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.record import Header, SeatInfo
from table.games import Games
from table.packs import read_pack
from table.web.snapshot import Snapshot, Teller
from tests.table.web.bench_kit import Moved, opened

if TYPE_CHECKING:
    from table.web.places import Place

RACE = Header(
    "wacky_races",
    (SeatInfo("Ana"), SeatInfo("Bea")),
    options={
        "racer_choice": "random",
        "starting_player": "random",
        "course": "dealt",
        "movement_deck": "virtual",
        "trap_deck": "virtual",
    },
    pack=read_pack("wacky_races", "practice"),
    chance={"seed": 1},
)


def first_card(bench: Moved) -> Snapshot:
    """Go on to the first question for a card, and open it: it is secret."""
    while bench.asked() != "card_1":
        question = bench.question()
        if question is None:
            bench.step(200)
            continue
        if question.kind != "confirm":
            bench.do("next")
        bench.do("confirm")
    return Teller(bench).snapshot()


def ready(snapshot: Snapshot, bench: Moved, seat: int) -> Place:
    piece = bench.station.desk.piece_of(seat)
    return next(place for place in snapshot.places if place.id == f"ready-{piece}")


def test_every_power_that_may_be_used_is_bright_and_called_by_what_it_does() -> None:
    with opened(RACE, games=Games()) as bench:
        first_card(bench)
        bench.do("confirm")
        snapshot = Teller(bench).snapshot()
        cards = ready(snapshot, bench, 0).cards
        assert [card.name for card in cards] == ["Tail Wind", "Glove Box", "Slipstream"]
        assert all(card.answers for card in cards)
        assert snapshot.stations[0].asked[0].options


@pytest.mark.parametrize("seat", [0, 1])
def test_powers_do_not_shine_while_the_question_is_secret(seat: int) -> None:
    with opened(RACE, games=Games()) as bench:
        cards = ready(first_card(bench), bench, seat).cards
        assert [(card.name, card.answers) for card in cards] == [("Slipstream", False)]


def test_powers_of_another_seat_do_not_shine() -> None:
    with opened(RACE, games=Games()) as bench:
        first_card(bench)
        bench.do("confirm")
        cards = ready(Teller(bench).snapshot(), bench, 1).cards
        assert [card.answers for card in cards] == [False]


def test_a_tapped_power_is_used_and_its_card_leaves_the_ready_ones() -> None:
    with opened(RACE, games=Games()) as bench:
        first_card(bench)
        bench.do("confirm")
        wind = ready(Teller(bench).snapshot(), bench, 0).cards[0]
        bench.tap(wind.id)
        bench.step(1000)
        assert bench.cards(f"spent-{bench.station.desk.piece_of(0)}") == [wind.id]
