"""A championship: the points of every race, the next race set up anew, and who wins the series (3.18)."""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING

from engine.ask import TABLE, Move, ask, choose, confirm, number, tell
from engine.layout import BOX
from engine.rulebook import Curve, Result, Standing
from engine.rulebook import places as placed_by
from engine.seats import clockwise
from engine.wacky_races import places
from engine.wacky_races.layout import layout
from engine.wacky_races.setup import choose_racers, fresh_state

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import RaceState

PLACES = range(1, 7)
MOST_POINTS = 99
"""So much a place may be worth (WR-CHAMP-03)."""
POINTS = "championship"
"""What was taught of the points, as the lesson about them is called."""
KEPT = {"racers", "known", "away", "race", "placed", "points", "champions", "taught"}
"""What of the state outlives a race."""


def finish_race(race: Race) -> Script[None]:
    """Score the race that has ended; after the last one the series has ended too (4.4)."""
    number = race.state.race
    rules, args = ("WR-CHAMP-04", "WR-APP-05"), {"number": number}
    yield from ask(lambda: confirm(TABLE, "race_result", rules=rules, args=args, resumes=True))
    yield from score(race)
    race.state.stage = "next_race"
    if number == race.options.champ_races:
        yield from crown(race)


def go_on(race: Race) -> Script[None]:
    """Begin the next race, or end the series early (4.4)."""
    if (yield from ask(whether_to_go_on)):
        yield from next_race(race)
    else:
        yield from crown(race)


def whether_to_go_on() -> Ask[bool]:
    """Ask whether there is another race, or the series ends here (WR-CHAMP-02, -08)."""
    rules = ("WR-CHAMP-02", "WR-CHAMP-08")
    ways = {"next_race": True, "stop": False}
    return choose(TABLE, "next_race", ways, rules=rules, labels="next_race", resumes=True)


# --- what the places are worth ----------------------------------------------------------------------------------


def begin(race: Race) -> Script[None]:
    """Let the players choose their Racers, and before that agree on the points where they have to (WR-CHAMP-03)."""
    return settle_points(race) if unsettled(race) else choose_racers(race)


def unsettled(race: Race) -> bool:
    """Whether neither the pack nor the table has said yet what the places of a championship are worth."""
    return race.options.champ_races is not None and not scale(race)


def scale(race: Race) -> tuple[int, ...]:
    """Return the points for the places 1 to 6; empty where nobody has said them (WR-CHAMP-03)."""
    agreed: tuple[int, ...] = tuple(race.pack.options.get("champ_points", ()))
    return race.options.champ_points or agreed


def settle_points(race: Race) -> Script[None]:
    """Ask the table for the points of every place; none is worth more than the one before it (WR-CHAMP-03)."""
    points: list[int] = []
    for place in PLACES:
        most = points[-1] if points else MOST_POINTS
        points.append((yield from ask(partial(points_question, place, most))))
    race.state.taught[POINTS] = {"champ_points": points}


def points_question(place: int, most: int) -> Ask[int]:
    """Ask what a place is worth (WR-CHAMP-03)."""
    return number(
        TABLE, "points_for", 0, most, rules=("WR-CHAMP-03",), args={"place": place}, resumes=place == 1
    )


# --- points -----------------------------------------------------------------------------------------------------


def score(race: Race) -> Script[None]:
    """Give every player the points of the place (WR-CHAMP-03 to -06)."""
    state = race.state
    placed = places_of_players(race)
    worth = scale(race)
    state.placed.append(placed)
    state.points.append([worth[place - 1] if place else 0 for place in placed])
    for seat in race.players:
        yield from tell(
            "race_scored" if placed[seat] else "race_unplaced",
            rules=("WR-CHAMP-04", "WR-CHAMP-05" if placed[seat] else "WR-CHAMP-06"),
            seat=seat,
            place=placed[seat],
            points=state.points[-1][seat],
            total=totals(state)[seat],
        )


def places_of_players(race: Race) -> list[int]:
    """Return the place that counts by seat, 0 without one; neutrals hold theirs or are passed over (WR-CHAMP-05)."""
    found = [0] * len(race.state.racers)
    for row in places.standings(race.state, race.options.places):
        if row.seat is not None:
            found[row.seat] = row.place
    if race.options.neutrals_score == "skip":
        return [place and 1 + sum(0 < other < place for other in found) for place in found]
    return found


