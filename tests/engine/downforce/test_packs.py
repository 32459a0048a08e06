"""Deck and track packs: facts, faults, warnings, sections, labels, teaching (3.11, section 5: packs)."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest

from engine.downforce.cards import COLOURS, WILD
from engine.downforce.deck_pack import read_deck
from engine.downforce.pack import read_pack
from engine.downforce.rulebook import Downforce
from engine.downforce.sections import Bend, Straight, expand
from engine.downforce.track import farthest
from engine.downforce.track_pack import read_track
from engine.match import Match
from engine.record import Header, SeatInfo
from engine.rulebook import SetupError
from tests.engine.downforce.cases import header, pack, seats
from tests.engine.downforce.scene import Scene, track

if TYPE_CHECKING:
    from collections.abc import Callable

    Change = Callable[[dict[str, Any]], object]


def space(data: dict[str, Any], ident: str) -> dict[str, Any]:
    return next(row for row in data["space"] if row["id"] == ident)


def new_space(data: dict[str, Any]) -> None:
    data["space"].append({"id": "30c", "front": 30, "lane": "c", "shape": "straight", "next": ["31b"]})


TRACK_FAULTS: dict[str, tuple[Change, str]] = {
    "a start space twice": (lambda d: d["start"].__setitem__(1, "2a"), "T2"),
    "a step to a front that is not ahead": (lambda d: space(d, "8a")["next"].append("7b"), "T5 T12"),
    "no next space": (lambda d: space(d, "20b").update(next=[]), "T4 T12"),
    "lines that do not rise": (lambda d: d.update(lines=[16, 48, 32]), "T8"),
    "a space nothing leads to": (new_space, "T6 T12"),
    "a step to nowhere": (lambda d: space(d, "5a")["next"].append("99a"), "T4 T12"),
    "a section too short": (lambda d: d["sections"][2].update(columns=4), "T12"),
    "an odd shape": (lambda d: space(d, "7a").update(shape="round"), "T3"),
    "past the finish sideways": (lambda d: space(d, "64a")["next"].append("64b"), "T5 T7 T12"),
    "a finish too early": (lambda d: d.update(finish=63), "T7"),
    "a line at the finish": (lambda d: d.update(lines=[16, 32, 64]), "T8"),
    "an id that is none": (lambda d: space(d, "7a").update(id="seven"), "T1"),
    "an id twice": (lambda d: space(d, "7a").update(id="7b"), "T10"),
    "a line on no front": (
        lambda d: d.update(lines=[16, 32, 43], space=[s for s in d["space"] if s["front"] != 43]),
        "T11",
    ),
    "a start that is no space": (lambda d: d["start"].__setitem__(0, "99a"), "T2"),
    "a start too few": (lambda d: d["start"].pop(), "T2"),
    "nothing leads to the finish": (
        lambda d: d.update(
            space=[{**s, "next": [n for n in s["next"] if n != "FINISH"]} for s in d["space"]]
        ),
        "T4 T7",
    ),
    "a front beyond the finish": (lambda d: space(d, "64a").update(front=65), "T7 T12"),
    "lanes of a bend that are not equally long": (
        lambda d: next(s for s in d["sections"] if s["kind"] == "bend").update(spans=[[1], [2]]),
        "T12",
    ),
    "a twin that is nowhere": (lambda d: space(d, "60a").update(same_as="0z"), "T9"),
    "a twin of another shape": (lambda d: space(d, "60a").update(same_as="9b"), "T9"),
    "one space with two twins": (
        lambda d: [space(d, twin).update(same_as="1a") for twin in ("60a", "60b")],
        "T9",
    ),
    "a field missing": (lambda d: d.pop("finish"), "T1"),
    "another schema": (lambda d: d.update(schema="something"), "T1"),
}


@pytest.mark.rule("DF-PACK-10", "DF-PACK-11", "DF-PACK-12")
@pytest.mark.parametrize("what", TRACK_FAULTS)
def test_a_track_pack_with_a_fault_is_refused(what: str) -> None:
    change, codes = TRACK_FAULTS[what]
    data = deepcopy(pack()["track"])
    change(data)
    found, faults = read_track(data)
    assert found is None
    assert set(codes.split()) <= {fault.code for fault in faults}
    assert all(fault.where for fault in faults)


@pytest.mark.rule("DF-PACK-11", "DF-MOVE-13")
def test_a_space_and_its_twin_lie_far_apart() -> None:
    data = deepcopy(pack("top_race")["track"])
    space(data, "67a")["same_as"] = "66a"
    assert {fault.code for fault in read_track(data)[1]} >= {"T9"}


def card(data: dict[str, Any], ident: str) -> dict[str, Any]:
    return next(row for row in data["card"] if row["id"] == ident)


DECK_FAULTS: dict[str, tuple[Change, str]] = {
    "a card missing": (lambda d: d["card"].pop(), "D1"),
    "a speed of 7": (lambda d: card(d, "A1")["lines"].__setitem__(0, "black 7"), "D5"),
    "a colour twice": (lambda d: card(d, "A1")["lines"].__setitem__(1, "black 5"), "D6"),
    "an id twice": (lambda d: card(d, "A1").update(id="A2"), "D2"),
    "an id of another kind": (lambda d: card(d, "A1").update(id="S8-red"), "D2"),
    "no lines": (lambda d: card(d, "A1").update(lines=[]), "D3"),
    "a colour there is not": (lambda d: card(d, "E1").update(lines=["pink 4"]), "D4"),
    "a line that is no text": (lambda d: card(d, "E1").update(lines=[4]), "D4"),
    "speeds that rise": (lambda d: card(d, "C1").update(lines=["black 3", "orange 6"]), "D7"),
    "no bonus": (lambda d: d["taught"].update(determined_bonus=0), "D9"),
    "another schema": (lambda d: d.update(schema="x"), "D8"),
    "no title": (lambda d: d.pop("title"), "D8"),
    "rows that are no cards": (lambda d: d.update(card=["black 6"]), "D8"),
    "seven lines": (lambda d: card(d, "A1").update(lines=["wild 1"] * 7), "D3"),
    "a prize too large": (lambda d: d["taught"].update(prizes=[100, 9, 6, 4, 2, 0]), "D9"),
    "a value that nobody prints": (lambda d: d["taught"].update(bonus=2), "D9"),
    "other colours": (lambda d: d.update(colours=["black"]), "D8"),
}


@pytest.mark.rule("DF-PACK-01", "DF-PACK-02", "DF-PACK-04", "DF-PACK-12", "DF-COMP-04")
@pytest.mark.parametrize("what", DECK_FAULTS)
def test_a_deck_pack_with_a_fault_is_refused(what: str) -> None:
    change, code = DECK_FAULTS[what]
    data = deepcopy(pack()["deck"])
    change(data)
    found, faults = read_deck(data)
    assert found is None
    assert code in {fault.code for fault in faults}


@pytest.mark.rule("DF-PACK-02")
def test_speeds_that_rise_are_taken_after_a_look_at_the_card() -> None:
    data = deepcopy(pack()["deck"])
    card(data, "C1").update(lines=["black 3", "orange 6"])
    data["order_checked"] = True
    assert read_deck(data)[0] is not None


@pytest.mark.rule("DF-PACK-12")
def test_all_faults_are_listed_at_once() -> None:
    data = deepcopy(pack())
    data["deck"]["card"].pop()
    data["track"]["finish"] = 63
    with pytest.raises(SetupError, match=r"D1 deck: 41 cards; T7 track: 63a; T7 track: 63b"):
        read_pack(data)


@pytest.mark.rule("DF-PACK-03")
def test_an_odd_deck_is_loaded_with_warnings() -> None:
    data = deepcopy(pack()["deck"])
    card(data, "E5").update(lines=["red 3", "blue 3"])
    card(data, "E6").update(lines=["wild 3", "wild 2", "wild 1"])
    card(data, "E1").update(lines=["black 4"])
    card(data, "E2").update(lines=["black 4"])
    data.pop("taught")
    deck, _ = read_deck(data)
    assert deck is not None
    assert {fault.code for fault in deck.warnings} == {"W1", "W2", "W3", "W4", "W5"}
    whole = {**pack(), "deck": data}
    head = Header("downforce", seats(2, hand_known=False), whole)
    on = Scene(Match(Downforce(head), head)).answer(True)
    assert on.told("warning_w1", "warning_w5")


@pytest.mark.rule("DF-PACK-02", "DF-PACK-30")
def test_facts_of_the_practice_deck() -> None:
    deck, _ = read_deck(pack()["deck"])
    assert deck is not None
    cards = list(deck.cards.values())
    assert [sum(len(one.lines) == number for one in cards) for number in range(1, 7)] == [6, 6, 6, 12, 6, 6]
    sums = {colour: sum(one.values.get(colour, 0) for one in cards) for colour in COLOURS}
    assert set(sums.values()) == {69}
    assert sum(line.speed for one in cards for line in one.lines if line.colour == WILD) == 78
    assert sum(one.lines[0].colour == WILD for one in cards) == 6
    assert deck.warnings == ()
    assert deck.status == "practice"


@pytest.mark.rule("DF-PACK-10", "DF-PACK-13", "DF-PACK-31")
@pytest.mark.parametrize(
    ("name", "spaces", "boards", "steps", "ways"),
    [
        ("practice", 145, 145, 304, [(55, 63), (56, 64)]),
        ("top_race", 143, 137, 294, [(56, 64), (57, 65)]),
        ("test_track", 24, 24, 46, [(10, 10), (11, 11), (12, 12)]),
    ],
)
def test_facts_of_the_tracks(
    name: str, spaces: int, boards: int, steps: int, ways: list[tuple[int, int]]
) -> None:
    road = track(name)
    assert len(road.fronts) - 1 == spaces
    assert spaces - len(road.twins) // 2 == boards
    assert sum(len(ahead) for ahead in road.plain.steps) == steps
    found = [farthest(road, start, None) for start in road.start]
    assert sorted(set(found)) == ways
    assert [road.left[start] for start in road.start] == [fewest for fewest, _ in found]
    fewest, most = farthest(road, road.start[0], road.lines[0])
    assert 0 < fewest <= most < found[0][0]
    assert road.status != "taught"


@pytest.mark.rule("DF-PACK-20", "DF-PACK-21", "DF-PACK-22", "DF-PACK-23", "DF-PACK-24")
def test_sections_are_spelled_out_into_spaces() -> None:
    bend = Bend([[2, 2], [1, 2, 1], [1, 1, 1, 1]])
    spaces = {space.id: space for space in expand([Straight(3, 1), bend, Straight(3, 1)], 8)}
    wanted = {
        "8b": "9-10a 9b 9c",
        "9b": "9-10a 10-11b 10c",
        "10-11b": "11-12a 12b 12c",
        "9-10a": "11-12a 10-11b",
        "11c": "12b 12c",
        "13b": "FINISH",
    }
    assert {ident: " ".join(spaces[ident].next) for ident in wanted} == wanted
    keys = [(one.front, one.lane) for one in spaces.values()]
    assert keys == sorted(keys)
    for name in ("practice", "test_track", "top_race"):
        data = pack(name)["track"]
        assert "sections" in data
        assert read_track(data)[1] == []


@pytest.mark.rule("DF-PACK-20")
@pytest.mark.parametrize("spans", [[[2], [1, 2]], [[0, 2], [1, 1]]])
def test_the_lanes_of_a_bend_are_equally_long(spans: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="section 1"):
        expand([Bend(spans)], 1)


@pytest.mark.rule("DF-PACK-05", "DF-PACK-30", "DF-PACK-31")
def test_labels_are_told_at_the_start_and_with_the_result() -> None:
    head = header(2, "top_race", hand_known=False)
    on = Scene(Match(Downforce(head), head)).answer(True)
    labels = [tell.args["label"] for tell in on.told("label")]
    assert labels == [
        "Invented practice deck, not the printed one",
        "Board of an older game, not a Downforce board",
    ]
    taught = deepcopy(pack())
    taught["deck"]["status"] = taught["track"]["status"] = "taught"
    assert read_pack(taught).labels == ()


@pytest.mark.rule("DF-PACK-06")
def test_every_card_may_carry_a_tag_and_its_id_is_its_own() -> None:
    components = Downforce(header(2)).components()
    assert len(components) == len({one.id for one in components}) == 54
    assert [sum(one.kind == kind for one in components) for kind in ("speed", "speed8", "power")] == [
        42,
        6,
        6,
    ]


@pytest.mark.rule("DF-PACK-32", "DF-BOT-05", "DF-GAME-03")
def test_without_packs_the_box_keeps_books_and_pilots_are_refused() -> None:
    rulebook = Downforce(Header("downforce", seats(2, hand_known=False), pack("untaught")))
    assert rulebook.track is None
    for name, options in (("untaught", {}), ("without_track", {}), ("practice", {"level": "books"})):
        with pytest.raises(SetupError, match="automated seats"):
            Downforce(Header("downforce", seats(2, pilot="weak"), pack(name), options))
    with pytest.raises(SetupError, match="needs a pack with a track"):
        Downforce(Header("downforce", seats(2), pack("without_track"), {"level": "board"}))
    with pytest.raises(SetupError, match="scanned cards"):
        Downforce(Header("downforce", seats(2, pilot="weak"), pack(), {"bid_input": "typed"}))


@pytest.mark.rule("DF-GAME-02", "DF-GAME-03")
@pytest.mark.parametrize("number", [1, 7])
def test_two_to_six_play(number: int) -> None:
    with pytest.raises(SetupError, match="2 to 6"):
        Downforce(Header("downforce", (SeatInfo("x"),) * number, pack()))


@pytest.mark.rule("DF-BOOK-04")
@pytest.mark.parametrize(
    "options", [{"books_bounds": [13, 28, 20, 55]}, {"books_bounds": [1, 2]}, {"level": "sea"}, {"x": 1}]
)
def test_options_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match=next(iter(options))):
        Downforce(Header("downforce", seats(2), pack(), options))
