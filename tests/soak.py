"""`make soak`: a day and a night of a table of six stations with random faults, in virtual time.

Two readers on the Pi, four on two hubs, six panels behind a multiplexer, keys on both. Cards are tapped and keys
pressed in lively spells; readers, wires, cables, hubs and panels fail meanwhile. Nothing may be lost, doubled or made
up. Readers skip looks while their world stands still (`devices/sim/still.py`), and polls are rare between the spells.
Before it, `tests/firmware/soak.py`: hostile bytes on a hub's cable, and faults of a reader's registers.
"""

from __future__ import annotations

import resource
import sys
import time
from typing import TYPE_CHECKING

from tests.firmware import soak as rain
from tests.soak_table import Soak

if TYPE_CHECKING:
    from tests.soak_books import Books

HOURS = 24
TOLD_EVERY = 30
"""How it stands is told at every so many spells."""

say = sys.stdout.write


def main(arguments: list[str]) -> int:
    """Run for so many virtual hours (24) from a seed (1) and say what came of it."""
    hours = float(arguments[0]) if arguments else HOURS
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    rain.main()
    begun, used = time.monotonic(), time.process_time()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    spells = 0

    def progress(soak: Soak) -> None:
        nonlocal spells
        spells += 1
        if spells % TOLD_EVERY == 0:
            wrong = len(soak.books.troubles)
            say(f"{soak.now / 3.6e9:5.1f} h: {soak.books.taps:,} taps, {wrong or 'nothing'} wrong\n")
            sys.stdout.flush()

    soak = Soak(seed)
    soak.run(hours, told=progress)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    _report(soak.books, f"{hours:g} virtual hours, seed {seed}")
    made, skipped = soak.looks
    say(f"looks at readers: {made:,} made, {skipped:,} skipped because nothing had changed\n")
    say(
        f"{time.monotonic() - begun:.0f} s, {time.process_time() - used:.0f} s of CPU, "
        f"memory {before / 1024:.0f} -> {after / 1024:.0f} MB\n"
    )
    return 1 if soak.books.troubles else 0


def _report(books: Books, what: str) -> None:
    say(f"{what}: {books.taps:,} taps, {books.presses:,} presses, {sum(books.faults.values()):,} faults\n")
    for name, times in sorted(books.faults.items()):
        say(f"  {times:5} x {name}\n")
    say(f"arrived: {books.told_taps:,} taps, each once\n")
    say(f"hidden by a fault: {books.hidden_taps:,} quick taps, {books.hidden_presses:,} presses\n")
    say(f"slowest card: {books.slowest / 1e6:.2f} s from laying it, or from mending, to its event\n")
    for name in ("lost", "doubled", "phantoms", "wrong"):
        found = getattr(books, name)
        say(f"{name}: {len(found)}\n" + "".join(f"  {one}\n" for one in found[:10]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
