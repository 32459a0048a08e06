"""Where pitboard starts. `play` goes its own way from here, every other command through the command line proper.

A box runs all evening on a small computer, and whatever was needed to get it going stays in its memory for as long:
typer with the other commands' modules (2 MB), and what glibc keeps of freed buffers (0.6 MB). Nothing heavy is
imported before both are seen to.
"""

from __future__ import annotations

import ctypes
import sys

TRIM_THRESHOLD, ENOUGH = -1, 65536
"""glibc's M_TRIM_THRESHOLD, and how many free bytes at the end of its heap are enough to be handed back."""


def main() -> None:
    """Start here."""
    if sys.argv[1:2] == ["play"]:
        give_memory_back()
        from table.games import Games  # noqa: PLC0415 - after the line above
        from table.launch import play  # noqa: PLC0415

        play(sys.argv[2:], Games())
    else:
        from table.cli import main as other_commands  # noqa: PLC0415 - `play` does without it

        other_commands()


def give_memory_back() -> None:
    """Have glibc hand freed memory back early; by itself it keeps as much as the largest buffer once needed."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(TRIM_THRESHOLD, ENOUGH)


if __name__ == "__main__":
    main()
