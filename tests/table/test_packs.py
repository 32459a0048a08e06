"""Packs are found by name or path, read whatever editor wrote them, and refused with file, place and remedy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from table.games import Games
from table.packs import (
    PackError,
    must_fit,
    options_for,
    pack_folders,
    pack_names,
    parse_pack,
    read_pack,
)

GOOD = 'game = "walk"\nname = "printed"\n\n[options]\nrounds = 4\n'


def shelf(root: Path, **packs: str) -> Path:
    folder = root / "walk"
    folder.mkdir(parents=True)
    for name, text in packs.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return root


def test_packs_are_listed_by_name(tmp_path: Path) -> None:
    mine, theirs = shelf(tmp_path / "a", club=GOOD), shelf(tmp_path / "b", printed=GOOD, club=GOOD)
    (mine / "walk" / "notes.txt").touch()
    assert pack_names("walk", (mine, theirs)) == ["club", "printed"]


def test_a_game_without_packs_has_none(tmp_path: Path) -> None:
    assert pack_names("walk", (tmp_path,)) == []


def test_a_pack_is_read_by_name(tmp_path: Path) -> None:
    pack = read_pack("walk", "printed", (tmp_path / "nothing", shelf(tmp_path / "b", printed=GOOD)))
    assert pack == {"game": "walk", "name": "printed", "options": {"rounds": 4}}


def test_ones_own_pack_hides_one_of_the_same_name(tmp_path: Path) -> None:
    mine = shelf(tmp_path / "a", printed='game = "walk"\nname = "mine"\n')
    assert read_pack("walk", "printed", (mine, shelf(tmp_path / "b", printed=GOOD)))["name"] == "mine"


@pytest.mark.parametrize("kind", [Path, str])
def test_a_pack_is_read_by_path(tmp_path: Path, kind: Any) -> None:
    path = tmp_path / "draft.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert read_pack("walk", kind(path), ())["name"] == "printed"


def test_the_users_folder_comes_before_what_comes_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOARD_HOME", str(tmp_path))
    shelf(tmp_path / "packs", mine=GOOD)
    assert pack_folders()[0] == tmp_path / "packs"
    assert pack_names("walk") == ["mine"]
    assert read_pack("walk", "mine")["game"] == "walk"


@pytest.mark.parametrize("game", Games().names())
def test_every_game_has_a_practice_pack_that_can_be_read(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOARD_HOME", str(tmp_path))
    assert read_pack(game, "practice")["practice"] is True


def test_a_missing_pack_lists_those_there_are_and_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(PackError) as error:
        read_pack("walk", "printe", (shelf(tmp_path, printed=GOOD, club=GOOD),))
    assert str(error.value) == "no pack 'printe' for walk (did you mean 'printed'?); there is: club, printed"


def test_a_missing_pack_of_a_game_without_any_says_so(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="no pack 'x' for walk; there is: none"):
        read_pack("walk", "x", (tmp_path,))


@pytest.mark.parametrize("name", ["", "..", "../walk/printed", "a/b", "a\\b", "~", "-x"])
def test_a_name_never_leads_out_of_the_folders(tmp_path: Path, name: str) -> None:
    with pytest.raises(PackError, match="no pack"):
        read_pack("walk", name, (shelf(tmp_path, printed=GOOD),))


def test_a_missing_file_lists_the_packs_by_name(tmp_path: Path) -> None:
    where = tmp_path / "gone.toml"
    with pytest.raises(PackError, match=r"gone\.toml: there is no such file; packs by name: printed"):
        read_pack("walk", where, (shelf(tmp_path, printed=GOOD),))


def test_a_folder_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="is a folder, not a file"):
        read_pack("walk", tmp_path, ())


def test_a_file_that_may_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(PackError, match=r"printed\.toml: Permission denied"):
        read_pack("walk", "printed", (shelf(tmp_path, printed=GOOD),))


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace(" = ", "\t=\t").encode(),
        b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").replace("rounds", "\trounds").encode(),
    ],
)
def test_what_editors_leave_in_a_file_does_no_harm(data: bytes) -> None:
    assert parse_pack(data, "x.toml") == {"game": "walk", "name": "printed", "options": {"rounds": 4}}


UNREADABLE: list[tuple[bytes, str]] = [
    (b'game = "walk"\nname = \n', "x.toml: Invalid value (at line 2, column 8)"),
    (b'game = "walk"\n[options\n', "(at line 2,"),
    (b'game = "walk"\ngame = "walk"\n', "Cannot overwrite a value (at line 2,"),
    ('game = "walk"\nname = “club”\n'.encode(), "the quotes on this line are curly"),
    (b'game = "walk"\nlength = 4,5\n', "write decimals with a point"),
    (
        'game = "walk"\nname = "Peñon"\n'.encode("latin-1"),
        "x.toml: line 2 is not UTF-8; save the file as UTF-8",
    ),
    (GOOD.encode("utf-16"), "x.toml: this is UTF-16; save it as UTF-8"),
    (b"\x00", "x.toml: "),
    (b"a = " + b"[" * 3000 + b"]" * 3000, "x.toml: lists in lists too deep"),
    (b"a = " + b"[" * 50 + b"]" * 50, "levels deep"),
    (
        b"[made]\nday = 2026-01-31\n",
        'x.toml: made.day: a date cannot be kept; put it in quotes: "2026-01-31"',
    ),
    (b"[tiles]\nF1 = [1, nan]\n", "x.toml: tiles.F1[1]: nan is not a number"),
    (b"size = 9007199254740993\n", "x.toml: size: whole numbers go up to 2^53"),
]


@pytest.mark.parametrize(("data", "words"), UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_cannot_be_read_is_said_with_its_place(data: bytes, words: str) -> None:
    with pytest.raises(PackError) as error:
        parse_pack(data, "x.toml")
    assert words in str(error.value)
    assert str(error.value).startswith("x.toml: ")


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        ({}, 'x.toml: no key "game"; write game = "walk" at its top'),
        ({"game": "abacus"}, "x.toml: this is a pack for 'abacus', not for 'walk'"),
        ({"game": ["walk"]}, "x.toml: this is a pack for ['walk'], not for 'walk'"),
        ({"game": "walk", "options": [1]}, 'x.toml: "options" must be a table: write [options]'),
    ],
)
def test_a_pack_that_does_not_fit_its_game_is_refused(pack: dict[str, Any], words: str) -> None:
    with pytest.raises(PackError) as error:
        must_fit(pack, "walk", "x.toml")
    assert str(error.value).startswith(words)


def test_a_pack_of_another_game_is_refused_with_its_file(tmp_path: Path) -> None:
    folder = shelf(tmp_path, printed='game = "abacus"\n')
    with pytest.raises(PackError, match=r"printed\.toml: this is a pack for 'abacus'"):
        read_pack("walk", "printed", (folder,))


@pytest.mark.parametrize(
    ("pack", "given", "options"),
    [
        ({}, {}, {}),
        ({"options": {"rounds": 4, "board": "known"}}, {"rounds": 2}, {"rounds": 2, "board": "known"}),
        ({"options": {"rounds": 4}}, {}, {"rounds": 4}),
        ({}, {"rounds": 2}, {"rounds": 2}),
    ],
)
def test_given_options_count_before_the_packs_own(
    pack: dict[str, Any], given: dict[str, Any], options: dict[str, Any]
) -> None:
    before = {key: dict(value) for key, value in pack.items()}
    assert options_for(pack, given) == options
    assert pack == before


WITH_PART = 'game = "walk"\nname = "club"\n\n[uses]\nroad = "long"\n'


def test_a_part_that_packs_share_becomes_a_table_of_the_pack(tmp_path: Path) -> None:
    folder = shelf(tmp_path, club=WITH_PART)
    (folder / "walk" / "parts").mkdir()
    (folder / "walk" / "parts" / "long.toml").write_text("steps = 40\n", encoding="utf-8")
    assert read_pack("walk", "club", (folder,))["road"] == {"steps": 40}
    assert read_pack("walk", folder / "walk" / "club.toml", ())["road"] == {"steps": 40}
    assert pack_names("walk", (folder,)) == ["club"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (WITH_PART, "no part 'long' for road; put it into parts/long.toml"),
        (WITH_PART.replace("long", "../long"), "no part"),
        (WITH_PART.replace('"long"', "3"), '"uses" must be a table of names'),
        (WITH_PART.replace("[uses]", "road = 1\n[uses]"), '"road" is written here and named under'),
    ],
)
def test_a_part_that_is_not_there_is_missed(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(PackError, match=message):
        read_pack("walk", "club", (shelf(tmp_path, club=text),))


def test_a_folder_of_ones_own_that_may_not_be_looked_into_leaves_the_packs_that_come_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mine, theirs = shelf(tmp_path / "a", own=GOOD), shelf(tmp_path / "b", printed=GOOD)
    real = Path.stat

    def locked(path: Path, **how: Any) -> Any:
        if path.is_relative_to(mine / "walk"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, **how)

    monkeypatch.setattr(Path, "stat", locked)
    assert pack_names("walk", (mine, theirs)) == ["printed"]
    assert read_pack("walk", "printed", (mine, theirs))["name"] == "printed"
    assert f"{mine / 'walk'}: left out, it cannot be looked at (Permission denied)" in caplog.text


@pytest.mark.parametrize("name", ["a" * 61, "\N{MATHEMATICAL SCRIPT CAPITAL A}" * 61])
def test_a_name_too_long_for_a_file_is_no_pack(tmp_path: Path, name: str) -> None:
    with pytest.raises(PackError, match="no pack"):
        read_pack("walk", name, (shelf(tmp_path, printed=GOOD),))


def test_the_longest_name_of_a_pack_fits_into_a_file_name(tmp_path: Path) -> None:
    name = "\N{MATHEMATICAL SCRIPT CAPITAL A}" * 60
    assert read_pack("walk", name, (shelf(tmp_path, **{name: GOOD}),))["name"] == "printed"


def test_a_pack_in_the_folder_of_nobody_is_no_traceback() -> None:
    with pytest.raises(PackError, match="no such user"):
        read_pack("walk", "~nosuchuser/walk.toml", ())
