"""An evening: from the lobby into a match and back, by keys alone; matches that go on; what goes wrong."""

from __future__ import annotations

import errno
import os
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

from engine.record import Header
from engine.rulebook import SetupError
from engine.wacky_races import RULEBOOK
from table.archive import Archive
from table.disk import InUse
from table.evening import Evening, House
from table.games import Games
from table.lobby import Lobby
from table.match_file import UnreadableMatch
from table.packs import PackError, pack_names
from table.pages import RESULT_US
from table.station import Station
from table.texts import Texts
from tests.engine.tiny import LanternWalk
from tests.table.faulty_disk import FaultyDisk
from tests.table.table_kit import FOLDER, one_pack, press, seats

if TYPE_CHECKING:
    from pathlib import Path

    from table.desk import Desk


class Shelf(Games):
    """One real game, whatever else the program has; the tiny one can be played as well."""

    def __init__(self) -> None:
        super().__init__(extra={"lantern_walk": LanternWalk, "wacky_races": RULEBOOK})

    def names(self) -> list[str]:
        return ["lantern_walk", "wacky_races"]


TINY = Header("lantern_walk", seats(2), chance={"seed": 3})


@pytest.fixture(autouse=True)
def _one_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    one_pack(monkeypatch)


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    monkeypatch.setenv("PITBOARD_HOME", str(tmp_path))
    (tmp_path / "matches").mkdir()
    return Archive(tmp_path / "matches")


@pytest.fixture
def evening(archive: Archive) -> Evening:
    return Evening(Shelf(), archive, Texts("en"))


