"""Who chooses where a car goes, and the choice itself: ends, whole paths, Cunning's claim (DF-MOVE, DF-CUN)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.ask import AGAIN, Ask, First, IllegalAnswer, Option, ask, choose, refuse_unlisted, skippable, tell
from engine.downforce.cards import CUNNING, INDEX
from engine.downforce.moving import Reach, can_step, check_path, reach
from engine.downforce.track import home

if TYPE_CHECKING:
    from engine.ask import Script, Value
    from engine.downforce.game import Game
    from engine.downforce.track import Track

HAND_OVER: Final = "cunning"
"""The answer of the card's player that leaves the path to the owner of Cunning (one console for all)."""

BONUS_MARK: Final = "+"
"""Behind an end: reached on straight spaces only, so that Determined's bonus is earned."""


class Drive(NamedTuple):
    """A car to be moved: how far, who plays the card and who decides, and the rules that made it so.

    `marked`: Determined's bonus may follow, so straight and curved ways to one end are two results.
    """

    car: str
    number: int
    player: int
    decider: int
    rules: tuple[str, ...]
    marked: bool = False


class Ways(NamedTuple):
    """The results of a move by the answer that chooses them: end and path, as space numbers."""

    found: Reach
    marked: bool
    ends: dict[str, int]
    """Code by answer."""


class Choice(NamedTuple):
    """A move that has to be decided; `ready` holds its results until the first question is put."""

    move: Drive
    ready: list[Ways]

    def ways(self, game: Game, track: Track) -> Ways:
        """Return the results: those already found, later (after a correction) found anew."""
        return self.ready.pop() if self.ready else ways(game, track, self.move)


def ways(game: Game, track: Track, move: Drive) -> Ways:
    """Find all results of a move, by front and lane, FINISH last (DF-MOVE-11)."""
    start, taken = game.state.places[INDEX[move.car]], game.taken(move.car)
    names = track.names
    if not move.marked:
        found = reach(track.plain, taken, start, move.number)
        return Ways(found, False, {names[end]: end for end in sorted(found.ends)})
    codes = {code for number in taken for code in (2 * number, 2 * number + 1)}
    found = reach(track.marked, codes, 2 * start, move.number)
    ends: dict[str, int] = {}
    for code in sorted(found.ends):
        earns = not code & 1 and can_step(track, taken, code >> 1)
        ends.setdefault(names[code >> 1] + (BONUS_MARK if earns else ""), code)
    return Ways(found, True, ends)


def path_of(way: Ways, code: int) -> list[int]:
    """Return the space numbers of a path to a result."""
    path = way.found.path(code)
    return [number >> 1 for number in path] if way.marked else path


def drive(game: Game, track: Track, move: Drive) -> Script[tuple[int, list[int]]]:
    """Return where a car goes: end and path. A single result is not asked for (DF-TABLE-07)."""
    way = ways(game, track, move)
    if len(way.ends) == 1:
        (code,) = way.ends.values()
        path = path_of(way, code)
    else:
        path = yield from decide(game, track, Choice(move, [way]))
    start = game.state.places[INDEX[move.car]]
    return (path[-1] if path else start), path


def decide(game: Game, track: Track, choice: Choice) -> Script[list[int]]:
    """Ask for the path: the player of the card, or the owner of Cunning (DF-CARD-03, DF-CUN-01, -03, -04)."""
    owner = game.owner(choice.move.car)
    cunning = owner is not None and owner != choice.move.decider and game.power(owner, CUNNING)
    if owner is None or not cunning or game.state.kinds[owner] == "absent":
        own: list[int] = yield from ask(lambda: path_question(game, track, choice, choice.move.decider))
        return own
    if game.options.cunning_claim == "button" and game.state.kinds[owner] == "person":
        path = yield from claimed(game, track, choice, owner)
        if path is not None:
            return path
    rules = ("DF-CUN-01", "DF-CUN-02", "DF-CUN-04")
    yield from tell("cunning", rules=rules, seat=owner, car=choice.move.car)
    chosen: list[int] = yield from ask(lambda: path_question(game, track, choice, owner))
    return chosen


def claimed(game: Game, track: Track, choice: Choice, owner: int) -> Script[list[int] | None]:
    """Let the owner of Cunning speak up until the path is confirmed; None when the owner has (DF-CUN-03)."""
    while True:
        reply = yield First(
            {
                choice.move.decider: path_question(game, track, choice, choice.move.decider, hand_over=owner),
                owner: skippable(
                    choose(
                        owner,
                        "claim",
                        {"claim": HAND_OVER},
                        rules=("DF-CUN-01", "DF-CUN-03"),
                        labels="claim",
                        args={
                            "who": choice.move.decider,
                            "car": choice.move.car,
                            "number": choice.move.number,
                        },
                    )
                ),
            },
            may_pass=True,
        )
        if reply is AGAIN:
            continue
        _, path = reply
        return None if path == HAND_OVER else path


def path_question(
    game: Game, track: Track, choice: Choice, seat: int, hand_over: int | None = None
) -> Ask[Any]:
    """Ask for an end, or for a path space by space; `hand_over` to the owner of Cunning (DF-CUN-02)."""
    way, move = choice.ways(game, track), choice.move

    def read(value: Value) -> list[int] | str:
        if isinstance(value, list):
            start = game.state.places[INDEX[move.car]]
            return check_path(track, game.taken(move.car), start, move.number, [str(name) for name in value])
        if value == HAND_OVER and hand_over is not None:
            return HAND_OVER
        code = _end(way, track, value)
        if code is None:
            raise refuse_unlisted(value, ("DF-MOVE-11",))
        return path_of(way, code)

    goal = home(len(game.state.finished) + 1)
    options = [_option(track, way, answer, move.number, goal) for answer in way.ends]
    if hand_over is not None:
        options.append(Option(HAND_OVER, "hand_over", {"who": hand_over}))
    return Ask(
        seat=seat,
        key="path",
        kind="choose",
        read=read,
        options=tuple(options),
        args={"car": move.car, "number": move.number},
        rules=("DF-MOVE-07", "DF-MOVE-09", "DF-MOVE-11"),
    )


def _end(way: Ways, track: Track, value: Value) -> int | None:
    """Find the result an answer names; the mark may be left out where only one way leads to that end."""
    if not isinstance(value, str):
        return None
    if value in way.ends:
        return way.ends[value]
    if value not in track.numbers and value.removesuffix(BONUS_MARK) not in track.numbers:
        raise IllegalAnswer("no_such_space", "DF-MOVE-11", space=value)
    return way.ends.get(value + BONUS_MARK)


def _option(track: Track, way: Ways, answer: str, number: int, goal: str) -> Option:
    """Name a result: its space, and how far it is; one short of *number* is stuck, or over the finish at *goal*."""
    path, end = path_of(way, way.ends[answer]), track.end
    route = tuple([track.names[at] if at != end else goal for at in path])
    args = {"space": answer.removesuffix(BONUS_MARK), "steps": len(path), "number": number}
    if end in path:
        key = "to_the_finish"
    elif answer.endswith(BONUS_MARK):
        key = "end_with_bonus"
    else:
        key = "end" if len(path) == number else "end_stuck"
    return Option(answer, key, args, route=route)
