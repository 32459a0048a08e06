"""A hub whose cable fails: pulled, renamed, noisy, silent, busy. No tap is lost, none comes twice, nobody waits."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from devices.hub import LOST_US
from devices.ports import Edge, Seen, Unwell
from firmware import wire
from tests.devices.hubs_kit import CARD, LEFT, OTHER, Table, health, ready, told

if TYPE_CHECKING:
    from devices.sim.hub_cable import SimPort


@pytest.mark.report("C02")
def test_a_pulled_cable_is_said_within_a_second_and_mends_itself() -> None:
    """C02: read fails at t=10 s, the port is back at t=25 s: link up by t=30 s, nothing lost of what was known."""
    table = ready()
    table.tap(CARD, 60_000)
    table.run(8_000)
    table.sim.unplug()
    assert health(table.run(1_000)) == ["one: Unwell", "two: Unwell"]
    table.run(14_000)
    table.sim.plug_in()
    assert health(table.run(5_000)) == ["one: Well", "two: Well"]
    assert [word for word in told(table.events) if "Seen" in word or "Gone" in word] == ["one: Seen a1b2c3d4"]


def test_a_hub_is_found_again_under_another_port_name() -> None:
    table = ready()
    table.sim.unplug()
    table.run(500)
    table.sim.plug_in("/dev/ttyACM7")
    table.run(3_000)
    table.tap(CARD)
    assert "one: Seen a1b2c3d4" in told(table.run(500))
    assert table.hub.port is not None
    assert table.hub.port.name == "/dev/ttyACM7"


def test_a_hub_with_its_own_supply_tells_afterwards_what_happened_while_its_cable_was_out() -> None:
    table = ready()
    table.sim.unplug(powered=True)
    table.run(500)
    table.tap(CARD, 300)
    at = table.press(0, after_ms=400)
    table.run(6_000)
    table.sim.plug_in()
    events = table.run(3_000)
    assert [word for word in told(events) if "ell" not in word] == [
        "one: Seen a1b2c3d4",
        "one: Gone a1b2c3d4",
        "confirm down",
        "confirm up",
    ]
    down = next(event for event in events if isinstance(event, Edge))
    assert abs(down.at - at) < 3_000


def test_a_tap_under_way_when_the_cable_is_pulled_arrives_once() -> None:
    """The message was sent and perhaps read, its acknowledgement is lost: whatever the moment, one tap."""
    for moment in range(0, 140, 20):
        table = ready()
        table.tap(CARD, 200)
        table.run(moment)
        table.sim.unplug(powered=True)
        table.run(1_500)
        table.sim.plug_in()
        table.run(3_000)
        seen = [event for event in table.events if isinstance(event, Seen)]
        assert len(seen) == 1, moment


def test_a_hub_that_starts_anew_in_the_middle_of_a_message_doubles_no_tap() -> None:
    for moment in range(0, 160, 20):
        table = ready()
        table.tap(CARD, 20_000)
        table.run(moment)
        table.cable.eat = 11
        table.sim.reboot(after=50_000_000)
        table.run(8_000)
        assert told(table.events) == ["one: Seen a1b2c3d4"], moment


def test_a_card_that_was_exchanged_while_the_hub_was_away_is_seen() -> None:
    table = ready()
    table.tap(CARD, 900)
    table.run(500)
    table.sim.unplug()
    table.run(1_000)
    table.tap(OTHER, 10_000)
    table.sim.plug_in()
    table.run(5_000)
    assert [word for word in told(table.events) if "ell" not in word] == [
        "one: Seen a1b2c3d4",
        "one: Gone a1b2c3d4",
        "one: Seen 04a1b2c3d4e580",
    ]


def test_a_key_let_go_while_the_hub_was_away_is_let_go() -> None:
    table = ready()
    table.press(0, for_ms=1_000)
    assert told(table.run(500)) == ["confirm down"]
    table.sim.unplug()
    table.run(2_000)
    table.sim.plug_in()
    assert "confirm up" in told(table.run(5_000))


@pytest.mark.report("C05")
def test_a_cable_that_falls_silent_is_noticed_within_five_seconds() -> None:
    """C05: no error is raised, nothing comes any more."""
    table = ready()
    table.cable.dead = True
    assert health(table.run(5_000)) == ["one: Unwell", "two: Unwell"]
    assert any("no answer" in event.why for event in table.events if isinstance(event, Unwell))
    table.cable.dead = False
    assert health(table.run(5_000)) == ["one: Well", "two: Well"]


def test_a_silence_shorter_than_that_costs_nothing() -> None:
    table = ready()
    table.cable.dead = True
    table.tap(CARD)
    table.run(LOST_US // 1000 - 1_500)
    table.cable.dead = False
    assert told(table.run(2_000)) == ["one: Seen a1b2c3d4", "one: Gone a1b2c3d4"]


@pytest.mark.report("C13")
def test_a_hub_that_does_not_listen_is_said_within_three_seconds() -> None:
    """C13: writes are not taken; keys live on meanwhile."""
    table = ready()
    table.cable.deaf = True
    table.press(0, after_ms=500)
    table.run(3_000)
    assert "confirm down" in told(table.events)
    assert any("does not listen" in event.why for event in table.events if isinstance(event, Unwell))


@pytest.mark.report("C01", "C15")
def test_a_busy_port_is_named_and_tried_again() -> None:
    """C01: the message names the port. C15: busy for ten seconds after plugging in; then up, no error shown."""
    table = Table()
    table.cable.busy = True
    table.run(10_000)
    assert any("/dev/ttyACM0 is in use by another program" in note for note in table.hubs.notes)
    assert table.events == []
    table.cable.busy = False
    table.cable.to_hub += b"AT\rAT+GCAP\r"
    table.run(2_000)
    assert table.hub.port is not None
    assert (health(table.events), table.hubs.notes) == ([], [])


def test_a_port_that_stays_busy_is_said_after_a_while() -> None:
    table = Table()
    table.cable.busy = True
    table.run(20_000)
    assert health(table.events) == ["one: Unwell", "two: Unwell"]


def test_a_hub_that_is_not_there_is_said_after_three_seconds() -> None:
    table = Table()
    table.sim.unplug()
    assert table.run(2_900) == []
    assert health(table.run(300)) == ["one: Unwell", "two: Unwell"]
    assert any("pitboard flash" in event.why for event in table.events if isinstance(event, Unwell))


@pytest.mark.report("C12")
def test_the_first_two_hellos_may_get_lost() -> None:
    """C12: the hub hears nothing of them; the third is answered."""
    table = Table()
    table.cable.dead = True
    table.run(650)
    table.cable.dead = False
    table.run(500)
    assert table.hub.port is not None


@pytest.mark.report("C09", "C10")
def test_a_board_that_starts_when_its_port_is_opened_gets_the_full_set_up() -> None:
    """C09: what is written in the first 1.5 s vanishes, then a banner. C10: bytes of another speed before it."""
    table = Table()
    table.hub.lamps["one"].set(on=True)
    table.sim.power_off()
    table.run(500)
    table.cable.from_hub(bytes.fromhex("AA65D1B9F1FF009C") + b"boot loader 1.0\r\n", table.clock.nanos)
    table.sim.power_on(1_000_000_000)
    table.run(3_000)
    assert table.sim.lit == 1
    table.sim.reboot()
    table.run(6_000)
    assert table.sim.lit == 1


@pytest.mark.report("C06")
def test_half_lines_are_put_together_across_reads() -> None:
    """C06: a message comes in parts; it is one event."""
    table = ready()
    at = table.clock.now()
    table.hub._read(b"", at)
    number = table.hub.link._expected
    outbox = wire.Outbox()
    outbox.put(wire.EVENT, table.hub.link.tag, number, b"K0100000000")
    whole = bytes(outbox.data[: outbox.tail])
    for byte in whole:
        table.hub._read(bytes([byte]), at)
    assert told(table.hub.keys.poll()) == ["confirm down"]


@pytest.mark.report("C18")
@pytest.mark.parametrize(
    ("protocol", "who"), [(2, "update pitboard on this box"), (0, "update the hub with pitboard flash")]
)
def test_versions_that_differ_are_said_in_words(
    protocol: int, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C18: which side to update; no crash, and the reader says the same."""
    table = Table()
    words = f"{protocol:02X},".encode()
    real = wire.Outbox.put

    def put(self: wire.Outbox, kind: int, *rest: Any) -> bool:
        if kind == wire.WELCOME:
            rest = (*rest[:2], words + rest[2][3:])
        return real(self, kind, *rest)

    monkeypatch.setattr(wire.Outbox, "put", put)
    table.run(5_000)
    assert any(who in note for note in table.hubs.notes)
    assert any(who in event.why for event in table.events if isinstance(event, Unwell))


