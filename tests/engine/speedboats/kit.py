"""For the tests: the two lakes, courses on them, races in the middle, scripts run by themselves, whole matches."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any

from engine.match import Match
from engine.pilots import any_legal
from engine.record import Header, SeatInfo
from engine.speedboats import course as courses
from engine.speedboats.hexes import NAMES, STEPS, at, place
from engine.speedboats.lake import lay
from engine.speedboats.pack import read_pack
from engine.speedboats.rulebook import Speedboats
from engine.speedboats.state import Boat, Regatta, Turn
from engine.speedboats.waters import DONE, Progress, Waters
from tests.engine import playing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.ask import Ask, IllegalAnswer, Tell, Value
    from engine.speedboats.course import Course
    from engine.speedboats.lake import Lake
    from engine.speedboats.pack import Pack
    from engine.speedboats.race import Race

COLOURS = ("white", "yellow", "orange", "red", "purple", "black")


@cache
def _printed(name: str) -> dict[str, Any]:
    path = files("config") / "packs" / "speedboats" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def printed(name: str = "practice") -> dict[str, Any]:
    """A pack's tables, to be changed at will."""
    return deepcopy(_printed(name))


@cache
def pack(name: str = "practice") -> Pack:
    """A checked pack."""
    return read_pack(_printed(name))


@cache
def lake(name: str = "practice") -> Lake:
    """A pack's lake as it arranges it: LP ("practice") or LR ("rulebook")."""
    return lay(pack(name), pack(name).arrangement)


def spaces(*points: tuple[int, int]) -> tuple[int, ...]:
    """Code some spaces."""
    return tuple(at(*point) for point in points)


def course(name: str, letter: str, side: str, *buoys: tuple[int, int]) -> Course:
    """A course on a pack's lake: buoys 0 to 3."""
    zero, one, two, three = spaces(*buoys)
    return courses.build(lake(name).water, letter, (zero, one, two, three), NAMES.index(side))


@cache
def pictured() -> Course:
    """The course of the rulebook's picture (LR)."""
    return course("rulebook", "A", "SE", (-4, 15), (16, 8), (6, 7), (7, 21))


@cache
def golden() -> Course:
    """The course of the golden race (LP, V-49)."""
    return course("practice", "A", "NW", (16, 8), (-1, 6), (-1, 13), (8, 8))


@cache
def waters(name: str = "rulebook") -> Waters:
    """LR with the pictured course, or LP with the golden one."""
    return Waters(lake(name).water, pictured() if name == "rulebook" else golden())


def steps(text: str) -> Iterator[int]:
    """Read a track: "E*3 NE" is three spaces E, one NE."""
    for part in text.split():
        name, _, times = part.partition("*")
        for _ in range(int(times or 1)):
            yield NAMES.index(name)


@dataclass
class Sailed:
    """Where a track led, with what progress, and what happened on which space."""

    at: tuple[int, int]
    now: Progress
    events: list[tuple[str, str]]


def track(start: tuple[int, int], text: str, leg: int, on: Waters | None = None) -> Sailed:
    """Sail a track step by step, without looking for land."""
    on = on or waters()
    now, space = Progress(leg), at(*start)
    events: list[tuple[str, str]] = []
    for d in steps(text):
        if now.leg != DONE:
            now, event = on.step(now, space, d)
        else:
            event = ""
        space += STEPS[d]
        events += [(part, place(space)) for part in event.split()]
    q, r = place(space).split(",")
    return Sailed((int(q), int(r)), now, events)


# --- matches ----------------------------------------------------------------------------------------------------


def header(
    seats: int = 3,
    name: str = "practice",
    *,
    pilots: bool = False,
    tables: dict[str, Any] | None = None,
    **options: Any,
) -> Header:
    """A match of people, or of pilots."""
    info = tuple(SeatInfo(f"Player {seat}", "weak" if pilots else None, pilots) for seat in range(seats))
    return Header("speedboats", info, pack=tables or printed(name), options=options)


def new_match(
    seats: int = 3, name: str = "practice", *, pilots: bool = False, **options: Any
) -> Match[Regatta]:
    """Begin a match."""
    head = header(seats, name, pilots=pilots, **options)
    return Match(Speedboats(head), head)


