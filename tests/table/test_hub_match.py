"""A whole match through a reader hub: the same match as on the Pi's own pins, though the cable fails on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table.demo import Played, play
from table.settings import read_wiring, wiring_of
from tests.table.test_demo import SEED, race

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from devices.rig import Wiring
    from devices.sim.board import Board
    from table.station import Station

ON_A_HUB = wiring_of(
    """
    [panel.console]
    [hub.left]
    identity = "E661A5"
    reader = { console = 3 }
    keys = { previous = 0, next = 1, confirm = 2, back = 3 }
    lamp = { console = 0 }
    buzzer = "console"
    """,
    "hub.toml",
)


def played(folder: Path, wiring: Wiring, watch: Callable[[Board, Station], None] | None = None) -> Played:
    """One race to its end."""
    evening = race(folder, "en", 2)
    try:
        return play(evening, wiring, SEED, watch)
    finally:
        evening.close()


def test_a_match_through_a_hub_with_a_bad_cable_is_the_same_match(tmp_path: Path) -> None:
    """Noise all the time, and every few screens the cable is out for a moment; a hub with its own supply keeps
    what was tapped and pressed meanwhile.
    """
    screens = pulls = 0

    def watch(board: Board, station: Station) -> None:
        nonlocal screens, pulls
        del station
        screens += 1
        hub = board.hubs["left"]
        hub.cable.noise = hub.cable.loss = 0.001
        if screens % 10 == 0 and hub.cable.plugged:
            pulls += 1
            hub.unplug(powered=True)
            board.clock.at(board.clock.nanos + 700_000_000, lambda: hub.plug_in(f"/dev/ttyACM{pulls}"))

    on_pins = played(tmp_path / "pins", read_wiring("starter"))
    through = played(tmp_path / "hub", ON_A_HUB, watch)
    assert pulls > 5
    assert (through.digest, through.answers) == (on_pins.digest, on_pins.answers)
    assert (through.taps, through.presses) == (on_pins.taps, on_pins.presses)
