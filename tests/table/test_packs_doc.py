"""The examples of docs/packs.md are whole packs: they load, and a match can be played with them."""

from __future__ import annotations

import re

import pytest

from engine.match import Match
from engine.record import Header, SeatInfo
from engine.settle import settle
from engine.wacky_races.pack import REACH, WORDS
from table.games import Games
from table.lots import lots
from table.packs import must_fit, options_for, parse_pack
from tests.architecture.source import ROOT

PAGE = (ROOT / "docs" / "packs.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(game = .*?)```", PAGE, re.DOTALL)
VIRTUAL = {"movement_deck": "virtual", "trap_deck": "virtual", "course": "dealt", "starting_player": "random"}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.split('"')[1])
def test_an_example_is_a_whole_pack(example: str) -> None:
    pack = parse_pack(example.encode(), "docs/packs.md")
    must_fit(pack, pack["game"], "docs/packs.md")
    seats = (SeatInfo("Ana"), SeatInfo("Bea"))
    assert Games().make(Header(pack["game"], seats, pack=pack)).components()


@pytest.mark.rule("WR-TEACH-01", "WR-POW-13", "WR-TRAP-16")
def test_a_race_can_be_played_with_the_example_of_wacky_races() -> None:
    (example,) = (text for text in EXAMPLES if 'game = "wacky_races"' in text)
    pack = parse_pack(example.encode(), "docs/packs.md")
    seats = tuple(SeatInfo(name, "weak", hand_known=True) for name in ("Ana", "Bea", "Cai"))
    header = Header("wacky_races", seats, pack=pack, options=options_for(pack, VIRTUAL))
    match = Match(Games().make(header), header)
    settle(match, {seat: match.rulebook.pilot("weak") for seat in range(3)}, lots(1))
    while not match.over:  # an effect by hand: the table enters nothing
        question = match.open[0]
        match.answer(question.seat, question.options[0].value)
        settle(match, {seat: match.rulebook.pilot("weak") for seat in range(3)}, lots(1))
    assert match.result is not None


@pytest.mark.rule("WR-TEACH-02")
def test_the_page_names_every_effect_step_with_its_range() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `")]
    for verb, words in WORDS.items():
        row = next(line for line in rows if f"`{verb} n`" in line)
        assert all(f"`{word}`" in row or "the same" in row for word in words), verb
        assert f"1-{REACH.get(verb, 6)}" in row
    for verb, most in REACH.items():
        if most:
            assert any(f"`{verb} n`" in line and f"1-{most}" in line for line in rows), verb
