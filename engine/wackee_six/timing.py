"""What the clock is asked while a round runs: which moment comes next, and when it has come (4.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from engine.ask import until
from engine.wackee_six.call import earliest
from engine.wackee_six.pace import NEVER, pace_in
from engine.wackee_six.words import COLLECT, NEXT_PRESS, SECOND, STUCK, WARNING

if TYPE_CHECKING:
    from engine.ask import Ask
    from engine.wackee_six.game import Game


class Due(NamedTuple):
    """What the clock is asked for next: a key and a moment."""

    at: int
    key: str


CLOCK_RULES = {
    "stamp": ("W6-STUCK-01", "W6-STUCK-04", "W6-TRACK-11"),
    "go": ("W6-START-03", "W6-START-04"),
    "stop": ("W6-CALL-11",),
    "heard": ("W6-CALL-19", "W6-TRACK-12"),
    "stuck_lapses": ("W6-STUCK-01",),
    "limit": ("W6-STUCK-05",),
    "warning": ("W6-STUCK-05",),
    "pace_card": ("W6-PACE-03", "W6-PACE-13"),
}
"""Why the clock is asked, by the key of its question."""


def limit_of(game: Game) -> int:
    """Return the moment at which the round is over without a call (W6-STUCK-05)."""
    limit = game.options.round_limit_s * SECOND
    return game.moment_of(limit) if limit else NEVER


def due(game: Game) -> Due | None:
    """Return what the clock has to say next, None when nothing depends on time."""
    state, run = game.state, game.run
    if run.pending:
        return Due(0, "stamp")
    if state.phase == "countdown":
        return Due(run.go, "go")
    if state.phase == "collect":
        return Due(run.wait, "stop")
    if state.phase == "listen":
        return Due(earliest(run.presses) + NEXT_PRESS, "heard")
    found = [Due(run.stuck_since + STUCK, "stuck_lapses")] if run.stuck else []
    if (limit := limit_of(game)) != NEVER:
        found.append(Due(limit, "limit") if run.warned else Due(limit - WARNING, "warning"))
    card = min([pace_in(game, number).next_at(run.shown[number]) for number in game.pace()], default=NEVER)
    if card != NEVER:
        found.append(Due(game.moment_of(card), "pace_card"))
    return min(found, default=None)


def clock_question(asked: Due) -> Ask[int]:
    """Ask the clock for a moment; a limit is only spoken of when no press before it can come in any more (W6-CALL-11).

    What was said at the very limit is taken all the same: matches are on record in which the clock did not wait.
    """
    question = until(asked.key, asked.at, rules=CLOCK_RULES[asked.key], resumes=True)
    return replace(question, at=asked.at + COLLECT) if asked.key == "limit" else question
