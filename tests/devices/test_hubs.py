"""A hub at work: cards, keys, lamps and sounds across its cable, with their times."""

from __future__ import annotations

from dataclasses import replace

import pytest

from devices.hub_parts import orders_of
from devices.hub_settings import HubSettings
from devices.ports import Edge, Seen, Tone
from devices.sim.clock import VirtualClock
from devices.sim.hub import SimHub
from firmware.wire import TICKS_MASK
from tests.devices.hubs_kit import CARD, LEFT, OTHER, Table, health, ready, told


def test_a_tap_is_seen_once_and_gone_once() -> None:
    table = ready()
    table.tap(CARD)
    assert told(table.run(2_000)) == ["one: Seen a1b2c3d4", "one: Gone a1b2c3d4"]


def test_a_tap_is_heard_within_a_fifth_of_a_second() -> None:
    table = ready()
    began = table.clock.now()
    table.tap(OTHER, slot=1)
    table.run(200)
    assert told(table.events) == ["two: Seen 04a1b2c3d4e580"]
    assert isinstance(table.events[0], Seen)
    assert began < table.events[0].at <= began + 200_000


def test_a_card_that_rests_for_hours_costs_no_message() -> None:
    table = ready()
    table.tap(CARD, 3_600_000 * 5)
    assert told(table.run(10_000)) == ["one: Seen a1b2c3d4"]
    before = table.hub.link._expected
    table.run(60_000)
    assert table.hub.link._expected == before


def test_a_card_that_rested_for_long_is_gone_when_it_is_lifted() -> None:
    table = ready()
    table.tap(CARD, 30_000)
    table.run(29_900)
    assert told(table.run(1_000)) == ["one: Gone a1b2c3d4"]


@pytest.mark.report("A07", "A08")
def test_a_tag_that_misses_looks_is_one_visit_through_a_hub_too() -> None:
    """A07, A08: the chip does not hear every answer."""
    table = ready()
    table.sim.chips[0].faults.misses = 0.05
    table.tap(CARD, 20_000)
    table.run(19_900)
    table.sim.chips[0].faults.misses = 0.0
    table.run(5_000)
    assert told(table.events) == ["one: Seen a1b2c3d4", "one: Gone a1b2c3d4"]


def test_the_same_card_again_is_another_tap() -> None:
    table = ready()
    for _ in range(5):
        table.tap(CARD)
        table.run(1_500)
    assert told(table.events) == ["one: Seen a1b2c3d4", "one: Gone a1b2c3d4"] * 5


def test_two_cards_at_once_are_crowded() -> None:
    table = ready()
    table.tap(CARD, 1_000)
    table.tap(OTHER, 1_000)
    assert "one: Crowded" in told(table.run(1_000))


def test_a_reader_that_loses_its_plug_is_unwell_and_well_again() -> None:
    table = ready()
    table.sim.chips[0].unplug()
    assert health(table.run(1_000)) == ["one: Unwell"]
    table.sim.chips[0].plug_in()
    assert health(table.run(3_000)) == ["one: Well"]


