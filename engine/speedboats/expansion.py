"""Expansion tiles: ramps, currents, maelstroms and low water, as far as they are known (3.18, house module)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from engine.ask import TABLE, Ask, IllegalAnswer, Move, Option, ask, chance, choose, tell
from engine.layout import BOX
from engine.speedboats.course import Effect
from engine.speedboats.hexes import NAMES, STEPS, place
from engine.speedboats.letters import side_question, teach
from engine.speedboats.state import Extra

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.ask import Script, Value
    from engine.speedboats.course import Course
    from engine.speedboats.lake import Mark
    from engine.speedboats.race import Race

TILES = ("redoubt-1", "redoubt-2", "current-1", "current-2", "maelstrom-1", "maelstrom-2", "low_water-1")
"""The seven two-sided tiles (SB-EXP-01)."""
FACES = tuple(f"{tile}/{side}" for tile in TILES for side in ("front", "back"))
SPACES = 3
NO_EFFECT = "none"
EFFECTS = {
    "redoubt": ("ramp",),
    "current": tuple(f"push {d} {n}" for d in range(6) for n in (1, 2, 3)),
    "maelstrom": tuple(f"spin {by}" for by in (1, -1, 2, -2, 3, -3)),
    "low_water": tuple(f"rocks {n}" for n in (1, 2, 3)),
}
"""What a space of each kind of tile may do (SB-EXP-09); a current's direction counts from the tile's own."""


def kind_of(face: str) -> str:
    """Return the kind of a face: "redoubt", "current", "maelstrom" or "low_water"."""
    return face.partition("-")[0]


def check_face(face: str, effects: Value) -> list[str]:
    """Read what the three spaces of a face do.

    Raises:
        IllegalAnswer: there is no such face, or an effect does not belong to it (SB-EXP-09).

    """
    legal = (NO_EFFECT, *EFFECTS.get(kind_of(face), ()))
    given = list(effects) if isinstance(effects, list | tuple) else []
    if face not in FACES or len(given) != SPACES or any(effect not in legal for effect in given):
        raise IllegalAnswer("no_such_effect", "SB-EXP-09", face=face)
    return given


# --- placing ----------------------------------------------------------------------------------------------------


def free_letters(race: Race, course: Course) -> list[Mark]:
    """Return the letters that get a tile, those on land first (SB-EXP-02, -03)."""
    marks = race.lake.marks
    start = next(mark.tile for mark in marks if mark.space == course.buoys[0])
    free = [mark for mark in marks if mark.space not in course.buoys and mark.tile != start and mark.space]
    water = race.surveyor.water(race.state.lake)
    return sorted(free, key=lambda mark: mark.space in water)


def place_tiles(race: Race) -> Script[None]:
    """Draw a tile and a face for every free letter and lay it there (SB-EXP-02 to -05)."""
    state = race.state
    assert state.course is not None, "tiles come after the buoys"  # noqa: S101 - building sees to it
    for mark in free_letters(race, state.course):
        used = {extra.face.partition("/")[0] for extra in state.extras}
        lots = [face for face in FACES if face.partition("/")[0] not in used]
        face = yield from ask(partial(extra_question, lots, f"extra {state.race} {len(state.extras)}"))
        d = mark.side
        if d < 0:
            d = yield from ask(partial(side_question, mark))
            teach(race, mark, d=d)
        extra = fit(race, state.course, mark.space, d, face)
        if extra is None:
            yield from tell("extra_left_out", rules=("SB-EXP-04",), slot=mark.slot, letter=mark.letter)
            continue
        state.extras.append(extra)
        moves = (Move(face.partition("/")[0], BOX, place(extra.first)),)
        yield from tell(
            "extra_laid", rules=("SB-EXP-03", "SB-EXP-05"), moves=moves, kind=kind_of(face), slot=mark.slot,
            letter=mark.letter, dir=NAMES[extra.d],
        )  # fmt: skip
        if face not in state.faces and face not in race.pack.expansion:
            yield from learn_face(race, extra)
    effects = tuple(effect for extra in state.extras for effect in effects_of(race, extra))
    state.course = msgspec.structs.replace(state.course, effects=effects)


def extra_question(lots: list[str], lot: str) -> Ask[str]:
    """Ask chance for a tile and the face that lies up (SB-EXP-05)."""
    return chance("draw", "extra_tile", lots, rules=("SB-EXP-01", "SB-EXP-05"), lot=lot)


def fit(race: Race, course: Course, letter: int, d: int, face: str) -> Extra | None:
    """Lay a tile at its letter, or the other way where it would overlap (SB-EXP-03, -04)."""
    taken = {*course.tile, *course.buoys, course.finish}
    taken |= {space for extra in race.state.extras for space in lies_on(extra)}
    for extra in (Extra(face, letter + STEPS[d], d), Extra(face, letter, (d + 3) % 6)):
        if taken.isdisjoint(lies_on(extra)):
            return extra
    return None


def lies_on(extra: Extra) -> tuple[int, ...]:
    """Return the three spaces of a tile."""
    return tuple(extra.first + k * STEPS[extra.d] for k in range(SPACES))


def learn_face(race: Race, extra: Extra) -> Script[None]:
    """Ask what each space of a face does, as it lies (SB-EXP-09)."""
    found: list[str] = []
    while len(found) < SPACES:
        effect = yield from ask(lambda: effect_question(extra, len(found) + 1))
        found.append(effect)
    race.state.faces[extra.face] = found


def effect_question(extra: Extra, number: int) -> Ask[str]:
    """Ask what a space does; a current's direction is given as it lies and kept as the tile's own (SB-EXP-09)."""
    kind = kind_of(extra.face)
    rules, args = ("SB-EXP-09", "SB-EXP-13"), {"kind": kind, "number": number}

    def refuse(_: str) -> None:
        raise IllegalAnswer("no_such_effect", "SB-EXP-09", face=extra.face)

    by = partial(effect_option, d=extra.d)
    legal = [NO_EFFECT, *EFFECTS[kind]]
    return choose(TABLE, "space_effect", legal, rules=rules, labels=by, refuse=refuse, args=args)


def effect_option(effect: str, d: int) -> Option:
    """Name an effect for the display."""
    kind, *numbers = effect.split()
    if kind == "push":
        shown = {"dir": NAMES[(int(numbers[0]) + d) % 6], "steps": int(numbers[1])}
        return Option(effect, key="effect_push", args=shown)
    if kind == "spin":
        by = int(numbers[0])
        return Option(effect, key="effect_left" if by > 0 else "effect_right", args={"by": abs(by)})
    if kind == "rocks":
        return Option(effect, key="effect_rocks", args={"damage": int(numbers[0])})
    return Option(effect, key="effect_ramp" if kind == "ramp" else "effect_none")


def effects_of(race: Race, extra: Extra) -> Iterator[Effect]:
    """Return what the spaces of a tile do where it lies."""
    texts = race.state.faces.get(extra.face) or race.pack.expansion[extra.face]
    for space, text in zip(lies_on(extra), texts, strict=True):
        kind, *numbers = text.split()
        if kind == "push":
            yield Effect(space, kind, (int(numbers[0]) + extra.d) % 6, int(numbers[1]))
        elif kind != NO_EFFECT:
            yield Effect(space, kind, 0, int(numbers[0]) if numbers else 0)
