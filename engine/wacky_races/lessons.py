"""What a table can teach: kinds of cards and tiles, trap types, powers, special tiles, points (2.1, 3.19)."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, get_args

import msgspec

from engine.ask import IllegalAnswer
from engine.lessons import Field, Lesson, check, put
from engine.rulebook import SetupError
from engine.wacky_races.pack import (
    PARTLY_KNOWN,
    REACH,
    SLOTS,
    TRAP_CARDS,
    UNTAUGHT,
    Pack,
    Verb,
    read_pack,
    read_step,
)
from engine.wacky_races.track import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.ask import Value
    from engine.record import Teach
    from engine.wacky_races.state import RaceState

RULE: Final = ("WR-TEACH-02",)
KIND: Final = Field(name="", key="lesson_kind", kind="choice", options=KINDS)
TILE: Final = Field(name="kind", key="lesson_kind", kind="choice", options=KINDS)


def read_steps(texts: list[str]) -> None:
    """Check effect steps (3.11).

    Raises:
        IllegalAnswer: no such step, or a number out of its range, which is named (WR-TEACH-02).

    """
    for text in texts:
        verb, _, number = text.partition("(")[0].strip().partition(" ")
        most = REACH.get(verb, 6)
        if verb not in get_args(Verb):
            raise IllegalAnswer("no_such_step", *RULE, given=text)
        if number and (not number.isdigit() or not min(1, most) <= int(number) <= most):
            raise IllegalAnswer("out_of_range", *RULE, given=number, low=min(1, most), high=most)
        try:
            read_step(text)
        except ValueError:
            raise IllegalAnswer("no_such_step", *RULE, given=text) from None


def falling(points: list[int]) -> None:
    """Check that no place brings more than the one before it (WR-CHAMP-03).

    Raises:
        IllegalAnswer: one does.

    """
    if any(after > before for before, after in pairwise(points)):
        raise IllegalAnswer("points_rise", "WR-CHAMP-03", *RULE, low=0, high=99)


def free_name(taken: set[str], name: str) -> None:
    """Check that no other trap type has that name.

    Raises:
        IllegalAnswer: one has.

    """
    if name in taken:
        raise IllegalAnswer("name_taken", *RULE, given=name)


def lessons(pack: Pack) -> tuple[Lesson, ...]:
    """Return everything that can be taught of a pack, in the order in which it is best taught."""
    return (
        *tile_lessons(pack),
        *card_lessons(pack),
        *trap_lessons(pack),
        *power_lessons(pack),
        championship(pack),
    )


def tile_lessons(pack: Pack) -> Iterator[Lesson]:
    """Kinds of normal tiles, effects of Crossroads and Laboratory (WR-COMP-10, WR-SPEC-05, -06)."""
    for key, tile in pack.tiles.items():
        if tile.half is not None:
            yield Lesson(
                component=f"tile-{key}",
                table="tiles",
                key=key,
                fields=(TILE,),
                rules=RULE,
                taught=bool(tile.kind),
            )
        elif tile.name in PARTLY_KNOWN:
            steps = Field(name="steps", key="lesson_steps", kind="lines", low=0, high=4, read=read_steps)
            known = key in pack.specials
            yield Lesson(
                component=f"tile-{key}", table="specials", key=key, fields=(steps,), rules=RULE, taught=known
            )


def card_lessons(pack: Pack) -> Iterator[Lesson]:
    """Kinds of movement cards by tag (WR-COMP-03, -04)."""
    if "movement" in pack.source:
        return
    for card in [*(card for card in pack.kinds if len(card) > 1), *pack.blank]:
        taught = card in pack.kinds
        yield Lesson(
            component=card, table="movement_cards", key=card, fields=(KIND,), rules=RULE, taught=taught
        )


def trap_lessons(pack: Pack) -> Iterator[Lesson]:
    """Trap types with name, copies and steps, and the type of every trap card (WR-COMP-06, WR-TRAP-16)."""
    known = [key for key in pack.traps if key != UNTAUGHT]
    left = TRAP_CARDS - sum(pack.traps[key].copies for key in known)
    names = {pack.traps[key].name for key in known}
    new = [f"t{number:02}" for number in range(1, TRAP_CARDS + 1) if left]
    steps = Field(name="steps", key="lesson_steps", kind="lines", low=1, high=4, read=read_steps)
    for key in [*known, *(key for key in new if key not in known)]:
        taught = key in known
        most = TRAP_CARDS if taught else left
        fields = (
            Field(
                name="name", key="lesson_name", kind="text", low=1, high=20, read=partial(free_name, names)
            ),
            Field(name="copies", key="lesson_copies", kind="number", low=1, high=most),
            steps,
        )
        yield Lesson(
            component=f"type-{key}", table="traps", key=key, fields=fields, rules=RULE, taught=taught
        )
    for card, kind in pack.names.items():
        if pack.untaught and known and card.startswith("trap-"):
            which = Field(name="", key="lesson_type", kind="choice", options=tuple(known))
            yield Lesson(
                component=card, table="trap_cards", key=card, fields=(which,), rules=RULE, taught=bool(kind)
            )


def power_lessons(pack: Pack) -> Iterator[Lesson]:
    """The forty powers: name, and what it cancels, does, or that the table does it by hand (WR-COMP-07, WR-POW-13)."""
    types = tuple(key for key in pack.traps if key != UNTAUGHT)
    kinds = ("cancel", "effect", "by_hand") if types else ("effect", "by_hand")
    fields = (
        Field(name="name", key="lesson_name", kind="text", low=1, high=20),
        Field(name="kind", key="lesson_power", kind="choice", options=kinds),
        Field(name="cancels", key="lesson_cancels", kind="choice", options=types, only=("kind", "cancel")),
        Field(
            name="steps",
            key="lesson_steps",
            kind="lines",
            low=1,
            high=4,
            only=("kind", "effect"),
            read=read_steps,
        ),
    )
    given = pack.source.get("powers", {})
    for racer in pack.racers:
        for slot in SLOTS:
            key = f"{racer}-{slot}"
            taught = key in given or str(slot) in given
            yield Lesson(
                component=f"power-{key}", table="powers", key=key, fields=fields, rules=RULE, taught=taught
            )


def championship(pack: Pack) -> Lesson:
    """Races and points of the table's championships (WR-CHAMP-02, -03)."""
    fields = (
        Field(name="champ_races", key="lesson_races", kind="number", low=1, high=12),
        Field(
            name="champ_points", key="lesson_points", kind="numbers", count=6, low=0, high=99, read=falling
        ),
    )
    taught = "champ_points" in pack.options
    return Lesson(component="championship", table="options", key="", fields=fields, rules=RULE, taught=taught)


