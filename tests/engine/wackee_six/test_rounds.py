"""A round step by step: sides and decks, ready, countdown, stuck, limits, the console (3.1, 3.2, 3.4, 3.6; 5.1, 5.10)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.ask import CHANCE, CLOCK, TABLE
from engine.rulebook import SetupError
from engine.wackee_six.layout import components
from engine.wackee_six.pack import read_pack
from engine.wackee_six.sides import arrangement, balanced
from engine.wackee_six.words import COLLECT
from tests.engine.conformance import lots
from tests.engine.wackee_six.kit import Play, S, header, play_out, practice


@pytest.mark.rule("W6-COMP-01", "W6-COMP-02", "W6-COMP-03", "W6-COMP-04")
def test_s44_six_decks_of_54_cards_each_card_once() -> None:
    pack = read_pack(practice())
    assert len(pack.backs) == 6
    for back in pack.backs:
        deck = [card for card in pack.cards.values() if card.back == back]
        assert len(deck) == 54
        assert len({(card.suit, card.number) for card in deck if not card.wild}) == 52
        assert sum(card.wild for card in deck) == 2
    found = components(pack)
    assert len({component.id for component in found}) == 324
    assert found[0].id == "red-blue-01"


@pytest.mark.rule("W6-COMP-01", "W6-COMP-04", "W6-SIDE-06")
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"backs": ["red", "red"]}, "each name once"),
        ({"backs": ["red", "rose"]}, "another first letter"),
        ({"suits": ["blue", "green", "third"]}, "suits"),
        ({"suits": ["blue", "green", "wild", "fourth"]}, "none may be 'wild'"),
        ({"backs": ["red"]}, "2 sides need one each"),
        ({"colour": 1}, "colour"),
    ],
)
def test_a_pack_that_cannot_be_played_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        Play(header(2, pack={**practice(), **change}))


@pytest.mark.rule(
    "W6-SIDE-02", "W6-SIDE-03", "W6-SIDE-04", "W6-SIDE-05", "W6-SIDE-06", "W6-SIDE-08", "W6-INV-14"
)
@pytest.mark.parametrize(
    ("people", "pairs", "singles"),
    [(2, 0, 2), (5, 0, 5), (6, 0, 6), (7, 3, 1), (8, 4, 0), (12, 6, 0)],
    ids=["V01", "five", "V02", "V03", "eight", "twelve"],
)
def test_single_players_up_to_six_then_pairs(people: int, pairs: int, singles: int) -> None:
    assert arrangement(people) == (pairs, singles)
    play = Play(header(people, pairing="random")).seated()
    sizes = [len(play.game.side(number).seats) for number in play.game.people()]
    assert (sizes.count(2), sizes.count(1)) == (pairs, singles)
    assert play.last("decks_needed") == {"number": pairs + singles}


@pytest.mark.rule("W6-SIDE-02", "W6-SIDE-06", "W6-PACE-12")
@pytest.mark.parametrize(
    ("seats", "pilots", "message"),
    [
        pytest.param(13, [], "2 to 12", id="V07"),
        pytest.param(1, [], "2 to 12", id="V09"),
        pytest.param(2, [None, "away"], "1 people", id="one and an empty chair"),
        pytest.param(7, [None] * 5 + ["weak"] * 2, "5 sides and 2 pace-makers; at most 6", id="S40"),
        pytest.param(5, [None, *["weak"] * 4], "4 pace-makers; at most 3", id="four pace-makers"),
        pytest.param(2, [None, "lightning"], "no pace-maker 'lightning'", id="unknown pace"),
    ],
)
def test_too_few_or_too_many_are_refused(seats: int, pilots: Any, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        Play(header(seats, pilots) if seats <= 12 else header(13))


@pytest.mark.rule("W6-SIDE-02", "W6-PACE-01")
def test_v10_one_person_plays_against_a_pace_maker_with_one_deck() -> None:
    play = Play(header(2, [None, "weak"])).seated()
    assert [side.pace for side in play.state.sides] == [True, False]
    assert play.last("decks_needed") == {"number": 1}


@pytest.mark.rule("W6-SIDE-05", "W6-SIDE-07")
def test_the_table_says_who_plays_alone_and_who_are_partners() -> None:
    play = Play(header(7))
    assert play.asked == {TABLE: "who_plays_alone"}
    play.say(TABLE, "4")
    assert (play.asked, play.question(TABLE).args) == ({TABLE: "whose_partner"}, {"seat": 0})
    play.say(TABLE, "6").say(TABLE, "5").say(TABLE, "3")
    assert [side.seats for side in play.state.sides] == [[4], [0, 6], [1, 5], [2, 3]]
    assert {"W6-SIDE-10", "W6-SIDE-12"} <= set(play.tells("pair")[-1].rules)


@pytest.mark.rule("W6-SIDE-05", "W6-SIDE-07")
def test_s27_balanced_the_best_plays_alone_and_best_goes_with_weakest() -> None:
    average = dict(enumerate([22.0, 30, 11, 28, 18, 25, 20]))
    assert balanced(list(range(7)), average) == [[1], [3, 2], [5, 4], [0, 6]]
    play = Play(header(7, pairing="balanced", averages=[22, 30, 11, 28, 18, 25, 20]))
    assert [side.seats for side in play.state.sides] == [[1], [3, 2], [5, 4], [0, 6]]


@pytest.mark.rule("W6-SIDE-01", "W6-SIDE-13", "W6-COMP-04")
def test_s29_every_side_has_its_own_deck_by_any_card_of_it() -> None:
    play = Play(header(2))
    assert play.asked == {0: "deck", 1: "deck"}
    play.say(1, "green-blue-07")
    assert play.last("has_deck") == {"seat": 1, "deck": "deck-green"}
    assert play.refusal(0, "green-wild-1").reason == "deck_taken"
    assert play.refusal(0, "no such card").reason == "unknown_tag"
    play.say(0, "deck-red")
    places = play.rulebook.layout(play.state).pieces
    assert (places["deck-red"], places["deck-green"], places["deck-blue"]) == ("hand.0", "hand.1", "box")


@pytest.mark.rule("W6-DEAL-07", "W6-START-01", "W6-START-03", "W6-OBJ-01")
def test_s01_nobody_starts_before_all_are_ready() -> None:
    play = Play(header(4)).seated()
    assert play.last("deal") == {"round": 1}
    play.say_all((0, True), (2, True), (3, True))
    assert play.asked == {1: "ready"}
    play.say(1, True)
    assert play.asked == {CHANCE: "first_starter"}
    play.say(CHANCE, "2")
    assert play.asked == {2: "start"}
    play.say(2, 10 * S)
    assert (play.last("countdown"), play.question(CLOCK).at) == ({"seconds": 3}, 13 * S)
    play.time()
    assert play.state.phase == "run"


@pytest.mark.rule("W6-START-02")
def test_s02_who_starts_goes_round() -> None:
    play = Play(header(4, countdown_s=0, target=0)).seated()
    starters = []
    for number in range(5):
        for seat in [seat for seat, key in play.asked.items() if key == "ready"]:
            play.say(seat, True)
        if number == 0:
            play.say(CHANCE, "2")
        (seat,) = play.asked
        starters.append(seat)
        play.say(seat, play.state.now).time()
        play.press((0, play.state.now + 9 * S)).judge().count((20, 0), (9, 5), (9, 5), (9, 5))
        play.say(TABLE, "next")
    assert starters == [2, 3, 0, 1, 2]


@pytest.mark.rule("W6-START-03", "W6-START-05", "W6-START-06", "W6-INV-03")
def test_s04_a_press_in_the_countdown_is_too_early_and_changes_nothing() -> None:
    play = Play(header(2)).seated().say_all((0, True), (1, True), (CHANCE, "0"), (0, 5 * S))
    refused = play.refusal(1, 7 * S)
    assert (refused.reason, refused.rules) == ("too_early", ("W6-START-05", "W6-START-06"))
    assert play.state.phase == "countdown"
    play.time().say(1, 8 * S + 200_000)
    assert play.state.run.presses[0].at == 8 * S + 200_000


@pytest.mark.rule("W6-START-07", "W6-INV-01")
def test_s16_a_round_called_off_leaves_no_trace() -> None:
    play = Play(header(2, countdown_s=0)).go(0).say(TABLE, "call_off")
    assert play.last("called_off") == {"round": 1}
    assert (play.state.phase, play.state.round, play.state.history) == ("ready", 1, [])
    assert play.totals() == [0, 0]


@pytest.mark.rule("W6-TIE-04", "W6-TIE-05")
def test_s17_the_dispute_button_shows_the_rule_and_play_goes_on() -> None:
    play = Play(header(2, countdown_s=0)).go(0).say(TABLE, "dispute")
    assert {"W6-TIE-01", "W6-TIE-02", "W6-TIE-03"} <= set(play.tells("dispute")[-1].rules)
    assert play.state.phase == "run"
    play.press((0, 9 * S))
    assert play.state.run.spent == 9 * S


@pytest.mark.rule("W6-STUCK-01", "W6-STUCK-02", "W6-STUCK-03", "W6-SCORE-07")
def test_s12_all_stuck_within_ten_seconds_stops_the_round_without_a_bonus() -> None:
    play = Play(header(4, countdown_s=0)).go(0)
    for side in (0, 1, 2):
        play.say(TABLE, f"stuck.{side}").time(20 * S + side * S)
    assert play.last("stuck_so_far") == {"seats": [3]}
    assert "W6-STUCK-02" in play.tells("stuck_so_far")[0].rules
    play.time()
    assert play.state.now == 30 * S
    assert (play.last("not_all_stuck"), play.state.run.stuck, play.state.phase) == ({}, [], "run")
    for side in range(4):
        play.say(TABLE, f"stuck.{side}").time((40 + side) * S)
    assert play.last("no_call") == {"time": "0:43.0"}
    play.count((15, 5), (25, 2), (12, 7), (20, 3))
    assert play.totals() == [5, 21, -2, 14]
    assert play.state.history[0].ended == "stuck"


@pytest.mark.rule("W6-STUCK-03", "W6-STAT-04")
def test_s13_a_void_round_is_dealt_anew_with_the_same_number() -> None:
    play = Play(header(2, countdown_s=0, stuck="void")).go(0)
    for side in (0, 1):
        play.say(TABLE, f"stuck.{side}").time(20 * S)
    assert play.last("void") == {"round": 1}
    assert (play.state.phase, play.state.round, play.state.history) == ("ready", 1, [])


@pytest.mark.rule("W6-STUCK-05", "W6-STUCK-04")
def test_s14_the_limit_is_warned_of_and_pauses_do_not_count() -> None:
    play = Play(header(2, countdown_s=0, round_limit_s=300)).go(0)
    play.say(TABLE, "pause").time(100 * S).say(TABLE, True).time(160 * S).time()
    assert play.asked[CLOCK] == "warning"
    assert play.question(CLOCK).at == (285 + 60) * S
    play.time()
    assert play.last("limit_near") == {"seconds": 15}
    play.time()
    assert (play.state.run.spent, play.state.run.ended) == (300 * S, "limit")
    assert play.asked == {0: "left", 1: "left"}


def at_the_limit() -> Play:
    """A round with a minute to play, warned of its end."""
    return Play(header(2, countdown_s=0, round_limit_s=60)).go(0).time()


@pytest.mark.rule("W6-STUCK-05", "W6-CALL-11", "W6-CALL-07")
def test_a_press_just_before_the_limit_may_come_in_after_it() -> None:
    play = at_the_limit()
    assert (play.asked[CLOCK], play.question(CLOCK).at) == ("limit", 60 * S + COLLECT)
    play.say(0, 60 * S - 2_000).time()
    assert play.last("stop_called")["seat"] == 0


@pytest.mark.rule("W6-STUCK-05", "W6-CALL-11")
def test_a_press_after_the_limit_is_none() -> None:
    play = at_the_limit().say(0, 60 * S).time()
    assert (play.state.run.presses, play.state.run.spent, play.state.run.ended) == ([], 60 * S, "limit")


@pytest.mark.rule("W6-STUCK-05")
def test_a_clock_on_record_that_did_not_wait_at_the_limit_is_still_heard() -> None:
    play = at_the_limit().say(CLOCK, 60 * S)
    assert play.state.run.ended == "limit"


@pytest.mark.rule("W6-STUCK-04", "W6-INV-03")
def test_s15_in_a_pause_presses_count_for_nothing() -> None:
    play = Play(header(2)).go(3 * S).say(TABLE, "pause").time(10 * S)
    assert play.asked == {TABLE: "go_on"}
    assert play.refusal(0, 12 * S).reason == "not_asked"
    play.say(TABLE, True).time(20 * S)
    assert play.last("countdown") == {"seconds": 3}
    play.time()
    assert (play.state.phase, play.state.run.spent) == ("run", 7 * S)


@pytest.mark.rule("W6-START-04", "W6-INV-01", "W6-INV-02")
def test_the_phases_follow_one_another_and_time_runs_only_in_play() -> None:
    following = {
        "deal": {"ready"}, "ready": {"start"}, "start": {"countdown"},
        "countdown": {"run", "collect", "deal", "ready", "paused"},
        "run": {"collect", "deal", "ready", "paused", "accept", "left", "scan"}, "collect": {"listen", "check", "who"},
        "listen": {"check"}, "who": {"check"}, "check": {"again", "accept", "left", "scan", "played"},
        "again": {"countdown"}, "paused": {"again"}, "accept": {"left", "scan", "played"}, "scan": {"left", "played"},
        "left": {"played"}, "played": {"confirm"}, "confirm": {"after", "left", "played"}, "after": {"over", "ready"},
    }  # fmt: skip
    for seed in range(6):
        seen: list[tuple[str, int, int]] = []

        def note(play: Play, seen: list[tuple[str, int, int]] = seen) -> None:
            seen.append((play.state.phase, play.state.round, play.state.run.spent))

        play_out(Play(header(3, [None, None, "weak"] if seed % 2 else [])), seed, each=note)
        for (phase, number, spent), (after, other, later) in pairwise(seen):
            assert phase == after or after in following.get(phase, {after}), f"{phase} -> {after}"
            if number == other and phase not in ("run", "countdown", "collect"):
                assert later == spent or after == "ready"
            assert later >= spent or after in ("ready", "deal")
    assert lots(1)("x")(3) in range(3)
