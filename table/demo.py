"""A whole match on simulated wires: pilots' hands tap and press, the panel is drawn in the terminal."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from devices.sim.board import Board
from table.box import Box, Post
from table.hands import Hands
from table.lots import lots
from table.props import props_of
from table.station import Station

if TYPE_CHECKING:
    from collections.abc import Callable

    from devices.rig import Wiring
    from engine.rulebook import Result
    from table.evening import Evening

STEP_NS = 20_000_000
"""Virtual time between two steps of the box, in nanoseconds."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a demo came to. `digest` is the SHA-256 of the final state."""

    result: Result | None
    digest: str
    answers: int
    taps: int
    presses: int
    seconds: float


def play(
    evening: Evening, wiring: Wiring, seed: int, watch: Callable[[Board, Station], None] | None = None
) -> Played:
    """Play the evening's match to its end; *watch* is called whenever the panel has changed.

    Raises:
        Stuck: the box did not hear an answer.

    """
    desk = evening.desk
    with Board(wiring) as board, closing(board.rig()) as rig:
        station = Station(desk, evening.texts, tuple(range(len(desk.names))))
        draws = lots(seed)
        props = props_of(desk.match, draws("shuffle"))
        hands = Hands(board, station, props, draws)
        post = Post(station)
        box = Box(rig, [post], props.lookup)
        screen = None
        while not desk.match.over:
            board.clock.spend(STEP_NS)
            if box.step():
                box.saved(accepted=True, trouble=evening.save())
            box.show()
            if watch is not None and post.screen != screen:
                screen = post.screen
                watch(board, station)
            hands.act()
        evening.save()
    digest = sha256(desk.match.rulebook.encode(desk.match.state)).hexdigest()
    seconds = board.clock.now() / 1_000_000
    return Played(desk.match.result, digest, len(desk.match.record), hands.taps, hands.presses, seconds)
