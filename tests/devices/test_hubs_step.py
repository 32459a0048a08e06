"""The two ends of a hub's cable count differently: it is noticed, and they begin anew."""

from __future__ import annotations

from dataclasses import replace

import pytest

from devices.hub_settings import HubSettings
from devices.hub_words import welcome_of
from devices.sim.clock import VirtualClock
from devices.sim.hub import SimHub
from firmware import wire
from tests.devices.hubs_kit import CARD, Table, ready, told

ONE = HubSettings("left", "AA", readers={"one": 0}, lamps={"one": 0})
SEEN_AND_GONE = ["one: Seen a1b2c3d4", "one: Gone a1b2c3d4"]


def misled() -> Table:
    """A table that took a whole welcome with one wrong digit in it for that of another start of its hub."""
    table = ready()
    table.tap(CARD)
    for on in (True, False) * 3:
        table.hub.lamps["one"].set(on=on)
        table.run(200)
    true = table.hub.welcome
    assert true is not None
    words = (f"{true.protocol:02X}", true.session, "DEADBEEF", true.identity, true.firmware, true.reset_cause)
    counts = (true.readers, true.keys, true.lamps, true.ticks)
    body = ",".join([*words, *(f"{count:X}" for count in counts)]).encode()
    assert welcome_of(body) == replace(true, boot="DEADBEEF")
    outbox = wire.Outbox()
    outbox.put(wire.WELCOME, table.hub.link.tag, 0, body)
    table.hub._read(bytes(outbox.data[: outbox.tail]), table.clock.now())
    table.run(7_000)
    table.events.clear()
    return table


def test_after_one_wrong_welcome_taps_arrive_again() -> None:
    table = misled()
    table.tap(CARD)
    assert told(table.run(1_000)) == SEEN_AND_GONE


def test_after_one_wrong_welcome_lamps_obey_again() -> None:
    table = misled()
    table.hub.lamps["two"].set(on=True)
    table.run(300)
    assert table.sim.lit == 1 << 3


def test_a_new_conversation_outlives_the_next_doubt() -> None:
    """The hello in doubt names the conversation that was asked for, so that the hub goes on with it."""
    table = misled()
    tag = table.hub.link.tag
    table.cable.dead = True
    table.tap(CARD)
    table.run(3_000)
    table.cable.dead = False
    assert told(table.run(2_000)) == SEEN_AND_GONE
    assert table.hub.link.tag == tag


def test_two_boards_of_one_name_with_own_supplies_can_be_swapped_back() -> None:
    clock = VirtualClock()
    first, second = (SimHub(clock, "AA", f"/dev/ttyACM{n}", readers=1) for n in range(2))
    second.boot = 5_000
    second.reboot()
    table = Table(ONE, hubs=[first, second], clock=clock)
    table.run(3_000)
    table.tap(CARD)
    table.run(1_500)
    first.unplug(powered=True)
    table.run(14_000)
    first.plug_in()
    second.unplug(powered=True)
    table.run(20_000)
    table.events.clear()
    table.tap(CARD)
    assert told(table.run(1_000)) == SEEN_AND_GONE


@pytest.mark.parametrize("noise", [0.0, 0.004])
def test_ends_that_agree_never_begin_anew(noise: float) -> None:
    table = ready()
    table.cable.noise = table.cable.loss = noise
    tag = table.hub.link.tag
    for number in range(40):
        table.tap(bytes([number, 2, 3, 4]), 300)
        table.hub.lamps["one"].set(on=number % 2 == 0)
        table.run(1_000)
    assert table.hub.link.tag == tag
