"""Looks at every device of a rig, each alone and all together, and says in plain words how it is and what helps."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from devices.frame_card import REMEDY, frame_card
from devices.gpio import NoGpio
from devices.panels import answering, kind_at
from devices.ports import Tone
from devices.readers import TagReader
from devices.together import BUFFERS, PAUSE_US, conflicts, fell_silent, revisit_us, revisit_warning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from devices.hub import Hub
    from devices.rig import Rig, Wiring

State = Literal["ok", "note", "fault"]
"""A note works, but there is something to know; a fault does not work."""

LOOKS, LOOK_US = 12, 50_000
"""So many looks at a reader alone, and the time between them: room for three starts."""

ROUNDS = 20
ECHOES = (bytes(63), b"\xff" * 63, b"\x55\xaa" * 31, bytes(range(63))) * 5
HUB_US, STUCK_US = 4_000_000, 1_000_000
"""So long a hub may take to answer; a key that is down for so long is stuck, or somebody leans on it."""

STEP_US = 20_000
TUNE = (Tone(1800, 80), Tone(2700, 120))


@dataclass(frozen=True, slots=True)
class Finding:
    """How one part is: its kind ("reader", "panel", ...), its name in the wiring, a sentence, and what helps."""

    part: str
    name: str
    state: State
    text: str
    remedy: str = ""


@dataclass
class Checkup:
    """One look at a whole rig. *wait* lets so many microseconds pass; *pause_us* is the box's own between looks."""

    rig: Rig
    wiring: Wiring
    wait: Callable[[int], None]
    outputs: bool = False
    """Whether lamps shall light and buzzers sound as well."""

    pause_us: int = PAUSE_US
    _own: list[TagReader] = field(init=False)

    def __post_init__(self) -> None:
        self._own = [reader for reader in self.rig.readers if isinstance(reader, TagReader)]

    def findings(self) -> Iterator[Finding]:
        """Everything there is to tell, part by part, as it is found."""
        yield from self._gpio()
        yield from self._hubs()
        yield from self._readers()
        yield from self._panels()
        yield from self._keys()
        if self.outputs:
            yield from self._lamps_and_buzzers()

    def _gpio(self) -> Iterator[Finding]:
        for trouble in self.rig.troubles:
            if not isinstance(trouble, NoGpio):  # about readers, which are looked at below
                continue
            what, _, remedy = str(trouble).partition(". ")
            yield Finding("gpio", "", "fault", what.removeprefix("No GPIO: "), remedy)

    # Readers

    def _readers(self) -> Iterator[Finding]:
        alone = {reader.name: self._alone(reader) for reader in self._own}
        yield from alone.values()
        if any(finding.state == "fault" for finding in alone.values()):
            self._poll_all()
        for conflict in conflicts(self._own):
            yield Finding("reader", "together", "fault", *_sentence(str(conflict)))
        for reader in self._own:
            reader.rest()
        well = [reader for reader in self._own if alone[reader.name].state != "fault"]
        yield from self._together(well)

    def _alone(self, reader: TagReader) -> Finding:
        """Look at one reader while the fields of the others are off."""
        for other in self._own:
            if other is not reader:
                other.rest()
        for _ in range(LOOKS):
            reader.poll()
            self.wait(LOOK_US)
        if not reader.status.well:
            why, _, remedy = reader.status.why.partition("; ")
            return Finding("reader", reader.name, "fault", *_sentence(f"{why}; {remedy}" if remedy else why))
        what, notes = reader.what, list(reader.notes)
        wrong = reader.damaged(ECHOES)
        for _ in range(LOOKS):  # it must work again after a diagnostic
            reader.poll()
            self.wait(LOOK_US)
        place = f"SPI {reader.settings.bus}.{reader.settings.device}"
        if wrong:
            return Finding(
                "reader",
                reader.name,
                "fault",
                f"{what} at {place}: {wrong} of {len(ECHOES)} test blocks came back damaged",
                "shorten its wires, give it 10 uF beside its supply pins, keep them away from motors and lamps",
            )
        text = "; ".join([f"{what} answers at {place}, all test blocks came back whole", *notes])
        return Finding("reader", reader.name, "note" if notes else "ok", text)

    def _poll_all(self) -> None:
        for _ in range(LOOKS):
            for reader in self._own:
                reader.poll()
            self.wait(LOOK_US)

    def _together(self, readers: list[TagReader]) -> Iterator[Finding]:
        """Look at all readers in turn, as the box does while it plays."""
        longest = 0
        for _ in range(ROUNDS if readers else 0):
            begun = self.rig.clock.now()
            for reader in readers:
                reader.poll()
            longest = max(longest, self.rig.clock.now() - begun)
            self.wait(self.pause_us)
        silent = [reader.name for reader in readers if not reader.status.well]
        if silent:
            names = [reader.name for reader in readers]
            yield Finding("reader", "together", "fault", fell_silent(names, silent), BUFFERS)
        elif readers:
            bound = max(revisit_us([reader.settings for reader in readers], self.pause_us), longest)
            warning = revisit_warning(bound)
            text = warning or (
                f"from look to look at one reader {bound // 1000} ms at most: hold a card for {2 * bound // 1000} ms"
            )
            yield Finding("reader", "", "note" if warning else "ok", text)

    # Panels

    def _panels(self) -> Iterator[Finding]:
        shown: list[str] = []
        for name, panel in self.rig.panels.items():
            where = self.wiring.panels[name]
            behind = "" if where.mux is None else f", channel {where.channel} of 0x{where.mux:02X}"
            place = f"0x{where.address:02X} on I2C bus {where.port}{behind}"
            if not panel.show(frame_card(name, (panel.width, panel.height))):
                said = (panel.trouble or "").partition(": ")[2]
                yield Finding("panel", name, "fault", *_sentence(said))
                continue
            guess = kind_at(where.port, where.address)
            if guess not in (None, where.driver):
                yield Finding(
                    "panel",
                    name,
                    "note",
                    f"answers at {place}, but looks like {guess}",
                    f'if its picture is shifted or torn, set driver = "{guess}"',
                )
            else:
                shown.append(name)
                yield Finding("panel", name, "ok", f"{where.driver} answers at {place}")
        if shown:
            yield Finding("panel", "", "ok", f"{', '.join(shown)}: a frame is shown now", REMEDY)
        yield from self._strangers()

    def _strangers(self) -> Iterator[Finding]:
        """Panels that answer though the wiring has none there."""
        for port in sorted({panel.port for panel in self.wiring.panels.values()}):
            known = {panel.address for panel in self.wiring.panels.values() if panel.port == port}
            for address in answering(port):
                if address not in known:
                    yield Finding(
                        "panel",
                        f"0x{address:02X}",
                        "note",
                        f"something answers at 0x{address:02X} on I2C bus {port} that is in no wiring",
                        "if it is a panel, write [panel.NAME] with this address",
                    )

    # Keys, lamps, buzzers

    def _keys(self) -> Iterator[Finding]:
        keys = self.rig.keys
        if keys is None:
            return
        down = set(keys.down)
        moved: set[str] = set()
        for _ in range(STUCK_US // STEP_US):
            moved |= {edge.key for edge in keys.poll()}
            self.wait(STEP_US)
            down &= set(keys.down)
        for name in self.wiring.key_names:
            if name in down:
                yield Finding(
                    "key",
                    name,
                    "fault",
                    f"is down and stays down{self._pin(name)}",
                    "let it go; if nobody holds it, its wire touches ground",
                )
            elif name in moved:
                yield Finding("key", name, "note", f"was pressed meanwhile{self._pin(name)}")
        resting = [name for name in self.wiring.key_names if name not in down | moved]
        if resting:
            text = f"{', '.join(resting)}: none is down; press each once in a game to see that it arrives"
            yield Finding("key", "", "ok", text)

    def _pin(self, key: str) -> str:
        return f" (GPIO {self.wiring.keys[key]})" if key in self.wiring.keys else ""

    def _lamps_and_buzzers(self) -> Iterator[Finding]:
        for name, lamp in self.rig.lamps.items():
            lamp.set(on=True)
            self._listen(500_000)
            lamp.set(on=False)
            yield Finding(
                "lamp", name, "ok", "was lit for half a second", "if it stayed dark, turn the LED round"
            )
        for name, buzzer in self.rig.buzzers.items():
            buzzer.play(TUNE)
            self._listen(300_000)
            text = "is muted in the wiring" if buzzer.muted else "played two tones"
            remedy = (
                ""
                if buzzer.muted
                else "if it was silent or only clicked, it is an active one: take a passive one"
            )
            yield Finding("buzzer", name, "ok", text, remedy)

    def _listen(self, micros: int) -> None:
        """Let time pass in which tunes go on and hubs are served."""
        for _ in range(micros // STEP_US):
            self.wait(STEP_US)
            for buzzer in self.rig.buzzers.values():
                buzzer.tick(self.rig.clock.now())
            if self.rig.hubs is not None:
                self.rig.hubs.poll()

    # Hubs

    def _hubs(self) -> Iterator[Finding]:
        hubs = self.rig.hubs
        if hubs is None:
            return
        end = self.rig.clock.now() + HUB_US
        while self.rig.clock.now() < end:
            hubs.poll()
            self.wait(STEP_US)
        for hub in hubs.hubs:
            yield from self._hub(hub, hubs.notes_of(hub))
        for port, why in hubs.strangers.items():
            yield Finding("hub", port, "note", *_sentence(why.removeprefix(f"{port}: ").rstrip(".")))

    def _hub(self, hub: Hub, notes: list[str]) -> Iterator[Finding]:
        name = hub.settings.name
        if hub.port is None or hub.welcome is None:
            yield Finding("hub", name, "fault", *_sentence(hub.why))
            return
        seconds = f", {hub.pong.revisit // 1000} ms from look to look" if hub.pong is not None else ""
        text = f"firmware {hub.welcome.firmware} at {hub.port.name}, identity {hub.identity}{seconds}"
        said = [note.partition(": ")[2] for note in notes]
        yield Finding("hub", name, "note" if said else "ok", "; ".join([text, *said]))
        missing = [(kind, slot, there) for kind, slot, there in _slots(hub) if slot >= there]
        for kind, slot, there in missing:
            text = f"has {there} {kind}, so there is none with number {slot}"
            yield Finding("hub", name, "fault", text, "change the number, or the lists in firmware/board.py")
        for slot, reader in hub.readers.items():
            reader.poll()
            if reader.unwell:
                yield Finding(
                    "reader",
                    reader.name,
                    "fault",
                    *_sentence(f"on hub {name}, number {slot}: {reader.unwell}"),
                )
            else:
                text = f"answers on hub {name}, number {slot}"
                if reader.gain is not None:
                    text += f"; {reader.gain_note or f'gain {reader.gain} was read back'}"
                yield Finding("reader", reader.name, "note" if reader.gain_note else "ok", text)


def _slots(hub: Hub) -> Iterator[tuple[str, int, int]]:
    """The kind and number of each part, and how many of that kind the hub says it has."""
    if hub.welcome is None:
        return
    for slot in hub.settings.readers.values():
        yield "readers", slot, hub.welcome.readers
    for slot in hub.settings.keys.values():
        yield "keys", slot, hub.welcome.keys
    for slot in hub.settings.lamps.values():
        yield "lamps", slot, hub.welcome.lamps


def _sentence(said: str) -> tuple[str, str]:
    """Part a message into what is so and what helps: at its first semicolon, or colon before an order."""
    parts = re.split(
        r"; |: (?=(?:try|switch|enable|add|install|is it|look|restart|set|update)\b)", said, maxsplit=1
    )
    return parts[0].rstrip("."), parts[1].rstrip(".") if len(parts) > 1 else ""
