"""A race in the middle, set up in the words of the rule list's examples: `scene("PAT=T2 ANT=T3 ...", hand="DPA")`.

Track A lies on the table, with one special tile on T14 that has no effect of its own. Decks and hands are written
first letter first, discard piles last letter on top. Chance draws the letters of the deck one after the other and the
traps that lie where the scene says; behind the last letter it draws whatever comes first.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from engine.ask import CHANCE, IllegalAnswer
from engine.hands import Hand
from engine.match import Boundary, Match
from engine.record import Header, SeatInfo
from engine.wacky_races.rulebook import WackyRaces
from engine.wacky_races.state import Car, Phase, RaceState, Turn
from engine.wacky_races.track import KINDS, PLACES, POSITIONS
from tests.engine.playing import refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.ask import Ask, Tell, Value

COURSE = "F1 F3 F5 F7 F6 F2 F4 F8 gas S7 S3 S1 S5 special S4 S6 S2 S8 finish"
"""Track A of the examples: D F P A P D F A, Gas Station, A F D P, special, F P D A, Finish."""

PLAYERS = "PAT RUF ANT"
NEUTRALS = "RED SLA PEN"


@cache
def practice() -> dict[str, Any]:
    """The practice pack's tables."""
    path = files("config") / "packs" / "wacky_races" / "practice.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def published() -> dict[str, Any]:
    """The tables of the pack for the published game, which holds no printed value."""
    path = files("config") / "packs" / "wacky_races" / "published.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def pairs(text: str) -> dict[str, str]:
    """Read "PAT=T2 ANT=T3"."""
    return dict(entry.split("=") for entry in text.split())


def pack_with(steps: Mapping[str, list[str]], special: str, effect: str | None) -> dict[str, Any]:
    """The practice pack; *steps* gives trap types ("pA") and powers ("2", "PAT-2") other effects.

    The special tile has none, unless *effect* says which.
    """
    pack = deepcopy(practice())
    for name, texts in steps.items():
        if name in pack["traps"]:
            pack["traps"][name]["steps"] = texts
        else:
            pack["powers"][name] = {"name": f"card {name}", "kind": "effect", "steps": texts}
    if effect == "untaught":
        del pack["specials"][special]
    elif special in pack["specials"]:
        pack["specials"][special]["steps"] = effect.split(", ") if effect else []
    return pack


@dataclass
class Scene:
    """A match that goes on from a given state, with chance answered as the scene says."""

    match: Match[RaceState]
    deck: list[str]
    trap_types: dict[str, str]
    turned: list[str] = field(default_factory=list)

    @property
    def state(self) -> RaceState:
        """The race as it stands."""
        return self.match.state

    @property
    def question(self) -> Ask[Any]:
        """The one question that waits for a person."""
        (question,) = self.match.open
        return question

    def answer(self, *values: Value) -> Scene:
        """Give answers to whoever is asked, one after the other, with chance in between."""
        for value in values:
            self.match.answer(self.question.seat, value)
            self.settle()
        return self

    def settle(self) -> Scene:
        """Let chance answer until a person is asked; the invariants hold whenever somebody is."""
        while not self.match.over and self.question.seat == CHANCE:
            self.match.answer(CHANCE, self.by_chance(self.question), auto=True)
            self.match.rulebook.check(self.state)
        return self

    def by_chance(self, question: Ask[Any]) -> Value:
        """The trap that lies there, or the next card of the deck."""
        if question.key == "trap_type":
            place = str(question.args["place"])
            moved = next(iter(self.trap_types), place)  # a tile swap has carried it away
            lying = place if place in self.trap_types else moved
            return self.trap_types.pop(lying, question.options[0].value)
        legal = [option.value for option in question.options]
        card = self.deck.pop(0) if self.deck else legal[0]
        assert card in legal, f"{question.key}: {card} is not among {legal}"
        self.turned.append(card)
        return card

    def refusal(self, value: Value, seat: int | None = None) -> IllegalAnswer:
        """Give an answer that is refused, and return the refusal; nothing may have changed."""
        return refused(self.match, self.question.seat if seat is None else seat, value)

    # --- what can be seen ---------------------------------------------------------------------------------------

    @property
    def at(self) -> dict[str, str]:
        """Where every car stands."""
        return {car.racer: PLACES[car.position] for car in self.state.cars}

    def where(self, racers: str) -> str:
        """Where some cars stand, written as the examples do."""
        return " ".join(f"{racer}={self.at[racer]}" for racer in racers.split())

    @property
    def dastardly(self) -> str:
        """Where Dastardly is."""
        return "out" if self.state.out else PLACES[self.state.dastardly]

    @property
    def traps(self) -> str:
        """The tiles with traps, in order."""
        return " ".join(sorted(self.state.traps, key=POSITIONS.__getitem__))

    def hand(self, racer: str) -> str:
        """A player's hand, first card first."""
        return "".join(self.state.hands[self.seat(racer)].cards)

    @property
    def discard(self) -> str:
        """The discard pile, top card last."""
        return "".join(self.state.discard)

    def seat(self, racer: str) -> int:
        """The seat of a player's Racer."""
        return self.state.racers.index(racer)

    @property
    def asked(self) -> str:
        """Whom the open question is for, by Racer."""
        seat = self.question.seat
        return self.state.racers[seat] if isinstance(seat, int) else seat

    @property
    def told(self) -> list[Tell]:
        """Everything told since the scene began."""
        return self.match.tells

    def tell(self, key: str) -> Tell:
        """The one thing told with that key."""
        (found,) = [tell for tell in self.told if tell.key == key]
        return found


