"""What a route is worth: whole stages, joined halves, own colour, the violet bonus; and who wins. Pure (3.9)."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.wacky_challenge.options import Options
    from engine.wacky_challenge.pack import Card

AERODROME = 4
"""What two joined plane halves count (WC-SCORE-08)."""


class Score(NamedTuple):
    """The parts of a sum (WC-SCORE-17); `joins` are the stages won by joined halves, `speed` breaks ties."""

    whole: int
    joins: int
    own: int
    violet: int
    speed: int

    @property
    def total(self) -> int:
        """All stages (WC-SCORE-17)."""
        return self.whole + self.joins + self.own + self.violet


def code_of(card: Card) -> str:
    """Return one letter for a card's half-stage, a capital for halves at both edges, "" for none."""
    if card.half in (None, "none"):
        return ""
    letter = card.vehicle[0]
    return letter.upper() if card.half == "both" else letter


def join(one: str, other: str, *, road_water: bool) -> int:
    """Return what two halves count together: the same vehicle, or (if so agreed) a car with a boat (WC-SCORE-09)."""
    one, other = one.lower(), other.lower()
    if one == other:
        return AERODROME if one == "p" else 1
    return int(road_water and {one, other} == {"c", "b"})


@cache
def best_order(codes: str, *, road_water: bool) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Return the most stages some halves make in a row, that row as indexes, and where in it a card joins the next.

    A card with one half turns it to either neighbour (WC-SCORE-10), a card with two has one at each edge; each half is
    used once (WC-SCORE-04, -06, -07, -11, -12). *codes* are the letters of `code_of`, sorted, so that equal routes are
    reckoned once.
    """
    best: tuple[int, tuple[int, ...], tuple[int, ...]] = (-1, (), ())
    for order in permutations(range(len(codes))):
        stages, joined = _along([codes[index] for index in order], road_water=road_water)
        if stages > best[0]:
            best = (stages, order, joined)
    return best


def best_joins(codes: str, *, road_water: bool) -> int:
    """Return the most stages that some halves (sorted letters of `code_of`) can make."""
    return best_order(codes, road_water=road_water)[0]


def _along(row: Sequence[str], *, road_water: bool) -> tuple[int, tuple[int, ...]]:
    """Return the most stages of one order of halves, and the indexes of the cards that join their right neighbour."""
    joined: tuple[int, tuple[int, ...]] = (0, ())
    apart: tuple[int, tuple[int, ...]] = (0, ())
    for index in range(1, len(row)):
        worth = join(row[index - 1], row[index], road_water=road_water)
        base = max(joined, apart) if row[index - 1].isupper() else apart
        linked = (base[0] + worth, (*base[1], index - 1)) if worth else (-1, ())
        joined, apart = linked, max(joined, apart)
    return max(joined, apart)


def best_row(
    cards: Sequence[Card], *, road_water: bool
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return a best order of a route's cards, those with halves first, and the pairs that join in it (WC-SCORE-18)."""
    halves = sorted((card for card in cards if code_of(card)), key=lambda card: (code_of(card), card.id))
    _, order, joined = best_order("".join([code_of(card) for card in halves]), road_water=road_water)
    row = [halves[index].id for index in order]
    pairs = tuple((row[index], row[index + 1]) for index in joined)
    return (*row, *(card.id for card in cards if not code_of(card))), pairs


def violet_bonus(starters: int, setting: str) -> int:
    """Return the bonus of the violet player for two starters in the route (WC-SCORE-15, -16)."""
    if setting == "exactly_two":
        return int(starters == 2)
    return int(setting == "at_least_two" and starters >= 2)


def score(cards: Sequence[Card], colour: str, options: Options, *, violet: bool) -> Score:
    """Return what a route is worth for the player of *colour* (WC-SCORE-05 to -17)."""
    road_water = options.half_matching == "road_water"
    codes = "".join(sorted(code_of(card) for card in cards))
    return Score(
        whole=sum(card.whole or 0 for card in cards),
        joins=best_joins(codes, road_water=road_water),
        own=sum(card.colour == colour for card in cards if not card.starter),
        violet=violet_bonus(sum(card.starter for card in cards), options.violet_bonus) if violet else 0,
        speed=sum(card.speed or 0 for card in cards),
    )


def level(rows: Mapping[int, tuple[int, int]]) -> Iterable[int]:
    """Return the seats whose stages another seat has as well, so that speeds decide (WC-WIN-02)."""
    stages = [mine[0] for mine in rows.values()]
    return [seat for seat, mine in rows.items() if stages.count(mine[0]) > 1]