def test_a_hub_answers_a_host_of_another_protocol_but_does_not_converse() -> None:
    table = Table()
    table.run(1_000)
    assert table.sim.firmware is not None
    tag = table.sim.firmware.link.tag
    outbox = wire.Outbox()
    outbox.put(wire.HELLO, 0, 0, b"02,99999999")
    table.cable.from_host(bytes(outbox.data[: outbox.tail]))
    table.run(300)
    assert table.sim.firmware.link.tag == tag
    assert table.hub.port is not None


@pytest.mark.report("I05")
def test_a_host_that_starts_anew_gets_the_state_and_no_old_events() -> None:
    """I05: what happened before is not told again; what lies there is."""
    table = ready()
    table.hubs._hang_up()
    assert table.hub.port is not None
    table.hub.port.close()
    table.press(0)
    table.tap(OTHER, 300, slot=1)
    table.tap(CARD, 20_000)
    table.clock.advance_to(table.clock.nanos + 3_000_000_000)
    again = Table(LEFT, hubs=table.sims, clock=table.clock, session="00000002")
    assert told(again.run(3_000)) == ["one: Seen a1b2c3d4"]


def test_a_host_that_starts_anew_hears_of_a_card_that_has_rested_for_long() -> None:
    table = ready()
    table.tap(CARD, 60_000)
    table.run(20_000)
    table.hubs.close()
    again = Table(LEFT, hubs=table.sims, clock=table.clock, session="00000002")
    assert told(again.run(1_500)) == ["one: Seen a1b2c3d4"]


