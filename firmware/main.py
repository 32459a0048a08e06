"""What the hub's board runs when it gets power; on the board it lies beside the folder `firmware`.

Whatever goes wrong in here is left to the watchdog: it restarts the board, and the next hello says so.
"""

from firmware.board import Board, wants_maintenance
from firmware.hub import Hub


def main() -> None:
    """Run the hub for ever, unless this start is meant for a new program."""
    if wants_maintenance():
        return
    hub = Hub(Board())
    while True:
        hub.step()


if __name__ == "__main__":
    main()
