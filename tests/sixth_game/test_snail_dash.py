"""The rules of Snail Dash, and its way through the whole program: conformance, words, a demo on simulated wires."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import CHANCE, IllegalAnswer
from engine.match import Match
from engine.record import Correct, Header
from engine.rulebook import BrokenInvariant, SetupError
from table.archive import Archive
from table.demo import Played, play
from table.evening import Evening
from table.games import Games
from table.packs import pack_names
from table.playback import play_again
from table.recording import read_recording, replay
from table.settings import read_wiring
from table.texts import LANGUAGES, fields, load
from tests.architecture.source import tree_of
from tests.engine import conformance
from tests.engine.recordings import digest
from tests.sixth_game.cases import CASES, FOLDER, PACK, header
from tests.sixth_game.recorded import DIGEST, FILE
from tests.sixth_game.shelf import GAME, RULES, SHELF, SnailTexts, words
from tests.sixth_game.snail_dash import RULEBOOK
from tests.sixth_game.snail_dash.pack import read_pack
from tests.table.spoken import in_tree

if TYPE_CHECKING:
    from pathlib import Path

    from tests.engine.conformance import Case
    from tests.sixth_game.snail_dash.state import State
    from tests.table.spoken import Spoken

SOURCES = sorted((FOLDER / GAME).glob("*.py"))
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def racing(card: str | None = None) -> Match[State]:
    """A dash of two that has begun: Ana drives Amber and backs Coral, Bea drives Coral and backs it too."""
    match: Match[State] = Match(RULEBOOK(header(2)), header(2))
    for seat, snail in enumerate(("snail-amber", "snail-coral")):
        match.answer(seat, snail)
    for seat in (0, 1):
        match.answer(seat, "snail-coral")
    if card is not None:
        match.answer(CHANCE, card)
    return match


# --- the rules ----------------------------------------------------------------------------------------------------


def test_a_snail_that_is_taken_is_refused_with_its_rule() -> None:
    match: Match[State] = Match(RULEBOOK(header(2)), header(2))
    match.answer(0, "snail-plum")
    with pytest.raises(IllegalAnswer, match=r"not_free \(SN-SNAIL-01\)"):
        match.answer(1, "snail-plum")


def test_a_backed_snail_is_seen_by_its_own_seat_alone() -> None:
    match = racing()
    seen = [match.rulebook.view(match.state, seat).backed for seat in (0, 1, None)]
    assert seen == ["snail-coral", "snail-coral", ""]


def test_a_card_is_named_by_its_tag() -> None:
    match = racing("card-glide-2")
    assert (match.state.card, match.state.discard) == ("glide", ["glide"])


def test_a_card_that_cannot_lie_in_the_deck_is_refused() -> None:
    match = racing()
    match.state.discard += ["glide", "glide"]
    match.restart_turn()
    for card in ("card-glide-1", "snail-plum", "glide"):
        with pytest.raises(IllegalAnswer):
            match.answer(CHANCE, card)
    assert match.open[0].key == "turn_up"


@pytest.mark.parametrize(
    ("card", "answers", "at"),
    [("nap", ["creep"], 0), ("glide", ["creep"], 2), ("glide", ["roll", "0"], 0), ("nap", ["roll", "2"], 2)],
)
def test_a_snail_creeps_by_its_card_or_rolls(card: str, answers: list[str], at: int) -> None:
    match = racing(card)
    for answer in answers:
        match.answer(match.open[0].seat, answer)
    assert (match.state.at[0], match.state.seat) == (at, 1)


def test_the_first_at_the_lettuce_wins_and_those_who_backed_it_score() -> None:
    match = racing("nap")
    match.apply(Correct("place", "snail-coral", "puddle"))
    match.answer(0, "creep")
    match.answer(CHANCE, "glide")
    match.answer(1, "creep")
    assert match.over
    assert match.result is not None
    rows = [(row.who, row.place, row.notes["points"]) for row in match.result.standings]
    assert rows == [("snail-coral", 1, 5), ("snail-amber", 2, 2)]
    assert match.state.at[1] == len(PACK["course"]) - 1


def test_an_empty_deck_is_shuffled_anew_at_the_end_of_the_turn() -> None:
    match = racing()
    match.state.discard = ["nap"] * 4 + ["crawl"] * 6 + ["glide"]
    match.answer(CHANCE, "glide")
    match.answer(0, "creep")
    assert match.state.discard == []
    assert match.tells[-1].key == "reshuffled"


def test_snails_level_on_points_and_space_share_a_place() -> None:
    match = racing()
    assert [row.place for row in match.rulebook.standings(match.state)] == [1, 1]


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        ({"snails": ["snail-plum", "snail-plum"]}, "SN-SNAIL-01"),
        ({"at": [0, 4]}, "SN-MOVE-03"),
        ({"discard": ["glide"] * 3}, "SN-CARD-01"),
    ],
)
def test_a_state_the_rules_never_reach_is_found(wrong: dict[str, Any], rule: str) -> None:
    match = racing()
    for name, value in wrong.items():
        setattr(match.state, name, value)
    with pytest.raises(BrokenInvariant, match=rule):
        match.rulebook.check(match.state)


@pytest.mark.parametrize("change", [("snail-plum", "moss"), ("", "moss"), ("snail-amber", "lettuce")])
def test_a_correction_that_makes_no_sense_is_refused(change: tuple[str, str]) -> None:
    match = racing()
    with pytest.raises(IllegalAnswer, match="cannot_correct"):
        match.apply(Correct("place", *change))


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"snails": ["one"]}, "snails"),
        ({"die": {"0": 6}}, "die"),
        ({"die": {"many": 6}}, "die"),
        ({"cards": {"nap": {"steps": 0, "copies": 0}}}, "copies"),
    ],
)
def test_a_pack_that_cannot_be_played_says_where(change: dict[str, Any], place: str) -> None:
    with pytest.raises(SetupError, match=place):
        read_pack({**PACK, **change})


def test_the_pilot_backs_itself_and_rolls_only_for_a_nap() -> None:
    def says(match: Match[State]) -> Any:
        view = match.rulebook.view(match.state, 0)
        return match.rulebook.pilot("weak").answer(view, match.open[0], lambda _: 0)

    assert [says(racing(card)) for card in ("nap", "crawl", "glide")] == ["roll", "creep", "creep"]
    with pytest.raises(SetupError, match="no pilot 'swift'"):
        racing().rulebook.pilot("swift")


# --- what every game keeps ----------------------------------------------------------------------------------------


@every_case
@pytest.mark.parametrize(
    "check",
    [
        conformance.check_same_record_same_bytes,
        conformance.check_undo_to_every_point,
        conformance.check_fresh_script_reenters,
        conformance.check_no_question_without_an_answer,
        conformance.check_illegal_answers_change_nothing,
        conformance.check_non_interference,
        conformance.check_layout_conserves_pieces,
        conformance.check_moves_told_are_moves_made,
        conformance.check_correction_survives,
    ],
    ids=lambda check: check.__name__,
)
def test_it_keeps_what_all_games_keep(case: Case, check: Any) -> None:
    for seed in (1, 2, 3):
        check(case, seed)


@every_case
@pytest.mark.parametrize("level", ["weak", "strong"])
def test_pilots_finish_every_dash(case: Case, level: str) -> None:
    conformance.check_pilots_finish(case, 1, level)


def test_a_recorded_dash_comes_to_the_same_end() -> None:
    recording = read_recording(FILE.read_bytes(), FILE.name)
    match = replay(RULEBOOK(recording.header), recording)
    assert match.over
    assert digest(match) == DIGEST


# --- its words ----------------------------------------------------------------------------------------------------


def spoken() -> list[Spoken]:
    return [said for path in SOURCES for said in in_tree(tree_of(path), path.name)]


@every_language
def test_everything_it_says_has_words_that_want_only_what_they_are_told(language: str) -> None:
    own, common = words(language), load(language, "")
    for said in spoken():
        among = [found.labels if said.label else found.texts for found in (own, common)]
        texts = [found[key] for found in among for key in found if re.fullmatch(said.pattern, key)]
        assert texts, said
        assert said.args is None or fields(texts[0].long) <= said.args, said


@every_language
def test_every_rule_and_every_name_has_words(language: str) -> None:
    assert all(rule[language] for rule in RULES.values())
    shown = {*PACK["snails"], *PACK["course"], *PACK["cards"]}
    assert shown <= words(language).names.keys()
    assert words(language).names.keys() == words("en").names.keys()


def test_every_rule_it_names_is_written_down_and_the_other_way_round() -> None:
    named = {
        node.value
        for path in SOURCES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and re.fullmatch(r"SN-[A-Z]+-\d\d", str(node.value))
    }
    assert named <= RULES.keys()
    told = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    assert {rule for rule, entry in RULES.items() if entry.get("kind") != "hand"} <= {
        *re.findall(r"SN-[A-Z]+-\d\d", told)
    }


# --- in the program -----------------------------------------------------------------------------------------------


def test_it_stands_on_the_shelf_beside_the_others() -> None:
    assert set(SHELF.names()) == {*Games().names(), GAME}
    assert SHELF.rulebook(GAME) is RULEBOOK
    assert pack_names(GAME, (FOLDER / "packs",)) == ["practice"]


def test_its_folder_is_all_that_the_shelf_wants() -> None:
    games = Games("tests.sixth_game")
    assert games.names() == [GAME]
    assert games.rulebook(GAME) is RULEBOOK
    assert games.rules(GAME)["SN-FOOD-01"].kind == "hand"


def demo(folder: Path, language: str, begun: Header) -> Played:
    evening = Evening(SHELF, Archive(folder), SnailTexts(language, strict=True))
    evening.begin(begun)
    played = play(evening, read_wiring("starter"), 7)
    evening.close()
    return played


def test_hands_play_it_to_its_end_on_simulated_wires(tmp_path: Path) -> None:
    played = demo(tmp_path, "en", header(3))
    assert played.result is not None
    assert played.result.standings[0].place == 1
    assert played.taps > 5
    assert played.presses > 5
    assert play_again(tmp_path / "match-000001.jsonl", SHELF).digest == played.digest
    assert demo(tmp_path / "again", "es", header(3)).digest == played.digest
