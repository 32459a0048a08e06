"""What a race offers to be set right by hand: everything offered is taken or refused with a reason (WR-APP-08)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import IllegalAnswer
from engine.record import Correct
from engine.rulebook import BrokenInvariant
from tests.engine.wacky_races.kit import SPREAD, with_real_cards
from tests.engine.wacky_races.races import begin
from tests.engine.wacky_races.scene import Scene, scene

if TYPE_CHECKING:
    from engine.corrections import Correctable


def table(**given: Any) -> Scene:
    """A race with real cards, PAT about to play."""
    return with_real_cards(scene(SPREAD, options={"movement_deck": "physical"}, **given))


def offered(on: Scene) -> dict[str, Correctable]:
    """What is offered, by name."""
    return {one.name: one for one in on.match.rulebook.corrections(on.state)}


def values(one: Correctable) -> list[Any]:
    """Every value that may be chosen."""
    return [option.value for option in one.options] or list(range(one.low, one.high + 1))


@pytest.mark.rule("WR-APP-08")
def test_a_race_offers_cars_dastardly_piles_hands_missed_turns_and_traps() -> None:
    found = offered(table(traps="T12=pA", discard="DF"))
    assert {name for name, one in found.items() if one.what == "place"} == {
        *("PAT", "RUF", "ANT", "RED", "SLA", "PEN", "DD")
    }
    assert {name for name, one in found.items() if one.what == "pile"} == {"discard", "trap-used"}
    assert {"hand.0", "missing-PAT", "T12", "T1"} <= found.keys()
    assert (found["T12"].now, found["T1"].now, found["discard"].now) == (1, 0, ["D", "F"])


@pytest.mark.rule("WR-APP-08")
def test_every_offer_is_as_it_stands_now() -> None:
    on = table(traps="T12=pA", discard="DF")
    before = on.match.rulebook.encode(on.state)
    for one in offered(on).values():
        on.match.apply(Correct(one.what, one.name, one.now))
    assert on.match.rulebook.encode(on.state) == before


@pytest.mark.rule("WR-APP-08", "WR-INV-01")
def test_whatever_is_chosen_is_taken_or_refused_with_a_reason() -> None:
    on = table(traps="T12=pA", discard="DF")
    on.match.apply(Correct("place", "RUF", "T9"))  # two cars are on T9 now
    taken = 0
    refused: list[tuple[str, ...]] = []
    for one in offered(on).values():
        for value in values(one):
            try:
                on.match.apply(Correct(one.what, one.name, value))
            except (IllegalAnswer, BrokenInvariant) as no:
                refused.append(no.rules)
            else:
                on.match.undo(on.match.undo_point() or 0)
                taken += 1
    assert taken > len(refused) > 0
    assert all(refused)


def test_a_known_hand_is_not_offered() -> None:
    on = scene(SPREAD, options={"movement_deck": "virtual"})
    assert not [name for name in offered(on) if name.startswith("hand.")]


@pytest.mark.rule("WR-INV-03")
def test_dastardly_is_not_offered_once_he_is_out() -> None:
    on = table()
    on.match.apply(Correct("place", "DD", "box"))
    assert "DD" not in offered(on)


def test_before_the_cars_are_lined_up_nothing_is_offered() -> None:
    match = begin(2)
    assert match.rulebook.corrections(match.state) == ()
