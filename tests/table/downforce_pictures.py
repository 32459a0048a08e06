"""Twenty panel pictures over a game of Downforce, drawn anew: can somebody who knows only them tell what to do?

`python -m tests.table.downforce_pictures FOLDER` writes `01.png` to `20.png`, six times as large as a panel, and
`truth.md`, which says of each at whose panel it is, whose turn it is and what to do.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from engine.record import SeatInfo
from table.desk import Desk
from table.draw import draw
from table.lots import lots
from table.pages import pause
from table.station import Station
from table.texts import Texts
from tests.engine.downforce.scene import auction, race
from tests.table.table_kit import open_menu, press

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ask import Value
    from table.station import Key
    from tests.engine.downforce.scene import Scene

NAMES = ("Ana", "Bea", "Cai")
ALL = (0, 1, 2)
SCALE = 6
SHARED = "the console that all share"


class Picture(NamedTuple):
    """A panel in a situation, and what somebody should read off it."""

    panel: str
    truth: str
    show: Callable[[], Station]


def at(scene: Scene, seats: tuple[int, ...], *answers: Value, pilot: int | None = None) -> Station:
    """Sit at a panel for some seats after some answers, each of whoever is asked first."""
    match = scene.match
    match.seats = [
        SeatInfo("Pilot", "weak", hand_known=True)
        if seat == pilot
        else msgspec.structs.replace(info, name=NAMES[seat])
        for seat, info in enumerate(match.seats)
    ]
    desk = Desk(match, lots(1))
    for value in answers:
        desk.answer(desk.match.open[0].seat, value, 0)
    return Station(desk, Texts("en", strict=True), seats)


def lot(car: str, **more: Any) -> Scene:
    """A lot of three people whose hands nobody has scanned."""
    return auction(car, unknown=dict.fromkeys(ALL, 14), **more)


def on_track(cars: str, turn: int = 0, powers: str = "0=P-TRI 1=P-UNP 2=P-AGG", **more: Any) -> Scene:
    """A race of three people with five cards each; Ana has black and yellow, Bea red and green, Cai blue and orange."""
    owners = "black=0 yellow=0 red=1 green=1 blue=2 orange=2"
    hands: dict[str, Any] = {"hands": {0: ""}, "unknown": dict.fromkeys(ALL, 5)}
    return race(cars, owners=owners, powers=powers, turn=turn, seats=3, **hands | more)


MIDDLE = "black=24a blue=23b green=22a orange=21b red=20b yellow=18a"
NEAR_THE_END = "black=61a blue=63b green=62a orange=60b red=62b yellow=58a"


def end_of_race() -> Station:
    """The last card brings the last car home."""
    marked = (("black", "blue", "red"), ("black", "black", "red"), ("green", "blue", "black"))
    prices = {"black": 5, "yellow": 2, "red": 4, "green": 3, "blue": 6, "orange": 1}
    home = "black blue green red yellow"
    scene = on_track("orange=64b", turn=2, finished=home, marked=marked, prices=prices)
    return at(scene, ALL, "E4", "4")


def taking_back() -> Station:
    """Bea's bid was shown with the others; Ana wants the last one back."""
    station = at(lot("red"), ALL, "E5", "B2", "A1")
    open_menu(station, "Undo")
    return station


def paused() -> Station:
    station = at(on_track(MIDDLE), ALL)
    pause(station)
    return station


def later(station: Station, pages: int) -> Station:
    """Wait for a later page of news."""
    station.play.news_page = pages
    return station


def pressed(station: Station, *keys: Key) -> Station:
    press(station, *keys)
    return station


TIED = {"X": ["green 6", "red 2"], "Y": ["green 6", "blue 4"]}

