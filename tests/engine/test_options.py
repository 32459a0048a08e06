"""What is said of options that do not fit: which one, and what to write instead."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

from engine.options import fault_of, faults, known_options, wanted
from engine.rulebook import SetupError, read_options


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One option of every kind that the games have."""

    level: Literal["board", "books"] = "board"
    races: Annotated[int, msgspec.Meta(ge=1, le=3)] | None = None
    pace: Annotated[float, msgspec.Meta(ge=0.5)] = 1.0
    taught: bool = False
    points: tuple[int, int] = (1, 2)
    texts: tuple[Annotated[str, msgspec.Meta(max_length=60)], ...] = ()
    rest: dict[str, int] = {}


def test_every_option_is_known_by_its_name() -> None:
    assert known_options(Options) == ("level", "races", "pace", "taught", "points", "texts", "rest")


@pytest.mark.parametrize(
    ("key", "value", "remedy"),
    [
        ("level", "bord", "board or books"),
        ("races", 4, "a whole number from 1 to 3"),
        ("pace", 0.1, "a number from 0.5"),
        ("taught", "yes", "true or false"),
        ("points", [1], "a list of 2, each a whole number"),
        ("texts", ["x" * 61], "a list, each a text of at most 60 letters"),
        ("rest", 1, "something else"),
    ],
)
def test_a_value_that_does_not_fit_is_named_with_what_to_write(key: str, value: Any, remedy: str) -> None:
    assert fault_of(key, value, Options) == f"option {key}: {value!r} does not fit; write {remedy}"


def test_an_unknown_option_is_named_with_those_there_are() -> None:
    assert fault_of("leval", 1, Options) == (
        "there is no option 'leval'; there is level, races, pace, taught, points, texts, rest"
    )


def test_nothing_is_said_of_what_fits() -> None:
    assert list(faults({"level": "books", "races": None, "pace": 2, "points": [3, 4]}, Options)) == []


def test_a_text_without_a_limit_is_any_text() -> None:
    assert wanted(str) == "a text"


def test_a_match_is_refused_with_the_first_fault_of_its_options() -> None:
    with pytest.raises(
        SetupError, match=r"^hoops: option races: 9 does not fit; write a whole number from 1 to 3$"
    ):
        read_options({"level": "books", "races": 9, "pace": 0}, Options, "hoops")
