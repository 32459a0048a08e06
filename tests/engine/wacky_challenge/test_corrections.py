"""What a match offers to be set right by hand and to be taught; everything offered is taken or refused with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import TABLE, IllegalAnswer
from engine.lessons import check
from engine.record import Correct, Reseat, SeatInfo, Teach
from tests.engine.wacky_challenge.kit import Play, begun, header, placed, untaught

if TYPE_CHECKING:
    from engine.corrections import Correctable


def offered(play: Play) -> dict[str, Correctable]:
    """What is offered, by name."""
    return {one.name: one for one in play.rulebook.corrections(play.state)}


@pytest.mark.rule("WC-TABLE-09", "WC-TABLE-04")
def test_hierarchy_misread_cards_and_routes_are_offered() -> None:
    assert offered(Play(header(2))) == {}
    play = placed(2, turn=3)
    assert set(offered(play)) == {*(f"hierarchy-{v}" for v in play.state.hierarchy), "route-1", "route-2"}
    play.choose(*[player.hand[0] for player in play.state.players])
    held = [card for player in play.state.players for card in player.hand]
    assert set(held) <= set(offered(play))
    play.take(play.state.offer[0])
    assert not set(held) & set(offered(play))
    books = Play(header(2, level="books")).say(0, "red").say(1, "blue")
    assert len(offered(books)) == 5


@pytest.mark.rule("WC-TABLE-09", "WC-TABLE-07", "WC-INV-01")
def test_every_offer_is_taken_or_refused_with_a_reason() -> None:
    play = placed(2, turn=3)
    play.choose(*[player.hand[0] for player in play.state.players])
    taken = 0
    refusals: list[IllegalAnswer] = []
    for one in offered(play).values():
        for option in one.options:
            try:
                play.match.apply(Correct(one.what, one.name, option.value))
            except IllegalAnswer as refused:
                refusals.append(refused)
            else:
                play.rulebook.check(play.state)
                play.match.undo(len(play.match.record) - 1)
                taken += 1
    assert taken > 10
    assert all(refused.rules for refused in refusals)


@pytest.mark.rule("WC-PACK-08", "WC-PACK-01")
def test_what_is_not_known_yet_can_be_taught_at_any_time() -> None:
    assert begun(2).rulebook.open_lessons(begun(2).state) == ()
    play = begun(2, pack=untaught())
    lessons = {lesson.component: lesson for lesson in play.rulebook.open_lessons(play.state)}
    assert [field.name for field in lessons["red-car"].fields] == ["speed", "whole", "half", "booster"]
    assert [field.name for field in lessons["red-train"].fields] == ["speed", "whole", "booster"]
    value: dict[str, Any] = {"speed": 12, "whole": 2, "half": "left", "booster": "none"}
    check(lessons["red-car"], value)
    play.match.apply(Teach("red-car", value))
    assert "red-car" not in {lesson.component for lesson in play.rulebook.open_lessons(play.state)}
    assert Play(header(2, level="books")).rulebook.open_lessons(play.state) == ()


@pytest.mark.rule("WC-TABLE-05")
@pytest.mark.parametrize(
    ("options", "stand_ins"),
    [
        ({}, ("weak", "strong")),
        ({"absent": "stop"}, ("weak",)),
        ({"absent": "pause"}, ()),
        ({"level": "books"}, ()),
    ],
)
def test_who_may_play_on_for_a_player_who_leaves(options: Any, stand_ins: tuple[str, ...]) -> None:
    rulebook = Play(header(2, **options)).rulebook
    assert rulebook.stand_ins() == stand_ins


@pytest.mark.rule("WC-BOT-06", "WC-TABLE-05")
def test_a_bot_that_takes_over_has_every_missing_value_asked_first() -> None:
    play = begun(2, pack=untaught())
    play.match.apply(Reseat(1, SeatInfo("Bot", "weak")))
    assert play.asked == {TABLE: "teach_whole"}
    assert "WC-BOT-06" in play.question(TABLE).rules
