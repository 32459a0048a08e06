"""The protocol on every game that comes along: whole matches, and anything whatever said in the middle of one."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from table.games import Games
from table.packs import pack_folders
from tests.table.conversation import WEAK, Talk, kinds, play_on

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = Games()
SHIPPED = pack_folders()[1:]
every_game = pytest.mark.parametrize("game", GAMES.names())

JUNK: tuple[Any, ...] = ("", "no such thing", None, True, -1, 0, 2, 10**9, 1.5, [], ["x", 3], {"x": 1})


def begun(game: str, seed: int | None, *people: str) -> tuple[Talk, list[dict[str, Any]]]:
    """A match with its practice pack: some people, and pilots up to three seats or what the game takes."""
    least, most = GAMES.rulebook(game).seats
    seats = [{"name": name} for name in people]
    seats += [WEAK] * (min(most, max(least, 3)) - len(people))
    chance = {} if seed is None else {"chance": {"seed": seed}}
    talk = Talk(GAMES, SHIPPED)
    return talk, talk.say(new={"game": game, "pack": "practice", "seats": seats, **chance})


@every_game
@pytest.mark.parametrize("people", [(), ("Ana",)])
def test_a_whole_match_is_played_saved_and_loaded(game: str, people: tuple[str, ...]) -> None:
    talk, replies = begun(game, 5, *people)
    result = play_on(talk, replies, limit=3000)[-2]
    assert result["result"]["standings"]
    assert Talk(GAMES, SHIPPED).say(load=talk.saved())[-2] == result


@every_game
def test_a_whole_match_is_played_with_people_rolling_and_drawing(game: str) -> None:
    talk, replies = begun(game, None, "Ana", "Bea")
    assert "result" in kinds(play_on(talk, replies, limit=3000))


def names_in(value: Any) -> Iterator[str]:
    """Every text in some reply: names of pieces, places and kinds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from names_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names_in(inner)


def anything(rng: Random, names: list[str]) -> dict[str, Any]:
    """A request of any kind, with values that are nearly right or quite wrong."""

    def value() -> Any:
        return rng.choice(names) if rng.random() < 0.5 else rng.choice([*JUNK, [rng.choice(names)]])

    level = rng.choice([None, "weak", "strong"])
    return rng.choice(
        [
            {"answer": {"seat": rng.choice([0, 1, 9, "table", "chance", "clock"]), "value": value()}},
            {
                "correct": {
                    "what": rng.choice(["place", "pile", "count"]),
                    "name": str(value()),
                    "value": value(),
                }
            },
            {"teach": {"component": str(value()), "value": value()}},
            {"reseat": {"seat": rng.choice([0, 1, 9]), "info": {"name": "Cai", "pilot": level}}},
            {"withdraw": {"seat": rng.choice([0, 1, 9])}},
            {"undo": rng.randrange(100)},
            {"redo": rng.randrange(100)},
        ]
    )


def legal(rng: Random, question: dict[str, Any]) -> dict[str, Any]:
    """A legal answer to a question."""
    options = question["options"]
    value = rng.choice(options)["value"] if options else question["low"]
    return {"answer": {"seat": question["seat"], "value": value}}


@every_game
@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_said_the_match_stands_or_goes_on_and_can_be_loaded(game: str, seed: int) -> None:
    rng = Random(seed)
    talk, replies = begun(game, seed if seed % 2 else None, "Ana", "Bea")
    names = sorted({*names_in(talk.say(layout=True)), *names_in(talk.say(view=None)), *names_in(replies)})
    asked = [reply["ask"] for reply in replies if "ask" in reply]
    for _ in range(80):
        before = talk.stand()
        replies = talk.say(**(legal(rng, rng.choice(asked)) if rng.random() < 0.6 else anything(rng, names)))
        if kinds(replies)[0] in ("error", "refused"):
            assert talk.stand() == before
            assert "fault in this game" not in replies[0].get("error", "")
        asked = [reply["ask"] for reply in replies if "ask" in reply] or asked
    assert "error" not in kinds(Talk(GAMES, SHIPPED).say(load=talk.saved()))
