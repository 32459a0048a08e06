"""`make soak`: a day and a night of a table of six stations with random faults, in virtual time.

Two readers on the Pi, four on two hubs, six panels behind a multiplexer, keys on both. Somebody taps and presses in
lively spells; readers, wires, cables, hubs and panels fail meanwhile. Nothing may be lost, doubled or made up.
"""

from __future__ import annotations

import resource
import sys
import time

from tests.soak_table import Soak

HOURS = 24


def main(arguments: list[str]) -> int:
    """Run for so many virtual hours (24) from a seed (1) and say what came of it."""
    hours = float(arguments[0]) if arguments else HOURS
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    begun, used = time.monotonic(), time.process_time()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    soak = Soak(seed)
    books = soak.run(hours)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    say = sys.stdout.write
    say(f"{hours:g} virtual hours, seed {seed}: {books.taps:,} taps, {books.presses:,} presses\n")
    for name, times in sorted(books.faults.items()):
        say(f"  {times:5} x {name}\n")
    say(f"excused: {books.excused} (taps and presses under a fault that hides them)\n")
    say(f"slowest card: {books.slowest / 1e6:.2f} s from laying it, or from mending, to its event\n")
    for name in ("lost", "doubled", "phantoms", "wrong"):
        found = getattr(books, name)
        say(f"{name}: {len(found)}\n" + "".join(f"  {one}\n" for one in found[:10]))
    say(
        f"{time.monotonic() - begun:.0f} s, {time.process_time() - used:.0f} s of CPU, "
        f"memory {before / 1024:.0f} -> {after / 1024:.0f} MB\n"
    )
    return 0 if books.clean else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
