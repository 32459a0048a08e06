"""The faults of a long run: each names the stations it touches, breaks something, and gives what mends it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from devices.sim import mfrc522_registers as reg
from devices.sim.oled import Ssd1306

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from devices.sim.board import Board
    from devices.sim.hub_cable import Cable
    from devices.sim.mfrc522 import Mfrc522


class Broken(NamedTuple):
    """A fault that was begun: the stations it touches, how long, and what mends it."""

    name: str
    stations: Sequence[str]
    seconds: float
    mend: Callable[[], object]
    blinds: bool = True
    """Whether a quick tap may stay unseen; what a hub saw and cannot tell yet is not lost."""

    kills: bool = False
    """Whether presses may get lost as well: a hub loses its power."""

    hides: bool = False
    """Whether a card that lies there looks as if it had been taken away, so that it counts as new afterwards."""

    restarts: Sequence[str] = ()
    """The hubs that begin anew with it."""


def stations_of_hub(board: Board, hub: str) -> list[str]:
    """The stations whose reader hangs on a hub."""
    (settings,) = [one for one in board.wiring.hubs if one.name == hub]
    return list(settings.readers)


def reader_fault(board: Board, random: Random) -> Broken:
    """Something happens to one reader. A card that hardly reads any more may count as taken away."""
    station = random.choice(sorted(board.chips))
    chip = board.chips[station]
    hiding = random.choice(("deaf", "register stuck", "much noise", "hardly reads"))
    kind = random.choice(("unplugged", "stuck high", "some noise", "weak tag", "brown-out", hiding, hiding))
    seconds = random.uniform(1, 8)
    match kind:
        case "unplugged":
            chip.unplug()
            return Broken(f"reader {kind}", [station], seconds, chip.plug_in)
        case "brown-out":
            chip.brown_out()
            return Broken(f"reader {kind}", [station], 0, lambda: None)
        case "some noise":
            chip.faults.noise = random.uniform(0.0001, 0.0003)
        case "much noise":
            chip.faults.noise = random.uniform(0.001, 0.004)
        case "weak tag":
            chip.faults.misses = random.uniform(0.02, 0.05)
        case "hardly reads":
            chip.faults.misses = random.uniform(0.2, 0.6)
        case "stuck high":
            chip.faults.stuck_high = True
        case "register stuck":
            chip.faults.pinned[random.choice(sorted(reg.RESET))] = random.randrange(256)
        case _:
            chip.faults.deaf = True
    return Broken(f"reader {kind}", [station], seconds, lambda: _heal(chip), hides=kind == hiding)


def _heal(chip: Mfrc522) -> None:
    chip.faults.noise = chip.faults.misses = 0.0
    chip.faults.stuck_high = chip.faults.deaf = False
    chip.faults.pinned.clear()


def bus_fault(board: Board, random: Random) -> Broken:
    """A board that is not selected pulls the shared data line down, always or while its field is on."""
    spi, both = board.world.spi, list(board.wiring.readers)
    if random.random() < 0.5:
        spi.hold_miso(0)
        return Broken("MISO held", both, random.uniform(1, 5), lambda: spi.hold_miso(0, held=False))
    disturber = board.chips[random.choice(both)]
    mend = spi.contend(disturber, 0, lambda: bool(disturber.read(reg.TX_CONTROL) & reg.ANTENNA))
    return Broken("MISO contended", both, random.uniform(1, 5), mend)


def cable_fault(board: Board, random: Random) -> Broken:
    """Something happens on a hub's cable; the hub itself goes on, and what it has to tell is kept."""
    name = random.choice(sorted(board.hubs))
    hub, stations = board.hubs[name], stations_of_hub(board, name)
    cable, seconds = hub.cable, random.uniform(1, 8)
    broken = partial(Broken, stations=stations, blinds=False)
    quiet = partial(_quiet, cable)
    match random.choice(("out", "noise", "half a line", "silent", "deaf", "busy")):
        case "out":
            hub.unplug(powered=True)
            port = f"/dev/ttyACM{random.randrange(100, 1_000_000)}"
            return broken("cable out, other port", seconds=seconds, mend=lambda: hub.plug_in(port))
        case "noise":
            cable.noise = cable.loss = random.uniform(0.0005, 0.01)
            return broken("cable noise", seconds=seconds, mend=quiet)
        case "half a line":
            cable.eat = random.randint(3, 80)
            return broken("half a line", seconds=0, mend=lambda: None)
        case "silent":
            cable.dead = True
            return broken("cable silent", seconds=seconds, mend=quiet)
        case "deaf":
            cable.deaf = True
            return broken("hub does not listen", seconds=seconds, mend=quiet)
    hub.unplug(powered=True)
    cable.busy = True
    hub.plug_in()
    return broken("port busy", seconds=seconds, mend=quiet)


def _quiet(cable: Cable) -> None:
    cable.noise = cable.loss = 0.0
    cable.dead = cable.deaf = cable.busy = False


def hub_fault(board: Board, random: Random) -> Broken:
    """A hub starts anew, or loses its power for a while: what was not told by then is gone."""
    name = random.choice(sorted(board.hubs))
    hub, stations = board.hubs[name], stations_of_hub(board, name)
    broken = partial(Broken, stations=stations, kills=True, restarts=[name])
    if random.random() < 0.5:
        hub.reboot()
        return broken("hub restarted by its watchdog", seconds=1, mend=lambda: None)
    hub.unplug()
    return broken("hub without power", seconds=random.uniform(1, 8), mend=hub.plug_in)


def panel_fault(board: Board, random: Random) -> Broken:
    """Something happens on the panels' bus; readers and keys must not notice."""
    i2c, mux = board.world.i2c, next(iter(board.muxes.values()))
    channel = random.randrange(len(board.oleds))
    kinds: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "panel out": (lambda: mux.unplug(channel), lambda: mux.plug(channel)),
        "panel lost power": (random.choice(list(board.oleds.values())).power_on, bool),
        "panel holds its channel": (lambda: mux.stuck.add(channel), lambda: mux.stuck.discard(channel)),
        "two panels at one address": (lambda: i2c.attach(0x3C, Ssd1306()), lambda: i2c.unplug(0x3C)),
        "message not acknowledged": (lambda: i2c.fail_after(0x3C, random.randint(0, 12)), bool),
        "I2C bus stuck": (lambda: setattr(i2c, "stuck", True), lambda: setattr(i2c, "stuck", False)),
        "no I2C node": (lambda: setattr(i2c, "missing", True), lambda: setattr(i2c, "missing", False)),
        "multiplexer lost power": (mux.power_on, bool),
    }
    name = random.choice(sorted(kinds))
    begin, mend = kinds[name]
    begin()
    return Broken(name, [], random.uniform(1, 10), mend)


def key_fault(board: Board, random: Random) -> Broken:
    """A pulse on a key's line that nobody made."""
    micros = random.randint(500, 5_000)
    if random.random() < 0.5:
        pin = random.choice(list(board.wiring.keys.values()))
        board.world.gpio.spike(pin, board.clock.now() + 1_000, micros)
    else:
        name = random.choice(sorted(board.hubs))
        board.hubs[name].press(random.randrange(4), board.clock.now() + 1_000, micros)
    return Broken("pulse on a key's line", [], 0, lambda: None)


FAULTS: Sequence[Callable[[Board, Random], Broken]] = (
    *(reader_fault, reader_fault, bus_fault, cable_fault, cable_fault, cable_fault, hub_fault),
    *(panel_fault, panel_fault, key_fault),
)