def test_a_welcome_that_was_meant_for_somebody_before_us_is_not_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table()
    outbox = wire.Outbox()
    outbox.put(wire.WELCOME, 9, 0, b"01,99999999,000003E8,E661A5,1,power,2,10,8,00000000")
    real = table.ports.open

    def buffered(name: str) -> SimPort:
        port = real(name)
        port.arrived += outbox.data[: outbox.tail]
        return port

    monkeypatch.setattr(table.ports, "open", buffered)
    table.run(1_000)
    assert table.sim.firmware is not None
    assert table.hub.link.tag == table.sim.firmware.link.tag != 9


@pytest.mark.report("I04", "I06")
def test_a_host_that_is_away_for_long_is_forgotten_and_the_hub_lives_on() -> None:
    """I04, I06: nobody reads for minutes while much happens; the loop goes on, and hello is answered afterwards."""
    table = ready()
    table.sim.unplug(powered=True)
    table.run(1_000)
    for number in range(100):
        table.tap(bytes([number, 2, 3, 4]), 300, slot=1)
        table.press(1)
        table.run(900)
    assert table.sim.firmware is not None
    assert table.sim.firmware.link.tag == 0
    table.sim.plug_in()
    assert [word for word in told(table.run(3_000)) if "back" in word] == []
    table.events.clear()
    table.tap(CARD)
    assert "one: Seen a1b2c3d4" in told(table.run(1_000))


def test_what_did_not_fit_into_the_hubs_memory_is_counted_and_keys_are_not_among_it() -> None:
    table = ready()
    table.press(1, for_ms=60_000)
    assert told(table.run(200)) == ["back down"]
    table.sim.unplug(powered=True)
    table.run(100)
    for number in range(25):
        table.tap(bytes([number, 2, 3, 4]), 200)
        table.run(600)
    table.press(0)
    table.run(200)
    table.sim.plug_in()
    words = told(table.run(4_000))
    assert table.hub.lost_runs > 0
    assert [word for word in words if "confirm" in word or "back" in word] == ["confirm down", "confirm up"]
    assert any("could not be told" in note for note in table.hubs.notes)


@pytest.mark.parametrize("noise", [0.0005, 0.002])
def test_taps_and_presses_survive_a_noisy_cable(noise: float) -> None:
    table, random = ready(), Random(1)
    table.cable.noise = table.cable.loss = noise
    expected = []
    for number in range(30):
        uid = bytes([number, 2, 3, 4])
        table.tap(uid, 300)
        table.press(0, after_ms=random.randrange(1, 200))
        table.run(1_500)
        expected += [f"one: Seen {uid.hex()}", f"one: Gone {uid.hex()}"]
    table.cable.noise = table.cable.loss = 0.0
    table.run(3_000)
    words = told(table.events)
    assert [word for word in words if word.startswith("one: ") and "ell" not in word] == expected
    assert [word for word in words if "confirm" in word] == ["confirm down", "confirm up"] * 30
    assert table.hub.link.lines.damaged > 0


@pytest.mark.report("C14")
def test_closing_is_clean_at_any_moment() -> None:
    """C14: a hundred stops at random moments; the port is free each time."""
    random = Random(14)
    for _ in range(100):
        table = Table()
        table.tap(CARD)
        table.run(random.randrange(0, 900, 20))
        table.hubs.close()
        assert table.cable.opened is None


@pytest.mark.report("C08")
def test_a_hub_that_restarts_never_takes_the_name_of_the_conversation_before() -> None:
    """C08: names of conversations come round again, and lines of the old one may still be on their way."""
    table = ready()
    for _ in range(3):
        before = table.hub.link.tag
        table.sim.boot = 1024 + before - 2  # the next start would begin with the same name
        table.sim.reboot()
        table.run(5_000)
        assert table.hub.link.tag != before
        table.tap(CARD)
        assert told(table.run(2_000))[-2:] == ["one: Seen a1b2c3d4", "one: Gone a1b2c3d4"]


@pytest.mark.report("C12")
def test_in_doubt_a_hub_is_greeted_until_it_welcomes_though_it_answers_pings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """C12: the hello is repeated until it is answered; whatever else comes meanwhile is no answer to it."""
    table = ready()
    table.cable.dead = True
    table.run(3_000)
    table.cable.dead = False
    send, lost = table.cable.from_hub, [0]

    def lossy(data: bytes, nanos: int) -> int:
        if b"$!" in data and lost[0] < 3:
            lost[0] += 1
            return len(data)
        return send(data, nanos)

    monkeypatch.setattr(table.cable, "from_hub", lossy)
    pong = table.hub.pong
    table.run(2_500)
    assert lost == [3]
    assert table.hub.pong is not pong
    assert table.hub.port is not None
