"""The dice step: add, keep or remove one, choose what to roll again, roll (3.9)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import TYPE_CHECKING

import msgspec

from engine.ask import Ask, IllegalAnswer, Option, ask, ask_while, chance, tell
from engine.pictures import Dice

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.ask import Script, Value
    from engine.speedboats.race import Race
    from engine.speedboats.state import Boat, Turn

FACES = "123"
"""What a die shows (SB-COMP-07)."""
SUPPLY = 18
"""How many dice there are (SB-COMP-07)."""
NONE = "none"
PILE = "dice"
"""Real dice are thrown by hand and entered: the pile they come off."""


def shown(faces: Sequence[int] | str) -> str:
    """Write faces for a display: "2 2 3"; no dice have a name."""
    return " ".join(map(str, faces)) or "no_dice"


def lying(boat: Boat) -> Dice:
    """Return a boat's dice as a picture."""
    return Dice(tuple(boat.dice), times=boat.times)


def pools(size: int) -> Iterator[str]:
    """Go through all throws of so many dice, each in order of faces."""
    return ("".join(faces) for faces in combinations_with_replacement(FACES, size))


def likelihood(faces: str) -> int:
    """Return in how many ways so many dice show these faces."""
    return factorial(len(faces)) // prod(factorial(count) for count in Counter(faces).values())


@lru_cache(maxsize=16)
def throws(number: int) -> Mapping[str, int]:
    """Return every throw of so many dice with its likelihood."""
    return {faces: likelihood(faces) for faces in pools(number)}


def without(pool: Sequence[int], faces: str) -> list[int]:
    """Return a pool without some faces."""
    left = list(pool)
    for face in faces:
        left.remove(int(face))
    return left


def throw(race: Race, turn: Turn) -> Script[None]:
    """Play the dice step, or the rest of it (SB-TURN-02)."""
    boat = race.boat(turn.seat)
    manned = race.state.manned[turn.seat]
    if manned == "drift":
        turn.stage = "steer"
        yield from tell_pool(race, turn.seat, "SB-ABS-02")
    elif race.options.dice_entry == "final" and manned == "person":
        yield from enter_pool(race, turn)
    else:
        yield from by_steps(race, turn, boat)


def by_steps(race: Race, turn: Turn, boat: Boat) -> Script[None]:
    """Ask for the change, then for the dice to roll again, then for the faces (SB-DICE-16)."""
    if turn.stage == "change":
        change = yield from ask_while(lambda: boat.status == "racing", lambda: change_question(turn, boat))
        if change is None:
            return
        turn.change, turn.stage = change, "reroll"
        if turn.change != "=":
            yield from tell_change(turn)
    if turn.stage == "reroll":
        if remaining(boat, turn):
            turn.reroll = yield from ask(lambda: reroll_question(turn, boat))
        turn.stage = "roll"
    if turn.stage == "roll":
        yield from roll(race, turn, boat)


def tell_change(turn: Turn) -> Script[None]:
    """Say what was added or removed (SB-DICE-03, -05)."""
    if turn.change == "+":
        yield from tell("adds_die", rules=("SB-DICE-03",), seat=turn.seat)
    else:
        rules = ("SB-DICE-03", "SB-DICE-05")
        yield from tell("removes_die", rules=rules, seat=turn.seat, face=int(turn.change[1:]))


def change_question(turn: Turn, boat: Boat) -> Ask[str]:
    """Ask whether a die is added, kept or removed, and which one goes (SB-DICE-03 to -05, -11, -12)."""
    rules = ("SB-DICE-03", "SB-DICE-04", "SB-DICE-05") if boat.dice else ("SB-DICE-11", "SB-DICE-13")

    options = changes(lying(boat))

    def read(value: Value) -> str:
        if any(option.value == value for option in options):
            return str(value)
        raise wrong_change(value, boat)

    return Ask(
        seat=turn.seat,
        key="change",
        kind="choose",
        read=read,
        options=options,
        rules=rules,
        args={"dice": shown(boat.dice), "total": boat.total, "damage": boat.damage, "leg": boat.leg},
        resumes=True,
        dice=lying(boat),
    )


@lru_cache(maxsize=256)
def changes(dice: Dice) -> tuple[Option, ...]:
    """Return the changes that dice allow."""
    faces = dice.lie
    added = msgspec.structs.replace(dice, roll=(0,))
    options = [Option("+", key="add", dice=added), Option("=", key="keep" if faces else "stay", dice=dice)]
    for face in sorted({*faces}):
        left = msgspec.structs.replace(dice, lie=tuple(without(faces, str(face))), leave=(face,))
        options.append(Option(f"-{face}", key="remove", args={"face": face}, dice=left))
    return tuple(options)


