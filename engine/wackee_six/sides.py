"""Who plays with whom: single players up to six people, pairs beyond; and who joins or leaves (3.1, 3.9)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.ask import TABLE, IllegalAnswer, Move, ask, chance, choose, first, scan, tell
from engine.layout import BOX, hand_of
from engine.wackee_six.scoring import joining_total, total_of
from engine.wackee_six.state import Side
from engine.wackee_six.words import MOST_SIDES, deck_piece

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wackee_six.game import Game

PAIR_RULES = ("W6-SIDE-04", "W6-SIDE-05", "W6-SIDE-07")


def arrangement(people: int) -> tuple[int, int]:
    """Return how many pairs and single players so many people make (W6-SIDE-03 to -06)."""
    return (0, people) if people <= MOST_SIDES else divmod(people, 2)


def seated(game: Game) -> list[int]:
    """Return the seats at which people sit who have cards."""
    flown = {seat for side in game.state.sides if side.pace for seat in side.seats}
    return [seat for seat, away in enumerate(game.state.away) if not away and seat not in flown]


def form_sides(game: Game) -> Script[None]:
    """Form the sides, at the start and whenever somebody has joined (W6-SIDE-01 to -09, W6-MATCH-10, -14)."""
    state = game.state
    people = seated(game)
    pairs, _ = arrangement(len(people))
    if not pairs:
        state.groups = [[seat] for seat in people]
    elif game.options.pairing == "balanced":
        state.groups = balanced(people, averages(game))
    while grouped(game) < len(people):
        yield from form_group(
            game, [seat for seat in people if all(seat not in group for group in state.groups)]
        )
    before = list(state.sides)
    settle_sides(game)
    for number in game.people():
        side = game.side(number)
        if side not in before and len(side.seats) == 2:
            rules = ("W6-SIDE-04", "W6-SIDE-09", "W6-SIDE-10", "W6-SIDE-12")
            yield from tell("pair", rules=rules, seat=side.seats[0], other=side.seats[1])
    yield from tell("decks_needed", rules=("W6-SIDE-01", "W6-SIDE-06"), number=len(game.people()))
    state.groups = []
    state.phase = "decks"


def grouped(game: Game) -> int:
    """Return how many people are in a group already."""
    return sum(len(group) for group in game.state.groups)


def form_group(game: Game, left: list[int]) -> Script[None]:
    """Let the table, or chance, say who plays alone or who the next partner is (W6-SIDE-05, -07)."""
    groups = game.state.groups
    alone = len(left) % 2 == 1
    one = left[0]
    among = {str(seat): seat for seat in (left if alone else left[1:])}
    if game.options.pairing == "random":
        key = "who_plays_alone" if alone else "whose_partner"
        lot = yield from ask(
            lambda: chance("draw", key, list(among), rules=PAIR_RULES, args={"seat": one}, resumes=True)
        )
        other = among[lot]
    elif alone:
        other = yield from ask(
            lambda: choose(TABLE, "who_plays_alone", among, rules=PAIR_RULES, labels="seat", resumes=True)
        )
    else:
        other = yield from ask(
            lambda: choose(
                TABLE,
                "whose_partner",
                among,
                rules=PAIR_RULES,
                labels="seat",
                args={"seat": one},
                resumes=True,
            )
        )
    groups.append([other] if alone else [one, other])


def averages(game: Game) -> dict[int, float]:
    """Return the average of played cards by seat: of this match, else as the table's history has it (W6-SIDE-07)."""
    found: dict[int, list[int]] = {}
    for round_ in game.state.history:
        for number, count in enumerate(round_.counts):
            if count is not None and not round_.deleted:
                for seat in game.side(number).seats:
                    found.setdefault(seat, []).append(count.played)
    given = game.options.averages
    return {
        seat: sum(found[seat]) / len(found[seat])
        if seat in found
        else (given[seat] if seat < len(given) else 0.0)
        for seat in range(len(game.state.away))
    }


def balanced(people: list[int], average: dict[int, float]) -> list[list[int]]:
    """Pair best with weakest; who plays alone is the best of all (W6-SIDE-05, -07)."""
    ranked = sorted(people, key=lambda seat: (-average[seat], seat))
    groups = [[ranked.pop(0)]] if len(ranked) % 2 else []
    while ranked:
        groups.append([ranked.pop(0), ranked.pop()])
    return groups


