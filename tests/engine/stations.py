"""A match at a table: a station for each seat, or one console for all, and time that passes in small steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from table.desk import Desk
from table.station import Station
from table.texts import Texts
from tests.engine.conformance import lots

if TYPE_CHECKING:
    from tests.engine.playing import Playing

TICK = 20_000
"""Between two looks at the clock, in microseconds."""

P = TypeVar("P", bound="Playing[Any]")


class Table(Generic[P]):
    """A match with one station for each seat, or one console for all."""

    def __init__(self, play: P, *, shared: bool = False) -> None:
        seats = tuple(range(len(play.match.seats)))
        self.play = play
        self.desk = Desk(play.match, lots(1))
        groups = [seats] if shared else [(seat,) for seat in seats]
        self.stations = [Station(self.desk, Texts("en", strict=True), group) for group in groups]
        self.now = 0

    def wait(self, microseconds: int) -> None:
        """Let time pass in small steps."""
        end = self.now + microseconds
        while self.now < end:
            self.now += TICK
            self.desk.tick(self.now, [page.moment for at in self.stations for page in at.unsaid()])
            for station in self.stations:
                station.tick(self.now)

    def words(self, station: int = 0) -> str:
        """Everything a panel says."""
        return " ".join(self.stations[station].screen().words())
