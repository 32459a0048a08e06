"""What routes are worth and who wins: the rule list's examples (5.5, 5.6) and the parts between them."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulebook import places
from engine.wacky_challenge.options import Options
from engine.wacky_challenge.pack import Card
from engine.wacky_challenge.score import best_joins, best_row, join, level, score, violet_bonus

WORDS = {"t": "train", "c": "car", "m": "motorbike", "b": "boat", "p": "plane"}
EDGES = {"<": "left", ">": "right", "=": "both", "?": "any"}


def cards(text: str) -> list[Card]:
    """Read "blue c2< 10, - m2": colour (- for a starter), vehicle, whole stages, half, speed."""
    found: list[Card] = []
    for number, entry in enumerate(text.split(", ")):
        colour, what, *speed = entry.split()
        found.append(
            Card(
                f"card-{number}",
                cast("Any", WORDS[what[0]]),
                "" if colour == "-" else colour,
                int(speed[0]) if speed else None,
                int(what[1]),
                cast("Any", EDGES.get(what[2:], "none")),
                "none",
            )
        )
    return found


V29 = "blue c2< 10, green c1> 11, white c3< 12, blue t3 13, - m2"
V30 = "red p1< 21, blue p0< 4, red b2< 9, - c1<, white m3 30"
V31 = "- t2, - p0>, violet p1< 16, red c2> 8, blue m3 5"
V33 = "- t2, - c1<, - b1<, red t3 8, blue t3 5"
V35 = "blue c1< 1, blue b1> 2, blue p1< 3, blue t1 4, blue m1 5"
V41 = "blue b1= 1, white b1< 2, blue t0 3, white t0 4, green t0 5"
V42 = "blue b1= 1, white b1< 2, green b1> 3, white t0 4, green t0 5"
V43 = "red t3 5, red c2< 10, red m3 15, red b2> 20, red p1< 25"


def row(name: str, text: str, colour: str, parts: str, **options: str) -> Any:
    """One example; *parts* are whole, joins, own, violet, sum and speed."""
    return pytest.param(text, colour, parts, options, id=name)


@pytest.mark.rule(
    "WC-BOOST-28", "WC-COMP-08", "WC-SCORE-05", "WC-SCORE-06", "WC-SCORE-07", "WC-SCORE-08", "WC-SCORE-09",
    "WC-SCORE-10", "WC-SCORE-11", "WC-SCORE-12", "WC-SCORE-13", "WC-SCORE-14", "WC-SCORE-15",
    "WC-SCORE-16", "WC-SCORE-17",
)  # fmt: skip
@pytest.mark.parametrize(
    ("text", "colour", "parts", "options"),
    [
        row("V29", V29, "red", "11 1 0 0 12 46"),
        row("V30", V30, "red", "7 4 2 0 13 64"),
        row("V31", V31, "violet", "8 4 1 1 14 29"),
        row("V32", V31, "red", "8 4 1 0 13 29"),
        row("V33", V33, "violet", "10 0 0 0 10 13", violet_bonus="exactly_two"),
        row("V34", V33, "violet", "10 0 0 1 11 13"),
        row("bonus off", V31, "violet", "8 4 1 0 13 29", violet_bonus="off"),
        row("V35", V35, "red", "5 0 0 0 5 15"),
        row("V36", V35, "red", "5 1 0 0 6 15", half_matching="road_water"),
        row("V41", V41, "red", "2 1 0 0 3 15"),
        row("V42", V42, "red", "3 2 0 0 5 15"),
        row("V43", V43, "red", "11 0 5 0 16 75"),
        row("four joins", "blue b0= 1, red b0= 1, green b0= 1, white b0< 1, orange b0> 1", "yellow", "0 4 0 0 4 5"),
        row("halves turn either way", "blue c0< 1, green c0< 1, - t0, - t0, - t0", "red", "0 1 0 0 1 2"),
    ],
)  # fmt: skip
def test_every_part_of_a_sum(text: str, colour: str, parts: str, options: dict[str, Any]) -> None:
    found = score(cards(text), colour, Options(**options), violet=colour == "violet")
    assert [found.whole, found.joins, found.own, found.violet, found.total, found.speed] == [
        int(part) for part in parts.split()
    ]


@pytest.mark.rule("WC-SCORE-04", "WC-SCORE-18", "WC-TAKE-08")
@pytest.mark.parametrize("text", [V29, V30, V31, V41, V42])
def test_a_best_row_shows_the_joins_it_is_counted_with(text: str) -> None:
    route = cards(text)
    row, pairs = best_row(route, road_water=False)
    assert sorted(row) == sorted(card.id for card in route)
    by_id = {card.id: card.vehicle[0] for card in route}
    assert all(row.index(one) + 1 == row.index(other) for one, other in pairs)
    joins = sum(join(by_id[one], by_id[other], road_water=False) for one, other in pairs)
    assert joins == score(route, "red", Options(), violet=False).joins


@pytest.mark.rule("WC-WIN-01", "WC-WIN-02", "WC-WIN-03", "WC-WIN-04")
@pytest.mark.parametrize(
    ("rows", "ranks", "tied"),
    [
        pytest.param([(12, 40), (15, 10), (9, 99)], [2, 1, 3], [], id="V44"),
        pytest.param([(14, 52), (14, 61), (13, 99)], [2, 1, 3], [0, 1], id="V45"),
        pytest.param([(14, 61), (14, 61), (14, 50), (10, 10)], [1, 1, 3, 4], [0, 1, 2], id="shared"),
        pytest.param([(9, 1), (8, 5), (8, 5), (7, 0)], [1, 2, 2, 4], [1, 2], id="the next place is skipped"),
    ],
)
def test_places_by_stages_then_speed(rows: list[tuple[int, int]], ranks: list[int], tied: list[int]) -> None:
    numbered = dict(enumerate(rows))
    placed = places(numbered)
    assert [placed[seat] for seat in numbered] == ranks
    assert list(level(numbered)) == tied


def slow_joins(codes: str, *, road_water: bool) -> int:
    """Try every order and every choice of joins; a half is used once."""
    best = 0
    for row in permutations(codes):
        for chosen in product([False, True], repeat=max(0, len(row) - 1)):
            used = [0] * len(row)
            total = 0
            for index, taken in enumerate(chosen):
                worth = join(row[index], row[index + 1], road_water=road_water) if taken else 0
                if worth:
                    used[index] += 1
                    used[index + 1] += 1
                    total += worth
            if all(count <= 1 + code.isupper() for count, code in zip(used, row, strict=True)):
                best = max(best, total)
    return best


@pytest.mark.rule("WC-SCORE-04", "WC-SCORE-11", "WC-SCORE-12", "WC-INV-14")
@given(st.text("cbpCBP", max_size=5))
def test_the_best_joins_are_found(codes: str) -> None:
    codes = "".join(sorted(codes))
    narrow = best_joins(codes, road_water=False)
    assert narrow == slow_joins(codes, road_water=False)
    assert narrow <= best_joins(codes, road_water=True) == slow_joins(codes, road_water=True)


@pytest.mark.rule("WC-INV-13")
@given(st.text("cbp", max_size=5))
def test_single_halves_pair_off(codes: str) -> None:
    expected = codes.count("c") // 2 + codes.count("b") // 2 + 4 * (codes.count("p") // 2)
    assert best_joins("".join(sorted(codes)), road_water=False) == expected


ROUTES = st.lists(
    st.builds(
        lambda what, whole, edge, colour, speed: (
            f"{colour} {what}{whole}{edge if what in 'cbp' else ''} {speed}"
        ),
        st.sampled_from("tcmbp"),
        st.integers(0, 8),
        st.sampled_from(["", "<", ">", "=", "?"]),
        st.sampled_from(["red", "blue", "violet", "-"]),
        st.integers(0, 99),
    ),
    min_size=5,
    max_size=5,
)


@pytest.mark.rule("WC-INV-11", "WC-INV-12", "WC-TAKE-08")
@given(ROUTES, st.sampled_from(["red", "violet"]), st.randoms(use_true_random=False))
def test_a_route_is_worth_the_same_in_any_order_and_never_too_much(
    route: list[str], colour: str, rng: Any
) -> None:
    first = cards(", ".join(route))
    found = score(first, colour, Options(), violet=colour == "violet")
    assert found.whole <= found.total <= found.whole + 16 + 5 + 1
    mixed = list(first)
    rng.shuffle(mixed)
    assert score(mixed, colour, Options(), violet=colour == "violet") == found
    what, number = route[0].split()[1], route[0].split()[1][1]
    better = route[0].replace(what, what.replace(number, str(int(number) + 1), 1), 1)
    more = score(cards(", ".join([better, *route[1:]])), colour, Options(), violet=colour == "violet")
    assert more.total == found.total + 1


@pytest.mark.rule("WC-SCORE-16")
@pytest.mark.parametrize(
    ("setting", "bonuses"),
    [("at_least_two", [0, 0, 1, 1, 1]), ("exactly_two", [0, 0, 1, 0, 0]), ("off", [0] * 5)],
)
def test_the_violet_bonus_by_number_of_starters(setting: str, bonuses: list[int]) -> None:
    assert [violet_bonus(number, setting) for number in range(5)] == bonuses
