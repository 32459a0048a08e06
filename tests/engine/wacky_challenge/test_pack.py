"""Packs and taught values: what is printed, what may be entered, what is refused (2.2, 3.1)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import TABLE, IllegalAnswer
from engine.record import Teach
from engine.rulebook import SetupError
from engine.wacky_challenge.layout import components
from engine.wacky_challenge.pack import read_pack
from engine.wacky_challenge.teaching import check_value
from engine.wacky_challenge.words import STARTERS
from tests.engine.wacky_challenge.kit import VEHICLES, Play, begun, header, practice, untaught

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.rule(
    "WC-COMP-01",
    "WC-COMP-02",
    "WC-COMP-03",
    "WC-COMP-04",
    "WC-COMP-07",
    "WC-COMP-08",
    "WC-PACK-06",
    "WC-PACK-10",
)
def test_s36_the_practice_pack_has_the_structure_of_the_real_one() -> None:
    pack = read_pack(practice())
    race = [card for card in pack.cards.values() if not card.starter]
    assert len(race) == 35
    assert {card.id for card in race} == {
        f"{colour}-{vehicle}" for colour in pack.colours for vehicle in VEHICLES
    }
    assert Counter(pack.cards[card].vehicle for card in pack.starters) == STARTERS
    assert {card.vehicle for card in pack.cards.values() if card.half != "none"} == {"car", "boat", "plane"}
    assert pack.bonus == "violet"
    assert (pack.faulty, pack.twins, pack.practice) == ({}, (), True)
    play = Play(header(2))
    assert len(components(pack)) == 7 + 35 + 8
    assert len(play.rulebook.layout(play.state).pieces) == 55


@pytest.mark.rule("WC-COMP-05", "WC-COMP-06", "WC-COMP-09")
def test_a_race_card_has_its_values_and_a_starter_neither_driver_nor_booster() -> None:
    pack = read_pack(practice())
    card = pack.cards["red-boat"]
    assert (card.vehicle, card.colour, card.speed, card.whole, card.half, card.booster) == (
        "boat", "red", 22, 2, "right", "none",
    )  # fmt: skip
    starter = pack.cards["starter-boat-1"]
    assert (starter.colour, starter.booster, starter.speed) == ("", "none", None)


@pytest.mark.parametrize(
    ("vehicle", "field", "value", "reason"),
    [
        pytest.param("car", "speed", 1000, "out_of_range", id="V06", marks=pytest.mark.rule("WC-PACK-02")),
        pytest.param(
            "train",
            "half",
            "right",
            "no_half_here",
            id="V07",
            marks=pytest.mark.rule("WC-PACK-04", "WC-COMP-07"),
        ),
        pytest.param("boat", "whole", 10, "out_of_range", id="V09", marks=pytest.mark.rule("WC-PACK-03")),
        pytest.param("boat", "booster", "rocket", "one_of_these", marks=pytest.mark.rule("WC-PACK-05")),
        pytest.param("boat", "speed", True, "out_of_range", marks=pytest.mark.rule("WC-PACK-02")),
        pytest.param("boat", "speed", -1, "out_of_range", marks=pytest.mark.rule("WC-PACK-02")),
        pytest.param("boat", "half", "middle", "one_of_these", marks=pytest.mark.rule("WC-PACK-04")),
    ],
)
def test_a_value_out_of_its_range_is_refused(vehicle: str, field: str, value: Any, reason: str) -> None:
    with pytest.raises(IllegalAnswer) as refused:
        check_value(vehicle, field, value)
    assert refused.value.reason == reason


@pytest.mark.rule("WC-PACK-02", "WC-PACK-03", "WC-PACK-05")
def test_v08_the_ends_of_the_ranges_are_taken() -> None:
    play = begun(2)
    values = {"speed": 0, "whole": 0, "half": "both", "booster": "triple"}
    play.match.apply(Teach("red-plane", values))
    card = play.game.card("red-plane")
    assert {field: getattr(card, field) for field in values} == values


@pytest.mark.rule("WC-PACK-01", "WC-PACK-10")
@pytest.mark.parametrize(
    ("component", "value", "reason"),
    [
        ("pink-car", {"speed": 1}, "unknown_card"),
        ("red-car", {"colour": "blue"}, "cannot_teach"),
        ("red-car", {}, "cannot_teach"),
        ("red-car", 12, "cannot_teach"),
        ("starter-car-1", {"booster": "none"}, "cannot_teach"),
        ("character-red", {"starter_bonus": True}, "bonus_taken"),
    ],
)
def test_only_values_that_are_printed_there_are_taught(component: str, value: Any, reason: str) -> None:
    play = begun(2)
    with pytest.raises(IllegalAnswer) as refused:
        play.match.apply(Teach(component, value))
    assert refused.value.reason == reason


@pytest.mark.rule("WC-PACK-01", "WC-PACK-08", "WC-COMP-05", "WC-COMP-06")
def test_s10_a_value_is_asked_for_when_it_first_matters() -> None:
    play = begun(2, pack=untaught()).choose("red-car", "blue-plane")
    assert play.question(TABLE).args == {"card": "red-car"}
    play.say_all((TABLE, 12), (TABLE, 30))
    assert play.match.record[-1].value == 30  # type: ignore[union-attr]
    play.take("starter-train-1")
    assert play.asked == {TABLE: "teach_whole"}
    play.say(TABLE, 2).take("starter-car-1")
    play.say_all((TABLE, 1), (TABLE, "left"))
    assert play.asked == {TABLE: "teach_booster"}
    assert play.question(TABLE).args == {"card": "blue-plane"}
    play.say(TABLE, "none")
    assert play.state.turn == 2
    assert set(play.state.taught) == {"red-car", "blue-plane", "starter-train-1", "starter-car-1"}


@pytest.mark.rule("WC-PACK-07")
def test_s11_equal_speeds_are_taken_with_a_warning() -> None:
    play = begun(2, pack=untaught()).choose("red-car", "blue-car")
    play.say_all((TABLE, 25), (TABLE, 25))
    assert play.last("same_speed") == {"card": "red-car", "other": "blue-car"}
    pack = practice()
    pack["race"][1]["speed"] = 29
    assert read_pack(pack).twins == (("red-car", "green-car"),)
    assert [tell.args for tell in Play(header(2, pack=pack)).tells("same_speed")] == [
        {"card": "red-car", "other": "green-car"}
    ]


@pytest.mark.rule("WC-PACK-09", "WC-ORDER-05")
def test_s12_a_corrected_speed_counts_from_the_next_computation_on() -> None:
    play = begun(2).choose("red-car", "blue-car")
    assert play.state.order == [0, 1]
    play.match.apply(Teach("blue-car", {"speed": 21}))
    assert play.state.order == [0, 1]
    assert play.game.speed("blue-car") == 21
    play.take("starter-train-1", "starter-train-2")
    play.state.players[0].route = ["blue-car"]
    assert play.rulebook.standings(play.state)[0].notes["speed"] == 21


@pytest.mark.rule("WC-PACK-11")
def test_s13_a_practice_pack_is_labelled_at_the_start_and_in_the_result() -> None:
    label = "Invented practice pack, not the printed cards"
    play = Play(header(2))
    assert play.match.tells[0].args == {"label": label}
    assert play.rulebook.result(play.state).notes["label"] == label
    assert not Play(header(2, pack=untaught())).tells("practice_pack")


@pytest.mark.rule("WC-PACK-06")
@pytest.mark.parametrize("spoil", [lambda race: race.pop(18), lambda race: race.append(dict(race[18]))])
def test_s14_a_colour_with_a_missing_or_doubled_card_cannot_be_chosen(
    spoil: Callable[[list[Any]], Any],
) -> None:
    pack = practice()
    assert pack["race"][18]["id"] == "green-boat"
    spoil(pack["race"])
    play = Play(header(2, pack=pack))
    assert play.last("incomplete") == {"colour": "character-green", "cards": ["green-boat"]}
    assert play.refusal(0, "character-green").reason == "colour_incomplete"
    assert "character-green" not in [option.value for option in play.question(0).options]
    in_books = Play(header(2, pack=pack, level="books"))
    in_books.say(0, "character-green")


def second_bonus(pack: dict[str, Any]) -> None:
    pack["character"][0]["starter_bonus"] = True


def no_bonus(pack: dict[str, Any]) -> None:
    pack["character"][5]["starter_bonus"] = False


def half_train(pack: dict[str, Any]) -> None:
    pack["race"][0]["half"] = "left"


def fast_car(pack: dict[str, Any]) -> None:
    pack["race"][1]["speed"] = 1000


def misnamed(pack: dict[str, Any]) -> None:
    pack["race"][1]["id"] = "red-auto"


def starter_misnamed(pack: dict[str, Any]) -> None:
    pack["starter"][0]["id"] = "starter-boat-7"


def seven_starters(pack: dict[str, Any]) -> None:
    pack["starter"].pop()


def no_starters(pack: dict[str, Any]) -> None:
    pack["starter"] = []


def equal_letters(pack: dict[str, Any]) -> None:
    pack["colours"][0] = "orchid"


def eighth_character(pack: dict[str, Any]) -> None:
    pack["character"].append(dict(pack["character"][0]))


def practice_for_real(pack: dict[str, Any]) -> None:
    pack["practice"] = False


def unknown_table(pack: dict[str, Any]) -> None:
    pack["cards"] = []


def few_colours(pack: dict[str, Any]) -> None:
    pack["race"] = pack["race"][:5]


@pytest.mark.rule("WC-PACK-06", "WC-PACK-10", "WC-PACK-04", "WC-PACK-11")
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (second_bonus, "exactly one character carries it"),
        (no_bonus, "starter_bonus is set for nobody"),
        (half_train, "red-train: half = 'left'; a train has none"),
        (fast_car, "<= 999"),
        (misnamed, "id 'red-auto' must be <colour>-<vehicle>"),
        (starter_misnamed, "id 'starter-boat-7' must be starter-<vehicle>-<number>"),
        (seven_starters, "the game has"),
        (no_starters, "level 'full' needs the eight starters"),
        (equal_letters, "each needs another first letter"),
        (eighth_character, "once"),
        (practice_for_real, "practice = true belongs to status"),
        (unknown_table, "cards"),
        (few_colours, "only 1 colours are complete, for 2 seats"),
    ],
)
def test_a_pack_that_cannot_be_played_is_refused_with_the_place(
    spoil: Callable[[dict[str, Any]], None], message: str
) -> None:
    pack = practice()
    spoil(pack)
    with pytest.raises(SetupError, match="wacky_challenge: pack") as error:
        Play(header(2, pack=pack))
    assert message in str(error.value)


@pytest.mark.rule("WC-BOT-06", "WC-PACK-08")
def test_s41_with_a_bot_every_missing_value_is_asked_before_turn_1() -> None:
    pack = practice()
    del pack["race"][1]["speed"], pack["race"][2]["booster"]
    play = Play(header(2, ["weak"], pack=pack))
    play.say(1, "character-blue")
    play.say("chance", "character-red")
    for card in ("starter-car-1", "starter-boat-1", "starter-train-1"):
        play.say(TABLE, card)
    assert (play.state.turn, play.asked, play.question(TABLE).args) == (
        0,
        {TABLE: "teach_speed"},
        {"card": "red-car"},
    )
    play.say(TABLE, 19)
    assert play.question(TABLE).args == {"card": "red-motorbike"}
    play.say(TABLE, "transform")
    assert play.state.turn == 1
    with pytest.raises(SetupError, match="bots need card values"):
        Play(header(2, ["weak"], level="books"))
