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


PILES = {"offer", "hand.0", "hand.1", "route-1", "route-2"}


def offered(play: Play) -> dict[str, Correctable]:
    """What is offered, by name."""
    return {one.name: one for one in play.rulebook.corrections(play.state)}


@pytest.mark.rule("WC-TABLE-09", "WC-TABLE-04")
def test_hierarchy_misread_cards_and_cards_in_wrong_places_are_offered() -> None:
    assert offered(Play(header(2))) == {}
    play = placed(2, turn=3)
    assert set(offered(play)) == {*(f"hierarchy-{v}" for v in play.state.hierarchy), *PILES}
    play.choose(*[player.hand[0] for player in play.state.players])
    held = [card for player in play.state.players for card in player.hand]
    assert set(held) <= set(offered(play))
    play.take(play.state.offer[0])
    assert not set(held) & set(offered(play))
    books = Play(header(2, level="books")).say(0, "red").say(1, "blue")
    assert len(offered(books)) == 5


@pytest.mark.rule("WC-TABLE-09", "WC-CHOOSE-06")
def test_hands_are_not_offered_while_a_card_lies_face_down() -> None:
    """A change that is refused would tell which card that is."""
    play = placed(2, turn=3)
    play.state.chosen[0] = play.state.players[0].hand[0]
    assert set(offered(play)) & PILES == {"offer", "route-1", "route-2"}


@pytest.mark.rule("WC-TABLE-09", "WC-INV-01")
def test_a_card_that_two_people_have_mixed_up_is_set_right_in_one_step() -> None:
    play = placed(2, turn=3)
    mine, other = play.state.players[0].hand[0], play.state.players[1].route[0]
    hand = offered(play)["hand.0"]
    (swap,) = [one for one in hand.options if one.args == {"value": other, "old": mine}]
    play.match.apply(Correct(hand.what, hand.name, swap.value))
    assert other in play.state.players[0].hand
    assert mine in play.state.players[1].route


@pytest.mark.rule("WC-TABLE-09", "WC-TABLE-07", "WC-INV-01")
def test_every_offer_is_taken_or_refused_with_a_reason() -> None:
    play = placed(2, turn=3)
    play.choose(*[player.hand[0] for player in play.state.players])
    taken = 0
    refusals: list[IllegalAnswer] = []
    for one in offered(play).values():
        for option in one.options[::3]:
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
