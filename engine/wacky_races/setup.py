"""Set-up: Racers, starting player, neutrals and the grid, the first hands (3.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import TABLE, IllegalAnswer, Move, ask, chance, choose, confirm, first, scan, tell
from engine.hands import Hand
from engine.layout import BOX
from engine.seats import clockwise
from engine.wacky_races.deck import draw_cards
from engine.wacky_races.state import Car, RaceState, Turn
from engine.wacky_races.track import KINDS, PLACES

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ask import Ask, Script
    from engine.wacky_races.options import Options
    from engine.wacky_races.pack import Pack
    from engine.wacky_races.race import Race

CARS = 6


def stock_of(pack: Pack, options: Options) -> dict[str, int]:
    """Return the number of movement cards of each kind; empty where nobody knows it (WR-COMP-04)."""
    counts = options.movement_counts
    return pack.counts if counts is None else dict(zip(KINDS, counts, strict=True))


def fresh_state(pack: Pack, options: Options, known: list[bool]) -> RaceState:
    """Return the state before anybody has chosen a Racer; *known* says by seat whether the hand will be."""
    return RaceState(
        racers=["" for _ in known],
        known=list(known),
        away=[False for _ in known],
        hands=[Hand() for _ in known],
        exhausted=[[] for _ in known],
        total=64,
        stock=dict(stock_of(pack, options)) or None,
        trap_total=16,
        pools=[{kind: trap.copies for kind, trap in pack.traps.items()}],
    )


def read_racer(race: Race, value: str) -> str:
    """Read a free Racer.

    Raises:
        IllegalAnswer: Dastardly (WR-SETUP-02), a Racer already taken (WR-SETUP-01), or none at all.

    """
    racer = race.pack.names.get(value, value.removeprefix("racer-"))
    if racer == "DD":
        raise IllegalAnswer("dastardly_drives_himself", "WR-SETUP-02")
    if racer not in race.pack.racers:
        raise IllegalAnswer("unknown_racer", "WR-APP-04", given=value)
    if racer in taken_racers(race):
        raise IllegalAnswer("racer_taken", "WR-SETUP-01", racer=racer)
    return racer


def taken_racers(race: Race) -> set[str]:
    """Return the Racers that players of this race have, or neutrals."""
    return {race.state.racers[seat] for seat in race.players} | set(race.state.drawn)


def free_racers(race: Race) -> tuple[str, ...]:
    """Return the Racers nobody has, players or neutrals."""
    gone = taken_racers(race)
    return tuple(racer for racer in race.pack.racers if racer not in gone)


def choose_racers(race: Race) -> Script[None]:
    """Let every player choose a Racer: as they like, clockwise, or by lot (WR-SETUP-01 to -04)."""
    state = race.state

    def asked(seat: int) -> Callable[[], Ask[str]]:
        rules = ("WR-SETUP-01", "WR-SETUP-03")
        return lambda: scan(
            seat, "racer", free_racers(race), lambda value: read_racer(race, value), rules=rules, resumes=True
        )

    while "" in state.racers:
        waiting = [seat for seat, racer in enumerate(state.racers) if not racer]
        seat = waiting[0]
        if race.options.racer_choice == "free":
            seat, racer = yield from first({seat: asked(seat) for seat in waiting})
        elif race.options.racer_choice == "clockwise":
            racer = yield from ask(asked(seat))
        else:
            racer = yield from ask(lambda: drawn_racer(race, "racer", "WR-SETUP-03"))
        state.racers[seat] = racer
        yield from tell("racer_chosen", rules=("WR-SETUP-01", "WR-SETUP-04"), seat=seat, racer=racer)
    state.stage = "starter"


def drawn_racer(race: Race, key: str, *rules: str) -> Ask[str]:
    """Ask chance for one of the free Racers (WR-SETUP-03, -06, -20)."""
    free = free_racers(race)
    return chance("draw", key, free, rules=rules, named=lambda value: read_racer(race, value), resumes=True)


def find_starter(race: Race) -> Script[None]:
    """Find the starting player: who last drove a vehicle, by lot, or as the table says (WR-SETUP-14 to -16)."""
    state = race.state
    seats = {str(seat): seat for seat in race.players}
    rules = ("WR-SETUP-14", "WR-SETUP-15")
    if race.options.starting_player == "random":
        lot = yield from ask(lambda: chance("draw", "who_starts", list(seats), rules=rules, resumes=True))
        state.starter = seats[lot]
    else:
        key = "last_driver" if race.options.starting_player == "last_driver" else "who_starts"
        state.starter = yield from ask(
            lambda: choose(TABLE, key, seats, rules=rules, labels="seat", resumes=True)
        )
    yield from tell("starting_player", rules=(*rules, "WR-SETUP-16"), seat=state.starter)
    state.stage = "neutrals"


def add_neutrals(race: Race) -> Script[None]:
    """Draw the neutrals and line everybody up on the starting board (WR-SETUP-06 to -08, -13, -17 to -21)."""
    state = race.state
    players = race.players
    while len(players) + len(state.drawn) < CARS:
        racer = yield from ask(lambda: drawn_racer(race, "neutral_racer", "WR-SETUP-06", "WR-SETUP-20"))
        state.drawn.append(racer)
    state.began = len(players)
    grid: list[tuple[str, int | None]] = [
        (state.racers[seat], seat) for seat in clockwise(players, state.starter)
    ]
    grid += [(racer, None) for racer in state.drawn]
    state.cars = [Car(racer, seat, slot, slot) for slot, (racer, seat) in enumerate(grid, 1)]
    boxed = free_racers(race)
    yield from tell(
        "line_up",
        rules=(
            "WR-SETUP-06", "WR-SETUP-07", "WR-SETUP-08", "WR-SETUP-13", "WR-SETUP-17", "WR-SETUP-18", "WR-SETUP-20",
        ),
        moves=(Move("DD", BOX, PLACES[0]), *(Move(car.racer, BOX, PLACES[car.slot]) for car in state.cars)),
        neutrals=list(state.drawn),
        boxed=list(boxed),
    )  # fmt: skip
    yield from announce(race)
    state.stage = "deal"


def announce(race: Race) -> Script[None]:
    """Say which race of the championship this is, and its special rules as the table entered them (WR-CHAMP-10)."""
    races, texts = race.options.champ_races, race.options.champ_texts
    if races is None:
        return
    number = race.state.race
    yield from tell("race_of", rules=("WR-CHAMP-01", "WR-CHAMP-02"), number=number, races=races)
    if number <= len(texts) and texts[number - 1]:
        yield from tell("special_rule", rules=("WR-CHAMP-10",), text=texts[number - 1])


def deal(race: Race) -> Script[None]:
    """Shuffle both decks and deal three cards to each player (WR-SETUP-05, -09 to -12)."""
    state = race.state
    rules = ("WR-SETUP-09", "WR-SETUP-10", "WR-SETUP-11", "WR-SETUP-12")
    if race.options.movement_deck == "physical" and not any(hand.size for hand in state.hands):
        yield from ask(lambda: confirm(TABLE, "deal_cards", rules=("WR-SETUP-05", *rules)))
    for seat in race.players:
        yield from draw_cards(race, seat, 3 - state.hands[seat].size, "WR-SETUP-10")
    yield from tell("decks_ready", rules=rules, deck=state.deck, traps=state.trap_deck)
    state.stage = "special"


def start(race: Race) -> Script[None]:
    """Make sure of the course, then begin round 1 (step 9 of 4.1)."""
    state = race.state
    yield from race.board.set_off(race)
    state.stage, state.turn = "turn", Turn(state.starter)