def wrong_change(value: Value, boat: Boat) -> IllegalAnswer:
    """Say what is wrong with a change (E01, E02, E05)."""
    text = value if isinstance(value, str) else ""
    if sum(text.count(sign) for sign in "+=-") > 1:
        return IllegalAnswer("one_change", "SB-DICE-04")
    if text.startswith("-") and not boat.dice:
        return IllegalAnswer("no_dice_yet", "SB-DICE-11")
    if text.startswith("-"):
        return IllegalAnswer("no_such_die", "SB-DICE-05", given=text[1:] or "?")
    return IllegalAnswer("not_an_option", "SB-DICE-03", given=text or "?")


def remaining(boat: Boat, turn: Turn) -> list[int]:
    """Return the dice that may be rolled again: a removed one is gone (SB-DICE-09)."""
    return without(boat.dice, turn.change[1:]) if turn.change.startswith("-") else list(boat.dice)


def rerolls(pool: Sequence[int]) -> tuple[str, ...]:
    """Return every choice of dice to roll again, none first, then fewer before more (SB-DICE-06)."""
    return _rerolls(tuple(pool))


@lru_cache(maxsize=256)
def _rerolls(pool: tuple[int, ...]) -> tuple[str, ...]:
    counts = Counter(pool)
    faces = sorted(counts)
    found = [
        "".join(str(face) * number for face, number in zip(faces, numbers, strict=True))
        for numbers in product(*(range(counts[face] + 1) for face in faces))
    ]
    return tuple(sorted(found, key=lambda chosen: (len(chosen), chosen)))


@lru_cache(maxsize=512)
def rolling(pool: tuple[int, ...], again: str, *, added: bool, times: int) -> Dice:
    """Return the dice with those that are rolled again, and the one that was added, off the table."""
    return Dice(tuple(without(pool, again)), (*map(int, again), *(0,) * added), times=times)


@lru_cache(maxsize=256)
def reroll_options(pool: tuple[int, ...], *, added: bool, times: int) -> tuple[Option, ...]:
    """Return the choices of dice to roll again as answers."""
    return tuple(
        Option(
            chosen or NONE,
            key="again" if chosen else "none_again",
            args={"dice": shown(chosen)} if chosen else {},
            dice=rolling(pool, chosen, added=added, times=times),
        )
        for chosen in rerolls(pool)
    )


def reroll_question(turn: Turn, boat: Boat) -> Ask[str]:
    """Ask which of the remaining dice are rolled again (SB-DICE-06, -09)."""
    pool = remaining(boat, turn)
    choices = rerolls(pool)
    options = reroll_options(tuple(pool), added=turn.change == "+", times=boat.times)

    def read(value: Value) -> str:
        if value == NONE:
            return ""
        chosen = "".join(sorted(value)) if isinstance(value, str) else ""
        if not chosen or chosen not in choices:
            given = value if isinstance(value, str) and value else "?"
            raise IllegalAnswer("no_such_die", "SB-DICE-06", "SB-DICE-09", given=given)
        return chosen

    return Ask(
        seat=turn.seat,
        key="reroll",
        kind="choose",
        read=read,
        options=options,
        rules=("SB-DICE-06", "SB-DICE-09"),
        args={"dice": shown(pool), "change": turn.change[:1]},
        resumes=True,
        dice=options[0].dice,
    )


def roll(race: Race, turn: Turn, boat: Boat) -> Script[None]:
    """Roll the chosen and the added dice together, once, and put them into the pool (SB-DICE-07, -08, -10)."""
    number = len(turn.reroll) + (turn.change == "+")
    if race.options.dice_source == "engine":
        while len(turn.rolled) < number:
            face = yield from ask(lambda: die_question(race, turn, boat))
            turn.rolled.append(int(face))
    elif number and not turn.rolled:
        faces = yield from ask(lambda: faces_question(turn, boat))
        turn.rolled = [int(face) for face in faces]
    kept = without(remaining(boat, turn), turn.reroll)
    boat.dice = sorted(kept + turn.rolled)
    turn.stage = "steer"
    yield from tell_pool(race, turn.seat, "SB-DICE-01", "SB-DICE-07", "SB-DICE-10")


