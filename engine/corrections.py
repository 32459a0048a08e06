"""What can be set right by hand, offered so that a small panel can ask for it: a thing, and its new value.

A rulebook that can be corrected offers at least its pieces, each with the places of the course.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from engine.ask import IllegalAnswer, Option, Value
from engine.record import Correct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.rulebook import Rulebook

T = TypeVar("T")


class Correctable(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One thing that may be set by hand: `what` and `name` as in `Correct`, `now` as it stands.

    Its new value is one of `options`; a count is a number from `low` to `high`. `key` and `args` are its words where
    the name of the piece or place does not say it. What is chosen is still checked like any correction.
    """

    what: Literal["place", "pile", "count"]
    name: str
    now: Value
    options: tuple[Option, ...] = ()
    low: int = 0
    high: int = 0
    key: str = ""
    args: Mapping[str, Value] = {}


def value_as(kind: type[T], change: Correct, *rules: str) -> T:
    """Read the value of a correction as what it must be.

    Raises:
        IllegalAnswer: it is something else.

    """
    try:
        return msgspec.convert(change.value, kind)
    except msgspec.ValidationError:
        raise IllegalAnswer("not_a_value", *rules) from None


def set_by_hand(
    change: Correct,
    *rules: str,
    place: Callable[[str, str], None],
    pile: Callable[[str, list[str]], None],
    count: Callable[[str, int], None],
) -> None:
    """Hand a correction's name and value to what sets a place, a pile of cards or a count.

    Raises:
        IllegalAnswer: the value is none of its kind, or what is called does not take it.

    """
    match change.what:
        case "place":
            place(change.name, value_as(str, change, *rules))
        case "pile":
            pile(change.name, value_as(list[str], change, *rules))
        case "count":
            count(change.name, value_as(int, change, *rules))


def pieces(rulebook: Rulebook[Any], state: Any) -> Iterator[Correctable]:
    """Offer every piece on the course that takes the place it already has."""
    layout = rulebook.layout(state)
    places = [spot.place for spot in layout.course]
    options = tuple(map(Option, places))
    trial = rulebook.decode(rulebook.encode(state))
    for piece, place in layout.pieces.items():
        if place not in places:
            continue
        try:
            rulebook.correct(trial, Correct("place", piece, place))
        except IllegalAnswer:
            continue
        yield Correctable(what="place", name=piece, now=place, options=options)


def pile(name: str, cards: list[str], kinds: Iterable[str]) -> Correctable:
    """Offer a face-up pile (its top last): the top card taken off, or another one of *kinds* laid on it."""
    on = [Option([*cards, kind], key="put_on_top", args={"value": kind}) for kind in kinds]
    off = [Option(cards[:-1], key="take_off_top", args={"value": cards[-1]})] if cards else []
    return Correctable(what="pile", name=name, now=list(cards), options=(*off, *on))
