"""Who sits at which station: one post for every station of a wiring, and its seats in the match at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table.box import Post
from table.station import Station
from table.station_settings import TableWiring

if TYPE_CHECKING:
    from collections.abc import Sequence

    from devices.rig import Wiring
    from table.desk import Desk
    from table.station_settings import Seats
    from table.texts import Texts


def posts_for(wiring: Wiring, desk: Desk, texts: Texts) -> list[Post]:
    """Return a post for every station of a wiring, seated at a desk.

    A wiring that names no stations has one, called after its first panel or reader.
    """
    stations = wiring.stations if isinstance(wiring, TableWiring) else {}
    if not stations:
        stations = {next(iter([*wiring.panels, *wiring.readers]), "console"): None}
    posts = [Post(Station(desk, texts, ()), name, wanted=seats) for name, seats in stations.items()]
    seat(posts, desk)
    return posts


def seat(posts: Sequence[Post], desk: Desk) -> None:
    """Let every post's station turn to a desk, at its seats.

    A seat without a station sits at the first one. The secrets of a seat are shown where the fewest share a panel.
    """
    seats = seats_of([post.wanted for post in posts], len(desk.names))
    for post, mine in zip(posts, seats, strict=True):
        elsewhere = {one for one in mine for other in seats if one in other and len(other) < len(mine)}
        post.station.sit(desk, mine, frozenset(elsewhere))


def seats_of(wanted: Sequence[Seats], count: int) -> list[tuple[int, ...]]:
    """Share *count* seats out among stations that want these."""
    everybody = tuple(range(count))
    seats = [everybody if own is None else tuple(one for one in own if one < count) for own in wanted]
    left = [one for one in everybody if not any(one in own for own in seats)]
    return [tuple(sorted([*seats[0], *left])), *seats[1:]]
