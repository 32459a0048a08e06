"""Lake, packs and coordinates (5.3, V-163, V-164, V-172 to V-176)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import IllegalAnswer
from engine.rulebook import SetupError
from engine.speedboats.hexes import NAMES, STEPS, at, axial, from_row, named, place, plane
from engine.speedboats.lake import half_turned, lay, waters
from engine.speedboats.pack import SLOTS, Laid, Printed, read_pack
from engine.speedboats.rulebook import Speedboats
from engine.speedboats.waters import clear_runs
from table.tagbook import TagBook, TagRefused
from tests.engine.speedboats.kit import Scene, header, lake, new_match, pack, printed, spaces
from tests.engine.speedboats.kit import waters as lr


@pytest.mark.rule("SB-HEX-01")
def test_v31_the_six_neighbours() -> None:
    steps = dict(zip(NAMES, STEPS, strict=True))
    found = {name: axial(at(0, 0) + step) for name, step in steps.items()}
    assert found == {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
    assert from_row(5, 3) == at(0, 5)
    assert from_row(4, 3) == at(0, 5) + steps["NE"]


@pytest.mark.rule("SB-HEX-02")
def test_v27_v28_spots_of_the_rulebook_lake() -> None:
    marks = {(mark.tile, mark.letter): mark for mark in lake("rulebook").marks}
    assert axial(marks["T4", "A"].space) == (-4, 15)
    assert NAMES[marks["T4", "A"].side] == "SE"
    assert axial(marks["T6", "A"].space) == (7, 21)
    assert from_row(-1, 0) == at(0, -1)


@pytest.mark.rule("SB-HEX-03", "SB-COURSE-06", "SB-COURSE-07")
def test_v29_a_tile_with_half_a_turn() -> None:
    order = ["T1", "T2", "T4", "T3", "T5", "T6"]
    turned = lay(pack("rulebook"), [Laid(tile, tile == "T4") for tile in order])
    (mark,) = [mark for mark in turned.marks if (mark.tile, mark.letter) == ("T4", "A")]
    assert (mark.space, axial(mark.space), NAMES[mark.side]) == (from_row(8, 19), (15, 8), "NW")
    assert [axial(mark.space + k * STEPS[mark.side]) for k in range(1, 6)] == [
        (15, 7),
        (15, 6),
        (15, 5),
        (15, 4),
        (15, 3),
    ]
    assert half_turned(Printed("A", -1, -1, "?")) == (-1, -1, "?")


@pytest.mark.rule("SB-LAKE-06")
def test_v30_water_of_the_frame_belongs_to_the_lake() -> None:
    water = lake("rulebook").water
    assert {at(0, -1), at(-13, 24)} <= water


@pytest.mark.rule("SB-LAKE-07", "SB-HEX-05")
@pytest.mark.parametrize(("name", "count"), [("rulebook", 621), ("practice", 585)])
def test_v32_the_lakes_are_one_water_each(name: str, count: int) -> None:
    assert (len(lake(name).water), waters(lake(name).water)) == (count, 1)


@pytest.mark.rule("SB-LAKE-07")
def test_separate_waters_are_counted() -> None:
    assert waters(frozenset(spaces((0, 0), (1, 0), (5, 5)))) == 2


@pytest.mark.rule("SB-HEX-04", "SB-HEX-05", "SB-CRASH-06")
def test_v33_buoys_block_and_shorten_the_longest_run() -> None:
    on = lr()
    assert len(on.open) == 619
    longest = max(on.clear(space, d) for space in on.open for d in range(6))
    assert longest == on.clear(at(9, 3), NAMES.index("SW")) == 21
    bare = sorted(on.lake)
    runs = [clear_runs(bare, step) for step in STEPS]
    assert max(run[space] for run in runs for space in bare) == runs[NAMES.index("W")][at(14, 20)] == 25


@pytest.mark.rule("SB-COMP-01", "SB-LAKE-01", "SB-LAKE-02")
def test_tiles_have_as_much_water_as_was_measured() -> None:
    land = {
        name: ["".join(tile.map).count("#") for tile in pack(name).tiles.values()]
        for name in ("rulebook", "practice")
    }
    assert land == {"rulebook": [14, 15, 10, 8, 13, 23], "practice": [11, 11, 11, 10, 9, 10]}
    assert len(pack("practice").frame) == 71


def test_names_of_spaces_can_be_read_back() -> None:
    assert named(place(at(-4, 15))) == at(-4, 15)
    assert [named(text) for text in ("", "4", "x,y", "99,0", "1,2,3")] == [0, 0, 0, 0, 0]
    assert plane(at(2, 2)) == (3.0, 1.732)


# --- packs ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SB-LAKE-05", "SB-LAKE-09", "SB-LAKE-10")
def test_v172_the_practice_pack_is_complete_and_says_what_it_is() -> None:
    found = pack("practice")
    assert found.warnings == ()
    assert found.complete
    assert found.label == "Invented practice lake, not a printed board"


@pytest.mark.rule("SB-LAKE-09")
def test_v173_the_rulebook_pack_has_warnings() -> None:
    found = pack("rulebook")
    assert not found.complete
    assert [warning[:2] for warning in found.warnings] == ["W1", "W3", "W3", "W3", "W3"]


SPOILED: dict[str, tuple[list[Any], Any]] = {
    "schema": (["schema"], "other"),
    "id": (["id"], "My lake"),
    "status": (["status"], "old"),
    "side": (["side"], "blue"),
    "version": (["version"], 0),
    "grid": (["grid"], {}),
    "twice": (["tiles", 1, "id"], "P1"),
    "no name": (["tiles", 0, "id"], ""),
    "row of 7": (["tiles", 0, "map", 3], "~#~~~~~"),
    "frame": (["frame", "map", 4], "#~~_______________________~#"),
    "no frame": (["frame"], None),
    "row 12": (["tiles", 0, "spots", 0, "row"], 12),
    "letter": (["tiles", 0, "spots", 0, "letter"], "B"),
    "one spot": (["tiles", 0, "spots"], []),
    "side N": (["tiles", 0, "spots", 0, "side"], "N"),
    "slot": (["arrangement", "N"], {"tile": "P1"}),
    "arrow": (["courses", 0, "buoys", 2, "arrow"], "ccw"),
    "finish": (["courses", 0, "finish_buoy"], [16, 4]),
    "together": (["courses", 0, "buoys", 0, "at"], [16, 7]),
    "no buoy 2": (["courses", 0, "buoys", 1, "n"], 7),
}


def spoil(what: str) -> dict[str, Any]:
    """The practice pack with one thing wrong."""
    tables = printed()
    path, value = SPOILED[what]
    into: Any = tables
    for key in path[:-1]:
        into = into[key]
    into[path[-1]] = value
    return tables


@pytest.mark.rule("SB-LAKE-05")
@pytest.mark.parametrize(
    ("what", "fault"),
    [
        ("schema", "L1"), ("id", "L1"), ("status", "L1"), ("side", "L1"), ("version", "L1"), ("grid", "L1"),
        ("one spot", "L1"), ("twice", "L2"), ("no name", "L2"), ("row of 7", "L3"), ("frame", "L4"), ("no frame", "L4"),
        ("row 12", "L5"), ("letter", "L5"), ("side N", "L6"), ("slot", "L7"), ("arrow", "L8"), ("finish", "L8"),
        ("together", "L8"), ("no buoy 2", "L8"),
    ],
)  # fmt: skip
def test_v174_a_faulty_pack_is_refused_by_the_name_of_its_fault(what: str, fault: str) -> None:
    with pytest.raises(SetupError, match=rf"{fault}: .*SB-LAKE-05"):
        read_pack(spoil(what))


@pytest.mark.rule("SB-LAKE-05")
def test_all_faults_are_named_at_once() -> None:
    tables = spoil("row 12")
    tables["version"] = "new"
    with pytest.raises(SetupError, match=r"L1: .*L5: "):
        read_pack(tables)


@pytest.mark.rule("SB-LAKE-09")
def test_odd_packs_are_loaded_with_warnings() -> None:
    tables = printed()
    tables["tiles"][0]["spots"][0]["side"] = "NE"
    tables["courses"][0]["letter"] = "B"
    for row in range(24):
        tables["frame"]["map"][row + 2] = tables["frame"]["map"][row + 2][:-2] + "##"
    tables["frame"]["map"][26] = "##~~~~###~~~~~~~~####~~~~~##".replace("~", "#")
    tables["frame"]["map"][0] = "##############~#############"
    assert sorted({warning[:2] for warning in read_pack(tables).warnings}) == ["W2", "W4"]


@pytest.mark.rule("SB-SETUP-12", "SB-SETUP-02", "SB-LAKE-02", "SB-COMP-02")
def test_v164_level_and_side_go_with_the_pack() -> None:
    assert new_match(2).rulebook.options.level == "board"  # type: ignore[attr-defined]
    assert new_match(2, "rulebook").rulebook.options.level == "books"  # type: ignore[attr-defined]
    with pytest.raises(SetupError, match="shows the dark side"):
        new_match(2, "rulebook", level="board", lake_side="light")
    tables = printed()
    tables["tiles"][0]["spots"][0]["letter"] = "C"
    with pytest.raises(SetupError, match="letter A on 3 tiles"):
        Speedboats(header(2, tables=tables, level="board"))


@pytest.mark.rule("SB-COMP-09")
@pytest.mark.parametrize("seats", [1, 7])
def test_v167_two_to_six_play(seats: int) -> None:
    with pytest.raises(SetupError, match="2 to 6"):
        new_match(seats)
    assert all(new_match(number) for number in range(2, 7))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"races": 4}, "races"),
        ({"no_such": 1}, "no_such"),
        ({"level": "books", "absent": "bot"}, "absent"),
        ({"level": "books", "expansion": True}, "expansion"),
    ],
)
def test_options_that_cannot_be_played_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        new_match(2, **options)


def test_a_pack_without_an_arrangement_cannot_lay_itself() -> None:

    tables = printed()
    del tables["arrangement"]
    with pytest.raises(SetupError, match="scan the tiles"):
        Speedboats(header(2, tables=tables, lake="pack"))


# --- scanning -------------------------------------------------------------------------------------------------------


def at_the_lake(**options: Any) -> Any:
    """A match at the scanning of its first tile."""
    match = new_match(2, first_start_player="engine", **options)
    while match.state.stage != "lake":
        question = match.open[0]
        match.answer(question.seat, question.options[0].value)
    return match


@pytest.mark.rule("SB-LAKE-01", "SB-LAKE-04", "SB-SETUP-01", "SB-SETUP-03")
def test_v34_a_tile_that_lies_elsewhere_is_asked_again() -> None:
    match = at_the_lake(tile_up="fixed")
    assert [tell.key for tell in match.tells][-1] == "join_frame"
    match.answer("table", "tile-P1")
    assert match.open[0].args == {"slot": "N"}
    with pytest.raises(IllegalAnswer, match="tile_lies_elsewhere") as refused:
        match.answer("table", "P1")
    assert refused.value.args_for_text == {"tile": "P1", "slot": "NW"}
    with pytest.raises(IllegalAnswer, match="unknown_tile"):
        match.answer("table", "P9")


@pytest.mark.rule("SB-LAKE-03", "SB-LAKE-01")
@pytest.mark.parametrize(
    ("setting", "answers", "half_turn"),
    [
        ("two_tags", ["tile-P1-head"], False),
        ("two_tags", ["P1-tail"], True),
        ("ask", ["P1", "up"], False),
        ("ask", ["P1", "turned"], True),
        ("fixed", ["P1"], False),
    ],
)
def test_v163_which_end_points_north(setting: str, answers: list[str], half_turn: bool) -> None:  # noqa: FBT001 - a table
    match = at_the_lake(tile_up=setting)
    for answer in answers:
        match.answer("table", answer)
    assert match.state.lake == (Laid("P1", half_turn),)


@pytest.mark.rule("SB-LAKE-07")
def test_the_lake_is_counted_once_it_lies() -> None:
    match = at_the_lake(lake="pack")
    (ready,) = [tell for tell in match.tells if tell.key == "lake_ready"]
    assert ready.args == {"water": 585, "parts": 1}
    assert match.open[0].key == "lake_right"


@pytest.mark.rule("SB-LAKE-08", "SB-LAKE-09", "SB-COURSE-01")
def test_v35_what_nobody_knows_is_asked_for_once() -> None:
    match = new_match(2, "rulebook", level="board", lake="pack", races=3)
    match.state.colours, match.state.order, match.state.starter = ["red", "white"], [0, 1], 0
    match.state.lake, match.state.race, match.state.stage = pack("rulebook").arrangement, 3, "course"

    on = Scene(match).replace()
    assert (on.question.key, on.question.args) == ("spot_row", {"tile": "T1", "letter": "C", "slot": "NW"})
    on.answer(4, 3)
    assert on.state.taught["T1 C"] == Printed("C", 3, 2, "?")
    on.answer("0123")
    assert (on.question.key, on.question.args["letter"]) == ("letter_side", "C")
    on.answer("SE")
    assert on.state.taught["T1 C"] == Printed("C", 3, 2, "SE")
    assert on.question.key in ("course_ready", "buoys")


@pytest.mark.rule("SB-LAKE-08")
def test_a_spot_of_a_turned_tile_is_asked_for_as_it_lies_and_kept_as_it_is_printed() -> None:
    match = new_match(2, "rulebook", level="board", races=3)
    match.state.colours, match.state.order, match.state.starter = ["red", "white"], [0, 1], 0
    tiles = ("T1", "T2", "T3", "T4", "T5", "T6")
    match.state.lake = tuple(Laid(tile, tile == "T1") for tile in tiles)
    match.state.race, match.state.stage = 3, "course"

    on = Scene(match).replace().answer(1, 1, "0123", "E")
    assert on.state.taught["T1 C"] == Printed("C", 11, 7, "W")
    (mark,) = [mark for mark in on.race.lake.marks if (mark.tile, mark.letter) == ("T1", "C")]
    assert (mark.space, NAMES[mark.side]) == (from_row(0, 0), "E")


@pytest.mark.rule("SB-LAKE-11")
def test_v176_a_tag_in_use_is_refused_by_the_name_of_its_tile(tmp_path) -> None:
    book = TagBook(tmp_path / "tags.db")
    book.enrol("speedboats", "practice", "tile-P1-head", b"\x04aaaaaa")
    with pytest.raises(TagRefused) as refused:
        book.enrol("speedboats", "practice", "tile-P2-head", b"\x04aaaaaa")
    assert "tile-P1-head" in str(refused.value)
    book.close()


def test_slots_are_in_reading_order() -> None:
    assert SLOTS == ("NW", "N", "NE", "SW", "S", "SE")
