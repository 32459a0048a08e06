"""Teaching a pack value by value, and writing it down from the command line."""

from __future__ import annotations

import io
import re
import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from engine.ask import IllegalAnswer
from engine.lessons import Field, Lesson
from engine.record import Header, SeatInfo
from engine.rulebook import Rulebook, SetupError
from engine.wacky_races.rulebook import WackyRaces
from table.cli import app
from table.cli_teach import question
from table.enrolment import Enrolment, PackShelf
from table.packs import read_pack
from table.tagbook import TagBook
from table.teaching import Teaching, parse
from table.texts import LANGUAGES, Texts

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from typer.testing import Result

PUBLISHED: dict[str, Any] = tomllib.loads(
    (files("config") / "packs" / "wacky_races" / "published.toml").read_text(encoding="utf-8")
)


def lessons(pack: Mapping[str, Any]) -> tuple[Lesson, ...]:
    """The lessons of a copy of Wacky Races."""
    return WackyRaces(Header("wacky_races", (SeatInfo("Ana"), SeatInfo("Bea")), pack=dict(pack))).lessons()


def teaching() -> Teaching:
    """Teach a copy of which nothing is known."""
    return Teaching(lessons, PUBLISHED)


def to(session: Teaching, component: str) -> Teaching:
    """Skip what comes before a component."""
    while session.lesson is not None and session.lesson.component != component:
        session.skip()
    assert session.lesson is not None, component
    return session


# --- one value after the other --------------------------------------------------------------------------------------


@pytest.mark.rule("WR-TEACH-01", "WR-COMP-10")
def test_a_value_is_kept_and_the_next_component_asked_for() -> None:
    session = teaching()
    assert session.lesson is not None
    assert (session.lesson.component, session.left) == ("tile-F1", 139)
    session.give(" p ")
    assert session.pack["tiles"]["F1"] == {"half": 1, "kind": "P"}
    assert (session.lesson.component, session.left, session.changes) == ("tile-F2", 138, 1)
    assert PUBLISHED["tiles"]["F1"] == {"half": 1}


@pytest.mark.rule("WR-TEACH-02")
def test_a_value_out_of_its_range_is_asked_for_again() -> None:
    session = teaching()
    with pytest.raises(IllegalAnswer, match="one_of_these"):
        session.give("Q")
    assert session.changes == 0
    assert session.lesson is not None
    assert session.lesson.component == "tile-F1"


@pytest.mark.rule("WR-TRAP-16", "WR-COMP-06")
def test_several_fields_make_one_lesson() -> None:
    session = to(teaching(), "type-t01")
    keys = []
    for typed in ("Oil", "3", "back 2; miss 1"):
        assert session.field is not None
        keys.append(session.field.name)
        session.give(typed)
    assert keys == ["name", "copies", "steps"]
    assert session.pack["traps"]["t01"] == {"name": "Oil", "copies": 3, "steps": ["back 2", "miss 1"]}


@pytest.mark.rule("WR-POW-13", "WR-COMP-07")
@pytest.mark.parametrize(("kind", "then"), [("effect", "steps"), ("by_hand", None)])
def test_a_power_asks_for_what_its_kind_needs(kind: str, then: str | None) -> None:
    session = to(teaching(), "power-SLA-1")
    session.give("Horn")
    session.give(kind)
    assert session.field is not None
    assert session.field.name == (then or "name")  # "name" of the next power


def test_going_back_begins_a_component_anew() -> None:
    session = to(teaching(), "type-t01")
    session.give("Oil")
    session.back()
    assert session.field is not None
    assert session.field.name == "name"
    assert "traps" not in session.pack


def test_what_was_left_out_is_not_asked_again() -> None:
    session = teaching()
    session.skip()
    session.give("D")
    assert session.lesson is not None
    assert session.lesson.component == "tile-F3"
    assert session.left == 138


@pytest.mark.rule("WR-CHAMP-02", "WR-CHAMP-03")
def test_points_are_taught_as_options() -> None:
    session = to(teaching(), "championship")
    session.give("4")
    with pytest.raises(IllegalAnswer, match="number_count"):
        session.give("6, 4")
    session.give("10 6 4 3 2 1")
    assert session.pack["options"] == {"champ_races": 4, "champ_points": [10, 6, 4, 3, 2, 1]}
    assert session.lesson is None
    assert session.field is None
    with pytest.raises(IllegalAnswer, match="nothing_to_teach"):
        session.give("1")


def test_a_pack_that_does_not_fit_is_left_as_it_was() -> None:
    first = Lesson(
        component="bell",
        table="bells",
        key="one",
        fields=(Field(name="", key="k", kind="text", low=1, high=9),),
    )

    def strict(pack: Mapping[str, Any]) -> tuple[Lesson, ...]:
        if "bells" in pack:
            raise SetupError("no bells here")
        return (first,)

    session = Teaching(strict, {})
    with pytest.raises(SetupError, match="no bells here"):
        session.give("ding")
    assert (session.pack, session.changes, session.field) == ({}, 0, first.fields[0])


