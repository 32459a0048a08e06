"""Every game keeps what all games must keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.engine import conformance
from tests.engine.cases import CASES

if TYPE_CHECKING:
    from tests.engine.conformance import Case

SEEDS = (1, 2, 3)

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
every_seed = pytest.mark.parametrize("seed", SEEDS)


@every_case
@every_seed
def test_the_record_alone_gives_every_byte_back(case: Case, seed: int) -> None:
    conformance.check_same_record_same_bytes(case, seed)


@every_case
def test_undo_to_every_point_equals_never_having_said_it(case: Case) -> None:
    conformance.check_undo_to_every_point(case, seed=4)


@every_case
@every_seed
def test_a_fresh_script_comes_to_the_same_question(case: Case, seed: int) -> None:
    conformance.check_fresh_script_reenters(case, seed)


@every_case
@every_seed
def test_no_question_is_without_a_legal_answer(case: Case, seed: int) -> None:
    conformance.check_no_question_without_an_answer(case, seed)


@every_case
def test_a_refused_answer_changes_nothing(case: Case) -> None:
    conformance.check_illegal_answers_change_nothing(case, seed=5)


@every_case
@every_seed
def test_no_view_depends_on_the_secrets_of_others(case: Case, seed: int) -> None:
    conformance.check_non_interference(case, seed)


@every_case
def test_no_piece_appears_or_disappears(case: Case) -> None:
    conformance.check_layout_conserves_pieces(case, seed=6)


@every_case
def test_the_moves_told_are_the_moves_made(case: Case) -> None:
    conformance.check_moves_told_are_moves_made(case, seed=7)


@every_case
@every_seed
def test_pilots_finish_every_match(case: Case, seed: int) -> None:
    conformance.check_pilots_finish(case, seed, "weak")


@every_case
@every_seed
def test_a_correction_by_hand_is_recorded_and_undone_like_an_answer(case: Case, seed: int) -> None:
    conformance.check_correction_survives(case, seed)


@every_case
@every_seed
def test_a_correction_offered_in_the_middle_of_anything_leaves_a_sound_match(case: Case, seed: int) -> None:
    conformance.check_offered_corrections_keep_the_match_sound(case, seed)


@pytest.mark.parametrize("case", CASES[::3], ids=lambda case: case.name)
def test_another_hash_seed_gives_the_same_bytes(case: Case) -> None:
    digests = {
        conformance.hash_seed_digest("tests.engine.cases", case.name, 8, hash_seed)
        for hash_seed in ("1", "2")
    }
    assert digests == {conformance.digest(conformance.play(case, 8)).hex()}
