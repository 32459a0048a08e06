"""Bots: what they decide, what they may know, and how strong they are (3.12, section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.pilots import AnyLegal
from engine.record import Answer
from engine.rulebook import SetupError
from engine.settle import settle
from engine.wacky_challenge.pilots import NORMAL, Planner, Steady, noise_from
from engine.wacky_challenge.views import SeatView
from tests.engine.conformance import lots
from tests.engine.wacky_challenge.kit import Play, begun, header, placed, play_out

if TYPE_CHECKING:
    from collections.abc import Sequence


def decide(play: Play, seat: int, level: str = "weak", seed: int = 1) -> Any:
    """What a pilot answers to the question put to a seat; it must be legal."""
    question = play.question(seat)
    pilot = play.rulebook.pilot(level)
    value = pilot.answer(play.rulebook.view(play.state, seat), question, lots(seed)("pilot"))
    question.read(value)
    return value


def taking(offer: Sequence[str], route: Sequence[str], seat: int = 0) -> Play:
    """A match in which *seat* takes from *offer* with such a route."""
    play = placed(2, turn=3, colours=("red", "violet"))
    play.choose(*[player.hand[0] for player in play.state.players])
    state = play.state
    state.order, state.taken = [seat, 1 - seat], 0
    state.players[seat].route = list(route)
    state.offer = list(offer)
    play.match.restart_turn()
    return play


@pytest.mark.rule("WC-BOT-03", "WC-BOT-05")
@pytest.mark.parametrize(
    ("offer", "route", "taken"),
    [
        pytest.param(
            "white-train green-plane yellow-car",
            "white-motorbike blue-train",
            "white-train",
            id="most stages",
        ),
        pytest.param(
            "white-train green-plane yellow-car", "white-plane blue-train", "green-plane", id="an aerodrome"
        ),
        pytest.param(
            "white-car red-car blue-car", "white-motorbike blue-train", "red-car", id="the own colour"
        ),
        pytest.param(
            "starter-train-1 orange-car yellow-plane",
            "white-car blue-train",
            "orange-car",
            id="a car's other half",
        ),
    ],
)
def test_a_steady_bot_takes_what_adds_most(offer: str, route: str, taken: str) -> None:
    assert decide(taking(offer.split(), route.split()), 0) == taken


@pytest.mark.rule("WC-BOT-05", "WC-BOOST-10")
def test_choosing_late_a_steady_bot_comes_first_with_the_fewest_stages() -> None:
    play = placed(
        2, effect=(0, "last_choice"), hands={0: ["red-train", "red-car", "red-plane"], 1: ["blue-boat"]}
    )
    play.choose("blue-boat", seats=(1,))
    assert decide(play, 0) == "red-train"


@pytest.mark.rule("WC-BOT-05", "WC-BOOST-04", "WC-BOOST-22")
def test_top_vehicle_and_exchange() -> None:
    play = placed(2, turn=2, hands={0: ["red-plane", "red-boat"]})
    play.choose("red-plane", play.state.players[1].hand[0]).take(*play.state.offer[:2])
    assert play.asked == {0: "top_vehicle"}
    assert decide(play, 0) == "boat"
    pack = header(2).pack
    next(row for row in pack["race"] if row["id"] == "red-plane")["booster"] = "exchange"
    play = placed(2, turn=2, hands={0: ["red-plane", "red-car", "red-motorbike"]}, pack=pack)
    play.choose("red-plane", play.state.players[1].hand[0]).take(*play.state.offer[:2])
    given = decide(play, 0)
    play.say(0, given)
    held = decide(play, 0)
    play.say(0, held)
    assert play.last("exchanged") == {"seat": 0, "card": given, "other": held}


@pytest.mark.rule("WC-BOT-05")
def test_the_levels_and_the_setting_name_the_styles() -> None:
    rulebook = begun(2).rulebook
    assert type(rulebook.pilot("weak")) is Steady
    assert type(rulebook.pilot("steady")) is Steady
    assert type(rulebook.pilot("strong")) is type(rulebook.pilot("planner")) is Planner
    assert type(rulebook.pilot("random")) is AnyLegal
    assert type(begun(2, bot="planner").rulebook.pilot("weak")) is Planner
    with pytest.raises(SetupError, match="no pilot 'clever'; choose one of weak, strong"):
        rulebook.pilot("clever")


@pytest.mark.rule("WC-BOT-05", "WC-INV-18")
@pytest.mark.parametrize("level", ["weak", "strong", "random"])
def test_the_same_seed_and_the_same_match_give_the_same_moves(level: str) -> None:
    play = placed(3, turn=3)
    assert len({decide(play, 1, level, 4) for _ in range(3)}) == 1


@pytest.mark.rule("WC-BOT-02", "WC-BOT-04", "WC-INV-17", "WC-INV-18")
@pytest.mark.parametrize("other", ["red-car", "red-boat", "red-plane"])
def test_s09_bots_choose_before_persons_and_whatever_persons_choose(other: str) -> None:
    def bots_choices(card: str) -> list[Any]:
        play = Play(header(4, [None, "weak", "weak", "weak"], starter_draw="companion"))
        pilots = {seat: play.rulebook.pilot("weak") for seat in (1, 2, 3)}
        play.say(0, "character-red")
        settle(play.match, pilots, lots(7))
        assert play.match.given == {1, 2, 3}
        chosen = play.match.record[-3:]
        play.say(0, card)
        return [(entry.seat, entry.value) for entry in chosen if isinstance(entry, Answer)]

    assert bots_choices("red-train") == bots_choices(other)


@pytest.mark.rule("WC-BOT-03", "WC-BOT-04", "WC-CHOOSE-12")
@pytest.mark.parametrize("level", ["weak", "strong"])
def test_s35_no_hidden_choice_changes_what_a_bot_does(level: str) -> None:
    play = begun(3, choice_means="shared_reader").say(0, "red-car")
    found = set()
    for hidden in list(play.state.players[0].hand):
        play.state.chosen[0] = hidden
        found.add(decide(play, 1, level))
    assert len(found) == 1
    view = play.rulebook.view(play.state, 1)
    assert isinstance(view, SeatView)
    assert view.public.chosen == (True, False, False)
    assert not any(view.public.row)


def test_the_noise_is_normal_and_depends_on_its_seed_alone() -> None:
    assert abs(sum(NORMAL)) < 1e-6
    assert 0.97 < sum(value * value for value in NORMAL) / len(NORMAL) < 1.01
    one, other, third = noise_from(1), noise_from(1), noise_from(2)
    first = [one() for _ in range(4000)]
    assert first == [other() for _ in range(4000)]
    assert first[:50] != [third() for _ in range(50)]
    assert abs(sum(first) / 4000) < 0.1


def share(one: str, other: str, seats: int, matches: int) -> float:
    """The share of wins of one pilot among others, every seat in turn."""
    won = 0.0
    for seed in range(matches):
        levels = [other] * seats
        levels[seed % seats] = one
        play = Play(header(seats, levels, starter_draw="companion"))
        play_out(play, seed, {seat: play.rulebook.pilot(level) for seat, level in enumerate(levels)})
        assert play.match.result is not None
        best = [row.seat for row in play.match.result.standings if row.place == 1]
        won += (seed % seats in best) / len(best)
    return won / matches


@pytest.mark.rule("WC-BOT-05")
@pytest.mark.parametrize(("seats", "least"), [(2, 0.80), (4, 0.70), (6, 0.60)])
def test_steady_beats_random(seats: int, least: float) -> None:
    assert share("weak", "random", seats, 120) >= least


@pytest.mark.rule("WC-BOT-05")
def test_the_planner_beats_steady() -> None:
    assert share("strong", "weak", 2, 16) >= 0.80