# --- during a race ------------------------------------------------------------------------------------------------


def find(pack: Pack, component: str) -> Lesson | None:
    """Return the lesson about a component, if there is something to teach of it."""
    return next((lesson for lesson in lessons(pack) if lesson.component == component), None)


def teach(pack: Pack, state: RaceState, given: Teach) -> None:
    """Take a printed value into a running race; only what nobody has taught (WR-TEACH-02, -05, -06).

    Raises:
        IllegalAnswer: no such component, one that is known, or a value out of its range.

    """
    lesson = find(pack, given.component)
    if lesson is None or lesson.table == "options":
        raise IllegalAnswer("cannot_teach", "WR-APP-04", name=given.component)
    if lesson.taught:
        raise IllegalAnswer("known_already", "WR-TEACH-06", name=given.component)
    check(lesson, given.value)
    state.taught[given.component] = given.value
    learned(pack, state.taught)


def learned(base: Pack, taught: dict[str, Any]) -> Pack:
    """Return a pack with what was taught during the race."""
    return _learned(msgspec.msgpack.encode(base.source), msgspec.msgpack.encode(taught))


@lru_cache(maxsize=16)
def _learned(source: bytes, taught: bytes) -> Pack:
    pack = read_pack(msgspec.msgpack.decode(source))
    for component, value in msgspec.msgpack.decode(taught).items():
        lesson = find(pack, component)
        if lesson is None:
            raise SetupError(f"wacky_races: {component!r} was taught, but the pack has no such thing")
        pack = read_pack(put(pack.source, lesson, value))
    return pack


def untaught(pack: Pack, tile: str) -> bool:
    """Whether a tile's kind is not known yet."""
    return pack.tiles[tile].half is not None and pack.tiles[tile].kind is None


def note_kind(state: RaceState, tile: str, kind: Value) -> None:
    """Keep a tile's kind that the table has just read off it (WR-TEACH-05)."""
    state.taught[f"tile-{tile}"] = {"kind": kind}
