"""A player who leaves: pause, a pilot, or a neutral car (WR-APP-10 to -12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import CHANCE, IllegalAnswer
from engine.record import Reseat, SeatInfo
from engine.settle import settle
from engine.wacky_races.absent import NEUTRAL
from tests.engine.conformance import lots
from tests.engine.wacky_races.kit import SPREAD, new_match, with_real_cards
from tests.engine.wacky_races.races import begin
from tests.engine.wacky_races.scene import Scene, scene

if TYPE_CHECKING:
    from engine.wacky_races.state import Car

GONE = SeatInfo("Ana", NEUTRAL)


def table(cars: str = SPREAD, **given: Any) -> Scene:
    """A race whose absent players become neutrals."""
    options = {"absent_seat": "neutral", **given.pop("options", {})}
    return scene(cars, options=options, **given)


def leave(on: Scene, racer: str) -> Scene:
    """A player leaves."""
    on.match.apply(Reseat(on.seat(racer), GONE))
    return on.settle()


def play(on: Scene) -> Scene:
    """Whoever is asked plays one card and ends the turn."""
    turn = on.state.turn
    on.answer("D")
    while on.state.turn is turn and on.question.optional:
        on.answer(None)
    return on


def car(on: Scene, racer: str) -> Car:
    """A car."""
    return next(car for car in on.state.cars if car.racer == racer)


@pytest.mark.rule("WR-APP-10", "WR-APP-11", "WR-APP-12", "WR-NEUT-01", "WR-DD-27")
def test_v58_a_seat_becomes_neutral() -> None:
    on = leave(table(hands={"ANT": "DF"}, discard="P"), "ANT")
    assert (on.discard, on.hand("ANT"), car(on, "ANT").seat) == ("DFP", "", None)
    assert on.asked == "PAT"
    assert on.tell("seat_neutral").args == {"seat": 2, "racer": "ANT", "number": 2}
    play(play(on))
    assert on.state.round == 3
    assert on.told[-1].key == "turn"
    assert [tell.key for tell in on.told].count("neutral_phase") == 1
    assert on.at["ANT"] != "T7"
    assert "extra_move" not in [tell.key for tell in on.told]


@pytest.mark.rule("WR-APP-12", "WR-NEUT-21")
def test_with_six_players_one_that_left_makes_a_neutral_phase_necessary() -> None:
    players = "PAT RUF ANT RED SLA PEN"
    on = table(players=players, neutrals="", turn="PEN")
    play(leave(on, "SLA"))
    assert "neutral_phase" in [tell.key for tell in on.told]
    assert on.at["SLA"] == "T3"


@pytest.mark.rule("WR-APP-12", "WR-DD-27")
@pytest.mark.parametrize(("began", "told"), [(2, True), (3, False)])
def test_the_extra_move_depends_on_how_many_began(began: int, *, told: bool) -> None:
    players = "PAT RUF" if began == 2 else "PAT RUF ANT"
    cars = "PAT=T5 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T3"
    on = table(cars, players=players, neutrals="RED SLA PEN ANT" if began == 2 else "RED SLA PEN", turn="RUF")
    if began == 3:
        leave(on, "ANT")
    else:
        leave(on, "PAT")
    play(on)
    assert ("extra_move" in [tell.key for tell in on.told]) is told


@pytest.mark.rule("WR-APP-11", "WR-SETUP-16")
def test_the_starting_player_who_leaves_passes_the_card_clockwise() -> None:
    on = leave(table(), "PAT")
    assert (on.asked, on.state.starter) == ("RUF", 1)
    assert on.tell("card_passes_on").args == {"seat": 1}
    play(on)
    assert on.asked == "ANT"
    play(on)
    assert (on.asked, on.state.round) == ("RUF", 3)


@pytest.mark.rule("WR-APP-11", "WR-TURN-01")
@pytest.mark.parametrize(("turn", "follows", "rounds"), [("RUF", "ANT", 2), ("ANT", "PAT", 3)])
def test_who_leaves_at_the_own_turn_has_none(turn: str, follows: str, rounds: int) -> None:
    on = leave(table(turn=turn), turn)
    assert (on.asked, on.state.round) == (follows, rounds)


@pytest.mark.rule("WR-APP-11")
def test_a_turn_passes_over_a_seat_that_is_gone() -> None:
    on = play(leave(table(), "RUF"))
    assert on.asked == "ANT"


@pytest.mark.rule("WR-APP-11", "WR-DECK-01")
def test_cards_nobody_has_seen_are_shown_before_they_go_under_the_pile() -> None:
    on = with_real_cards(table(options={"movement_deck": "physical"}, discard="P"), 3, 2, 2)
    on.match.apply(Reseat(2, GONE))
    assert (on.question.seat, on.question.key, on.question.pile) == (CHANCE, "show_card", "hand.2")
    on.match.answer(CHANCE, "movement-A-01")
    on.match.answer(CHANCE, "F")
    assert on.state.discard == ["movement-A-01", "F", "P"]
    assert on.asked == "PAT"


@pytest.mark.rule("WR-APP-11")
def test_the_last_player_cannot_become_neutral() -> None:
    on = leave(leave(table(), "RUF"), "ANT")
    with pytest.raises(IllegalAnswer, match="last_player"):
        leave(on, "PAT")
    assert on.asked == "PAT"


@pytest.mark.rule("WR-APP-10")
@pytest.mark.parametrize(("setting", "pilots"), [("pause", ()), ("bot", ("weak",)), ("neutral", (NEUTRAL,))])
def test_the_setting_says_who_goes_on(setting: str, pilots: tuple[str, ...]) -> None:
    on = table(options={"absent_seat": setting})
    assert on.match.rulebook.stand_ins() == pilots


@pytest.mark.rule("WR-APP-10")
def test_no_seat_becomes_neutral_unless_the_table_has_agreed() -> None:
    on = table(options={"absent_seat": "bot"})
    with pytest.raises(IllegalAnswer, match="no_neutral_seat"):
        leave(on, "ANT")


def test_nobody_becomes_neutral_before_there_are_cars() -> None:
    match = begin(3, absent_seat="neutral")
    with pytest.raises(IllegalAnswer, match="not_between_turns"):
        match.apply(Reseat(0, GONE))


@pytest.mark.rule("WR-APP-10")
def test_a_pilot_goes_on_and_gives_the_seat_back() -> None:
    match = new_match(3)
    while match.state.stage != "turn":
        question = match.open[0]
        match.answer(question.seat, question.options[0].value)
    seat = match.state.turn.seat if match.state.turn else 0
    person = match.seats[seat]
    match.apply(Reseat(seat, SeatInfo("Ana", "weak", hand_known=True)))
    settle(match, {seat: match.rulebook.pilot("weak")}, lots(1))
    following = match.open[0].seat
    assert following == (seat + 1) % 3
    assert match.state.hands[seat].size == 3
    match.apply(Reseat(seat, person))
    assert match.seats[seat].pilot is None
    assert match.open[0].seat == following


@pytest.mark.rule("WR-APP-11", "WR-CHAMP-05", "WR-CHAMP-08")
def test_who_left_is_not_in_the_next_race_and_who_is_back_is() -> None:
    cars = "PAT=T18 RED=T17 RUF=T15 SLA=T15 ANT=T12 PEN=T9"
    series = {"champ_races": 3, "champ_points": [10, 6, 4, 3, 2, 1], "absent_seat": "neutral"}
    on = leave(scene(cars, options=series), "ANT").answer("D", True, "next_race")
    assert on.state.points == [[10, 4, 0]]
    while on.state.turn is None:
        on.answer(on.question.options[0].value)
    assert sorted(c.seat for c in on.state.cars if c.seat is not None) == [0, 1]
    assert [hand.size for hand in on.state.hands] == [3, 3, 0]
    assert on.state.began == 2
    on.match.apply(Reseat(2, SeatInfo("Ana")))
    assert on.state.away == [False, False, False]
    assert sorted(c.seat for c in on.state.cars if c.seat is not None) == [0, 1]


@pytest.mark.rule("WR-INV-20")
def test_leaving_can_be_taken_back() -> None:
    on = table(hands={"ANT": "DF"}, discard="P")
    before = on.match.rulebook.encode(on.state)
    leave(on, "ANT")
    on.match.undo(0)
    assert on.match.rulebook.encode(on.state) == before
