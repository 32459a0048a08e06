"""The firmware under a real MicroPython, spoken to by the real pyserial. These tests really wait, so they are few."""

from __future__ import annotations

import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from devices.ports import Edge, Tone
from firmware import wire
from tests.architecture.source import calls, tree_of
from tests.firmware.micropython_kit import (
    IDENTITY,
    LAMP_PINS,
    MICROPYTHON,
    ROOT,
    MicroHub,
    cards,
    edges,
    needs_micropython,
)
from tests.firmware.wire_kit import line

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [needs_micropython, pytest.mark.real_time]
NTAG = bytes.fromhex("04a1b2c3d4e580")


@pytest.fixture(scope="module")
def running() -> Iterator[MicroHub]:
    with MicroHub() as started:
        started.ready()
        yield started


@pytest.fixture
def hub(running: MicroHub) -> MicroHub:
    """A hub that goes on from test to test, with nothing on it and nothing left to tell."""
    running.run(0.05)
    running.events.clear()
    return running


def test_it_says_who_it_is_and_why_it_started(hub: MicroHub) -> None:
    welcome = hub.hub.welcome
    assert welcome is not None
    assert (welcome.identity, welcome.reset_cause) == (IDENTITY, "power")
    assert (welcome.readers, welcome.keys, welcome.lamps) == (8, 8, 6)


def test_it_reads_cards_on_every_reader(hub: MicroHub) -> None:
    laid = [hub.lay(slot, bytes([0xA0 + slot, 2, 3, 4])) for slot in range(8)]
    expected = {f"r{slot} Seen a{slot}020304" for slot in range(8)}
    hub.until(lambda: expected <= set(cards(hub.events)))
    for slot, card in enumerate(laid):
        hub.lift(slot, card)
    hub.until(lambda: sum("Gone" in word for word in cards(hub.events)) == 8)
    assert sorted(cards(hub.events)) == sorted(expected | {word.replace("Seen", "Gone") for word in expected})
    hub.events.clear()


def test_a_press_carries_its_moment(hub: MicroHub) -> None:
    for _ in range(3):
        at = hub.clock.now()
        hub.server.press(3, down=True)
        hub.run(0.1)
        hub.server.press(3, down=False)
        hub.until(lambda: edges(hub.events)[-1:] == [("k3", False)])
        down = next(event for event in hub.events if isinstance(event, Edge))
        assert abs(down.at - at) < 300_000  # a busy machine; hub clocks differ by minutes
        assert edges(hub.events) == [("k3", True), ("k3", False)]
        hub.events.clear()


def test_lamps_and_tunes_reach_its_pins(hub: MicroHub) -> None:
    hub.server.tones.clear()
    hub.hub.lamps["b"].set(on=True)
    hub.hub.buzzers["a"].play([Tone(400, 30), Tone(300, 30)])
    hub.until(lambda: hub.server.tones[-3:] == [400, 300, 0])
    assert [hub.server.outputs[pin] for pin in LAMP_PINS] == [0, 0, 0, 0, 0, 1]


@pytest.mark.report("I03", "C15")
def test_bytes_of_a_console_and_of_probes_do_not_stop_it(hub: MicroHub) -> None:
    """I03: bytes 3 and 4 inside the stream. C15: AT text."""
    assert hub.hub.port is not None
    feeds = hub.server.feeds
    hub.hub.port.write(b"\x03\x03\x04\x01AT\r\n\x03$E01\x03" + bytes(range(256)))
    hub.hub.pong = None
    hub.until(lambda: hub.hub.pong is not None)
    assert hub.server.feeds > feeds
    assert hub.hub.pong is not None
    assert hub.hub.pong.damaged > 0


@pytest.mark.report("I01", "I02")
@pytest.mark.parametrize("length", [63, 64, 65, 128])
def test_a_message_of_any_length_is_taken_and_half_a_message_holds_up_nothing(
    hub: MicroHub, length: int
) -> None:
    """I01: a few bytes of a longer message must not block the loop. I02: packets of 64 bytes and their neighbours."""
    assert hub.hub.port is not None
    feeds = hub.server.feeds
    hub.hub.port.write(b"$E7")
    hub.run(0.03)
    assert hub.server.feeds > feeds
    assert hub.hub.order(b"z" * (length - 14))
    hub.until(lambda: hub.hub.link.waiting == 0)
    assert wire.LONGEST == 128


@pytest.mark.report("I07", "I08")
def test_memory_stays_flat_and_the_watchdog_is_fed_in_time(hub: MicroHub) -> None:
    """I07: no memory is lost while cards and keys come and go. I08: at most 8 s between feedings, by far."""
    hub.run(1.1)
    assert hub.hub.pong is not None
    before = hub.hub.pong.free
    for turn in range(4):
        card = hub.lay(0, bytes([turn, 2, 3, 4]))
        hub.server.press(1, down=True)
        hub.run(0.15)
        hub.server.press(1, down=False)
        hub.lift(0, card)
        hub.run(0.1)
    hub.run(1.1)
    assert abs(hub.hub.pong.free - before) < 2_000
    assert hub.hub.pong.free > 60_000
    assert hub.server.longest_gap < 4_000_000_000
    assert hub.server.faults == []
    hub.run(1.0)
    hub.events.clear()