def play_out(
    match: Match[Regatta],
    seed: int,
    each: Callable[[Match[Regatta]], None] | None = None,
    *,
    level: str = "weak",
) -> Match[Regatta]:
    """Play a match to its end with pilots at every seat; the table gives any legal answer. *each* sees every question."""
    pilots = {seat: match.rulebook.pilot(level) for seat in range(len(match.seats))}
    return playing.play_out(match, seed, pilots, each)


def any_match(
    match: Match[Regatta], seed: int, each: Callable[[Match[Regatta]], None] | None = None
) -> Match[Regatta]:
    """Play a match to its end with any legal answers."""
    rng = Random(seed)
    for _ in range(60_000):
        if each is not None:
            each(match)
        if match.over:
            return match
        question = match.open[0]
        match.answer(question.seat, any_legal(question, rng.randrange))
    raise AssertionError("the match does not end")


# --- scenes -----------------------------------------------------------------------------------------------------


@dataclass
class Scene:
    """A race in the middle: who is where, whose turn it is. Answer what is asked, look at what came of it."""

    match: Match[Regatta]
    told: list[Tell] = field(default_factory=list)

    @property
    def state(self) -> Regatta:
        """The match as it stands."""
        return self.match.state

    @property
    def race(self) -> Race:
        """The match as scripts handle it."""
        rulebook = self.match.rulebook
        assert isinstance(rulebook, Speedboats)
        return rulebook.bind(self.match.state)

    @property
    def question(self) -> Ask[Any]:
        """The one open question."""
        (question,) = self.match.open
        return question

    @property
    def values(self) -> list[Value]:
        """The answers on offer."""
        return [option.value for option in self.question.options]

    def boat(self, seat: int = 0) -> Boat:
        """A seat's boat."""
        return self.state.boats[seat]

    def where(self, seat: int = 0) -> tuple[int, int]:
        """Where a seat's boat is."""
        q, r = place(self.boat(seat).at).split(",")
        return int(q), int(r)

    def answer(self, *values: Value) -> Scene:
        """Answer one question after the other, whoever is asked; remembers what was told since."""
        before = len(self.match.tells)
        for value in values:
            self.match.answer(self.question.seat, value)
            self.match.rulebook.check(self.state)
        self.told = self.match.tells[before:]
        return self

    def refusal(self, value: Value) -> IllegalAnswer:
        """Give an answer that is refused; nothing may have changed."""
        return playing.refused(self.match, self.question.seat, value)

    @property
    def heard(self) -> list[str]:
        """What was told since the answers before."""
        return [tell.key for tell in self.told]

    def tell(self, key: str) -> Tell:
        """The one thing told under a key."""
        (found,) = [tell for tell in self.told if tell.key == key]
        return found

    def replace(self) -> Scene:
        """Go on from the state as it was changed by hand."""
        playing.stand(self.match)
        return self


def boat(where: tuple[int, int] | None = None, bow: str = "E", dice: str = "", **more: Any) -> Boat:
    """A racing boat somewhere on the lake."""
    given: dict[str, Any] = {"status": "racing", "turns": 1, "afloat": bool(where), **more}
    space = at(*where) if where else 0
    return Boat(at=space, bow=NAMES.index(bow), dice=[int(d) for d in dice], **given)


def scene(
    *boats: Boat, name: str = "rulebook", seat: int = 0, stage: str = "change", race: int = 1, **options: Any
) -> Scene:
    """A race in the middle on LR (the pictured course) or LP (the golden course), or in the books; seat 0's turn."""
    given = {"level": "board", "lake": "pack", **options}
    match = new_match(len(boats), name, **given)
    state = match.state
    state.colours = list(COLOURS[: len(boats)])
    state.order = list(range(len(boats)))
    state.boats = list(boats)
    state.race, state.starter, state.placed = race, 0, len(boats)
    state.stage = "points" if stage == "points" else "turn"
    if given["level"] == "board":
        state.lake = pack(name).arrangement
        state.course = pictured() if name == "rulebook" else golden()
    state.turn = None if stage == "points" else Turn(seat, stage)  # type: ignore[arg-type]
    return Scene(match).replace()


def books(*boats: Boat, stage: str = "change", race: int = 1, **options: Any) -> Scene:
    """A race in the books."""
    for one in boats:
        one.leg = one.leg or 1
    return scene(*boats, name="practice", stage=stage, race=race, level="books", **options)


def place_of(on: Scene, seat: int) -> str:
    """The name of the space a boat stands on, or stood on last."""
    return place(on.boat(seat).at)