def scene(
    cars: str,
    *,
    turn: str = "PAT",
    stage: str = "begin",
    players: str = PLAYERS,
    neutrals: str = NEUTRALS,
    hand: str = "DFP",
    hands: Mapping[str, str] | None = None,
    deck: str = "",
    whole_deck: bool = False,
    reshuffled: str = "",
    discard: str = "",
    dd: str = "00",
    traps: str = "",
    trap_deck: int | None = None,
    used: str = "",
    boxed: int = 0,
    special: str = "crossroads",
    steps: Mapping[str, list[str]] | None = None,
    options: Mapping[str, Any] | None = None,
    round_number: int = 2,
    slots: str = "",
    missing: str = "",
    no_first: str = "",
    powers: str = "",
    effect: str | None = None,
) -> Scene:
    """Set up a race.

    `turn` names whose turn it is ("" for the neutral phase), `stage` how far the turn is ("dastardly": he is about
    to move). `hand` is that player's hand, `hands` those of others; a hand not named holds D F P. `whole_deck`: there are no other cards than those named, and `reshuffled` is
    what chance makes of the pile once they are drawn. `trap_deck`: how many traps are
    left in it; the rest counts as used. `powers`: slots of the players' ready powers, "PAT=14 RUF=1"; whose are not
    named lie face down. `effect`: steps of the special tile, "forward 1, back 2", or "untaught". `slots`: grid slots that differ from players first, then neutrals.
    """
    seats = players.split()
    header = Header(
        "wacky_races",
        tuple(SeatInfo(name) for name in seats),
        pack=pack_with(steps or {}, special, effect),
        options={
            "movement_deck": "virtual",
            "trap_deck": "virtual",
            "grid_terrain": "none",
            **(options or {}),
        },
    )
    rulebook = WackyRaces(header)
    state = rulebook.new()
    match: Match[RaceState] = Match(rulebook, header)
    _set_cards(state, seats, {turn: hand, **(hands or {})}, discard)
    if whole_deck:
        _count_only_these(state, deck)
    _set_cars(state, seats, neutrals.split(), pairs(cars), pairs(slots))
    for name, value in pairs(missing).items():
        next(car for car in state.cars if car.racer == name).missing = int(value)
    for name, value in pairs(no_first).items():
        next(car for car in state.cars if car.racer == name).no_first = int(value)
    state.began = len(seats)
    ready = pairs(powers)
    state.exhausted = [
        [slot for slot in (1, 2, 3, 4) if str(slot) not in ready.get(seat, "")] for seat in seats
    ]
    lying = pairs(traps)
    _set_traps(state, lying, used.split(), trap_deck, boxed)
    state.special = special
    state.course = COURSE.replace("special", special).split()
    state.dastardly = POSITIONS[dd]
    state.round = round_number
    state.began = len(seats)
    state.stage = "turn" if turn else "neutral"
    state.turn = Turn(seats.index(turn), stage=stage) if turn else None  # type: ignore[arg-type]
    state.phase = None if turn else Phase()
    rulebook.check(state)
    match.resume(Boundary(0, 0, rulebook.encode(state)), [])
    return Scene(match, list(deck + reshuffled), lying).settle()


def _set_cards(state: RaceState, seats: list[str], hands: Mapping[str, str], discard: str) -> None:
    state.racers = list(seats)
    for seat, racer in enumerate(seats):
        cards = hands.get(racer, "DFP")
        state.hands[seat] = Hand(list(cards)) if state.known[seat] else Hand(unknown=len(cards))
    state.discard = list(discard)


def _count_only_these(state: RaceState, deck: str) -> None:
    cards = [*deck, *state.discard, *(card for hand in state.hands for card in hand.cards)]
    state.total = len(cards)
    state.stock = {kind: cards.count(kind) for kind in KINDS}


def _set_cars(
    state: RaceState,
    players: list[str],
    neutrals: list[str],
    places: Mapping[str, str],
    slots: Mapping[str, str],
) -> None:
    order = [*players, *neutrals[: 6 - len(players)]]
    state.cars = [
        Car(
            racer,
            players.index(racer) if racer in players else None,
            POSITIONS[slots[racer]] if racer in slots else slot,
            POSITIONS[places[racer]],
        )
        for slot, racer in enumerate(order, start=1)
    ]
    state.cars.sort(key=lambda car: car.slot)


def _set_traps(
    state: RaceState, lying: Mapping[str, str], used: list[str], trap_deck: int | None, boxed: int
) -> None:
    """Lay traps; used ones are taken from the box's sixteen so that the types add up."""
    pool = state.pools[0]
    left = Counter(pool) - Counter(lying.values()) - Counter(used)
    if trap_deck is not None:
        spare = list(left.elements())
        used = used + spare[: max(0, len(spare) - trap_deck - boxed)]
    for kind in used:
        pool[kind] -= 1
    state.used = used
    state.boxed = boxed
    state.traps = dict.fromkeys(lying, 0)
