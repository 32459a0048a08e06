"""Setting something right by hand from the menu: which kind of thing, which one, its new value, and whether that is sure.

The rulebook says what may be corrected and checks what was chosen.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.record import Correct
from table import screens
from table.asking import ChoicePage, NumberPage, SurePage, ask_among
from table.pages import ListPage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ask import Value
    from engine.corrections import Correctable
    from table.station import Station

KINDS: Final = ("place", "pile", "count")
"""What can be corrected, in the order in which it is offered."""
WHICH: Final = {"place": "correct_place", "pile": "correct_pile", "count": "correct_which"}
"""How the new value is asked for where it is one of several."""


def offered(station: Station) -> tuple[Correctable, ...]:
    """Return what may be corrected now."""
    match = station.desk.match
    return () if match.over else match.rulebook.corrections(match.state)


def ask_what(station: Station) -> None:
    """Ask what is different; where there is only one kind of thing, ask which one at once."""
    found = offered(station)
    kinds = [kind for kind in KINDS if any(one.what == kind for one in found)]
    groups = [[one for one in found if one.what == kind] for kind in kinds]
    if len(groups) == 1:
        ask_which(station, groups[0])
        return
    rows = [station.text(f"correct_{kind}s") for kind in kinds]
    station.pages.append(
        ChoicePage(station.text("correct_what"), rows, lambda at, n: ask_which(at, groups[n]))
    )


def ask_which(station: Station, among: Sequence[Correctable]) -> None:
    """Ask which thing it is."""
    rows = [name_of(station, one) for one in among]
    ask_among(station, station.text("correct_what"), rows, lambda at, n: ask_value(at, among[n]))


def ask_value(station: Station, one: Correctable) -> None:
    """Ask for the new place, pile or number, beginning with the present one."""
    name = name_of(station, one)
    if not one.options:
        title = station.text("correct_count", {"name": name})
        bounds = (one.low, one.high)
        station.pages.append(
            NumberPage(title, bounds, lambda at, number: ask_whether(at, one, number, str(number)), one.now)
        )
        return
    title = station.text(WHICH[one.what], {"piece": name, "name": name})
    rows = [screens.option_text(station, option) for option in one.options]
    values = [option.value for option in one.options]
    at = values.index(one.now) if one.now in values else 0
    ask_among(station, title, rows, lambda at, n: ask_whether(at, one, values[n], rows[n]), at)


def ask_whether(station: Station, one: Correctable, value: Value, shown: str) -> None:
    """Ask whether it is to be so."""
    title = station.text("correct_ask", {"name": name_of(station, one), "value": shown})
    station.pages.append(SurePage(title, partial(ask_others, one=one, value=value, shown=shown)))


def ask_others(station: Station, one: Correctable, value: Value, shown: str) -> None:
    """Make the correction, after the consent of all others where the rulebook wants it."""
    args = {"name": name_of(station, one), "value": shown}
    station.requested = station.desk.request_correction(
        station.seats, partial(decided, station, one, value), args
    )


def decided(station: Station, one: Correctable, value: Value, agreed: bool) -> None:  # noqa: FBT001 - the answer itself
    """Make the correction, if all agree and the rulebook takes it, and say so."""
    if not agreed:
        station.refuse("correct_refused")
    elif station.amend(Correct(one.what, one.name, value)):
        line = station.text("corrected", {"name": name_of(station, one)})
        station.pages.append(ListPage(station.text("menu_correct"), [line]))


def name_of(station: Station, one: Correctable) -> str:
    """Name what may be corrected."""
    return station.text(one.key, one.args) if one.key else screens.place_name(station, one.name)