def die_question(race: Race, turn: Turn, boat: Boat) -> Ask[str]:
    """Ask chance for one die. Its lot depends on race, seat, own turn and number only (SB-FIX-02)."""
    lot = f"die {race.state.race} {turn.seat} {boat.turns} {len(turn.rolled)}"
    rules = ("SB-DICE-07", "SB-DICE-15", "SB-FIX-02")
    args = {"seat": turn.seat}
    return chance("roll", "die", tuple(FACES), rules=rules, args=args, lot=lot, to=turn.seat, resumes=True)


@lru_cache(maxsize=256)
def thrown(kept: Dice, number: int) -> tuple[Option, ...]:
    """Return every throw of so many dice as an answer, beside the dice that were kept."""
    options = []
    for faces, weight in throws(number).items():
        dice = Dice((*kept.lie, *map(int, faces)), times=kept.times)
        options.append(Option(faces, "pool", {"dice": shown(faces)}, weight, dice))
    return tuple(options)


def faces_question(turn: Turn, boat: Boat) -> Ask[str]:
    """Ask for the faces of the real dice, all in one (SB-DICE-17)."""
    added = turn.change == "+"
    number = len(turn.reroll) + added
    dice = rolling(tuple(remaining(boat, turn)), turn.reroll, added=added, times=boat.times)

    def read(given: str) -> str:
        faces = "".join(sorted(given.replace(" ", "")))
        if len(faces) != number:
            raise IllegalAnswer("so_many_faces", "SB-DICE-17", number=number)
        if not set(faces) <= set(FACES):
            raise IllegalAnswer("faces_are_1_to_3", "SB-COMP-07", "SB-DICE-17")
        return faces

    question = chance(
        "roll",
        "faces",
        throws(number),
        rules=("SB-DICE-07", "SB-DICE-17"),
        named=read,
        args={"seat": turn.seat, "number": number},
        to=turn.seat,
        pile=PILE,
        resumes=True,
        dice=dice,
    )
    return msgspec.structs.replace(question, options=thrown(dice, number))


def enter_pool(race: Race, turn: Turn) -> Script[None]:
    """Ask only for the whole pool after rolling (SB-DICE-16, -18)."""
    boat = race.boat(turn.seat)
    faces = yield from ask_while(lambda: boat.status == "racing", lambda: pool_question(turn, boat))
    if faces is None:
        return
    boat.dice = [int(face) for face in faces]
    turn.stage = "steer"
    yield from tell_pool(race, turn.seat, "SB-DICE-01", "SB-DICE-16")


def pool_question(turn: Turn, boat: Boat) -> Ask[str]:
    """Ask for all faces of the new pool: the same number of dice, one more or one less (SB-DICE-18)."""
    size = len(boat.dice)

    def read(value: Value) -> str:
        text = value if isinstance(value, str) else "?"
        faces = "" if text == NONE else "".join(sorted(text.replace(" ", "")))
        if not set(faces) <= set(FACES) or (not faces and text != NONE):
            raise IllegalAnswer("faces_are_1_to_3", "SB-COMP-07", "SB-DICE-18")
        if abs(len(faces) - size) > 1:
            raise IllegalAnswer("pool_by_one", "SB-DICE-18", number=size)
        return faces

    return Ask(
        seat=turn.seat,
        key="pool",
        kind="choose",
        read=read,
        options=whole_pools(size, boat.times),
        rules=("SB-DICE-16", "SB-DICE-18"),
        args={"dice": shown(boat.dice), "total": boat.total, "damage": boat.damage, "leg": boat.leg},
        resumes=True,
        dice=lying(boat),
    )


@lru_cache(maxsize=32)
def whole_pools(size: int, times: int) -> tuple[Option, ...]:
    """Return every pool of as many dice, of one more and of one less as an answer (SB-DICE-18)."""
    return tuple(
        Option(
            faces or NONE,
            key="pool" if faces else "no_dice",
            args={"dice": shown(faces)} if faces else {},
            dice=Dice(tuple(map(int, faces)), times=times),
        )
        for number in (size, size + 1, size - 1)
        if number >= 0
        for faces in pools(number)
    )


def tell_pool(race: Race, seat: int, *rules: str) -> Script[None]:
    """Tell the dice and their total; mention once that the supply has run out (SB-COMP-08)."""
    boat = race.boat(seat)
    if boat.dice:
        yield from tell("dice", rules=rules, seat=seat, dice=shown(boat.dice), total=boat.total)
    else:
        yield from tell("no_dice", rules=rules, seat=seat)
    if not race.state.many_dice and sum(len(other.dice) for other in race.state.boats) > SUPPLY:
        race.state.many_dice = True
        yield from tell("supply_empty", rules=("SB-COMP-08",), number=SUPPLY)