class Player:
    """Somebody at the console, who follows the evening from desk to desk."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.at = Station(evening.desk, evening.texts, ())

    def press(self, *keys: Any, now: int = 0) -> None:
        for key in keys:
            press(self.at, key, now=now)
            if self.evening.advance(now, leave=self.at.left):
                self.at.sit(self.evening.desk, tuple(range(len(self.evening.desk.names))))

    def choose(self, words: str) -> None:
        """Choose an option by its words."""
        wanted = self.at.screen().choices.index(words)
        self.press(*["next"] * (wanted + 1), "confirm")


def play_on(desk: Desk, answers: int) -> None:
    """Give so many answers, the first option each."""
    for _ in range(answers):
        question = desk.match.open[0]
        value = None if question.optional else question.options[0].value if question.options else question.low
        if question.seat == "clock":
            desk.tick(10**9)
        else:
            desk.answer(question.seat, value, 0)


def state_of(desk: Desk) -> bytes:
    return desk.match.rulebook.encode(desk.match.state)


# --- from the lobby into a match --------------------------------------------------------------------------------


def test_an_evening_begins_in_the_lobby(evening: Evening) -> None:
    assert evening.in_lobby
    assert evening.journal is None
    assert [question.key for question in evening.desk.match.open] == ["how_many_people"]


def test_a_match_is_begun_by_keys_alone(evening: Evening) -> None:
    player = Player(evening)
    player.press("next", "next", "confirm")
    assert player.at.screen().title == "How many pilots?"
    player.press("next", "confirm")
    assert player.at.screen().title == "How many races?"
    player.press("confirm")
    assert not evening.in_lobby
    assert "champ_races" not in evening.desk.match.header.options
    assert evening.desk.game == "wacky_races"
    assert [(seat.name, seat.pilot) for seat in evening.desk.match.seats] == [
        ("Seat 1", None),
        ("Seat 2", None),
        ("Seat 3", None),
        ("Pilot 1", "weak"),
    ]
    assert evening.desk.match.header.pack["game"] == "wacky_races"
    assert evening.journal is not None
    assert player.at.desk is evening.desk


def test_the_pack_is_asked_for_where_there_are_several(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.evening.pack_names", pack_names)
    folder = archive.folder.parent / "packs" / "wacky_races"
    folder.mkdir(parents=True)
    (folder / "second.toml").write_text('game = "wacky_races"\nname = "second"\n')
    other = Evening(Shelf(), archive, Texts("en"))
    player = Player(other)
    assert player.at.screen().title == "Which pack?"
    assert {"Practice", "Second"} <= set(player.at.screen().choices)


def test_the_house_names_its_people_and_prefers_its_options(archive: Archive) -> None:
    house = House(("Ana", "Bea"), {"wacky_races": {"starting_player": "random"}}, "weak")
    evening = Evening(Shelf(), archive, Texts("es"), house)
    header = evening.header("wacky_races", "practice", ["Ana"], 1)
    assert header.options["starting_player"] == "random"
    assert header.seats[1].name == "Piloto 1"
    assert header.version == RULEBOOK.version
    player = Player(evening)
    assert "◀ 2 ▶" in player.at.screen().body[0]
    player.press("next", "confirm", "confirm")
    assert player.at.screen().title == "¿Cuántas carreras?"
    player.press("confirm")
    assert evening.desk.names == ("Ana", "Bea", "Puesto 3")


def test_a_championship_is_chosen_by_keys_alone_with_the_points_of_the_pack(evening: Evening) -> None:
    player = Player(evening)
    player.press("next", "confirm", "confirm", "next", "next", "confirm")
    assert not evening.in_lobby
    options = evening.desk.match.header.options
    assert (options["champ_races"], options["champ_points"]) == (3, [10, 6, 4, 3, 2, 1])


def test_races_are_not_asked_for_where_the_house_has_settled_them(archive: Archive) -> None:
    house = House(options={"wacky_races": {"champ_races": 4}})
    evening = Evening(Shelf(), archive, Texts("en"), house)
    Player(evening).press("next", "confirm", "confirm")
    assert evening.desk.match.header.options["champ_races"] == 4


@pytest.mark.rule("WR-CHAMP-02", "WR-CHAMP-03")
def test_races_are_asked_for_with_any_pack_and_then_the_points_that_it_does_not_say(archive: Archive) -> None:
    folder = archive.folder.parent / "packs" / "wacky_races"
    folder.mkdir(parents=True)
    printed = (files("config") / "packs" / "wacky_races" / "practice.toml").read_text("utf-8")
    (folder / "practice.toml").write_text(printed.replace("champ_points", "# champ_points"), "utf-8")
    evening = Evening(Shelf(), archive, Texts("en"))
    player = Player(evening)
    player.press("next", "confirm", "confirm")
    assert player.at.screen().title == "How many races?"
    player.press("next", "confirm")
    assert not evening.in_lobby
    assert player.at.screen().title == "Points for place 1?"
    player.press("previous", "confirm")
    assert player.at.screen().title == "Points for place 2?"
    assert "0 to 99" in player.at.screen().body[0]


@pytest.mark.parametrize(
    ("says", "shown"),
    [('label = "our club"', "Our club"), ('title = "Club"\nlabel = "long"', "Club"), ("", "Second")],
)
def test_a_pack_is_chosen_by_what_it_calls_itself(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, says: str, shown: str
) -> None:
    monkeypatch.setattr("table.evening.pack_names", pack_names)
    folder = archive.folder.parent / "packs" / "wacky_races"
    folder.mkdir(parents=True)
    (folder / "second.toml").write_text(f'game = "wacky_races"\n{says}\n')
    player = Player(Evening(Shelf(), archive, Texts("en")))
    assert shown in player.at.screen().choices


def test_two_matches_have_seeds_of_their_own(evening: Evening) -> None:
    one, other = (evening.header("wacky_races", "practice", ["Ana", "Bea"]) for _ in range(2))
    assert one.chance != other.chance


def test_what_was_chosen_can_be_taken_back_in_the_lobby_by_keys(evening: Evening) -> None:
    player = Player(evening)
    player.press("confirm")
    assert player.at.screen().title == "How many pilots?"
    player.press("menu", "confirm")
    assert player.at.screen().title == "How many people?"


def test_nothing_happens_to_the_desk_without_a_reason(evening: Evening) -> None:
    desk = evening.desk
    assert not evening.advance(0)
    assert not evening.advance(0, leave=True)
    evening.begin(TINY)
    desk = evening.desk
    assert not evening.advance(0)
    assert evening.desk is desk


# --- saving and going on ----------------------------------------------------------------------------------------


def test_what_is_said_is_on_the_disk_after_saving(evening: Evening, archive: Archive) -> None:
    desk = evening.begin(TINY)
    play_on(desk, 3)
    assert evening.save() is None
    (summary,) = archive.summaries()
    assert summary.answers == len(desk.match.record)


def test_saving_in_the_lobby_has_nothing_to_do(evening: Evening, archive: Archive) -> None:
    assert evening.save() is None
    assert archive.summaries() == []


@pytest.mark.report("K09", "K10")
def test_a_match_goes_on_as_it_stood_with_its_undo(evening: Evening, archive: Archive) -> None:
    """K09, K10: six actions, a restart, six undos; the start state."""
    desk = evening.begin(TINY)
    start = state_of(desk)
    play_on(desk, 6)
    evening.save()
    evening.close()
    other = Evening(Shelf(), archive, Texts("en"))
    again = other.resume(archive.folder / "match-000001.jsonl", 77)
    assert other.desk is again
    assert other.resumed
    assert state_of(again) == state_of(desk)
    assert again.match.record == desk.match.record
    assert again.opened == 77
    while again.can_undo():
        again.undo(0)
    assert state_of(again) == start
    play_on(again, 1)
    assert other.save() is None
    other.close()


def test_the_lobby_offers_unfinished_matches_by_game_and_people(evening: Evening, archive: Archive) -> None:
    evening.begin(evening.header("wacky_races", "practice", ["Ana", "Bea"]))
    evening.save()
    evening.close()
    player = Player(Evening(Shelf(), archive, Texts("en")))
    assert player.at.screen().title == "Go on with the last match"
    player.choose("Wacky Races: Ana, Bea")
    assert player.evening.desk.names == ("Ana", "Bea")
    assert player.evening.resumed
    player.evening.close()


def test_a_new_match_can_be_begun_beside_an_unfinished_one(evening: Evening, archive: Archive) -> None:
    evening.begin(TINY)
    evening.close()
    player = Player(Evening(Shelf(), archive, Texts("en")))
    player.choose("New match")
    assert player.at.screen().title == "How many people?"


def test_a_finished_match_is_left_for_the_lobby_and_not_offered_again(evening: Evening) -> None:
    desk = evening.begin(TINY)
    while not desk.match.over:
        play_on(desk, 1)
    player = Player(evening)
    player.at.sit(desk, (0, 1))
    assert player.at.screen().head == "Result"
    player.press("confirm", now=RESULT_US)
    assert evening.in_lobby
    assert evening.journal is None
    assert [question.key for question in evening.desk.match.open] == ["how_many_people"]


def test_beginning_another_match_leaves_the_running_one_resumable(evening: Evening, archive: Archive) -> None:
    play_on(evening.begin(TINY), 3)
    evening.begin(TINY)
    assert [summary.answers for summary in archive.unfinished()][-1] > 0
    Evening(Shelf(), archive, Texts("en")).resume(archive.folder / "match-000001.jsonl")


def test_without_a_library_matches_are_played_but_not_kept() -> None:
    evening = Evening(Shelf(), None, Texts("en"))
    play_on(evening.begin(TINY), 2)
    assert evening.save() is None
    with pytest.raises(SetupError, match="nothing is stored here"):
        evening.resume(os.devnull)  # type: ignore[arg-type]
    evening.close()


# --- what goes wrong --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Wacky Races (practice) cannot begin. The log says why."),
        ("es", "Wacky Races (práctica) no puede empezar. El registro dice por qué."),
    ],
)
def test_a_broken_pack_leads_back_to_the_lobby_with_a_message(
    archive: Archive, language: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Panels say it in the language of the table; the place and the remedy are in the log."""
    folder = archive.folder.parent / "packs" / "wacky_races"
    folder.mkdir(parents=True)
    (folder / "practice.toml").write_text("this is no TOML")
    texts = Texts(language, strict=True)
    evening = Evening(Shelf(), archive, texts)
    player = Player(evening)
    player.press("next", "confirm", "confirm", "confirm")
    assert evening.in_lobby
    assert not evening.desk.match.over
    (notice,) = evening.notices
    assert notice.key == "cannot_begin"
    assert texts.say(notice.key, notice.args) == said
    assert "practice.toml" in notice.text
    assert notice.text in caplog.text
    assert archive.summaries() == []


