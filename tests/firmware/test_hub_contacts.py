"""Keys on the hub: each press and each release is told once, in order, with the moment of its first contact."""

from __future__ import annotations

from itertools import accumulate
from random import Random

import pytest

from firmware.contacts import PATIENCE_US, WINDOW_US, Contacts
from firmware.wire import TICKS_MASK

PASS_US = 3_000


class Pins:
    """Contacts that are moved at given times and judged every few milliseconds, as the hub's loop does."""

    def __init__(self, start: int = 0, closed: int = 0) -> None:
        self.start = start
        self.contacts = Contacts(closed, start)
        self.levels = closed
        self.moves: list[tuple[int, int, bool]] = []

    def press(self, key: int, at: int, for_us: int, bounce: tuple[int, ...] = ()) -> None:
        """A press that flaps at both its ends."""
        for start, closed in ((at, True), (at + for_us, False)):
            self.moves += [
                (moment, key, closed ^ bool(flap % 2))
                for flap, moment in enumerate(accumulate(bounce, initial=start))
            ]

    def run(self, until: int, *, interrupts: bool = True) -> list[tuple[int, bool, int]]:
        """Let time pass; the changes told: key, pressed, when. Without interrupts only levels are seen."""
        told, moves = [], sorted(self.moves)
        for now in range(0, until, PASS_US):
            while moves and moves[0][0] <= now:
                at, key, closed = moves.pop(0)
                self.levels = self.levels | 1 << key if closed else self.levels & ~(1 << key)
                if interrupts:
                    self.contacts.note(key, int(closed), self.ticks(at))
            self.contacts.work(self.levels, self.ticks(now))
            while self.contacts.take(self.ticks(now)):
                back = (self.contacts.at - self.start) & TICKS_MASK
                told.append((self.contacts.key, self.contacts.pressed, back))
        return told

    def ticks(self, at: int) -> int:
        """The hub's ticks at a time of the test."""
        return (self.start + at) & TICKS_MASK


BOUNCE = (1500, 1700, 1600, 1800, 1500, 1900)


@pytest.mark.report("D01")
@pytest.mark.parametrize("start", [0, TICKS_MASK - 10_000])
def test_a_bouncing_press_is_one_press_and_one_release(start: int) -> None:
    """D01: 7 edges in 10 ms at both ends of a hold of 1.5 s; also while the ticks begin anew."""
    pins = Pins(start)
    pins.press(5, 10_000, 1_500_000, BOUNCE)
    assert pins.run(2_000_000) == [(5, True, 10_000), (5, False, 1_510_000)]


@pytest.mark.report("D02")
def test_five_hundred_presses_with_random_bounce_are_five_hundred_pairs() -> None:
    """D02: presses of 60 to 400 ms; none is missing, none doubled."""
    random, pins, at = Random(2), Pins(), 50_000
    for _ in range(500):
        bounce = tuple(random.randrange(100, 3_000) for _ in range(2 * random.randrange(4)))
        length = random.randrange(60_000, 400_000)
        pins.press(random.randrange(16), at, length, bounce)
        at += length + random.randrange(80_000, 200_000)
    told = pins.run(at + 100_000)
    assert [pressed for _, pressed, _ in told] == [True, False] * 500


@pytest.mark.report("D05")
def test_short_spikes_are_no_presses() -> None:
    """D05: 100 pulses of 1 to 5 ms."""
    random, pins = Random(5), Pins()
    for number in range(100):
        pins.press(random.randrange(16), 50_000 + number * 40_000, random.randrange(1_000, 5_000))
    assert pins.run(5_000_000) == []


@pytest.mark.report("D04")
def test_a_release_that_nobody_noted_is_found_by_the_level() -> None:
    """D04: the edge is lost; the level still settles."""
    pins = Pins()
    pins.press(3, 10_000, 300_000)
    told = pins.run(400_000, interrupts=False)
    assert [(key, pressed) for key, pressed, _ in told] == [(3, True), (3, False)]
    assert 0 <= told[1][2] - 310_000 <= PASS_US


@pytest.mark.report("D09")
def test_changes_come_in_the_order_of_their_contacts() -> None:
    """D09: a key that flaps long and another that closes cleanly in the middle of it."""
    pins = Pins()
    pins.press(0, 10_000, 500_000, (9_000, 9_000, 9_000, 9_000))
    pins.press(1, 15_000, 200_000)
    assert [(key, at) for key, pressed, at in pins.run(800_000) if pressed] == [(0, 10_000), (1, 15_000)]


def test_a_contact_that_never_rests_holds_up_the_others_for_a_moment_only() -> None:
    pins = Pins()
    pins.press(0, 10_000, 2_000_000, (9_000,) * 100)
    pins.press(1, 15_000, 400_000)
    contacts = pins.contacts
    told_at = None
    moves = sorted(pins.moves)
    for now in range(0, 400_000, PASS_US):
        while moves and moves[0][0] <= now:
            at, key, closed = moves.pop(0)
            pins.levels = pins.levels | 1 << key if closed else pins.levels & ~(1 << key)
            contacts.note(key, int(closed), at)
        contacts.work(pins.levels, now)
        if contacts.take(now) and told_at is None:
            told_at = now
    assert told_at is not None
    assert told_at <= 15_000 + PATIENCE_US + 2 * PASS_US


def test_a_key_that_is_held_from_the_start_is_no_press() -> None:
    pins = Pins(closed=1 << 4)
    pins.moves = [(100_000, 4, False)]
    assert pins.run(200_000) == [(4, False, 100_000)]


def test_more_edges_than_can_be_noted_end_with_the_true_level() -> None:
    contacts = Contacts(0, 0)
    for edge in range(500):
        contacts.note(2, edge & 1, edge)
    contacts.work(1 << 2, 1_000)
    contacts.work(1 << 2, 1_000 + WINDOW_US)
    assert contacts.take(1_000 + WINDOW_US)
    assert (contacts.key, contacts.pressed) == (2, True)


def test_changes_that_nobody_takes_wait_and_none_is_lost() -> None:
    contacts, now = Contacts(0, 0), 0
    for number in range(100):
        now += 2 * WINDOW_US
        contacts.work(0xFFFF if number % 2 == 0 else 0, now)
        contacts.work(0xFFFF if number % 2 == 0 else 0, now + WINDOW_US)
    level = 0
    for _ in range(100):
        now += 2 * WINDOW_US
        contacts.work(0, now)
        while contacts.take(now):
            assert contacts.pressed != bool(level >> contacts.key & 1), "two presses without a release"
            level ^= 1 << contacts.key
    assert level == contacts.closed == 0


def test_what_waited_can_be_forgotten() -> None:
    contacts = Contacts(0, 0)
    contacts.work(1, 0)
    contacts.work(1, WINDOW_US)
    contacts.forget()
    assert not contacts.take(WINDOW_US)
    assert contacts.closed == 1
