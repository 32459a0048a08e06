"""Who leaves the table and who comes back, and ending a match before its end: pages of the menu."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.record import SeatInfo
from table.asking import ChoicePage, SurePage
from table.pages import ListPage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from table.station import Station


def ask_whether_to_end(station: Station) -> None:
    """Ask whether the match is to be left; it is kept and can be gone on with."""
    line = station.text("leave_kept")
    station.pages.append(SurePage(station.text("leave_ask"), end, line))


def end(station: Station) -> None:
    """Leave the match."""
    station.left = True


def who_leaves(station: Station) -> None:
    """Ask who is leaving, then who plays on for them; a table that waits for everybody is told so."""
    if not station.desk.match.rulebook.stand_ins():
        station.pages.append(ListPage(station.text("menu_away"), [station.text("table_waits")]))
        return
    ask_who(station, "who_leaves", station.desk.present(station.seats), who_plays_on)


def who_plays_on(station: Station, seat: int) -> None:
    """Ask who plays on for a seat, where there is a choice."""
    among = station.desk.match.rulebook.stand_ins()
    if len(among) == 1:
        leave(station, seat, among[0])
        return
    rows = [station.text(f"stand_in_{pilot}") for pilot in among]
    page = ChoicePage(station.text("stand_in_for"), rows, lambda at, n: leave(at, seat, among[n]))
    station.pages.append(page)


def leave(station: Station, seat: int, pilot: str) -> None:
    """Hand a seat over, now or before the next turn."""
    station.reseat(seat, SeatInfo(station.desk.names[seat], pilot, hand_known=True))


def who_is_back(station: Station) -> None:
    """Ask who is back, and give the seat back."""
    ask_who(station, "who_is_back", station.desk.absent(station.seats), come_back)


def come_back(station: Station, seat: int) -> None:
    """Give a seat back to the person who began there."""
    station.reseat(seat, station.desk.match.header.seats[seat])


def who_stays(station: Station) -> None:
    """Ask whose change of seats, not yet made, is to be forgotten."""
    ask_who(station, "who_stays", station.desk.coming_to(station.seats), stay)


def stay(station: Station, seat: int) -> None:
    """Forget that a seat was to change hands."""
    station.pages = []
    station.desk.stay(seat)


def ask_who(
    station: Station, title: str, seats: Sequence[int], chosen: Callable[[Station, int], None]
) -> None:
    """Ask which of some seats is meant, unless there is but one."""
    if len(seats) == 1:
        chosen(station, seats[0])
        return
    rows = [station.desk.names[seat] for seat in seats]
    pick = partial(_pick, seats=seats, chosen=chosen)
    station.pages.append(ChoicePage(station.text(title), rows, pick))


def _pick(
    station: Station, number: int, seats: Sequence[int], chosen: Callable[[Station, int], None]
) -> None:
    chosen(station, seats[number])