def test_a_match_that_another_program_has_open_leads_back_to_the_lobby(
    evening: Evening, archive: Archive
) -> None:
    evening.begin(TINY)
    evening.save()
    other = Evening(Shelf(), archive, Texts("en"))
    player = Player(other)
    player.press("next", "confirm")
    assert other.in_lobby
    assert other.journal is None
    assert [notice.key for notice in other.notices] == ["match_in_use"]
    with pytest.raises(InUse):
        other.resume(archive.folder / "match-000001.jsonl")
    evening.close()


def test_a_match_that_is_gone_leads_back_to_the_lobby(evening: Evening, archive: Archive) -> None:
    evening.begin(TINY)
    evening.close()
    other = Evening(Shelf(), archive, Texts("en"))
    (archive.folder / "match-000001.jsonl").unlink()
    player = Player(other)
    player.press("next", "confirm")
    assert other.in_lobby
    assert len(other.notices) == 1


def test_a_file_in_which_nothing_can_be_read_is_refused_and_untouched(
    evening: Evening, archive: Archive
) -> None:
    path = archive.folder / "match-000007.jsonl"
    path.write_bytes(b"nonsense")
    with pytest.raises(UnreadableMatch):
        evening.resume(path)
    assert path.read_bytes() == b"nonsense"
    assert evening.in_lobby


