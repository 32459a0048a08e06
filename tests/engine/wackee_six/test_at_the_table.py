"""Wackee Six through stations: buzzers, the clock, counting with keys and cards."""

from __future__ import annotations

import pytest

from engine.ask import TABLE
from tests.engine import stations
from tests.engine.stations import TICK
from tests.engine.wackee_six.kit import Play, S, header


class Table(stations.Table[Play]):
    """A match of Wackee Six at its stations."""

    def start(self) -> int:
        """Be ready, start, wait for GO. Returns the seat that started."""
        for station in self.stations:
            station.press("confirm", self.now)
        (starter,) = [seat for seat, key in self.play.asked.items() if key == "start"]
        self.stations[starter].press("confirm", self.now)
        self.wait(3 * S + TICK)
        assert self.play.state.phase == "run"
        return int(starter)


@pytest.mark.rule("W6-DEAL-07", "W6-START-01", "W6-START-03", "W6-START-05", "W6-CALL-13")
def test_a_round_with_keys_from_ready_to_the_call() -> None:
    table = Table(Play(header(2)).seated())
    table.stations[0].press("confirm", table.now)
    assert "Ana: wait for Bea" in table.words(0)
    table.stations[1].press("confirm", table.now)
    starter = next(seat for seat, key in table.play.asked.items() if key == "start")
    table.stations[starter].press("confirm", table.now)
    table.wait(1 * S)
    table.stations[0].press("confirm", table.now)
    assert table.stations[0].notice.startswith("Too early")
    table.wait(2 * S + TICK)
    assert "Wackee Six" in table.words(0)
    table.wait(30 * S)
    table.stations[0].press("confirm", table.now)
    table.wait(200_000)
    assert table.play.last("stop_called")["seat"] == 0
    table.wait(1 * S)
    assert "no main card left" in table.words(1)


@pytest.mark.rule("W6-CALL-15", "W6-COUNT-10", "W6-COUNT-19", "W6-SCORE-08")
def test_a_call_is_confirmed_and_the_cards_are_counted_with_keys() -> None:
    table = Table(Play(header(2, target=10)).seated())
    table.start()
    table.wait(30 * S)
    table.stations[0].press("confirm", table.now)
    table.wait(1_200_000)
    one, other = table.stations
    other.press("next", table.now)
    other.press("confirm", table.now)
    for _ in range(3):
        other.press("next", table.now)
    other.press("confirm", table.now)
    assert "Cards in the centre" in table.words(0)
    for station in (one, other):
        station.press("confirm", table.now)
    for station in (one, other):
        station.press("next", table.now)
        station.press("confirm", table.now)
    assert table.play.totals() == [22, 3]
    assert table.play.asked == {TABLE: "after_round"}
    assert "That is the result" in table.words(0)


@pytest.mark.rule("W6-PACE-05", "W6-PACE-13", "W6-STUCK-04")
def test_the_pause_of_the_box_stops_a_pace_maker_too() -> None:
    table = Table(Play(header(2, [None, "weak"], pace_jitter=0)).seated())
    person = table.stations[0]
    person.press("confirm", table.now)
    person.press("confirm", table.now)
    table.wait(3 * S + TICK + 9 * S)
    before = len(table.play.tells("pace_at"))
    assert before == 1
    table.desk.pause(table.now)
    table.wait(60 * S)
    assert len(table.play.tells("pace_at")) == before
    table.desk.go_on(table.now)
    table.wait(4 * S)
    assert len(table.play.tells("pace_at")) == before + 1


@pytest.mark.rule("W6-COUNT-13", "W6-COUNT-14", "W6-COUNT-16")
def test_the_centre_is_scanned_on_any_reader() -> None:
    play = Play(header(2, count_by="scan", call_check="trust", countdown_s=0)).go(0).press((0, 30 * S))
    table = Table(play)
    table.now = 40 * S
    for station, card in ((0, "green-blue-01"), (1, "red-blue-01"), (0, "red-blue-02"), (1, "red-blue-02")):
        table.stations[station].tap(card, table.now)
    assert [count.played for count in play.state.run.counts] == [2, 1]
    assert "3 so far" in table.words(1)
    table.stations[0].tap("yellow-blue-01", table.now)
    assert table.stations[0].notice == "Yellow deck is not in play"
    table.stations[0].press("confirm", table.now)
    assert play.asked == {1: "left"}


@pytest.mark.rule("W6-CALL-05")
def test_on_one_console_any_press_stops_play_and_then_it_asks_who_called() -> None:
    play = Play(header(3, call_by="voice", countdown_s=0)).go(0)
    table = Table(play, shared=True)
    (console,) = table.stations
    table.wait(20 * S)
    console.press("confirm", table.now)
    table.wait(200_000)
    assert "Who called?" in table.words()
    console.press("next", table.now)
    console.press("next", table.now)
    console.press("confirm", table.now)
    assert play.question(0).args == {"who": 1}


@pytest.mark.rule("W6-HIST-07", "W6-CALL-20")
def test_undo_takes_back_a_count_and_stops_at_the_press() -> None:
    play = Play(header(2, call_check="trust", countdown_s=0)).go(0).press((0, 30 * S))
    table = Table(play)
    table.now = 40 * S
    station = table.stations[1]
    station.press("next", table.now)
    station.press("confirm", table.now)
    assert play.asked == {0: "played", 1: "played"}
    assert station.undo()
    assert play.asked == {1: "left"}
    assert not station.undo()
    assert play.state.run.callers == [0]


@pytest.mark.rule("W6-CALL-06", "W6-CALL-07", "W6-CALL-08", "W6-CALL-11", "W6-INV-04")
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_contacts_a_few_milliseconds_apart_are_compared_whatever_is_heard_first(
    order: tuple[int, ...],
) -> None:
    table = Table(Play(header(3, call_check="trust")).seated())
    table.start()
    table.wait(30 * S)
    contacts = {0: table.now - 9_000, 1: table.now - 15_000, 2: table.now - 18_000}
    for seat in order:
        table.stations[seat].press("confirm", table.now, at=contacts[seat])
    table.wait(1_200_000)
    run = table.play.state.run
    assert [press.at - run.go for press in sorted(run.presses, key=lambda press: press.side)] == [
        table.desk.playing_time(contacts[seat]) - run.go for seat in range(3)
    ]
    assert run.callers == [0, 1, 2]
    assert run.spent == contacts[2] - run.go


@pytest.mark.rule("W6-CALL-12")
def test_a_second_press_of_the_same_side_in_a_stop_is_not_asked_for() -> None:
    table = Table(Play(header(2)).seated())
    table.start()
    table.wait(5 * S)
    table.stations[0].press("confirm", table.now)
    table.stations[0].press("confirm", table.now, at=table.now + 3_000)
    assert len(table.play.state.run.presses) == 1
