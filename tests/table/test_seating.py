"""Who sits at which station, what is shown where, and whole games at two stations on simulated wires."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from devices.rig import Wiring
from devices.sim.board import Board
from engine.ask import CHANCE, TABLE, chance, choose
from engine.match import Match
from engine.record import Header, SeatInfo
from engine.wacky_races import RULEBOOK
from table.box import Box
from table.desk import Desk
from table.evening import Evening
from table.hands import hands_at
from table.lots import lots
from table.packs import options_for, read_pack
from table.props import props_of
from table.seating import posts_for, seat, seats_of
from table.settings import read_wiring
from table.texts import Texts
from tests.table.table_kit import RULES, Group, asking, card, done, given, press, tiny
from tests.table.test_evening import Shelf

if TYPE_CHECKING:
    from engine.ask import Ask
    from table.box import Post
    from table.station import Station

TWO, FOUR = read_wiring("two_players"), read_wiring("stations")


def stations(wiring: Wiring, desk: Desk) -> dict[str, Station]:
    return {post.name: post.station for post in posts_for(wiring, desk, Texts("en"))}


def words(at: Station) -> str:
    return " ".join(at.screen().words())


def secret(seat: int) -> Ask[str]:
    return choose(seat, "which_bid", {"low": "low", "high": "high"}, rules=RULES, secret=True)


# --- who sits where ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "count", "seats"),
    [
        ([None], 3, [(0, 1, 2)]),
        ([(0,), (1,)], 2, [(0,), (1,)]),
        ([(0,), (1,)], 3, [(0, 2), (1,)]),
        ([(0,), (1,)], 1, [(0,), ()]),
        ([None, (0,), (1,)], 3, [(0, 1, 2), (0,), (1,)]),
        ([(1, 0)], 2, [(0, 1)]),
        ([(0,), (1,)], 0, [(), ()]),
    ],
)
def test_seats_are_shared_out_and_nobody_is_left_standing(
    wanted: list[Any], count: int, seats: list[tuple[int, ...]]
) -> None:
    assert seats_of(wanted, count) == seats


def test_a_wiring_without_stations_has_one_for_everybody() -> None:
    (post,) = posts_for(read_wiring("starter"), tiny(3), Texts("en"))
    assert (post.name, post.station.seats) == ("console", (0, 1, 2))


def test_wires_that_name_nothing_have_a_console() -> None:
    (post,) = posts_for(Wiring(), tiny(), Texts("en"))
    assert post.name == "console"


def test_the_next_match_seats_its_own_number_of_people() -> None:
    posts = posts_for(TWO, tiny(2), Texts("en"))
    seat(posts, tiny(3))
    assert [post.station.seats for post in posts] == [(0, 2), (1,)]


def test_the_lobby_is_at_every_station() -> None:
    at = stations(TWO, Evening(Shelf(), None, Texts("en")).desk)
    assert at["left"].screen() == at["right"].screen()
    assert at["left"].waiting() == at["right"].waiting() != []


# --- what is shown where ----------------------------------------------------------------------------------------


def test_a_secret_question_is_only_at_its_own_station_and_needs_no_gate_there() -> None:
    at = stations(TWO, asking(secret(1), done()))
    assert at["right"].screen().choices == ("low", "high")
    assert words(at["left"]).startswith("Ana: wait for Bea")


def test_a_shared_station_keeps_its_gate() -> None:
    at = stations(TWO, asking(secret(2), done(), people=3))
    assert "Cai only: press ●" in words(at["left"])


def test_a_console_for_all_leaves_secrets_to_the_private_panels() -> None:
    at = stations(FOUR, asking(Group({n: partial(secret, n) for n in (0, 1, 3)}), done(), people=4))
    assert "Dan only" not in words(at["one"])
    assert at["one"].screen().choices == at["two"].screen().choices == ("low", "high")
    assert at["three"].waiting() == []
    assert [question.seat for question in at["console"].waiting()] == [3]


def test_what_is_no_secret_is_at_the_console_as_well() -> None:
    at = stations(FOUR, asking(card(0), done(), people=3))
    assert at["console"].screen().title == at["one"].screen().title == "play_a_card"
    assert at["two"].waiting() == []


def test_a_question_for_the_table_is_at_all_stations_and_answered_at_any() -> None:
    desk = asking(done(TABLE, "all_there"), done(TABLE))
    at = stations(TWO, desk)
    assert at["left"].screen().title == at["right"].screen().title == "all_there"
    press(at["right"], "confirm")
    assert given(desk) == [True]


def test_a_draw_that_only_one_may_see_is_at_that_seats_station() -> None:
    drawn = chance("draw", "your_card", {"D": 1, "F": 1}, rules=RULES, secret=True, to=1, pile="deck")
    desk = asking(drawn, done())
    at = stations(TWO, desk)
    assert words(at["left"]).startswith("Ana: wait for Bea")
    at["left"].tap("card-D-1", 0)
    assert given(desk) == []
    assert at["right"].screen().title == "your_card"
    assert at["right"].waiting()[0].seat == CHANCE


def test_the_consoles_reader_takes_a_card_for_a_private_panel() -> None:
    drawn = chance("draw", "your_card", {"card-D-1": 1, "D": 1}, rules=RULES, secret=True, to=1, pile="deck")
    desk = asking(drawn, done())
    at = stations(FOUR, desk)
    assert "your_card" not in words(at["console"])
    at["console"].tap("card-D-1", 0)
    assert given(desk) == ["card-D-1"]


def test_a_question_leaves_every_panel_when_it_is_answered_at_one() -> None:
    desk = asking(done(TABLE, "all_there"), card(0))
    at = stations(TWO, desk)
    press(at["left"], "confirm")
    assert words(at["right"]).startswith("Bea: wait for Ana")


# --- whole games at two stations --------------------------------------------------------------------------------


class Wires:
    """Stations on simulated wires with hands at each; `told` is everything each panel has said."""

    def __init__(self, board: Board, desk: Desk) -> None:
        self.board, self.desk = board, desk
        self.posts: list[Post] = posts_for(board.wiring, desk, Texts("en"))
        draws = lots(5)
        self.props = props_of(desk.match, draws("shuffle"))
        self.hands = hands_at(self.posts, board, self.props, draws)
        self.told: dict[str, list[str]] = {post.name: [] for post in self.posts}

    def play(self) -> None:
        with closing(self.board.rig()) as rig:
            box = Box(rig, self.posts, self.props.lookup)
            for _ in range(20_000):
                if self.desk.match.over:
                    return
                self.board.clock.spend(20_000_000)
                if box.step():
                    box.saved(accepted=True)
                for post in self.posts:
                    self.told[post.name].append(words(post.station))
                for pair in self.hands:
                    pair.act()
        raise AssertionError([question.key for question in self.desk.match.open])


def test_the_tiny_game_is_played_by_hands_at_two_stations_without_a_gate() -> None:
    desk = tiny(2, seed=4)
    with Board(TWO) as board:
        table = Wires(board, desk)
        table.play()
    told = [line for lines in table.told.values() for line in lines]
    assert all(pair.presses for pair in table.hands)
    assert not [line for line in told if "only: press" in line]
    assert any("Ana: wait for Bea" in line for line in table.told["left"])
    assert any("Bea: wait for Ana" in line for line in table.told["right"])


def test_the_tiny_game_is_played_at_a_console_and_private_panels() -> None:
    desk = tiny(2, seed=4)
    with Board(FOUR) as board:
        table = Wires(board, desk)
        table.play()
    presses = {post.name: pair.presses for post, pair in zip(table.posts, table.hands, strict=True)}
    assert presses["one"]
    assert presses["two"]
    assert not [line for line in table.told["console"] if "only: press" in line or "pace 1 2 3" in line]
    assert any("pace 1 2 3" in line for line in table.told["one"])


def test_a_race_is_played_by_cards_at_two_readers() -> None:
    pack = read_pack("wacky_races", "practice")
    people = tuple(SeatInfo(name, hand_known=True) for name in ("Ana", "Bea"))
    header = Header("wacky_races", people, pack=pack, options=options_for(pack, {}), chance={"seed": 2})
    desk = Desk(Match(RULEBOOK(header), header), lots(2))
    with Board(TWO) as board:
        table = Wires(board, desk)
        table.play()
    assert all(pair.taps > 10 for pair in table.hands)
    assert all(post.station.screen().head == "Result" for post in table.posts)
