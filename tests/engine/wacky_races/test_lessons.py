"""Teaching: what a table may enter, its ranges, and playing with a pack that knows next to nothing (2.1, 3.19)."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import CHANCE, TABLE, IllegalAnswer
from engine.lessons import check, put
from engine.match import Boundary, Match
from engine.record import Header, SeatInfo, Teach
from engine.rulebook import SetupError
from engine.wacky_races.lessons import find, lessons
from engine.wacky_races.pack import UNTAUGHT, Step, read_pack
from engine.wacky_races.rulebook import WackyRaces
from tests.engine.wacky_races.scene import practice, scene

if TYPE_CHECKING:
    from engine.lessons import Lesson
    from engine.wacky_races.state import RaceState

PUBLISHED: dict[str, Any] = tomllib.loads(
    (files("config") / "packs" / "wacky_races" / "published.toml").read_text(encoding="utf-8")
)
TYPE = {"name": "Puddle", "copies": 3, "steps": ["back 2"]}


def own_copy(**options: Any) -> Match[RaceState]:
    """A match with a copy of the published game, of which nothing is known yet."""
    head = Header("wacky_races", (SeatInfo("Ana"), SeatInfo("Bea")), pack=PUBLISHED, options=options)
    return Match(WackyRaces(head), head)


def answer(match: Match[RaceState], *values: Any) -> None:
    """Answer whatever is asked, one after the other."""
    for value in values:
        match.answer(match.open[0].seat, value)


def on_the_road() -> Match[RaceState]:
    """Such a match at the first card of the first turn: PAT and RUF, seat 0 starts."""
    match = own_copy(racer_choice="clockwise")
    answer(match, "PAT", "RUF", "0", "ANT", "RED", "SLA", "PEN", True, "crossroads")
    halves = ("F1 F2 F3 F4 F5 F6 F7 F8", "crossroads S1 S2 S3 S4 S5 S6 S7 S8")
    for tile in f"{halves[0]} gas {halves[1]} finish".split():
        answer(match, f"tile-{tile}")
        if match.open[0].key == "tile_kind":
            answer(match, "D")
    answer(match, True)
    return match


def before_a_trap(match: Match[RaceState]) -> None:
    """PAT stands on T3, a trap lies on T4; then PAT plays a card."""
    match.state.cars[0].position = 9
    match.state.traps["T4"] = 0
    match.resume(Boundary(0, 0, match.rulebook.encode(match.state)), [])
    answer(match, "F")


def lesson(component: str, pack: dict[str, Any] | None = None) -> Lesson:
    """The lesson about a component."""
    found = find(read_pack(PUBLISHED if pack is None else pack), component)
    assert found is not None, component
    return found


# --- a pack that knows nothing --------------------------------------------------------------------------------------


@pytest.mark.rule("WR-TEACH-01", "WR-COMP-06", "WR-COMP-07", "WR-COMP-10", "WR-COMP-04")
def test_t02_the_published_pack_holds_no_printed_value() -> None:
    pack = read_pack(PUBLISHED)
    assert not pack.source.get("practice", False)
    assert {tile.kind for tile in pack.tiles.values()} == {None}
    assert [(key, trap.copies, trap.steps) for key, trap in pack.traps.items()] == [
        (UNTAUGHT, 16, (Step("by_hand"),))
    ]
    assert {power.kind for powers in pack.powers.values() for power in powers} == {"by_hand"}
    assert (pack.specials, pack.counts, len(pack.blank)) == ({}, {}, 64)
    assert {*PUBLISHED} == {"game", "name", "label", "untaught", "racers", "tiles"}


@pytest.mark.rule("WR-TEACH-05", "WR-COMP-10")
def test_t02_a_race_starts_all_the_same_and_asks_what_it_must_know() -> None:
    match = on_the_road()
    assert match.open[0].key == "card_1"
    assert len(match.state.taught) == 16
    assert match.state.taught["tile-F1"] == {"kind": "D"}
    laid = [told.args for told in match.tells if told.key == "tile_laid"]
    assert [told["kind"] for told in laid[:9]] == ["D"] * 8 + ["gas"]


@pytest.mark.rule("WR-TEACH-05", "WR-TRAP-19", "WR-PRIM-15", "WR-COMP-06")
def test_t02_an_untaught_trap_is_entered_by_hand() -> None:
    match = on_the_road()
    before_a_trap(match)
    assert (match.open[0].seat, match.open[0].key) == (TABLE, "trap_type")
    assert [option.value for option in match.open[0].options] == [UNTAUGHT]
    answer(match, UNTAUGHT)
    assert match.open[0].key == "by_hand"


@pytest.mark.rule("WR-APP-04", "WR-TEACH-05", "WR-TEACH-06")
def test_a_card_whose_kind_is_unknown_is_refused_until_it_is_taught() -> None:
    match = on_the_road()
    question = match.open[0]
    with pytest.raises(IllegalAnswer, match="untaught_card") as refusal:
        answer(match, "movement-17")
    assert refusal.value.rules == ("WR-APP-04", "WR-TEACH-05")
    assert match.open[0] is question
    match.apply(Teach("movement-17", "F"))
    answer(match, "movement-17")
    assert match.state.discard == ["movement-17"]
    assert [told.args["kind"] for told in match.tells if told.key == "card_played"] == ["F"]


@pytest.mark.rule("WR-APP-04")
def test_t31_an_unknown_tag_is_refused_with_an_offer_and_the_question_stands() -> None:
    on = scene("PAT=T5 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T3", options={"movement_deck": "physical"})
    refusal = on.refusal("movement-99")
    assert (refusal.reason, refusal.rules) == ("unknown_card", ("WR-APP-04",))


@pytest.mark.rule("WR-SPEC-05", "WR-SPEC-06", "WR-TEACH-05")
@pytest.mark.parametrize("tile", ["crossroads", "acme_laboratory"])
def test_an_untaught_special_tile_can_be_taught_in_the_race(tile: str) -> None:
    match = on_the_road()
    assert match.rulebook.bind(match.state).pack.specials == {}  # type: ignore[attr-defined]
    match.apply(Teach(f"tile-{tile}", {"steps": ["forward 1"]}))
    taught = match.rulebook.bind(match.state).pack.specials  # type: ignore[attr-defined]
    assert taught == {tile: (Step("forward", 1),)}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"trap_deck": "virtual"}, "for all 16 cards"),
        ({"movement_deck": "virtual"}, "needs movement_counts"),
        ({"course": "dealt"}, "kinds of all 16 tiles"),
    ],
)
@pytest.mark.rule("WR-TEACH-01", "WR-DECK-03", "WR-COMP-10")
def test_nothing_virtual_is_made_up_for_an_untaught_pack(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        own_copy(**options)


# --- during a race ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-TEACH-06", "WR-TRAP-16")
def test_t06_a_taught_type_stays_and_a_new_one_counts_from_its_next_trigger() -> None:
    match = on_the_road()
    match.apply(Teach("type-t01", TYPE))
    with pytest.raises(IllegalAnswer, match="known_already") as refusal:
        match.apply(Teach("type-t01", {**TYPE, "copies": 4}))
    assert refusal.value.rules == ("WR-TEACH-06",)
    before_a_trap(match)
    assert [option.value for option in match.open[0].options] == ["t01", UNTAUGHT]
    answer(match, "t01")
    assert match.state.cars[0].position == 8  # T4, two back


@pytest.mark.rule("WR-TEACH-06")
def test_t06_in_a_race_with_all_cards_taught_nothing_can_be_changed() -> None:
    on = scene("PAT=T5 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T3")
    for component, value in (("type-pA", TYPE), ("tile-F1", {"kind": "A"}), ("power-PAT-2", {})):
        with pytest.raises(IllegalAnswer, match="known_already"):
            on.match.apply(Teach(component, value))
    assert on.state.taught == {}


@pytest.mark.rule("WR-TEACH-06")
def test_a_type_can_be_taught_while_its_card_is_looked_at_and_taken_back() -> None:
    match = on_the_road()
    before_a_trap(match)
    keep = len(match.record)
    match.apply(Teach("type-t01", TYPE))
    assert match.open[0].options[0].value == "t01"
    match.apply(Teach("trap-03", "t01"))
    match.undo(keep + 1)
    with pytest.raises(IllegalAnswer, match="untaught_trap"):
        answer(match, "trap-03")
    match.redo(keep + 2)
    answer(match, "trap-03")
    assert match.state.used == ["t01"]


def test_only_what_nobody_has_taught_is_left_to_teach_in_a_race() -> None:
    match = on_the_road()
    left = {one.component for one in match.rulebook.open_lessons(match.state)}
    assert "movement-17" in left
    assert "championship" not in left
    match.apply(Teach("movement-17", "F"))
    after = {one.component for one in match.rulebook.open_lessons(match.state)}
    assert left - after == {"movement-17"}


def test_points_are_not_taught_in_the_middle_of_a_series() -> None:
    with pytest.raises(IllegalAnswer, match="cannot_teach"):
        on_the_road().apply(Teach("championship", {"champ_races": 3, "champ_points": [6, 5, 4, 3, 2, 1]}))


def test_what_is_taught_outlives_a_race() -> None:
    cars = "PAT=T18 RED=T17 RUF=T15 SLA=T15 ANT=T12 PEN=T9"
    on = scene(cars, options={"champ_races": 2, "champ_points": [1, 0, 0, 0, 0, 0]})
    on.state.taught = {"tile-F1": {"kind": "D"}}
    on.answer("D", True, "next_race")
    assert on.state.taught == {"tile-F1": {"kind": "D"}}


# --- ranges -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-TEACH-02", "WR-TRAP-16")
@pytest.mark.parametrize(
    ("component", "value", "reason", "named"),
    [
        ("type-t01", {**TYPE, "copies": 0}, "out_of_range", {"low": 1, "high": 16}),
        ("type-t01", {**TYPE, "copies": 17}, "out_of_range", {"low": 1, "high": 16}),
        ("type-t01", {**TYPE, "name": "x" * 21}, "text_length", {"low": 1, "high": 20}),
        ("type-t01", {**TYPE, "name": ""}, "text_length", {"low": 1, "high": 20}),
        ("type-t01", {**TYPE, "steps": []}, "line_count", {"low": 1, "high": 4}),
        ("type-t01", {**TYPE, "steps": ["back 1"] * 5}, "line_count", {"low": 1, "high": 4}),
        ("type-t01", {**TYPE, "steps": ["back 7"]}, "out_of_range", {"low": 1, "high": 6}),
        ("type-t01", {**TYPE, "steps": ["swap_behind 26"]}, "out_of_range", {"low": 1, "high": 25}),
        ("type-t01", {**TYPE, "steps": ["swap_tiles 19"]}, "out_of_range", {"low": 1, "high": 18}),
        ("type-t01", {**TYPE, "steps": ["jump 2"]}, "no_such_step", {"given": "jump 2"}),
        ("type-t01", {**TYPE, "steps": ["back 2 (owner)"]}, "no_such_step", {"given": "back 2 (owner)"}),
        ("movement-01", "X", "one_of_these", {"among": ["D", "F", "P", "A"]}),
        ("tile-F3", {"kind": "Q"}, "one_of_these", {"among": ["D", "F", "P", "A"]}),
        ("tile-crossroads", {"steps": ["back 1"] * 5}, "line_count", {"low": 0, "high": 4}),
        ("power-PAT-1", {"name": "x" * 21, "kind": "by_hand"}, "text_length", {"low": 1, "high": 20}),
        ("power-PAT-1", {"name": "Horn", "kind": "fly"}, "one_of_these", {"among": ["effect", "by_hand"]}),
        ("championship", {"champ_races": 13, "champ_points": [1] * 6}, "out_of_range", {"low": 1, "high": 12}),
        ("championship", {"champ_races": 2, "champ_points": [4, 6, 3, 2, 1, 0]}, "points_rise", {"low": 0, "high": 99}),
        ("championship", {"champ_races": 2, "champ_points": [100, 6, 3, 2, 1, 0]}, "out_of_range", {"low": 0, "high": 99}),
        ("championship", {"champ_races": 2, "champ_points": [4, 6]}, "number_count", {"count": 6, "low": 0, "high": 99}),
    ],
)  # fmt: skip
def test_t04_a_value_out_of_its_range_is_refused_with_the_range(
    component: str, value: Any, reason: str, named: dict[str, Any]
) -> None:
    with pytest.raises(IllegalAnswer) as refusal:
        check(lesson(component), value)
    assert refusal.value.reason == reason
    assert "WR-TEACH-02" in refusal.value.rules
    assert named.items() <= refusal.value.args_for_text.items()


@pytest.mark.rule("WR-TEACH-02")
def test_t04_there_is_no_fifth_power() -> None:
    assert find(read_pack(PUBLISHED), "power-PAT-5") is None
    with pytest.raises(IllegalAnswer, match="cannot_teach"):
        on_the_road().apply(Teach("power-PAT-5", {"name": "Horn", "kind": "by_hand"}))


@pytest.mark.rule("WR-TEACH-02")
def test_two_trap_types_cannot_have_one_name() -> None:
    pack = put(PUBLISHED, lesson("type-t01"), TYPE)
    with pytest.raises(IllegalAnswer, match="name_taken"):
        check(lesson("type-t02", pack), {**TYPE, "copies": 1})


@pytest.mark.rule("WR-TEACH-02")
def test_copies_are_limited_by_the_cards_that_are_left() -> None:
    pack = put(PUBLISHED, lesson("type-t01"), {**TYPE, "copies": 14})
    with pytest.raises(IllegalAnswer, match="out_of_range") as refusal:
        check(lesson("type-t02", pack), {"name": "Wall", "copies": 3, "steps": ["nothing"]})
    assert refusal.value.args_for_text == {"given": 3, "low": 1, "high": 2}


@pytest.mark.parametrize(
    "value",
    [
        {"name": "Horn"},
        {"name": "Horn", "kind": "effect"},
        {"name": "Horn", "kind": "by_hand", "steps": ["back 1"]},
        "Horn",
        {},
    ],
)
@pytest.mark.rule("WR-TEACH-02")
def test_a_power_is_taught_with_exactly_what_its_kind_needs(value: Any) -> None:
    with pytest.raises(IllegalAnswer, match="cannot_teach"):
        check(lesson("power-PAT-1"), value)


# --- a whole copy, card by card ---------------------------------------------------------------------------------------


@pytest.mark.rule("WR-TEACH-01", "WR-COMP-06", "WR-COMP-07", "WR-COMP-10")
def test_a_copy_is_taught_until_nothing_is_left_and_then_plays_by_itself() -> None:
    pack = PUBLISHED
    values = {
        "tiles": {"kind": "P"},
        "specials": {"steps": ["draw 2"]},
        "movement_cards": "A",
        "traps": {"name": "Puddle", "copies": 16, "steps": ["back 1"]},
        "trap_cards": "t01",
        "powers": {"name": "Horn", "kind": "cancel", "cancels": "t01"},
        "options": {"champ_races": 2, "champ_points": [6, 5, 4, 3, 2, 1]},
    }
    for _ in range(16 + 2 + 64 + 1 + 16 + 40 + 1):
        following = next(
            one
            for one in lessons(read_pack(pack))
            if not one.taught and (one.table != "powers" or "traps" in pack)
        )
        check(following, values[following.table])
        pack = put(pack, following, values[following.table])
    whole = read_pack(pack)
    assert all(one.taught for one in lessons(whole))
    assert (whole.counts, whole.blank) == ({"D": 0, "F": 0, "P": 0, "A": 64}, ())
    assert {power.cancels for powers in whole.powers.values() for power in powers} == {"t01"}
    head = Header("wacky_races", (SeatInfo("Ana"), SeatInfo("Bea")), pack=pack, options={
        "movement_deck": "virtual", "trap_deck": "virtual", "course": "dealt",
    })  # fmt: skip
    assert Match(WackyRaces(head), head).open[0].key == "racer"


def test_a_whole_pack_has_nothing_left_to_teach() -> None:
    assert all(one.taught for one in lessons(read_pack(practice())))


def test_only_an_untaught_pack_may_lack_something() -> None:
    lacking = {key: value for key, value in PUBLISHED.items() if key != "untaught"}
    with pytest.raises(SetupError):
        read_pack(lacking)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"trap-01": "t09"}, "no trap type 't09'"),
        ({"trap-99": "t01"}, "no card 'trap-99'; they are trap-01 to trap-16"),
    ],
)
def test_a_trap_card_without_its_type_is_named(table: dict[str, str], message: str) -> None:
    pack = {**PUBLISHED, "traps": {"t01": TYPE}, "trap_cards": table}
    with pytest.raises(SetupError, match=message):
        read_pack(pack)


@pytest.mark.rule("WR-DECK-01")
def test_a_pilot_is_shown_kinds_by_button_where_tags_are_untaught() -> None:
    head = Header(
        "wacky_races",
        (SeatInfo("Ana"), SeatInfo("Pilot", "weak", hand_known=True)),
        pack=PUBLISHED,
        options={"racer_choice": "clockwise"},
    )
    match = Match(WackyRaces(head), head)
    answer(match, "PAT", "RUF", "0", "ANT", "RED", "SLA", "PEN", True)
    assert (match.open[0].seat, match.open[0].to) == (CHANCE, 1)
    answer(match, "D")
    assert match.state.hands[1].cards == ["D"]


# --- the box ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-COMP-02", "WR-COMP-03", "WR-COMP-05", "WR-COMP-09", "WR-COMP-13", "WR-POW-02")
def test_t01_the_whole_box_can_carry_tags() -> None:
    head = Header("wacky_races", (SeatInfo("Ana"), SeatInfo("Bea")), pack=PUBLISHED)
    kinds = [component.kind for component in WackyRaces(head).components()]
    counted = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
    assert counted == {"movement": 64, "racer": 10, "tile": 22, "trap": 16, "power": 40}


@pytest.mark.rule("WR-TEACH-04", "WR-COMP-05", "WR-COMP-03")
def test_t01_totals_that_are_short_are_named_and_may_be_kept() -> None:
    """Fourteen trap cards and three kinds are taught: what is missing shows in the lessons, and the race can be played."""
    pack = put(PUBLISHED, lesson("type-t01"), {**TYPE, "copies": 14})
    for card in ("movement-01", "movement-02", "movement-03"):
        pack = put(pack, lesson(card, pack), "D")
    left = [one.table for one in lessons(read_pack(pack)) if not one.taught]
    counted = {table: left.count(table) for table in ("tiles", "movement_cards", "powers", "specials")}
    assert counted == {"tiles": 16, "movement_cards": 61, "powers": 40, "specials": 2}
    assert read_pack(pack).traps[UNTAUGHT].copies == 2
    head = Header("wacky_races", (SeatInfo("Ana"), SeatInfo("Bea")), pack=pack)
    assert Match(WackyRaces(head), head).open


@pytest.mark.rule("WR-TEACH-04", "WR-COMP-05")
def test_t01_more_trap_cards_than_the_box_has_are_refused() -> None:
    with pytest.raises(SetupError, match="17 trap cards in all; the game has 16"):
        read_pack({**PUBLISHED, "traps": {"t01": {**TYPE, "copies": 1}, "t02": {**TYPE, "copies": 16}}})