def totals(state: RaceState) -> list[int]:
    """Return everybody's points so far by seat."""
    return [sum(race[seat] for race in state.points) for seat in range(len(state.racers))]


def merits(state: RaceState) -> list[tuple[int, ...]]:
    """Return by seat what decides the series: total, then first places, second places and so on (WR-CHAMP-11)."""
    sums = totals(state)
    return [
        (sums[seat], *(sum(race[seat] == place for race in state.placed) for place in PLACES))
        for seat in range(len(sums))
    ]


def crown(race: Race) -> Script[None]:
    """Name the champion and what decided a tie, or joint champions (WR-CHAMP-01, -11)."""
    state = race.state
    state.stage = "over"
    earned = merits(state)
    best = max(earned)
    state.champions = [seat for seat, merit in enumerate(earned) if merit == best]
    level = [merit for merit in earned if merit[0] == best[0]]
    rules = ("WR-CHAMP-01", "WR-CHAMP-11")
    if len(state.champions) > 1:
        yield from tell("joint_champions", rules=rules, seats=list(state.champions), total=best[0])
    elif len(level) > 1:
        runner_up = max(merit for merit in level if merit != best)
        decided = next(place for place in PLACES if best[place] != runner_up[place])
        yield from tell(
            "champion_on_places", rules=rules, seat=state.champions[0], total=best[0], place=decided
        )
    else:
        yield from tell("champion", rules=rules, seat=state.champions[0], total=best[0])


# --- the next race ----------------------------------------------------------------------------------------------


def next_race(race: Race) -> Script[None]:
    """Put everything back into the box and go on to the next grid (WR-CHAMP-07 to -09)."""
    state = race.state
    boxed = [Move(piece, place, BOX) for piece, place in layout(race).pieces.items() if place != BOX]
    starter = next_starter(race)
    clear(race)
    state.race += 1
    yield from tell("set_up_anew", rules=("WR-CHAMP-07", "WR-CHAMP-08"), moves=tuple(boxed))
    if starter is None:
        state.stage = "starter"
        return
    state.starter = starter
    state.stage = "neutrals"
    yield from tell("starting_player", rules=("WR-CHAMP-09", "WR-SETUP-16"), seat=starter)


def next_starter(race: Race) -> int | None:
    """Return who starts the next race; None: the table says who drove last (WR-CHAMP-09)."""
    state = race.state
    coming = [seat for seat, away in enumerate(state.away) if not away]
    if race.options.next_start == "last_driver":
        return None
    if race.options.next_start == "last_placed":
        order = [car.seat for car in state.cars if car.seat in coming]  # cars stand in the race's turn order
        placed = places_of_players(race)
        return max(order, key=lambda seat: (placed[seat] or 7, order.index(seat)))
    return next(seat for seat in clockwise(race.seats, state.starter, behind=True) if seat in coming)


def clear(race: Race) -> None:
    """Forget the race that is over; Racers, people and points stay (WR-CHAMP-07, -08)."""
    state = race.state
    fresh = fresh_state(race.pack, race.options, state.known)
    for name in set(state.__struct_fields__) - KEPT:
        setattr(state, name, getattr(fresh, name))


# --- how it stands ----------------------------------------------------------------------------------------------


def standings(state: RaceState) -> tuple[Standing, ...]:
    """Return the players by what they have won so far; seats that are level share the better place."""
    earned = dict(enumerate(merits(state)))
    return tuple(
        Standing(state.racers[seat], place, seat, {"points": earned[seat][0]})
        for seat, place in placed_by(earned).items()
    )


def curves(state: RaceState) -> tuple[Curve, ...]:
    """Return everybody's points before and after every race (WR-CHAMP-03)."""
    return tuple(
        Curve(racer, (seat,), tuple(accumulate((race[seat] for race in state.points), initial=0)))
        for seat, racer in enumerate(state.racers)
    )


def result(state: RaceState) -> Result:
    """Return how the series ended."""
    notes = {"champions": state.champions, "points": state.points, "places": state.placed}
    return Result(standings(state), notes)
