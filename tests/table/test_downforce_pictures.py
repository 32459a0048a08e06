"""The twenty pictures of Downforce can be drawn, nothing on them is cut, and they ask what they are said to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.table.downforce_pictures import PICTURES, Picture, main
from tests.table.drawn import Pen, colliding, outside

if TYPE_CHECKING:
    from pathlib import Path


def test_there_are_twenty() -> None:
    assert len(PICTURES) == 20


@pytest.mark.parametrize("picture", PICTURES, ids=lambda one: one.truth.replace(" ", "_")[:40])
def test_a_picture_shows_all_of_its_texts(picture: Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    pen = Pen(monkeypatch)
    pen.draw(picture.show().screen())
    assert not outside(pen.written)
    assert not colliding(pen.written)
    assert not [one.text for one in pen.written if one.cut]


KEYS = (
    "lot_car", "bid", "bid", "bid_second_card", "keep_power", "play_card", "", "path", "path", "claim",
    "play_card", "wild", "bet", "bet", "play_card", "", "", "moved", "play_card", "play_card",
)  # fmt: skip


@pytest.mark.parametrize(
    ("picture", "key"), [*zip(PICTURES, KEYS, strict=True)], ids=lambda one: str(one)[:20]
)
def test_a_picture_is_of_the_question_it_is_meant_for(picture: Picture, key: str) -> None:
    at = picture.show()
    question = at.play.question(at)
    assert (question.key if question else "") == key or at.desk.request is not None


def test_they_are_written_into_a_folder_with_their_truth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["pictures", str(tmp_path)])
    main()
    assert len(list(tmp_path.glob("*.png"))) == 20
    assert len((tmp_path / "truth.md").read_text().splitlines()) == 20
