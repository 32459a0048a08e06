"""The tables [station.NAME] of a wiring: who sits where, and what a wrong one is told."""

from __future__ import annotations

import pytest

from table.settings import SettingsError, read_wiring, wiring_of

LEFT = "[station.left]\nseats = [1]\n[panel.left]\n"


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("seats = [1]", (0,)),
        ("seats = [2, 4]", (1, 3)),
        ('seats = "all"', None),
        ("", None),
    ],
)
def test_seats_are_counted_from_one_or_all(text: str, seats: tuple[int, ...] | None) -> None:
    wiring = wiring_of(f"[station.left]\n{text}\n[panel.left]", "mine.toml")
    assert wiring.stations == {"left": seats}


def test_two_players_have_everything_twice() -> None:
    wiring = read_wiring("two_players")
    assert wiring.stations == {"left": (0,), "right": (1,)}
    for parts in (wiring.readers, wiring.panels, wiring.lamps, wiring.buzzers):
        assert list(parts) == ["left", "right"]
    assert len(wiring.keys) == 8


def test_the_stations_are_a_console_for_all_and_three_private_panels() -> None:
    wiring = read_wiring("stations")
    assert wiring.stations == {"console": None, "one": (0,), "two": (1,), "three": (2,)}
    assert set(wiring.panels) == set(wiring.stations)
    assert len(wiring.keys) == 16


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[station.left]\nseats = [0]\n[panel.left]", "[station.left]: seats.0: Expected `int` >= 1"),
        ("[station.left]\nseats = []\n[panel.left]", "[station.left] seats: there are no seats; write"),
        (
            "[station.left]\nseats = [1, 1]\n[panel.left]",
            "[station.left] seats: a seat is there twice; write",
        ),
        ("[station.left]\nseats = [1]", "[station.left]: it has neither panel nor keys nor reader"),
        (LEFT + "[lamp]\nlefft = 5", "[lamp] lefft: there is no [station.lefft] (did you mean 'left'?)"),
        (LEFT + "[reader.right]", "[reader.right]: there is no [station.right]"),
        (LEFT + '[keys]\n"right.next" = 5', "[keys] right.next: there is no [station.right]"),
        (LEFT + "[keys]\nnext = 5", "[keys] next: say whose key it is: STATION.next, in quotes"),
        (LEFT + "[hub.h]\nbuzzer = 'right'", "[hub.h] buzzer right: there is no [station.right]"),
        ("[station.left]\nchairs = [1]\n[panel.left]", "[station.left]: unknown 'chairs'; there is seats"),
    ],
)
def test_a_wrong_station_is_named_with_its_remedy(text: str, said: str) -> None:
    with pytest.raises(SettingsError, match=r"mine\.toml: ") as caught:
        wiring_of(text, "mine.toml")
    assert said in str(caught.value)


def test_a_wiring_without_stations_names_its_devices_as_it_likes() -> None:
    assert wiring_of("[panel.a]\n[lamp]\nb = 5\n[keys]\nnext = 6", "mine.toml").stations == {}
