"""Wackee Six on simulated wires: piles on the table, cards scanned as fast as hands are, two at once, whole matches."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from devices.sim.board import Board
from engine.layout import BOX, difference
from table import demo
from table.box import Box, Post
from table.desk import Desk
from table.evening import Evening
from table.games import Games
from table.props import Props, props_of
from table.settings import read_wiring
from table.station import Station
from table.texts import Texts
from tests.engine.conformance import lots
from tests.engine.wackee_six.kit import Play, S, header

if TYPE_CHECKING:
    from collections.abc import Iterator

STEP_NS = 20_000_000


class Table:
    """A console on wires with the cards of a match around it."""

    def __init__(self, play: Play, board: Board) -> None:
        self.play, self.board = play, board
        self.desk = Desk(play.match, lots(1))
        self.station = Station(self.desk, Texts("en"), tuple(range(len(self.desk.names))))
        self.props: Props = props_of(play.match, lots(1)("shuffle"))
        self.box = Box(board.rig(), [Post(self.station)], self.props.lookup)

    def run(self, microseconds: int) -> None:
        """Let time pass."""
        end = self.board.clock.now() + microseconds
        while self.board.clock.now() < end:
            self.board.clock.spend(STEP_NS)
            if self.box.step():
                self.box.saved(accepted=True)

    def place(self, component: str) -> None:
        """Lay a card onto the reader and leave it there."""
        self.board.place("console", self.props.uids[component])


def scanning(**options: Any) -> Play:
    """The centre of a match of two is to be scanned."""
    head = header(2, count_by="scan", call_check="trust", countdown_s=0, **options)
    return Play(head).go(0).press((0, 30 * S))


@contextmanager
def on_wires(play: Play) -> Iterator[Table]:
    """Put a match on wires."""
    with Board(read_wiring("starter")) as board:
        table = Table(play, board)
        table.run(300_000)
        yield table
        table.box.rig.close()


@pytest.mark.rule("W6-COUNT-16", "W6-COUNT-13")
def test_s19_one_reader_takes_four_cards_a_second_and_the_panel_counts_with_them() -> None:
    with on_wires(scanning()) as table:
        cards = [ident for ident in table.props.components if ident.startswith("green-")][:24]
        for number, card in enumerate(cards, 1):
            table.board.tap("console", table.props.uids[card], 120_000)
            table.run(250_000)
            assert f"{number} so far" in table.station.screen().title
        assert table.play.state.run.counts[1].played == 24


@pytest.mark.rule("W6-COUNT-17")
def test_s19_cards_that_cannot_be_told_apart_are_asked_for_one_by_one() -> None:
    with on_wires(scanning()) as table:
        table.place("green-blue-01")
        table.place("green-blue-02")
        table.run(400_000)
        assert "One card" in table.station.notice
        assert table.play.state.run.scanned == []
        table.board.lift("console")
        table.run(600_000)
        table.board.tap("console", table.props.uids["green-blue-02"], 200_000)
        table.run(300_000)
        assert table.play.state.run.scanned == ["green-blue-02"]


@pytest.mark.rule("W6-COMP-04", "W6-SIDE-13")
def test_decks_are_piles_until_their_cards_are_used() -> None:
    play = Play(header(2, count_by="scan", call_check="trust", countdown_s=0))
    props = props_of(play.match, lots(1)("shuffle"))
    assert {place: len(here) for place, here in props.places.items() if here} == {
        f"deck-{back}": 54 for back in play.game.pack.backs
    }
    play.seated()
    props.keep_up(play.match)
    lying = {place: len(here) for place, here in props.places.items() if here}
    assert lying == {"deck-red": 54, "deck-green": 54, BOX: 4 * 54}
    assert {props.components[card].short for card in props.places["deck-red"]} == {"deck-red"}


@pytest.mark.rule("W6-COUNT-14", "W6-COUNT-18")
def test_a_scanned_card_lies_apart_until_it_is_taken_out_again() -> None:
    play = scanning()
    props = props_of(play.match, lots(1)("shuffle"))
    before = play.rulebook.layout(play.state)
    top = props.top("deck-green")
    assert top is not None
    play.say("table", top)
    props.keep_up(play.match)
    assert props.places["counted"] == [top]
    _, shifts = difference(before, play.rulebook.layout(play.state))
    assert {(shift.place, shift.change) for shift in shifts} == {("counted", 1), ("deck-green", -1)}
    point = play.match.undo_point()
    assert point is not None
    play.match.undo(point)
    props.keep_up(play.match)
    assert (props.places["counted"], props.top("deck-green")) == ([], top)


@pytest.mark.rule("W6-TRACK-01")
def test_whoever_taps_every_card_holds_them_all_to_choose_from() -> None:
    play = Play(header(2, tracking="on")).seated()
    assert play.rulebook.layout(play.state).counts["hand.0"] == {"cards-red": 54}


@pytest.mark.rule("W6-OBJ-01", "W6-CALL-13")
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (7, {"pairing": "random"}),
        (3, {"call_by": "voice"}),
        (2, {"count_by": "scan"}),
        (2, {"count_by": "scan_rest", "cross_check": "on"}),
    ],
    ids=["numbers", "pairs", "voice", "scanned", "rests"],
)
def test_hands_play_a_whole_match_on_simulated_wires(seats: int, options: dict[str, Any]) -> None:
    evening = Evening(Games(), None, Texts("en"))
    evening.begin(header(seats, target=20, **options))
    played = demo.play(evening, read_wiring("starter"), seats)
    assert played.result is not None
    assert played.presses > 5
    scans = sum(tell.key == "counted" for tell in evening.desk.match.tells)
    assert played.taps >= scans
    assert (scans > 0) is ("scan" in options.get("count_by", ""))