PICTURES = (
    Picture(
        SHARED,
        "Nobody's turn in particular: anybody turns over the top Speed-8 card and holds it to the reader.",
        lambda: at(auction("", sold="black=0", unknown=dict.fromkeys(ALL, 14)), ALL),
    ),
    Picture(
        "Bea's own",
        "Bea: bid for the green car with a card of her hand (hold it to the reader).",
        lambda: at(auction("", unknown=dict.fromkeys(ALL, 14)), (1,), "S8-green", "P-CUN"),
    ),
    Picture(
        SHARED,
        "It is handed to Bea; the others look away. She presses the confirm key to see her question.",
        lambda: at(lot("red"), ALL, "B2"),
    ),
    Picture(
        "Cai's own",
        "Cai: Cai's bid for green is level with another; Cai lays another card.",
        lambda: at(lot("green", cards=TIED, bid_last_tie="rebid"), (2,), "X", "E1", "Y"),
    ),
    Picture(
        SHARED,
        "Ana: keep one of her power cards; Cunning is chosen, the confirm key keeps it.",
        lambda: pressed(
            at(
                auction(
                    "yellow", sold="black=0 blue=0 green=1 orange=1 red=2", unknown=dict.fromkeys(ALL, 9)
                ),
                ALL,
                "E6",
                "A1",
                "A2",
            ),
            "next",
            "next",
        ),
    ),
    Picture(
        SHARED,
        "Bea's turn: play a card of her hand.",
        lambda: at(on_track(MIDDLE, turn=1), ALL),
    ),
    Picture(
        "Cai's own",
        "Ana's turn, not Cai's: Cai waits until Ana has played a card.",
        lambda: at(on_track(MIDDLE), (2,)),
    ),
    Picture(
        SHARED,
        "Ana moves black 4 spaces: she chooses the end space; one is chosen and marked on the track, confirm moves it.",
        lambda: pressed(at(on_track("black=4b blue=6a green=5c"), ALL, "E1"), "next", "next"),
    ),
    Picture(
        SHARED,
        "Bea moves orange 4 spaces; chosen now: let Cai, who has Cunning, decide where it goes.",
        lambda: pressed(
            at(on_track("orange=4b blue=6a", turn=1, powers="0=P-TRI 1=P-UNP 2=P-CUN"), ALL, "E4"), "previous"
        ),
    ),
    Picture(
        "Cai's own",
        "Bea is about to move Cai's orange car 4 spaces; Cai may claim to decide where it goes (Cunning).",
        lambda: at(on_track("orange=4b blue=6a", turn=1, powers="0=P-TRI 1=P-UNP 2=P-CUN"), (2,), "E4"),
    ),
    Picture(
        SHARED,
        "Blue got stuck on 24a. Now it is Bea's turn to play a card.",
        lambda: later(at(on_track("blue=23a black=25a red=24b green=26a orange=4a yellow=3a"), ALL, "E2"), 1),
    ),
    Picture(
        SHARED,
        "Ana names the car that the wild (4 spaces) moves; green is chosen, confirm takes it.",
        lambda: pressed(at(on_track(MIDDLE), ALL, "F1", "down"), "next", "next"),
    ),
    Picture(
        "Bea's own",
        "Bea bets in secret, at line 2, on the car that will win; red is chosen, confirm takes it.",
        lambda: pressed(
            at(on_track("black=31a", crossed=1), (1,), "E1", "35b"), "next", "next", "next", "next", "next"
        ),
    ),
    Picture(
        SHARED,
        "It is handed to Cai for a secret bet; the others look away. Cai presses the confirm key to see the question.",
        lambda: at(on_track("black=31a", crossed=1), ALL, "E1", "35b", "red", "blue"),
    ),
    Picture(
        SHARED,
        "Blue has finished first; Ana's card goes to the discard pile. Now Bea's turn: play a card.",
        lambda: later(at(on_track(NEAR_THE_END), ALL, "E2"), 2),
    ),
    Picture(
        SHARED,
        "The match is over; Ana has won with black. The arrows turn to everybody's money, confirm ends.",
        end_of_race,
    ),
    Picture(
        SHARED,
        "The last answer is to be taken back; Ana is asked whether she agrees (confirm) or not (back).",
        taking_back,
    ),
    Picture(
        SHARED,
        "Books only: Ana moves black 4 spaces on the board by hand and says whether it moved or crossed the finish.",
        lambda: at(on_track("", on="without_track"), ALL, "E1"),
    ),
    Picture(
        SHARED,
        "Ana's turn: play a card. For the pilot, who has played, somebody takes its first card from the left.",
        lambda: at(
            on_track(MIDDLE, turn=2, hands={2: "E4 E5 E6"}, unknown={0: 5, 1: 5}, kinds={2: "bot"}),
            ALL,
            pilot=2,
        ),
    ),
    Picture(SHARED, "The game is paused; any key goes on.", paused),
)


def main() -> None:
    """Draw all of them."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    lines: list[str] = []
    for number, picture in enumerate(PICTURES, 1):
        seen = draw(picture.show().screen()).convert("L")
        seen.resize((seen.width * SCALE, seen.height * SCALE)).save(folder / f"{number:02}.png")
        lines.append(f"{number:02}. A panel: {picture.panel}. {picture.truth}\n")
    (folder / "truth.md").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
