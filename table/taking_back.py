"""Taking back and saying again from the menu. What showed something hidden is taken back when others agree.

They are asked where they sit: every station asks for its own seats at the same time, and one that several people share
is handed round. The station that wants to take back shows who is still awaited.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from table import screens
from table.draw import lines_of_title
from table.pages import ListPage
from table.screen import Screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table.consent import Consent
    from table.station import Key, Station


class ConsentPage:
    """Somebody at this station is asked to agree. It stands above all other pages until it is decided."""

    def __init__(self, consent: Consent, seats: Sequence[int]) -> None:
        self.consent = consent
        self.seats = tuple(seats[:1] if consent.everyone else seats)

    def press(self, key: Key, station: Station) -> None:
        """Confirm agrees; every other key refuses."""
        station.desk.hear(self.seats[0], agreed=key == "confirm")

    def screen(self, station: Station) -> Screen:
        """Ask one after the other, or whoever is there."""
        key, head = "undo_consent", station.text("menu_undo")
        if self.consent.everyone:
            key, head = f"{self.consent.about}_may", station.desk.names[self.seats[0]]
        text = station.text(key, {"names": list(self.seats), **self.consent.args})
        bold = lines_of_title(text) < screens.LINES
        return Screen(
            head=head,
            badge=screens.badge(station),
            title=text if bold else "",
            body=() if bold else (text,),
            foot=station.text("key_yes_no"),
        )


class AwaitPage:
    """It waits at this station until others have agreed."""

    def __init__(self, consent: Consent) -> None:
        self.consent = consent

    def press(self, key: Key, station: Station) -> None:
        """Back gives up; the other keys mean nothing until it is decided."""
        if key == "back":
            station.desk.drop_request()

    def screen(self, station: Station) -> Screen:
        """Say who is still awaited."""
        return Screen(
            head=station.text(f"menu_{self.consent.about}"),
            badge=screens.badge(station),
            body=(station.text("undo_awaits", {"names": list(self.consent.awaited)}),),
            foot=station.text("key_give_up"),
        )


def page_of_request(station: Station) -> ConsentPage | AwaitPage | None:
    """Return what a request to take back shows at a station: the question, who is awaited, or nothing."""
    consent = station.desk.request
    if consent is None:
        return None
    if mine := [seat for seat in consent.awaited if station.speaks_for(seat)]:
        return ConsentPage(consent, mine)
    return AwaitPage(consent) if station.requested is consent else None


def ask_to_take_back(station: Station) -> None:
    """Take back the last answer, after the consent of others where something hidden was shown."""
    station.requested = station.desk.request_undo(station.seats, partial(decided, station))


def decided(station: Station, agreed: bool) -> None:  # noqa: FBT001 - the answer itself
    """Take back what the station wanted to, or say that it is not agreed."""
    if agreed:
        take_back(station)
    else:
        station.refuse("undo_refused")


def take_back(station: Station) -> None:
    """Take back the last answer and show what hands must put back."""
    if station.undo():
        show_hands(station, "menu_undo", back=True)


def say_again(station: Station) -> None:
    """Say again what was taken back, and show what hands must move once more."""
    if station.redo():
        show_hands(station, "menu_redo", back=False)


def show_hands(station: Station, title: str, *, back: bool) -> None:
    """Show what hands must move, if there is anything."""
    lines = screens.hands_lines(station, back=back)
    if lines:
        station.pages.append(ListPage(station.text(title), lines))
