"""What hangs on a hub, without the hub: looks in their times, keys that say a thing once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from devices.hub_parts import MOST_LOOKS, HubKeys, HubReader
from devices.hub_words import State
from devices.ports import Edge, Gone, ReaderEvent, Seen, Unwell, Well
from devices.presence import MISSES, WINDOW, Look, Mute, Nothing, Tag

if TYPE_CHECKING:
    import pytest

UID = b"\x01\x02\x03\x04"
SECOND = 1_000_000


def nothing() -> None:
    """A pump that has nothing to fetch."""


def reader() -> HubReader:
    return HubReader("one", nothing)


def rested() -> HubReader:
    """A reader with a tag on it that was seen for ten seconds."""
    made = reader()
    made.looked(Tag(UID), 1, 0)
    made.looked(Tag(UID), 199, 10 * SECOND)
    assert [type(event) for event in made.poll()] == [Seen]
    return made


def test_looks_that_come_in_one_message_are_spread_over_their_time() -> None:
    one = rested()
    one.looked(Nothing(), 1, 10 * SECOND + 50_000)
    one.looked(Nothing(), MISSES, 10 * SECOND + 50_000 + MISSES * 50_000)
    gone = one.poll()
    assert [type(event) for event in gone] == [Gone]
    assert gone[0].at == 10 * SECOND + MISSES * 50_000


def test_of_a_long_run_only_the_last_looks_are_fed(monkeypatch: pytest.MonkeyPatch) -> None:
    one = reader()
    fed: list[int] = []

    def feed(_: Look, at: int) -> list[ReaderEvent]:
        fed.append(at)
        return []

    monkeypatch.setattr(one.presence, "feed", feed)
    one.looked(Tag(UID), 1, 0)
    one.looked(Tag(UID), 255, 10 * SECOND)
    assert len(fed) == 1 + MOST_LOOKS
    assert fed[-1] == 10 * SECOND
    assert fed == sorted(fed)


def test_times_never_go_back_however_the_clocks_are_judged() -> None:
    one = reader()
    one.looked(Tag(UID), 1, 1_000_000)
    one.looked(Nothing(), 2, 900_000)
    assert one._at == 1_000_000


def test_after_a_restart_a_tag_has_a_whole_window_again() -> None:
    one = rested()
    one.restarted(20 * SECOND)
    one.looked(Nothing(), MISSES, 20 * SECOND + WINDOW - 50_000)
    assert one.poll() == []
    one.looked(Nothing(), 2, 20 * SECOND + WINDOW + 50_000)
    assert [type(event) for event in one.poll()] == [Gone]


def test_a_hub_that_is_away_is_told_once_and_so_is_its_return() -> None:
    one = rested()
    for at in range(5):
        one.away("no cable", at)
    one.back(9)
    one.back(10)
    assert one.poll() == [Unwell("one", "no cable", 0), Well("one", 9)]


def test_a_reader_that_was_unwell_before_its_hub_went_stays_so_until_it_answers() -> None:
    one = reader()
    one.looked(Mute("no chip"), 2, SECOND)
    one.away("no cable", 2 * SECOND)
    one.back(3 * SECOND)
    told: list[ReaderEvent] = list(one.poll())
    one.looked(Nothing(), 1, 4 * SECOND)
    told += one.poll()
    assert [type(event) for event in told] == [Unwell, Well]


def test_an_edge_to_where_a_key_is_already_says_nothing() -> None:
    keys = HubKeys({0: "confirm"}, nothing)
    for at in range(3):
        keys.moved(0, pressed=True, at=at)
    keys.moved(0, pressed=False, at=9)
    assert keys.poll() == [Edge("confirm", True, 0), Edge("confirm", False, 9)]


def test_a_state_lets_keys_go_and_presses_none() -> None:
    keys = HubKeys({0: "confirm", 1: "back"}, nothing)
    keys.moved(0, pressed=True, at=1)
    keys.poll()
    keys.stand(State(0b10, 0, 0), 5)
    assert keys.poll() == [Edge("confirm", False, 5)]
    keys.moved(1, pressed=False, at=6)
    assert keys.poll() == [Edge("back", False, 6)]
