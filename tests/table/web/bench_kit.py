"""What the tests of the bench share: a small game with cards, and a bench whose time a test moves by hand."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from engine.ask import TABLE, Ask, IllegalAnswer, Script, ask, chance, choose, confirm, scan, skippable, tell
from engine.layout import Component, Layout, Spot, hand_of
from engine.pilots import AnyLegal
from engine.record import Header, SeatInfo
from engine.rulebook import Result, Rulebook, Standing
from table.evening import Evening
from table.games import Games
from table.settings import read_wiring
from table.texts import Texts
from table.web.bench import Bench

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from devices.rig import Wiring
    from engine.pilots import Pilot
    from engine.record import Correct
    from table.archive import Archive
    from table.station import Station

MS = 1_000_000
STEP_MS = 20
CARDS = tuple(Component(f"card-{kind}-{n}", "card", kind) for kind in "RB" for n in range(1, 9))
KINDS = {card.id: card.short for card in CARDS}
FIGURES = (Component("figure-A", "figure", "A"), Component("figure-B", "figure", "B"))
PARTS = {part.id: part.short for part in (*CARDS, *FIGURES)}
HAND = 3


class Walk(msgspec.Struct):
    """How many cards lie where, which lie face up, and how far the two figures have come."""

    deck: int = len(CARDS) - 1
    hidden: int = 1
    hands: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    pile: list[str] = []
    at: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    seat: int = 0
    stage: str = "deal"
    left: int = 6


class CardWalk(Rulebook[Walk]):
    """Two walkers play red or blue cards; after each the top of the deck is turned up. A card lies hidden on step 3.

    The first question is for the table, the second asks for a figure out of the box.
    """

    game = "card_walk"
    seats = (2, 2)
    state_type = Walk

    def new(self) -> Walk:
        return Walk()

    def next_turn(self, state: Walk) -> Script[None] | None:
        stages = {"deal": self.deal, "figure": self.figure, "hidden": self.turn_over, "play": self.play}
        return stages[state.stage](state) if state.left else None

    def deal(self, state: Walk) -> Script[None]:
        yield from ask(lambda: confirm(TABLE, "deal_cards", rules=("XX-01",)))
        state.hands, state.deck = [HAND, HAND], state.deck - 2 * HAND
        yield from tell("dealt", rules=("XX-01",), number=HAND)
        state.stage = "figure"

    def figure(self, state: Walk) -> Script[None]:
        yield from ask(lambda: scan(TABLE, "a_figure", ("A", "B"), read_figure, rules=("XX-02",)))
        state.stage = "play"

    def play(self, state: Walk) -> Script[None]:
        seat = state.seat
        card = yield from ask(
            lambda: skippable(scan(seat, "a_card", ("R",), read_red, rules=("XX-03",), resumes=True))
        )
        if card is not None:
            state.hands[seat], state.at[seat] = state.hands[seat] - 1, state.at[seat] + 1
            state.pile.append(card)
            yield from tell("card_played", rules=("XX-03", "XX-04"), seat=seat, kind=KINDS.get(card, card))
        missing = HAND - state.hands[seat]
        state.hands[seat], state.deck = HAND, state.deck - missing
        turned = yield from ask(lambda: turned_up("turn_up", "deck"))
        state.pile.append(turned)
        state.deck, state.left, state.seat = state.deck - 1, state.left - 1, 1 - seat
        if state.hidden and 3 in state.at:
            state.stage = "hidden"

    def turn_over(self, state: Walk) -> Script[None]:
        turned = yield from ask(lambda: turned_up("turn_over", "step-3"))
        state.pile.append(turned)
        state.hidden, state.stage = 0, "play"
        yield from ask(lambda: choose(state.seat, "which_way", {"R": 1, "B": 2}, rules=("XX-05",)))

    def view(self, state: Walk, seat: int | None) -> Walk:
        del seat
        return state

    def layout(self, state: Walk) -> Layout:
        counts = {"deck": {"card": state.deck}, "pile": {"card": len(state.pile)}}
        counts |= {hand_of(seat): {"card": size} for seat, size in enumerate(state.hands)}
        counts |= {"step-3": {"card": state.hidden}}
        pieces = {name: f"step-{at}" for name, at in zip("AB", state.at, strict=True)}
        course = tuple(Spot(f"step-{n}", "RB"[n % 2]) for n in range(8))
        return Layout(pieces, counts, {"pile": tuple(state.pile)}, course)

    def components(self) -> tuple[Component, ...]:
        return (*CARDS, *FIGURES)

    def standings(self, state: Walk) -> tuple[Standing, ...]:
        rows = [Standing(name, 0, seat) for seat, name in enumerate("AB")]
        return tuple(sorted(rows, key=lambda row: -state.at[row.seat or 0]))

    def result(self, state: Walk) -> Result:
        return Result(self.standings(state))

    def check(self, state: Walk) -> None:
        del state

    def correct(self, state: Walk, change: Correct) -> None:
        del change
        state.at[0] = 5

    def pilot(self, level: str) -> Pilot:
        del level
        return AnyLegal()


def read_figure(value: str) -> str:
    if PARTS.get(value, value) not in ("A", "B"):
        raise IllegalAnswer("no_figure", "XX-02", given=value)
    return value


def read_red(value: str) -> str:
    if KINDS.get(value, value) != "R":
        raise IllegalAnswer("wrong_colour", "XX-03", given=KINDS.get(value, value))
    return value


def turned_up(key: str, pile: str) -> Ask[str]:
    return chance("draw", key, {"R": 1, "B": 1}, rules=("XX-06",), named=str, pile=pile, reveals=True)


GAMES = Games(extra={"card_walk": CardWalk})
ANA, BEA = SeatInfo("Ana"), SeatInfo("Bea")
FLOWN = SeatInfo("Pilot", "weak")
HEADER = Header("card_walk", (ANA, BEA), chance={"seed": 1})


class NoDisk:
    """In place of a task group: nothing here may want to wait for a disk."""

    def start_soon(self, task: Callable[..., Any], *args: Any) -> None:
        raise AssertionError(f"{task} {args} is started")


class Moved(Bench):
    """A bench whose time stands still until `step` moves it."""

    def __init__(self, wiring: Wiring, evening: Evening, **more: Any) -> None:
        self.nanos = 0
        super().__init__(wiring, evening, real=lambda: self.nanos, **more)

    def step(self, ms: int = STEP_MS) -> None:
        """Let so many milliseconds pass."""
        for _ in range(max(1, ms // STEP_MS)):
            self.nanos += STEP_MS * MS
            self.host.turn(NoDisk())  # type: ignore[arg-type]

    def until(self, good: Callable[[], bool], ms: int = 20_000) -> None:
        """Let time pass until something holds."""
        for _ in range(ms // STEP_MS):
            if good():
                return
            self.step()
        raise AssertionError(f"waited in vain; the panel says {self.words()}")

    @property
    def station(self) -> Station:
        """The first station."""
        return self.consoles[0].station

    def question(self) -> Ask[Any] | None:
        """What the first station's panel asks."""
        return self.consoles[0].question()

    def on_reader(self) -> list[str]:
        """What lies on the first station's reader."""
        return self.resting(self.consoles[0])

    def words(self) -> tuple[str, ...]:
        """What the first station's panel says."""
        return self.station.screen().words()

    def asked(self) -> str:
        """The key of the open question."""
        question = self.question()
        return question.key if question else ""

    def until_asked(self, key: str, ms: int = 20_000) -> None:
        """Let time pass until that question is open."""
        self.until(lambda: self.asked() == key, ms)

    def do(self, key: str, *, hold: bool = False) -> None:
        """Press a key and let it be heard."""
        self.press(key, hold=hold)
        self.step(1400 if hold else 200)

    def begin_cards(self) -> None:
        """Deal, and go on to the first question for a card."""
        self.step()
        self.do("confirm")
        self.until_asked("a_card")
        self.until(lambda: not self.on_reader())

    def cards(self, place: str) -> list[str]:
        """What lies in a place."""
        assert self.props is not None
        return self.props.places.get(place, [])

    def held(self, seat: int, kind: str) -> str:
        """A card of that kind in a hand; one is put there if there is none."""
        hand, deck = self.cards(hand_of(seat)), self.cards("deck")
        if not any(KINDS[card] == kind for card in hand):
            other = next(n for n, card in enumerate(deck) if KINDS[card] == kind)
            hand[0], deck[other] = deck[other], hand[0]
        return next(card for card in hand if KINDS[card] == kind)


@contextmanager
def opened(
    header: Header | None = HEADER,
    *,
    games: Games = GAMES,
    archive: Archive | None = None,
    language: str = "en",
    wiring: Wiring | None = None,
    **more: Any,
) -> Iterator[Moved]:
    """Open a bench at a match (or, without a header, in the lobby)."""
    evening = Evening(games, archive, Texts(language))
    if header is not None:
        evening.begin(header)
    with Moved(wiring or read_wiring("starter"), evening, **more) as bench:
        bench.host._sit()
        bench.step()
        yield bench
