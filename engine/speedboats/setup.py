"""Before the first race: colours and the start player (3.2, steps 2 and 8 of 4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.ask import TABLE, Ask, IllegalAnswer, Option, ask, chance, choose, scan, tell
from engine.pictures import Dice
from engine.speedboats.dice import FACES, PILE, thrown

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.speedboats.race import Race

CLOCKWISE = ("orange", "yellow", "black", "red", "purple", "white")
"""The docks clockwise from the north-west corner (SB-SETUP-05)."""
BOAT_TAG = "boat-"


def choose_colours(race: Race) -> Script[None]:
    """Let every seat name its colour, then put the seats into their order (SB-SETUP-04, -05, -10)."""
    state = race.state
    while "" in state.colours:
        seat = state.colours.index("")
        colour = yield from ask(lambda: colour_question(race))
        state.colours[seat] = colour
        yield from tell("colour_chosen", rules=("SB-SETUP-04",), seat=seat, colour=colour)
    seats = list(range(race.players))
    if race.options.colour_seats == "board":
        seats.sort(key=lambda seat: CLOCKWISE.index(state.colours[seat]))
    state.order = seats
    yield from tell(
        "seats", rules=("SB-SETUP-05", "SB-SETUP-10"), order=[state.colours[seat] for seat in seats]
    )
    state.stage = "starter"


def colour_question(race: Race) -> Ask[str]:
    """Ask a seat for the colour of its dock, by its boat's tag or from a list (SB-SETUP-04)."""
    colours = race.state.colours
    seat = colours.index("")

    def read(value: str) -> str:
        colour = value.removeprefix(BOAT_TAG)
        if colour in colours:
            raise IllegalAnswer("colour_taken", "SB-SETUP-04", colour=colour)
        if colour not in CLOCKWISE:
            raise IllegalAnswer("unknown_colour", "SB-COMP-06", given=value or "?")
        return colour

    free = tuple(colour for colour in CLOCKWISE if colour not in colours)
    rules = ("SB-SETUP-04", "SB-SETUP-05")
    return scan(race.asked(seat), "colour", free, read, rules=rules, args={"who": seat}, resumes=True)


def find_starter(race: Race) -> Script[None]:
    """Find the start player of the first race (SB-SETUP-07, -08)."""
    state = race.state
    rules = ("SB-SETUP-07", "SB-SETUP-08")
    if race.options.first_start_player == "roll":
        yield from roll_for_start(race)
    else:
        seats = {str(seat): seat for seat in state.order}
        if race.options.first_start_player == "engine":
            drawn = yield from ask(
                lambda: chance(
                    "draw", "who_starts", list(seats), rules=rules, lot="start player", resumes=True
                )
            )
            state.starter = seats[drawn]
        else:
            state.starter = yield from ask(lambda: starter_question(race))
    yield from tell("start_player", rules=rules, seat=state.starter)
    state.race, state.stage = 1, "lake"


def starter_question(race: Race) -> Ask[int]:
    """Ask the table who starts (SB-SETUP-08)."""
    seats = {str(seat): seat for seat in race.state.order}

    def named(seat: str) -> Option:
        return Option(seat, key="seat", args={"who": seats[seat]})

    return choose(TABLE, "who_starts", seats, rules=("SB-SETUP-08",), labels=named, resumes=True)


def roll_for_start(race: Race) -> Script[None]:
    """Roll one die each; the highest roll again among themselves until one is left (SB-SETUP-08)."""
    state = race.state
    if not state.throwing:
        state.throwing, state.thrown = list(state.order), []
    while len(state.throwing) > 1:
        while len(state.thrown) < len(state.throwing):
            face = yield from ask(lambda: start_die(race))
            state.thrown.append(int(face))
        best = max(state.thrown)
        state.throwing = [s for s, face in zip(state.throwing, state.thrown, strict=True) if face == best]
        state.thrown = []
        if len(state.throwing) > 1:
            yield from tell("start_tie", rules=("SB-SETUP-08",), seats=list(state.throwing), face=best)
    state.starter = state.throwing[0]


def start_die(race: Race) -> Ask[str]:
    """Ask for the start die of the next seat (SB-SETUP-08)."""
    seat = race.state.throwing[len(race.state.thrown)]
    pile = PILE if race.options.dice_source == "table" else None
    lots = tuple(FACES)
    rules = ("SB-SETUP-07", "SB-SETUP-08")
    args, dice = {"seat": seat}, Dice(roll=(0,))
    question = chance(
        "roll", "start_die", lots, rules=rules, args=args, to=seat, pile=pile, dice=dice, resumes=True
    )
    return msgspec.structs.replace(question, options=thrown(Dice(), 1))
