"""Several hubs and ports: who is who, whatever the system calls the ports."""

from __future__ import annotations

import pytest

from devices.hub_ports import PortError
from devices.hub_settings import HubSettings
from devices.sim.clock import VirtualClock
from devices.sim.hub import SimHub
from devices.sim.hub_cable import Cable
from tests.devices.hubs_kit import CARD, LEFT, OTHER, Table, told

RIGHT = HubSettings("right", "E661B7", readers={"three": 0}, keys={"right.confirm": 0})


def pair(first: str, second: str) -> Table:
    """Two like boards; the left one at the first port."""
    clock = VirtualClock()
    hubs = [SimHub(clock, "E661A5", first, readers=2), SimHub(clock, "E661B7", second, readers=2)]
    return Table(LEFT, RIGHT, hubs=hubs, clock=clock)


@pytest.mark.report("C16")
@pytest.mark.parametrize(
    ("first", "second"), [("/dev/ttyACM0", "/dev/ttyACM1"), ("/dev/ttyACM1", "/dev/ttyACM0")]
)
def test_two_like_hubs_keep_their_roles_when_their_ports_are_swapped(first: str, second: str) -> None:
    """C16: the same USB identity twice; the hello tells them apart."""
    table = pair(first, second)
    table.run(2_000)
    table.tap(CARD)
    table.sims[1].press(0, table.clock.now() + 1_000, 50_000)
    assert sorted(told(table.run(300))) == ["one: Seen a1b2c3d4", "right.confirm down", "right.confirm up"]


def test_one_hub_that_is_missing_does_not_hold_up_the_other() -> None:
    table = pair("/dev/ttyACM0", "/dev/ttyACM1")
    table.sims[1].unplug()
    table.run(5_000)
    table.tap(OTHER)
    assert "one: Seen 04a1b2c3d4e580" in told(table.run(500))
    assert "three: Unwell" in told(table.events)


def test_hubs_swapped_while_the_box_runs_are_told_apart() -> None:
    table = pair("/dev/ttyACM0", "/dev/ttyACM1")
    table.run(2_000)
    for sim in table.sims:
        sim.unplug()
    table.run(500)
    table.sims[0].plug_in("/dev/ttyACM1")
    table.sims[1].plug_in("/dev/ttyACM0")
    table.run(4_000)
    table.tap(CARD)
    assert told(table.run(300)) == ["one: Seen a1b2c3d4"]


def test_hubs_without_names_are_taken_as_they_come_and_keep_to_it() -> None:
    clock = VirtualClock()
    hubs = [SimHub(clock, "AA", "/dev/ttyACM0"), SimHub(clock, "BB", "/dev/ttyACM1")]
    table = Table(HubSettings("first"), HubSettings("second"), hubs=hubs, clock=clock)
    table.run(2_000)
    assert [hub.identity for hub in table.hubs.hubs] == ["AA", "BB"]
    for sim in hubs:
        sim.unplug()
    table.run(500)
    hubs[0].plug_in("/dev/ttyACM9")
    hubs[1].plug_in("/dev/ttyACM0")
    table.run(4_000)
    assert [hub.port and hub.port.name for hub in table.hubs.hubs] == ["/dev/ttyACM9", "/dev/ttyACM0"]


def test_a_hub_that_no_wiring_names_is_said_and_left_alone() -> None:
    clock = VirtualClock()
    table = Table(LEFT, hubs=[SimHub(clock, "FF00")], clock=clock)
    table.run(6_000)
    assert any("hub FF00 is in no wiring" in note for note in table.hubs.notes)
    assert table.cable.opened is None


def test_a_port_where_nothing_speaks_is_given_back() -> None:
    clock = VirtualClock()
    table = Table(LEFT, hubs=[SimHub(clock, "E661A5", "/dev/ttyACM1", readers=2)], clock=clock)
    other = Cable(clock, "/dev/ttyACM0")
    table.ports.cables.append(other)
    table.sim.unplug()
    table.run(5_000)
    assert any("/dev/ttyACM0: nothing there speaks" in note for note in table.hubs.notes)
    assert other.opened is None
    table.sim.plug_in()
    table.run(3_000)
    assert table.hub.port is not None


def test_other_ports_are_not_touched_while_every_hub_is_there() -> None:
    clock = VirtualClock()
    table = Table(LEFT, hubs=[SimHub(clock, "E661A5", readers=2)], clock=clock)
    table.run(2_000)
    table.ports.cables.append(other := Cable(clock, "/dev/ttyACM5"))
    table.run(15_000)
    assert other.sent == [0, 0]


def test_a_port_that_cannot_be_opened_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    real, asked = table.ports.open, []

    def unwilling(name: str) -> object:
        asked.append(name)
        if len(asked) < 4:
            raise PortError(
                f"{name} cannot be opened: permission denied; add this user to the group dialout."
            )
        return real(name)

    monkeypatch.setattr(table.ports, "open", unwilling)
    table.run(1_500)
    assert any("group dialout" in note for note in table.hubs.notes)
    table.run(3_000)
    assert table.hub.port is not None
    assert table.hubs.notes == []


def test_the_name_of_a_hub_may_be_written_in_small_letters() -> None:
    table = Table(HubSettings("left", "e661a5"))
    table.run(1_000)
    assert table.hub.port is not None


def boards(*identities: str, wiring: tuple[HubSettings, ...]) -> Table:
    """A table that has been looking at boards of these identities for some seconds."""
    clock = VirtualClock()
    hubs = [SimHub(clock, one, f"/dev/ttyACM{n}", readers=1) for n, one in enumerate(identities)]
    table = Table(*wiring, hubs=hubs, clock=clock)
    table.run(6_000)
    return table


def test_a_hub_that_no_wiring_names_comes_with_what_to_write() -> None:
    table = boards("FF00", wiring=(HubSettings("left", "AA"), HubSettings("right", "BB")))
    assert table.hubs.notes[-1] == (
        '/dev/ttyACM0: hub FF00 is in no wiring; to use it as hub left or right write identity = "FF00" there.'
    )


def test_a_second_board_of_one_identity_is_said_to_be_the_second() -> None:
    table = boards("AA", "AA", wiring=(HubSettings("left", "AA"), HubSettings("right", "BB")))
    assert table.hubs.notes[-1] == (
        "/dev/ttyACM1: hub AA is at /dev/ttyACM0 already; take one of these two boards out."
    )


def test_nobody_is_told_to_write_an_identity_that_another_hub_has() -> None:
    table = boards("AA", "AA", wiring=(HubSettings("left", "AA"), HubSettings("right")))
    assert table.hubs.notes == [
        "hub right: its board says AA, as that of hub left does; use another board, or they may change places"
    ]


def test_a_hub_without_a_name_may_be_replaced_while_the_box_runs() -> None:
    table = boards("AA", "CC", wiring=(HubSettings("left", readers={"one": 0}),))
    assert table.hub.identity == "AA"
    table.tap(CARD)
    table.run(1_000)
    table.sims.reverse()
    table.cable.unplug()
    table.sims[1].unplug()
    table.run(1_000)
    table.sim.plug_in("/dev/ttyACM5")
    table.run(4_000)
    assert table.hubs.notes == ['hub left: write identity = "CC" so that it is never mistaken']
    table.events.clear()
    table.tap(CARD)
    assert told(table.run(1_000)) == ["one: Seen a1b2c3d4", "one: Gone a1b2c3d4"]
