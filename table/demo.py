"""A whole match on simulated wires: pilots' hands tap and press, the panel is drawn in the terminal."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from devices.sim.board import Board
from table.box import Box
from table.hands import hands_at
from table.lots import lots
from table.props import props_of
from table.seating import posts_for
from table.settings import SettingsError, must_have_reader

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from devices.rig import Wiring
    from engine.rulebook import Result
    from table.box import Post
    from table.evening import Evening
    from table.station import Station

KEYS = ("previous", "next", "confirm", "back")

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
        SettingsError: the wiring has no reader, or no keys to answer with.

    """
    desk = evening.desk
    with Board(wiring) as board, closing(board.rig()) as rig:
        posts = posts_for(wiring, desk, evening.texts)
        must_serve(board, posts)
        draws = lots(seed)
        props = props_of(desk.match, draws("shuffle"))
        hands = hands_at(posts, board, props, draws)
        box = Box(rig, posts, props.lookup)
        first, screen = posts[0], None
        while not desk.match.over:
            board.clock.spend(STEP_NS)
            if box.step():
                box.saved(accepted=True, trouble=evening.save())
            box.show()
            if watch is not None and first.screen != screen:
                screen = first.screen
                watch(board, first.station)
            for pair in hands:
                pair.act()
        evening.save()
    digest = sha256(desk.match.rulebook.encode(desk.match.state)).hexdigest()
    seconds = board.clock.now() / 1_000_000
    taps, presses = sum(pair.taps for pair in hands), sum(pair.presses for pair in hands)
    return Played(desk.match.result, digest, len(desk.match.record), taps, presses, seconds)


def must_serve(board: Board, posts: Sequence[Post]) -> None:
    """Check that a match can be played on a wiring: a reader where there are cards, four keys for every station.

    Raises:
        SettingsError: something is missing; the message says what to write.

    """
    if any(post.station.desk.match.rulebook.components() for post in posts):
        must_have_reader(board.wiring)
    keys = board.wiring.key_names
    for post in posts:
        missing = [key for key in KEYS if key not in keys and f"{post.name}.{key}" not in keys]
        if missing:
            raise SettingsError(
                f"this wiring has no key {', '.join(missing)} for {post.name}; "
                "write [keys] and a line like confirm = 13 for each"
            )