@pytest.mark.parametrize("ticks", [0, TICKS_MASK - 2_500_000, TICKS_MASK // 2])
def test_a_press_carries_the_moment_of_its_contact_on_our_clock(ticks: int) -> None:
    """Also while the hub's microseconds begin anew."""
    clock = VirtualClock()
    table = Table(hubs=[SimHub(clock, "E661A5", readers=2, ticks=ticks)], clock=clock)
    table.run(2_000)
    for number in range(20):
        at = table.press(0, after_ms=1 + 3 * number % 17)
        down, up = table.run(300)
        assert isinstance(down, Edge)
        assert isinstance(up, Edge)
        assert abs(down.at - at) < 2_000
        assert abs(up.at - at - 60_000) < 2_000


def test_two_presses_a_millisecond_apart_keep_their_order() -> None:
    table = ready()
    table.press(1, after_ms=10)
    table.press(0, after_ms=11)
    assert told(table.run(300)) == ["back down", "confirm down", "back up", "confirm up"]


@pytest.mark.report("D05")
@pytest.mark.parametrize("after", [0, 500, 2_000, 30_000])
def test_a_pulse_on_the_line_of_a_key_that_is_held_changes_nothing(after: int) -> None:
    """D05: spikes are short; one that falls into a press neither ends nor doubles it."""
    table = ready()
    at = table.press(0, for_ms=100)
    table.sim.press(0, at + after, 3_000)
    assert told(table.run(400)) == ["confirm down", "confirm up"]


def test_keys_that_no_wiring_names_say_nothing() -> None:
    table = ready()
    table.press(9)
    assert table.run(300) == []


def test_a_key_that_is_held_when_the_box_starts_is_no_press() -> None:
    table = Table()
    table.sim.contact(0, closed=True)
    assert table.run(2_000) == []
    table.sim.contact(0, closed=False)
    assert told(table.run(200)) == ["confirm up"]


def test_lamps_follow_within_a_few_polls() -> None:
    table = ready()
    table.hub.lamps["two"].set(on=True)
    table.run(60)
    assert table.sim.lit == 0b1000
    table.hub.lamps["one"].set(on=True)
    table.hub.lamps["two"].set(on=False)
    table.run(60)
    assert table.sim.lit == 0b0001


def test_a_tune_is_played_by_the_hub() -> None:
    table = ready()
    table.sim.heard.clear()
    table.hub.buzzers["one"].play([Tone(400, 90), Tone(0, 40), Tone(300, 140)])
    table.run(600)
    assert table.sim.heard == [400, 0, 300, 0]


def test_a_muted_buzzer_sings_nothing() -> None:
    table = ready()
    table.sim.heard.clear()
    table.hub.buzzers["one"].muted = True
    table.hub.buzzers["one"].play([Tone(400, 90)])
    table.run(300)
    assert table.sim.heard == []


def test_a_long_tune_goes_in_several_orders() -> None:
    orders = orders_of([Tone(100 + number, 10) for number in range(30)])
    assert [(order[:1], len(order)) for order in orders] == [(b"T", 97), (b"t", 97), (b"t", 49)]
    table = ready()
    table.sim.heard.clear()
    table.hub.buzzers["one"].play([Tone(100 + number, 20) for number in range(30)])
    table.run(1_500)
    assert table.sim.heard == [*range(100, 130), 0]


def test_no_tones_are_silence() -> None:
    assert orders_of(()) == [b"T"]


@pytest.mark.report("C19")
def test_a_burst_of_orders_ends_in_the_right_state_on_a_small_board() -> None:
    """C19: the board drops what does not fit into 64 bytes; 50 updates are sent."""
    table = ready()
    table.cable.queue = 64
    for number in range(50):
        table.hub.lamps["one"].set(on=number % 2 == 0)
        table.hub.lamps["two"].set(on=number % 3 == 0)
        table.hub.order(b"t00640001")
        table.run(20)
    table.hub.lamps["two"].set(on=True)
    table.run(3_000)
    assert table.sim.lit == 0b1000
    assert table.hub.link.waiting == 0


@pytest.mark.report("A14")
def test_a_slow_round_is_told() -> None:
    """A14: when a card could be missed, the bound is named."""
    clock = VirtualClock()
    sim = SimHub(clock, "E661A5", readers=8)
    table = Table(hubs=[sim], clock=clock)
    table.run(2_000)
    assert table.hubs.notes == []
    for number in range(8):
        table.tap(bytes([8, number, 3, 4, 5, 6, 7, 8, 9, 10]), 5_000, slot=number)
    table.run(3_000)
    assert table.hub.pong is not None
    assert any("from look to look" in note for note in table.hubs.notes), table.hub.pong.revisit


def test_what_is_unusual_about_a_hub_is_noted() -> None:
    table = ready(replace(LEFT, identity=""))
    assert any('identity = "E661A5"' in note for note in table.hubs.notes)
    table.sim.reboot("watchdog")
    table.run(6_000)
    assert any("watchdog" in note for note in table.hubs.notes)


def test_a_slot_beyond_the_hubs_readers_never_says_anything() -> None:
    table = ready(HubSettings("left", readers={"one": 7}))
    assert table.run(1_000) == []


def test_closing_puts_lamps_out_and_gives_the_port_back() -> None:
    table = ready()
    table.hub.lamps["one"].set(on=True)
    table.run(100)
    table.hubs.close()
    assert table.cable.opened is None
    table.clock.advance_to(table.clock.nanos + 50_000_000)
    assert table.sim.lit == 0
