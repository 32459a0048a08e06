"""What every rulebook must keep, whatever its rules: the conformance suite, run over all games.

A game joins by adding its cases to `CASES` in `cases.py`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from engine.ask import CLOCK, IllegalAnswer
from engine.layout import total
from engine.match import Match
from engine.pilots import any_legal
from engine.record import Correct
from engine.rulebook import BrokenInvariant
from engine.settle import settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ask import Ask, Value
    from engine.pilots import Draw
    from engine.record import Entry, Header
    from engine.rulebook import Rulebook


def lots(seed: int) -> Callable[[str], Draw]:
    """Draw functions from a seed, the way the table makes them."""
    return lambda label: Random(f"{seed}:{label}").randrange


NEVER_LEGAL: tuple[Value, ...] = ("no such answer", -1, [], {"a": 1}, 10**9, False, "")
"""What no question of any game takes."""


@dataclass(frozen=True)
class Case:
    """One way to set up one game. `exchange(state, seat, draw)` swaps secrets *seat* must not know, in place."""

    name: str
    rulebook: type[Rulebook[Any]]
    header: Header
    exchange: Callable[[Any, int | None, Draw], None]
    corrections: tuple[Any, ...] = ()
    limit: int = 4000

    def match(self) -> Match[Any]:
        """Begin a match of this case."""
        return Match(self.rulebook(self.header), self.header)


def random_answer(question: Ask[Any], draw: Draw) -> Value:
    """Any legal answer; the clock and timed presses let a little time pass."""
    if question.seat == CLOCK:
        return (question.at or 0) + draw(1000)
    if question.timed:
        return (question.low or 0) + draw(10_000_000)
    return any_legal(question, draw)


def play(case: Case, seed: int, each: Callable[[Match[Any]], None] | None = None) -> Match[Any]:
    """Play a whole match with random legal answers, calling *each* at every question."""
    match = case.match()
    rng = Random(seed)
    for _ in range(case.limit):
        if match.over:
            return match
        if each is not None:
            each(match)
        if match.over:
            return match
        question = match.open[rng.randrange(len(match.open))]
        match.answer(question.seat, random_answer(question, rng.randrange))
    raise AssertionError(f"{case.name}: no end after {case.limit} answers")


def digest(match: Match[Any]) -> bytes:
    """State, tells and open questions as bytes."""
    questions = [
        (q.seat, q.key, q.kind, [o.value for o in q.options], q.low, q.high, q.at) for q in match.open
    ]
    body = (
        match.rulebook.encode(match.state),
        match.tells,
        questions,
        match.group,
        sorted(map(str, match.given)),
    )
    return msgspec.msgpack.encode(body, order="deterministic")


def replay(case: Case, record: list[Entry]) -> Match[Any]:
    """Begin anew and say the same again."""
    match = case.match()
    for entry in record:
        match.apply(entry)
    return match


def check_same_record_same_bytes(case: Case, seed: int) -> None:
    """The record alone gives every byte of the state back."""
    match = play(case, seed)
    assert digest(replay(case, match.record)) == digest(match)


def check_undo_to_every_point(case: Case, seed: int, stride: int = 1) -> None:
    """Undo to any number of entries equals having said only those; redo brings every byte back."""
    digests: list[bytes] = []
    match = play(case, seed, lambda match: digests.append(digest(match)))
    end, full = digest(match), len(match.record)
    for keep in range(full - 1, -1, -stride):
        match.undo(keep)
        assert digest(match) == digests[keep], f"{case.name}: undo to {keep}"
    match.redo(full)
    assert digest(match) == end


def check_fresh_script_reenters(case: Case, seed: int) -> None:
    """A fresh script comes to the same question with the same bytes, wherever a question says so."""
    resumed = 0

    def drop(match: Match[Any]) -> None:
        nonlocal resumed
        if all(question.resumes for question in match.open) and match.open:
            before = digest(match)
            match.restart_turn()
            assert digest(match) == before, (
                f"{case.name}: {[q.key for q in match.open]} after {len(match.record)}"
            )
            resumed += 1

    play(case, seed, drop)
    assert resumed > 3


def check_no_question_without_an_answer(case: Case, seed: int) -> None:
    """Every question lists at least one answer, every listed answer is legal, and nothing else of a list is."""

    def look(match: Match[Any]) -> None:
        match.rulebook.check(match.state)
        assert match.open
        for question in match.open:
            assert question.options or question.low is not None, question.key
            assert question.rules, f"{question.key} names no rule"
            for option in question.options:
                question.read(option.value)

    play(case, seed, look)


def check_illegal_answers_change_nothing(case: Case, seed: int) -> None:
    """A refused answer leaves state, record and question byte for byte."""

    def try_wrong(match: Match[Any]) -> None:
        before, said = digest(match), len(match.record)
        for question in match.open:
            for value in NEVER_LEGAL:
                if question.kind in ("number", "clock") or question.timed:
                    continue
                with pytest.raises(IllegalAnswer):
                    match.answer(question.seat, value)
        assert digest(match) == before
        assert len(match.record) == said

    play(case, seed, try_wrong)


def check_non_interference(case: Case, seed: int) -> None:
    """Exchange what an audience must not know: every byte it gets stays the same."""

    def look(match: Match[Any]) -> None:
        audiences: list[int | None] = [None, *range(len(case.header.seats))]
        for audience in audiences:
            secret = match.rulebook.decode(match.rulebook.encode(match.state))
            case.exchange(secret, audience, Random(seed).randrange)
            seen = msgspec.msgpack.encode(match.rulebook.view(match.state, audience), order="deterministic")
            again = msgspec.msgpack.encode(match.rulebook.view(secret, audience), order="deterministic")
            assert seen == again, f"{case.name}: view of {audience}"

    play(case, seed, look)


def check_layout_conserves_pieces(case: Case, seed: int) -> None:
    """No piece appears or disappears, and no place ever holds fewer than none."""
    start = case.match()
    whole, pieces = total(start.rulebook.layout(start.state)), set(start.rulebook.layout(start.state).pieces)

    def look(match: Match[Any]) -> None:
        layout = match.rulebook.layout(match.state)
        assert total(layout) == whole
        assert set(layout.pieces) == pieces
        assert all(number >= 0 for kinds in layout.counts.values() for number in kinds.values()), (
            layout.counts
        )

    play(case, seed, look)


def check_moves_told_are_moves_made(case: Case, seed: int) -> None:
    """The moves of all tells, one after the other, lead from the first layout to the last."""
    start = case.match()
    at = dict(start.rulebook.layout(start.state).pieces)
    match = play(case, seed)
    for told in match.tells[len(start.tells) :]:
        for move in told.moves:
            assert at[move.piece] == move.origin, f"{case.name}: {told}"
            at[move.piece] = move.to
    assert at == dict(match.rulebook.layout(match.state).pieces)


def check_pilots_finish(case: Case, seed: int, level: str) -> None:
    """Pilots and chance alone come to an end, with time passing when only the clock is awaited."""
    match = case.match()
    pilots = {seat: match.rulebook.pilot(level) for seat in range(len(case.header.seats))}
    rng = Random(seed)
    for _ in range(case.limit):
        settle(match, pilots, lots(seed))
        if match.over:
            break
        question = next(q for q in match.open if not isinstance(q.seat, int))
        match.answer(question.seat, random_answer(question, rng.randrange))
    assert match.over
    assert match.result is not None


def check_correction_survives(case: Case, seed: int) -> None:
    """A correction at any question keeps the match playable, is undone exactly, and is part of the record."""
    rng = Random(seed)

    def amend(match: Match[Any]) -> None:
        if rng.randrange(4) or not case.corrections:
            return
        before, keep = digest(match), len(match.record)
        try:
            match.apply(case.corrections[rng.randrange(len(case.corrections))])
        except (IllegalAnswer, ValueError):
            assert digest(match) == before
            return
        after = digest(match)
        match.undo(keep)
        assert digest(match) == before
        match.redo(keep + 1)
        assert digest(match) == after

    match = play(case, seed, amend)
    assert digest(replay(case, match.record)) == digest(match)


def correct_at_random(match: Match[Any], draw: Draw) -> None:
    """Set one thing that is offered to a value that is offered for it; a refusal changes nothing."""
    found = match.rulebook.corrections(match.state)
    if not found:
        return
    one = found[draw(len(found))]
    value = (
        one.options[draw(len(one.options))].value if one.options else one.low + draw(one.high - one.low + 1)
    )
    before = digest(match)
    try:
        match.apply(Correct(one.what, one.name, value))
    except (IllegalAnswer, BrokenInvariant):
        assert digest(match) == before


def check_offered_corrections_keep_the_match_sound(case: Case, seed: int) -> None:
    """After any correction offered, in the middle of anything, the answers on offer lead to sound states.

    And what says so is still come to by a fresh script.
    """
    draw = Random(seed).randrange

    def amend(match: Match[Any]) -> None:
        if not draw(6):
            correct_at_random(match, draw)
        match.rulebook.check(match.state)
        if match.open and all(question.resumes for question in match.open):
            before = digest(match)
            match.restart_turn()
            assert digest(match) == before, f"{case.name}: {match.record[-3:]}"

    play(case, seed, amend)


def hash_seed_digest(module: str, name: str, seed: int, hash_seed: str) -> str:
    """Play a case in another process with another PYTHONHASHSEED and return its digest as hex."""
    code = (
        f"import importlib; m = importlib.import_module({module!r});"
        f"c = next(c for c in m.CASES if c.name == {name!r});"
        "from tests.engine import conformance as k; print(k.digest(k.play(c, %d)).hex())" % seed
    )
    done = subprocess.run(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()