def test_a_pilot_that_a_game_has_not_leaves_no_match_behind(archive: Archive) -> None:
    evening = Evening(Shelf(), archive, Texts("en"), House(pilot="grandmaster"))
    player = Player(evening)
    player.press("confirm", "confirm", "confirm")
    assert evening.in_lobby
    assert [notice.key for notice in evening.notices] == ["cannot_begin"]
    assert evening.journal is None
    assert archive.summaries() == []


def test_a_match_that_cannot_be_sat_down_to_is_left_unlocked(evening: Evening, archive: Archive) -> None:
    header = evening.header("wacky_races", "practice", ["Ana"], 1)
    evening.begin(header)
    evening.close()
    path = archive.folder / "match-000001.jsonl"

    class Grumpy(RULEBOOK):
        def pilot(self, level: str) -> Any:
            raise SetupError(f"no pilot {level}")

    other = Evening(Games(extra={"wacky_races": Grumpy}), archive, Texts("en"))
    with pytest.raises(SetupError, match="no pilot weak"):
        other.resume(path)
    assert other.journal is None
    evening.resume(path)
    evening.close()


def test_an_unknown_pack_is_told() -> None:
    with pytest.raises(PackError, match="no pack 'practise'"):
        Evening(Shelf(), None, Texts("en")).header("wacky_races", "practise", ["Ana", "Bea"])


@pytest.mark.report("G08")
def test_a_disk_that_refuses_is_told_and_the_match_goes_on_in_memory() -> None:
    """G08: carry on in memory and warn clearly that nothing is being saved."""
    disk = FaultyDisk()
    evening = Evening(Shelf(), Archive(FOLDER, disk), Texts("en"))
    disk.fault = errno.EROFS
    desk = evening.begin(TINY)
    play_on(desk, 2)
    trouble = evening.save()
    assert trouble is not None
    assert trouble.key == "not_saved_read_only"
    play_on(desk, 2)
    disk.fault = 0
    assert evening.save() is None
    evening.close()


def test_the_lobby_is_the_only_desk_without_seats(evening: Evening) -> None:
    assert isinstance(evening.desk.match.rulebook, Lobby)
    assert evening.desk.names == ()
