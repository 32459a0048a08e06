"""What several games would otherwise each spell out: places, the order round the table, packs, hands, luck."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ask import AGAIN, TABLE, IllegalAnswer, ask_unless_single, choose, known, skippable
from engine.hands import Hand
from engine.layout import hand_of, seat_of
from engine.match import Match
from engine.packs import PackHead, read_table
from engine.pilots import numbers_from, shuffle
from engine.record import Correct, Header, SeatInfo, Withdraw
from engine.rulebook import SetupError, places
from engine.seats import clockwise
from tests.engine.tiny import LanternWalk

if TYPE_CHECKING:
    from collections.abc import Generator

    from engine.ask import Ask

R = ("XX-01",)
BEGUN = Header("lantern_walk", (SeatInfo("Ana"), SeatInfo("Bea")))


def end_of(script: Generator[Any, Any, Any]) -> Any:
    """What a script returns that asks for nothing; fails when it does."""
    with pytest.raises(StopIteration) as end:
        next(script)
    return end.value.value


# --- scripts ------------------------------------------------------------------------------------------------------


def test_a_single_possibility_is_not_asked_for() -> None:
    assert end_of(ask_unless_single(lambda: choose(0, "q", {"a": 17}, rules=R))) == 17


@pytest.mark.parametrize(
    "question",
    [choose(0, "q", ["a", "b"], rules=R), skippable(choose(0, "q", ["a"], rules=R))],
    ids=["two", "one or none"],
)
def test_two_possibilities_are_asked_for_and_so_is_one_beside_none(question: Ask[Any]) -> None:
    script = ask_unless_single(lambda: question)
    assert next(script) is question
    assert script.send(AGAIN) is question
    with pytest.raises(StopIteration, match="17"):
        script.send(17)


def test_what_is_known_asks_nobody() -> None:
    assert end_of(known([1, 2])) == [1, 2]


# --- seats and places ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "start", "behind", "round_"),
    [
        ((0, 1, 2, 3), 2, False, [2, 3, 0, 1]),
        ((0, 1, 2, 3), 2, True, [3, 0, 1, 2]),
        ((0, 1, 2, 3), 3, True, [0, 1, 2, 3]),
        ((2, 0, 1), 0, False, [0, 1, 2]),
        ((5,), 5, True, [5]),
    ],
)
def test_seats_come_once_round_the_table(
    order: tuple[int, ...], start: int, *, behind: bool, round_: list[int]
) -> None:
    assert clockwise(order, start, behind=behind) == round_


def test_equals_share_the_better_place_and_the_next_is_left_out() -> None:
    assert places({"Ana": 3, "Bea": 7, "Cai": 7, "Dan": 1}) == {"Bea": 1, "Cai": 1, "Ana": 3, "Dan": 4}


def test_equals_stay_in_the_order_in_which_they_are_given() -> None:
    assert list(places({2: (1, 0), 0: (1, 0), 1: (1, 5)})) == [1, 2, 0]


@given(st.dictionaries(st.integers(), st.integers(0, 3)))
def test_a_place_is_one_more_than_those_who_are_better(merits: dict[int, int]) -> None:
    for who, place in places(merits).items():
        assert place == 1 + sum(merit > merits[who] for merit in merits.values())


@pytest.mark.parametrize("seat", [0, 7, 12])
def test_the_seat_of_a_hand_is_read_off_its_place(seat: int) -> None:
    assert seat_of(hand_of(seat)) == seat


@pytest.mark.parametrize(
    "place", ["", "hand.", "hand.a", "hand.01", "hand.-1", "hand.²", "deck", "0", "xhand.0"]
)
def test_any_other_place_is_nobodys_hand(place: str) -> None:
    assert seat_of(place) is None


# --- hands --------------------------------------------------------------------------------------------------------


def test_a_hand_is_as_large_as_what_is_known_and_unknown_of_it() -> None:
    assert Hand(["a", "b"], 3).size == 5


def test_a_hand_that_is_forgotten_stays_as_large_and_keeps_what_everybody_has_seen() -> None:
    hand = Hand(["a", "b", "c"], 1)
    hand.forget(kept=["b"])
    assert hand == Hand(["b"], 3)
    hand.forget()
    assert hand == Hand([], 4)


# --- packs --------------------------------------------------------------------------------------------------------


class Pack(PackHead, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A pack with one table."""

    die: dict[int, int]


def test_a_pack_has_its_head_and_its_tables() -> None:
    pack = read_table({"game": "g", "name": "n", "die": {"1": 4}}, Pack, "g: pack")
    assert (pack.name, pack.label, pack.version, pack.die) == ("n", "", 1, {1: 4})


@pytest.mark.parametrize(
    ("wrong", "said"), [({"die": {"one": 4}}, "die"), ({"name": 3}, "name"), ({"dice": {}}, "dice")]
)
def test_what_does_not_fit_into_a_pack_is_named_with_its_place(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError, match=rf"^g: pack: .*{said}"):
        read_table({"game": "g", "name": "n", "die": {}} | wrong, Pack, "g: pack")


# --- luck of pilots -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, 2, 7])
def test_shuffling_keeps_every_card(number: int) -> None:
    cards = [str(n) for n in range(number)]
    shuffle(cards, Random(3).randrange)
    assert sorted(cards) == [str(n) for n in range(number)]


def test_every_order_is_as_likely() -> None:
    found: Counter[str] = Counter()
    draw = Random(5).randrange
    for _ in range(1200):
        cards = list("abc")
        shuffle(cards, draw)
        found["".join(cards)] += 1
    assert len(found) == 6
    assert all(140 < often < 260 for often in found.values())


def test_numbers_follow_from_their_seed_alone() -> None:
    one, two, other = numbers_from(7), numbers_from(7), numbers_from(8)
    first = [one() for _ in range(5)]
    assert first == [two() for _ in range(5)] != [other() for _ in range(5)]
    assert all(0 <= number < 2**31 for number in first)


# --- refusals of a match ------------------------------------------------------------------------------------------


class Strict(LanternWalk):
    """Names the rules behind what a match refuses by itself."""

    conduct = {"not_asked": ("XX-02",), "nothing_to_withdraw": ("XX-03",)}  # noqa: RUF012 - as games write it


def test_a_rulebook_names_the_rules_behind_what_the_match_refuses() -> None:
    match = Match(Strict(BEGUN), BEGUN)
    with pytest.raises(IllegalAnswer, match=r"not_asked \(XX-02\)"):
        match.answer(TABLE, "x")
    with pytest.raises(IllegalAnswer, match=r"nothing_to_withdraw \(XX-03\)"):
        match.apply(Withdraw(0))
    with pytest.raises(IllegalAnswer) as refusal:
        match.apply(Correct("place", "nothing", msgspec.UNSET))
    assert refusal.value.rules == ()


def test_a_pilot_that_a_game_does_not_have_is_named_with_those_it_has() -> None:
    said = str(LanternWalk(BEGUN).no_pilot("swift"))
    assert said == "lantern_walk: no pilot 'swift'; choose 'weak' or 'strong'"
