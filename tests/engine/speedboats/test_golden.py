"""The golden race: every move of 5.13 on the board, and once more in the books with the same result (I-29)."""

from __future__ import annotations

import pytest

from engine.speedboats.hexes import NAMES
from engine.speedboats.pack import Laid
from engine.speedboats.placing import sequence
from engine.speedboats.sail import ways
from engine.speedboats.state import Boat
from tests.engine.speedboats.kit import Scene, new_match, place_of

MOVES = """
1  White 1  -    +  .  1  1    1 2/5/1    L  SW 1 15,6 started
2  Red   1  -    +  .  1  1    1 8/11/2   A  W  0 16,6 behind
3  White 2  1    +  1  12 12   3 6/1/10   R  W  3 12,6
4  Red   2  1    +  1  22 22   4 8/11/2   A  W  3 13,6 started behind
5  White 3  12   =  .  .  12   3 2/7/7    R  NW 3 12,3
6  Red   3  22   +  .  2  222  6 2/8/7    A  W  6 7,6
7  White 4  12   +  1  23 223  7 12/4/2   L! W  7 5,3
8  Red   4  222  =  .  .  222  6 8/2/6    R  NW 6 7,0
9  White 5  223  -2 .  .  23   5 1/5/3    A! W  5 0,3
10 Red   5  222  -2 .  .  22   4 7/0/0    L! W  4 3,0
11 White 6  23   =  2  3  33   6 6/0/4    L! SW 6 -6,9 rounded1
12 Red   6  22   +  .  3  223  7 9/3/1    L! SW 7 -4,7 rounded1
13 White 7  33   =  33 23 23   5 5/0/0    L! SE 5 -6,14
14 Red   7  223  =  .  .  223  7 17/2/0   L! SE 7 -4,14
15 White 8  23   +  3  12 122  5 15/0/0   L! E  5 -1,14 rounded2
16 Red   8  223  -2 .  .  23   5 13/10/1  L  E  5 1,14 rounded2
17 White 9  122  +  .  2  1222 7 15/10/3  L  NE 7 6,7
18 Red   9  23   +  .  3  233  8 8/8/4    L  NE 8 9,6 rounded3
19 White 10 1222 -1 .  .  222  6 7/8/6    R  E  6 12,7 rounded3
20 Red   10 233  =  .  .  233  8 0/0/12   R! E  8 17,6 finished
21 White 11 222  -2 2  3  23   5 3/0/0    L! NE 3 15,4 crash 2
22 White 12 -    +  .  1  1    1 3/0/6    R  E  1 16,4 finished
"""
ROWS = [line.split(maxsplit=13) for line in MOVES.strip().splitlines()]
SEATS = {"White": 0, "Red": 1}
BUOYS = "1302"
"""Which buoys stand on the A spots of P1, P2, P3 and P4."""


def on_the_board() -> Scene:
    """White and Red on LP, placed for the first move."""
    match = new_match(2, lake="pack", dice_source="table", first_start_player="choose")
    for value in ("white", "red", "0"):
        match.answer(match.open[0].seat, value)
    on = Scene(match)
    on.answer(True, BUOYS, True)
    assert sequence(on.race) == [1, 0]
    on.answer("S2", "W", "S3", "W")
    return on


def in_the_books() -> Scene:
    """The same match without a known lake."""
    match = new_match(2, level="books", first_start_player="choose")
    for value in ("white", "red", "0"):
        match.answer(match.open[0].seat, value)
    on = Scene(match)
    return on.answer(*[True] * 7)


def throw(on: Scene, row: list[str]) -> None:
    """Play the dice step of a row."""
    _, _, _, before, change, again, rolled, after, total, *_ = row
    seat = SEATS[row[1]]
    assert "".join(map(str, on.boat(seat).dice)) == before.replace("-", "")
    assert on.boat(seat).turns == int(row[2])
    on.answer(change)
    if on.question.key == "reroll":
        on.answer("none" if again == "." else again)
    if rolled != ".":
        on.answer(rolled)
    assert "".join(map(str, on.boat(seat).dice)) == after
    assert on.boat(seat).total == int(total)


@pytest.mark.rule(
    "SB-FIN-02",
    "SB-ROUND-04",
    "SB-ROUND-07",
    "SB-CRASH-03",
    "SB-MOVE-01",
    "SB-MOVE-03",
    "SB-VAR-03",
    "SB-CARRY-04",
)
def test_every_move_of_the_golden_race() -> None:
    on = on_the_board()
    for row in ROWS:
        seat = SEATS[row[1]]
        on.told = []
        throw(on, row)
        clear, choice, direction, moved, place = row[9], row[10], row[11], int(row[12]), row[13]
        found = ways(on.race.waters, on.boat(seat).at, on.boat(seat).bow, on.boat(seat).total)
        assert "/".join(str(way.clear) for way in found) == clear
        assert ([way.turn for way in found if way.legal] == [choice[0]]) == choice.endswith("!")
        on.answer(True if choice.endswith("!") else choice)
        where, *told = place.split()
        assert (place_of(on, seat), NAMES[on.boat(seat).bow]) == (where, direction)
        assert [tell.args["moved"] for tell in on.told if tell.key == "sails"] == [moved]
        assert heard(on) == " ".join(told)
        on.answer(True)
    check_result(on)


def heard(on: Scene) -> str:
    """What a row of the table calls what was told."""
    words = []
    for tell in on.told:
        if tell.key in ("started", "finished"):
            words.append(tell.key)
        elif tell.key == "stays_behind":
            words.append("behind")
        elif tell.key == "rounded":
            words.append(f"rounded{tell.args['buoy']}")
        elif tell.key == "crash":
            words.append(f"crash {tell.args['damage']}")
    order = ["started", "behind"]
    return " ".join(sorted(words, key=lambda word: order.index(word) if word in order else 9))


def check_result(on: Scene) -> None:
    """Red wins with 3 points; White keeps one counter; Red starts race 2."""
    assert [[sheet.place, sheet.points] for sheet in on.state.sheets[0]] == [[2, 0], [1, 3]]
    assert [boat.damage for boat in on.state.boats] == [2, 0]
    assert [boat.done for boat in on.state.boats] == [12, 10]
    on.answer(True)
    assert [boat.damage for boat in on.state.boats] == [1, 0]
    assert on.state.starter == 1
    assert on.state.boats[1] == Boat()


@pytest.mark.rule("SB-INV-29", "SB-BOOK-01", "SB-BOOK-05")
def test_the_books_come_to_the_same() -> None:
    on = in_the_books()
    for row in ROWS:
        throw(on, row)
        words = row[13].split()[1:]
        events = "".join(word[-1] for word in words if word.startswith("rounded")) + (
            "F" if "finished" in words else ""
        )
        if "crash" in words:
            on.answer("crash", int(row[12]), events or "none")
        else:
            on.answer(events or "all")
    check_result(on)


def test_the_golden_lake_lies_as_the_pack_arranges_it() -> None:
    assert on_the_board().state.lake[2] == Laid("P3")