@pytest.mark.parametrize(
    ("kind", "typed", "value"),
    [
        ("number", "12", 12),
        ("number", "-1", -1),
        ("number", "many", "many"),
        ("numbers", "1, 2 3", [1, 2, 3]),
        ("lines", "back 1;  ; miss 1 ", ["back 1", "miss 1"]),
        ("lines", "", []),
        ("choice", "d", "D"),
        ("choice", "x", "x"),
        ("text", "  Oil Puddle ", "Oil Puddle"),
    ],
)
def test_typed_text_is_read_as_its_field_wants(kind: Any, typed: str, value: Any) -> None:
    assert parse(Field(name="", key="k", kind=kind, options=("D", "F")), typed) == value


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("g 6; W 2", ["green 6", "wild 2"]),
        ("bla 6; blu 5; red 1", ["black 6", "blue 5", "red 1"]),
        ("b 6; pink 4; ", ["b 6", "pink 4"]),
    ],
)
def test_the_first_word_of_a_line_may_be_cut_short_where_it_is_the_only_one(
    typed: str, lines: list[str]
) -> None:
    colours = ("black", "blue", "green", "red", "wild")
    assert parse(Field(name="", key="k", kind="lines", options=colours), typed) == lines


def test_a_game_without_lessons_has_nothing_to_teach() -> None:
    assert Rulebook.lessons(object()) == ()  # type: ignore[arg-type]


# --- tags -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-TEACH-03")
def test_t05_a_tag_that_is_a_farm_card_is_refused_as_a_tile(tmp_path: Path) -> None:
    book = TagBook(tmp_path / "tags.db")
    shelf = PackShelf(book, "wacky_races", "own")
    tag = bytes.fromhex("04a1b2c3d4e5f6")
    shelf.enrol("movement-A-03", tag, confirmed=True)
    refused = Enrolment([("tile-F1", "tile F1")], shelf).present(tag)
    assert (refused.kind, refused.key) == ("refused", "tag_taken")
    assert refused.args["component"] == "movement-A-03"
    book.close()


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder."""
    monkeypatch.setenv("PITBOARD_HOME", str(tmp_path))
    return tmp_path


def teach(*typed: str, args: tuple[str, ...] = ()) -> Result:
    """Run the command and type some lines."""
    return CliRunner().invoke(app, ("teach", "wacky_races", *args), input="\n".join(typed) + "\n")


@pytest.mark.rule("WR-TEACH-01", "WR-TEACH-04")
def test_what_is_taught_becomes_a_pack_of_ones_own(home: Path) -> None:
    done = teach("P", "-", "A", ".")
    assert done.exit_code == 0, done.output
    pack = read_pack("wacky_races", "own")
    assert pack["name"] == "own"
    assert [pack["tiles"][tile].get("kind") for tile in ("F1", "F2", "F3")] == ["P", None, "A"]
    assert "Still to be taught: 137" in done.output
    assert str(home / "packs" / "wacky_races" / "own.toml") in done.output


def test_teaching_goes_on_where_it_ended(home: Path) -> None:
    del home
    teach("P", ".")
    teach("D", ".")
    tiles = read_pack("wacky_races", "own")["tiles"]
    assert [tiles[tile].get("kind") for tile in ("F1", "F2")] == ["P", "D"]


@pytest.mark.rule("WR-TEACH-02")
def test_a_refusal_says_the_range_and_asks_again(home: Path) -> None:
    del home
    done = teach("Q", "<", ".")
    assert "Q is none of Desert, Forest, Prairie and Farm" in done.output
    assert "Nothing was taught" in done.output
    assert done.output.count("first-half tile 1: Which kind") == 3


def test_a_whole_pack_has_nothing_to_ask(home: Path) -> None:
    del home
    done = teach(args=("--pack", "practice"))
    assert done.exit_code == 0
    assert done.output == (
        "There is nothing to teach in the pack practice\nThere is something to teach in: published\n"
    )


@pytest.mark.parametrize("game", ["downforce", "wacky_challenge", "wacky_races"])
def test_without_a_pack_one_with_something_to_teach_is_begun(home: Path, game: str) -> None:
    del home
    done = CliRunner().invoke(app, ("teach", game), input=".\n")
    assert done.exit_code == 0, done.output
    assert "? " in done.output
    assert "Still to be taught: " in done.output


@pytest.mark.parametrize("game", ["speedboats", "wackee_six"])
def test_a_game_with_nothing_printed_to_enter_says_so(home: Path, game: str) -> None:
    del home
    done = CliRunner().invoke(app, ("teach", game))
    assert (done.exit_code, done.output) == (0, "There is nothing to teach in this game\n")


@pytest.mark.parametrize("typed", [".\n", ""])
def test_from_a_pipe_the_summary_begins_a_line_of_its_own(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    del home
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    app(("teach", "downforce"), standalone_mode=False)
    assert re.fullmatch(r"Still to be taught: \d+", capsys.readouterr().out.splitlines()[-2])


def test_a_name_that_is_no_file_name_is_refused(home: Path) -> None:
    del home
    done = teach(args=("--name", "../own"))
    assert done.exit_code == 2
    assert "is no name for a pack" in done.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_has_words(language: str) -> None:
    texts = Texts(language, strict=True)
    asked = {
        question(field, texts, "wacky_races") for lesson in lessons(PUBLISHED) for field in lesson.fields
    }
    assert len(asked) >= 8
    assert all("{" not in line for line in asked)
