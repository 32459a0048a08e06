"""Simulated components: none appears or disappears, they follow the layout, and the tapped or named one moves."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.layout import BOX, Component, Layout
from engine.record import Answer
from table.props import Props, props_of, uid_of
from tests.table.table_kit import CARDS, Asker, asking, done

SHORTS = "DF"
DECK = tuple(Component(f"card-{short}-{n}", "card", short) for short in SHORTS for n in range(5))
TILES = tuple(Component(f"tile-{n}", "tile") for n in range(3))
ALL = (*DECK, *TILES)
PLACES = ("deck", "hand.0", "hand.1")


def counts(**at: int) -> dict[str, dict[str, int]]:
    return {place.replace("_", "."): {"card": number} for place, number in at.items()}


def props(layout: Layout, seed: int = 1, components: tuple[Component, ...] = ALL) -> Props:
    return Props(components, layout, Random(seed).randrange)


def held(one: Props) -> list[str]:
    """Every component that lies somewhere."""
    return sorted(ident for here in one.places.values() for ident in here)


# --- following the layout ---------------------------------------------------------------------------------------


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """Any layout of ten cards: some in piles face down, some face up by id or by short name, the rest uncounted."""
    order = draw(st.permutations(DECK))
    face_up = order[: draw(st.integers(0, 4))]
    left = len(DECK) - len(face_up)
    numbers = {}
    for place in PLACES:
        numbers[place] = draw(st.integers(0, left))
        left -= numbers[place]
    by_id = draw(st.booleans())
    pile = tuple(card.id if by_id else card.short for card in face_up)
    kinds = {place: {"card": number} for place, number in numbers.items()}
    return Layout({}, {**kinds, "discard": {"card": len(pile)}}, {"discard": pile})


@given(st.lists(layouts(), min_size=1, max_size=8), st.integers(0, 10**6))
def test_any_layouts_are_followed_and_no_component_is_lost_or_made(steps: list[Layout], seed: int) -> None:
    one = props(steps[0], seed)
    for layout in steps:
        one.follow(layout)
        assert held(one) == sorted(component.id for component in ALL)
        for place, kinds in layout.counts.items():
            here = [one.components[ident].kind for ident in one.places.get(place, [])]
            assert here.count("card") == kinds["card"], place
        shown = [one.components[ident] for ident in one.places["discard"]]
        named = layout.piles["discard"]
        assert [
            card.id if name == card.id else card.short for card, name in zip(shown, named, strict=True)
        ] == list(named)


def test_what_no_layout_counts_stays_in_the_box() -> None:
    one = props(Layout({}, counts(deck=4)))
    assert len(one.places[BOX]) == len(ALL) - 4
    one.follow(Layout({}, counts(deck=2)))
    assert len(one.places[BOX]) == len(ALL) - 2
    assert set(one.places[BOX]) >= {tile.id for tile in TILES}


def test_the_same_draws_lay_everything_out_the_same() -> None:
    layout = Layout({}, counts(deck=6, hand_0=2))
    assert props(layout, 4).places == props(layout, 4).places
    assert props(layout, 4).places != props(layout, 5).places


def test_a_draw_takes_the_top_card_of_the_deck() -> None:
    one = props(Layout({}, counts(deck=8, hand_0=0)))
    top = one.top("deck")
    one.follow(Layout({}, counts(deck=7, hand_0=1)))
    assert one.places["hand.0"] == [top]
    assert one.top("nowhere") is None


def test_the_tapped_card_is_the_one_that_moves() -> None:
    one = props(Layout({}, counts(deck=6, hand_0=3, away=0)))
    for card in (one.places["hand.0"][0], one.places["hand.0"][1]):
        one.tapped(card)
        before = len(one.places["away"])
        one.follow(Layout({}, counts(deck=6, hand_0=2 - before, away=1 + before)))
        assert card in one.places["away"]


def test_what_was_tapped_for_one_move_does_not_decide_the_next() -> None:
    one = props(Layout({}, counts(deck=6, hand_0=3, away=0)))
    first, *_, top = one.places["hand.0"]
    one.tapped(first)
    one.follow(Layout({}, counts(deck=6, hand_0=3, away=0)))
    one.follow(Layout({}, counts(deck=6, hand_0=2, away=1)))
    assert one.places["away"] == [top]


def test_a_face_up_pile_says_which_card_came() -> None:
    one = props(Layout({}, {**counts(deck=10), "discard": {"card": 0}}, {"discard": ()}))
    bottom = one.places["deck"][0]
    one.follow(Layout({}, {**counts(deck=9), "discard": {"card": 1}}, {"discard": (bottom,)}))
    assert one.places["discard"] == [bottom]
    assert bottom not in one.places["deck"]


def test_a_short_name_on_a_face_up_pile_takes_the_tapped_card_of_that_name() -> None:
    one = props(Layout({}, {**counts(hand_0=10), "discard": {"card": 0}}, {"discard": ()}))
    card = next(ident for ident in one.places["hand.0"] if one.components[ident].short == "F")
    one.tapped(card)
    one.follow(Layout({}, {**counts(hand_0=9), "discard": {"card": 1}}, {"discard": ("F",)}))
    assert one.places["discard"] == [card]


def test_one_face_up_pile_does_not_rob_another() -> None:
    start = {"up": {"card": 1}, "other": {"card": 0}, "deck": {"card": 9}}
    one = props(Layout({}, start, {"up": ("D",), "other": ()}))
    kept = list(one.places["up"])
    after = {"up": {"card": 1}, "other": {"card": 1}, "deck": {"card": 8}}
    one.follow(Layout({}, after, {"up": ("D",), "other": ("D",)}))
    assert one.places["up"] == kept
    assert [one.components[ident].short for ident in one.places["other"]] == ["D"]


def test_a_deck_that_is_filled_anew_is_shuffled() -> None:
    orders = set()
    for seed in range(6):
        names = tuple(card.id for card in DECK)
        one = props(Layout({}, {"deck": {"card": 0}, "discard": {"card": 10}}, {"discard": names}), seed)
        one.follow(Layout({}, {"deck": {"card": 10}, "discard": {"card": 0}}, {"discard": ()}))
        assert sorted(one.places["deck"]) == sorted(names)
        orders.add(tuple(one.places["deck"]))
    assert len(orders) == 6


# --- finding and naming -----------------------------------------------------------------------------------------


def test_a_component_is_found_by_its_id_or_short_name_in_the_places_in_turn() -> None:
    one = props(Layout({}, counts(deck=6, hand_0=4)))
    in_hand = one.places["hand.0"][0]
    assert one.find({in_hand}, ("deck", "hand.0")) == in_hand
    assert one.find({in_hand}, ("deck",)) is None
    short = one.components[one.places["hand.0"][-1]].short
    found = one.find({short}, ("hand.0", "deck"))
    assert found is not None
    assert one.place_of(found) == "hand.0"
    assert one.components[found].short == short


def test_tags_are_told_apart_and_always_the_same() -> None:
    one = props(Layout({}))
    assert len(set(one.uids.values())) == len(ALL)
    for ident, uid in one.uids.items():
        assert one.lookup(uid) == ident
        assert uid == uid_of(ident)
        assert (len(uid), uid[0]) == (7, 0x04)
    assert one.lookup(b"\x00" * 7) is None


# --- following a match ------------------------------------------------------------------------------------------


class Drawing(Asker):
    """Every answer is a card that goes from the deck to the first hand."""

    def layout(self, state: Any) -> Layout:
        drawn = len(state.answers)
        return Layout({}, {"deck": {"card": 4 - drawn}, "hand.0": {"card": drawn}})


def drawing() -> Any:
    desk = asking(*(done() for _ in range(4)))
    desk.match.rulebook.__class__ = type("Drawing", (Drawing,), {"items": desk.match.rulebook.items})  # type: ignore[attr-defined]
    return desk


def test_what_was_taken_back_lies_again_as_it_lay_before() -> None:
    desk = drawing()
    one = Props(CARDS, desk.layout(), Random(2).randrange)
    one.keep_up(desk.match)
    stood = [dict(one.places)]
    for _ in range(3):
        desk.answer(0, True, 0)
        one.keep_up(desk.match)
        stood.append({place: list(here) for place, here in one.places.items()})
    for before in reversed(stood[:-1]):
        desk.undo(0)
        one.keep_up(desk.match)
        assert one.places == before


def test_what_was_taken_back_and_answered_anew_moves_anew() -> None:
    desk = drawing()
    one = Props(CARDS, desk.layout(), Random(2).randrange)
    one.keep_up(desk.match)
    desk.answer(0, True, 0)
    one.keep_up(desk.match)
    first = list(one.places["hand.0"])
    desk.undo(0)
    desk.answer(0, True, 0)
    one.keep_up(desk.match)
    assert one.places["hand.0"] == first
    assert isinstance(desk.match.record[-1], Answer)


def test_a_match_that_goes_on_has_its_components_where_they_were() -> None:
    desk = drawing()
    one = props_of(desk.match, Random(2).randrange)
    for _ in range(3):
        desk.answer(0, True, 0)
        one.keep_up(desk.match)
    assert props_of(desk.match, Random(2).randrange).places == one.places


def test_an_answer_by_a_short_name_moves_a_card_of_that_name_out_of_the_hand() -> None:
    one = props(Layout({}, counts(deck=0, hand_0=10, away=0)))
    one.said(0, "F")
    one.said("table", 17)
    one.said(0, "nothing like it")
    one.follow(Layout({}, counts(deck=0, hand_0=9, away=1)))
    assert one.components[one.places["away"][0]].short == "F"