@pytest.mark.report("I04", "I06")
def test_it_goes_on_while_nobody_reads_and_tells_afterwards(hub: MicroHub) -> None:
    """I04, I06: the host keeps the port open and reads nothing; then it reads again."""
    hub.server.longest_gap = 0
    card = hub.lay(2, NTAG)
    hub.server.press(5, down=True)
    time.sleep(0.6)
    hub.server.press(5, down=False)
    hub.lift(2, card)
    hub.until(lambda: len(edges(hub.events)) == 2)
    assert hub.server.longest_gap < 4_000_000_000
    assert edges(hub.events) == [("k5", True), ("k5", False)]
    assert cards(hub.events)[:1] == [f"r2 Seen {NTAG.hex()}"]
    hub.run(1.0)
    hub.events.clear()


@pytest.mark.report("C02", "I08")
def test_killed_in_the_middle_of_a_visit_it_comes_back_and_doubles_no_tap() -> None:
    """C02: no restart by hand. I08: the next hello tells that the watchdog bit."""
    with MicroHub() as hub:
        hub.ready()
        hub.hub.lamps["b"].set(on=True)
        hub.lay(4, NTAG)
        hub.until(lambda: cards(hub.events))
        hub.kill()
        hub.server.reset_cause = 3
        hub.start()
        hub.until(lambda: hub.hub.welcome is not None and hub.hub.welcome.reset_cause == "watchdog", 8)
        hub.run(0.8)
        assert cards(hub.events) == [f"r4 Seen {NTAG.hex()}"]
        assert [hub.server.outputs[pin] for pin in LAMP_PINS] == [0, 0, 0, 0, 0, 1]


def test_it_leaves_its_program_once_when_the_host_asks_for_maintenance() -> None:
    with MicroHub() as hub:
        hub.ready()
        assert hub.hub.order(b"X")
        hub.until(lambda: hub.server.resets == 1)
        assert hub.process is not None
        assert hub.process.wait(5) == 0
        hub.start()
        assert hub.process.wait(5) == 0
        assert hub.server.scratch == 0


@pytest.mark.report("I10")
def test_a_key_held_at_power_up_keeps_the_program_from_starting() -> None:
    """I10: a way back in when the program is faulty."""
    with MicroHub() as running:
        assert running.process is not None
        running.kill()
        running.server.press(0, down=True)
        running.start()
        assert running.process.wait(5) == 0


@pytest.mark.report("I09")
def test_the_firmware_never_writes_a_file() -> None:
    """I09: flash is not written while playing: nothing in it opens a file."""
    for source in (ROOT / "firmware").glob("*.py"):
        assert "open" not in {word.text for word in calls(tree_of(source))}, source


@pytest.mark.report("I07")
def test_an_idle_hub_with_eight_readers_and_a_host_allocates_nothing() -> None:
    """I07: nothing is allocated in the main loop while nothing happens; what an event takes is collected each second."""
    with subprocess.Popen(  # noqa: S603 - our own script
        [MICROPYTHON, "-X", "heapsize=2m", ROOT / "tests" / "firmware" / "idle_hub.py"],
        env={"MICROPYPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as ran:
        assert ran.stdin is not None
        assert ran.stderr is not None
        ran.stdin.write(line(wire.HELLO, 0, b"01,12345678", tag=0))
        ran.stdin.flush()
        used, looked, tag = map(int, ran.stderr.read().split())
    assert used < 500, "bytes in 20,000 passes; one a pass would be 320,000"
    assert looked == 8
    assert tag


@pytest.mark.report("I07")
def test_thousands_of_events_leave_a_small_heap_as_it_was() -> None:
    """I07: both ends of the language in one interpreter with 96 kB; free memory after 1,000 events and after 10,000."""
    script = """
import gc
from firmware import wire
a, b = wire.Link(), wire.Link()
a.restart(7), b.restart(7)
body, taken, now, free = bytearray(b"x" * 20), 0, 0, []
while taken < 10000:
    wire.put_hex(body, 0, taken, 8)
    a.send(body, 20)
    for one, other in ((a, b), (b, a)):
        one.work(now)
        out = one.outbox
        while out.head < out.tail:
            taken += other.take(out.data[out.head], now) == wire.EVENT
            out.head += 1
    now = now + 1000 & wire.TICKS_MASK
    if taken in (1000, 10000):
        gc.collect()
        free.append(gc.mem_free())
print(free[-1] - free[0])
"""
    ran = subprocess.run(  # noqa: S603 - our own script
        [MICROPYTHON, "-X", "heapsize=96k", "-c", script],
        env={"MICROPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr + ran.stdout
    assert abs(int(ran.stdout)) < 500
