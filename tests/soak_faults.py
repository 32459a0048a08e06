"""The faults of a long run: each names the stations it touches, breaks something, and gives what mends it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

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
    keys_too: bool = False
    """Whether presses may get lost with it: a hub loses its power."""

    hides: bool = False
    """Whether a card that lies there looks as if it had been taken away, so that it counts as new afterwards."""


def stations_of_hub(board: Board, hub: str) -> list[str]:
    """The stations whose reader hangs on a hub."""
    (settings,) = [one for one in board.wiring.hubs if one.name == hub]
    return list(settings.readers)


def reader_fault(board: Board, random: Random) -> Broken:
    """Something happens to one reader."""
    station = random.choice(sorted(board.chips))
    chip = board.chips[station]
    kind = random.choice(("unplugged", "stuck high", "deaf", "noise", "misses", "brown-out"))
    seconds = random.uniform(1, 8)
    match kind:
        case "unplugged":
            chip.unplug()
            return Broken(f"reader {kind}", [station], seconds, chip.plug_in)
        case "brown-out":
            chip.brown_out()
            return Broken(f"reader {kind}", [station], 0, lambda: None)
        case "noise":
            chip.faults.noise = random.uniform(0.0005, 0.004)
        case "misses":
            chip.faults.misses = random.uniform(0.2, 0.6)
        case "stuck high":
            chip.faults.stuck_high = True
        case _:
            chip.faults.deaf = True
    return Broken(f"reader {kind}", [station], seconds, lambda: _heal(chip), hides=kind == "deaf")


def _heal(chip: Mfrc522) -> None:
    chip.faults.noise = chip.faults.misses = 0.0
    chip.faults.stuck_high = chip.faults.deaf = False


def bus_fault(board: Board, random: Random) -> Broken:
    """A board that is not selected pulls the shared data line down: nobody on the Pi's bus is heard."""
    spi = board.world.spi
    spi.hold_miso(0)
    return Broken(
        "MISO held", list(board.wiring.readers), random.uniform(1, 5), lambda: spi.hold_miso(0, held=False)
    )


def cable_fault(board: Board, random: Random) -> Broken:
    """Something happens on a hub's cable; the hub itself goes on, and what it has to tell is kept."""
    name = random.choice(sorted(board.hubs))
    hub, stations = board.hubs[name], stations_of_hub(board, name)
    cable, seconds = hub.cable, random.uniform(1, 8)
    match random.choice(("out", "noise", "half a line", "silent", "deaf", "busy")):
        case "out":
            hub.unplug(powered=True)
            port = f"/dev/ttyACM{random.randrange(100, 1_000_000)}"
            return Broken("cable out, other port", stations, seconds, lambda: hub.plug_in(port))
        case "noise":
            cable.noise = cable.loss = random.uniform(0.0005, 0.01)
            return Broken("cable noise", stations, seconds, lambda: _quiet(hub.cable))
        case "half a line":
            cable.eat = random.randint(3, 80)
            return Broken("half a line", stations, 0, lambda: None)
        case "silent":
            cable.dead = True
            return Broken("cable silent", stations, seconds, lambda: _quiet(hub.cable))
        case "deaf":
            cable.deaf = True
            return Broken("hub does not listen", stations, seconds, lambda: _quiet(hub.cable))
    hub.unplug(powered=True)
    cable.busy = True
    hub.plug_in()
    return Broken("port busy", stations, seconds, lambda: _quiet(hub.cable))


def _quiet(cable: Cable) -> None:
    cable.noise = cable.loss = 0.0
    cable.dead = cable.deaf = cable.busy = False


def hub_fault(board: Board, random: Random) -> Broken:
    """A hub starts anew, or loses its power for a while: what was not told by then is gone."""
    name = random.choice(sorted(board.hubs))
    hub, stations = board.hubs[name], stations_of_hub(board, name)
    if random.random() < 0.5:
        hub.reboot()
        return Broken("hub restarted by its watchdog", stations, 1, lambda: None, keys_too=True)
    hub.unplug()
    return Broken("hub without power", stations, random.uniform(1, 8), hub.plug_in, keys_too=True)


def panel_fault(board: Board, random: Random) -> Broken:
    """Something happens on the panels' bus; readers and keys must not notice."""
    i2c, seconds = board.world.i2c, random.uniform(1, 10)
    mux = next(iter(board.muxes.values()))
    match random.choice(("out", "breaks off", "bus stuck", "no node", "multiplexer", "panel")):
        case "out":
            channel = random.randrange(len(board.oleds))
            mux.unplug(channel)
            return Broken("panel out", [], seconds, lambda: mux.plug(channel))
        case "breaks off":
            i2c.fail_after(0x3C, random.randint(0, 12))
            return Broken("message breaks off", [], 0, lambda: None)
        case "bus stuck":
            i2c.stuck = True
            return Broken("I2C bus stuck", [], seconds, lambda: setattr(i2c, "stuck", False))
        case "no node":
            i2c.missing = True
            return Broken("no I2C node", [], seconds, lambda: setattr(i2c, "missing", False))
        case "multiplexer":
            mux.power_on()
            return Broken("multiplexer lost power", [], 0, lambda: None)
    random.choice(list(board.oleds.values())).power_on()
    return Broken("panel lost power", [], 0, lambda: None)


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