def settle_sides(game: Game) -> None:
    """Turn groups into sides: unchanged ones stay, others take over totals; newcomers get theirs (W6-MATCH-10, -14)."""
    state, options = game.state, game.options
    old = game.people()
    sums = [total_of(state, number, options) for number in game.active()]
    late = joining_total(sums, options.late_joiner) if state.history else 0
    fresh: list[Side] = []
    kept: set[int] = set()
    for group in state.groups:
        same = next((number for number in old if game.side(number).seats == group), None)
        if same is not None:
            kept.add(same)
            continue
        parents = [number for number in old if set(game.side(number).seats) & set(group)]
        points = start_points(game, group[0]) if not state.history else late
        decks = [game.side(number).deck for number in parents]
        deck = next((deck for deck in decks if all(deck != side.deck for side in fresh)), "")
        fresh.append(Side(group, points=points, parents=parents, deck=deck))
    for number in old:
        if number not in kept:
            game.side(number).out = True
    state.sides += fresh


def start_points(game: Game, seat: int) -> int:
    """Return a handicap (W6-MATCH-12)."""
    given = game.options.start_points
    return given[seat] if seat < len(given) else 0


# --- decks -----------------------------------------------------------------------------------------------------------


def free_decks(game: Game) -> list[str]:
    """Return the decks no side plays with."""
    taken = {side.deck for side in game.state.sides if not side.out}
    return [back for back in game.pack.backs if back not in taken]


def read_deck(game: Game, value: str) -> str:
    """Read a deck by its back or by any card of it.

    Raises:
        IllegalAnswer: another side has it (W6-SIDE-13), or there is no such deck.

    """
    card = game.pack.cards.get(value)
    back = card.back if card is not None else value.removeprefix("deck-")
    if back not in game.pack.backs:
        raise IllegalAnswer("unknown_tag", "W6-COUNT-15", given=value)
    if back not in free_decks(game):
        raise IllegalAnswer("deck_taken", "W6-SIDE-13", given=deck_piece(back))
    return back


def deck_question(game: Game, seat: int) -> Ask[str]:
    """Ask a side for its deck (W6-SIDE-01, -13)."""
    legal = tuple(deck_piece(back) for back in free_decks(game))
    return scan(
        seat, "deck", legal, partial(read_deck, game), rules=("W6-SIDE-01", "W6-SIDE-13"), resumes=True
    )


def choose_decks(game: Game) -> Script[None]:
    """Give each side a deck of its own (W6-COMP-01, -04, W6-SIDE-13)."""
    while waiting := [number for number in game.people() if not game.side(number).deck]:
        seats = {game.speaker(number): number for number in waiting}
        seat, back = yield from first({seat: partial(deck_question, game, seat) for seat in seats})
        game.side(seats[seat]).deck = back
        move = Move(deck_piece(back), BOX, hand_of(seat))
        rules = ("W6-SIDE-01", "W6-COMP-04")
        yield from tell("has_deck", rules=rules, moves=(move,), seat=seat, deck=deck_piece(back))
    game.state.phase = "seeds"


def draw_seeds(game: Game) -> Script[None]:
    """Let chance seed every pace-maker once (W6-PACE-03, -12)."""
    for number in game.pace():
        if not game.side(number).seed:
            game.side(number).seed = int((yield from ask(partial(seed_question, game, number))))
    game.state.phase = "deal"


def seed_question(game: Game, number: int) -> Ask[str]:
    """Ask chance for a pace-maker's seed (W6-PACE-03)."""
    lots = [str(seed) for seed in range(1, 257)]
    args = {"seat": game.speaker(number)}
    return chance("roll", "pace_seed", lots, rules=("W6-PACE-03",), args=args, resumes=True)


# --- leaving and joining ---------------------------------------------------------------------------------------------


def leave(game: Game, seat: int) -> None:
    """Let somebody go: a side's total stays in the list, a partner plays on alone (W6-MATCH-11).

    Raises:
        IllegalAnswer: nobody would be left to play against.

    """
    state = game.state
    number = next((number for number in game.people() if seat in game.side(number).seats), None)
    if number is None:
        state.away[seat] = True
        return
    side = game.side(number)
    if len(side.seats) == 1 and (
        len(game.active()) <= 2 or not [other for other in game.people() if other != number]
    ):
        raise IllegalAnswer("too_few_sides", "W6-MATCH-11", "W6-SIDE-02")
    state.away[seat] = True
    if len(side.seats) == 2:
        side.seats.remove(seat)
    else:
        side.out = True


def join(game: Game, seat: int) -> None:
    """Let somebody sit down; the sides are formed anew before the next round (W6-MATCH-10).

    Raises:
        IllegalAnswer: the seat is taken, or there would be too many sides.

    """
    state = game.state
    if not state.away[seat]:
        return
    state.away[seat] = False
    needed = sum(arrangement(len(seated(game))))
    if needed + len(game.pace()) > MOST_SIDES or needed > len(game.pack.backs):
        state.away[seat] = True
        raise IllegalAnswer("side_count", "W6-PACE-12", "W6-SIDE-06", most=MOST_SIDES)
