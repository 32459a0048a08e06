"""A claim with a deadline, and what was shown and may not be taken back: two words a rulebook may use."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import AGAIN, CLOCK, Together, claim, confirm, until
from engine.match import Match
from engine.record import Correct, Header, SeatInfo
from tests.engine.tiny import LanternWalk, pace

if TYPE_CHECKING:
    from engine.ask import First, Script

SEATS = (SeatInfo("Ana"), SeatInfo("Bea"))
R = ("XX-01",)


def offered(reply: Any) -> Any:
    """What a claim of two seats with a deadline returns for a reply; it must ask the clock first."""
    script: Script[Any] = claim(
        {seat: partial(confirm, seat, "mine", rules=R) for seat in (0, 1)}, lambda: until("over", 5, rules=R)
    )
    step: First = next(script)  # type: ignore[assignment]
    assert list(step.asks) == [CLOCK, 0, 1]
    assert step.may_pass
    with pytest.raises(StopIteration) as end:
        script.send(reply)
    return end.value.value


@pytest.mark.parametrize(("reply", "result"), [((1, True), (1, True)), ((CLOCK, 7), None), (None, None)])
def test_a_claim_ends_with_a_claimant_or_with_its_time(reply: Any, result: Any) -> None:
    assert offered(reply) == result


class Sealed(LanternWalk):
    """The tiny game where nothing that was shown is taken back."""

    undo_over_reveal = "never"


def paced(rulebook: type[LanternWalk]) -> Match[Any]:
    header = Header("lantern_walk", SEATS)
    match = Match(rulebook(header), header)
    match.answer(0, "1")
    match.answer(1, "3")
    return match


def test_a_rulebook_may_forbid_to_take_back_what_was_shown() -> None:
    assert paced(LanternWalk).undo_point() == 1
    assert paced(Sealed).undo_point() is None


class Leaving(LanternWalk):
    """The tiny game, where a corrected point takes the second walker out of the joint question."""

    def paces(self, state: Any) -> Script[None]:
        while True:
            seats = [seat for seat in (0, 1) if not state.points[seat]]
            reply = yield Together({seat: pace(seat) for seat in seats})
            if reply is not AGAIN:
                break
        state.paces = [reply.get(seat, 1) for seat in (0, 1)]
        state.phase = "walk"


def test_a_joint_question_ends_when_a_correction_leaves_only_answered_seats() -> None:
    header = Header("lantern_walk", SEATS)
    match = Match(Leaving(header), header)
    match.answer(0, "3")
    match.apply(Correct("count", "points-1", 1))
    assert match.state.paces == [3, 1]
    assert match.open[0].key == "lantern"
