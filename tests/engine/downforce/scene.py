"""A match in the middle, set up in the words of the rule list's examples.

`race("red=3b blue=4a", owners="red=0", powers="0=P-AGG", hands={0: "A5"})` stands before seat 0's card. Cars not named
stand on free start spaces, cars without an owner are sold to nobody, and cards not named lie among those put away.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from engine.ask import CHANCE, Seat, Tell, Value
from engine.downforce.cards import COLOURS, INDEX, POWERS, SPEED_8
from engine.downforce.moving import reach
from engine.downforce.pack import read_pack
from engine.downforce.rulebook import Downforce
from engine.downforce.state import NOWHERE, Hand, Lot, MatchState, Sale, Turn
from engine.match import Boundary, Match
from engine.record import Header, SeatInfo
from tests.engine.downforce.cases import pack
from tests.engine.playing import refused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.ask import Ask
    from engine.downforce.game import Game
    from engine.downforce.track import Track


def pairs(text: str) -> dict[str, str]:
    """Read "red=3b blue=4a"."""
    return dict(entry.split("=") for entry in text.split())


@cache
def track(name: str = "practice") -> Track:
    """The track of a pack."""
    found = read_pack(pack(name)).track
    assert found is not None
    return found


def ends(at: str, number: int, taken: str = "", on: str = "practice") -> list[str]:
    """All results of a move as the examples write them: "9b (6, curved)"."""
    road = track(on)
    shut = {road.numbers[name] for name in taken.split()}
    shut |= {road.twins[space] for space in shut if space in road.twins}
    codes = {code for space in shut for code in (2 * space, 2 * space + 1)}
    found = reach(road.marked, codes, 2 * road.numbers[at], number).ends
    written = {}
    for code in sorted(found):
        bend = ", curved" if code & 1 else ""
        written[f"{road.names[code >> 1]} ({found[code]}{bend})"] = code
    return list(written)


@dataclass
class Scene:
    """A match that goes on from a given state."""

    match: Match[MatchState]

    @property
    def state(self) -> MatchState:
        """The match as it stands."""
        return self.match.state

    @property
    def question(self) -> Ask[Any]:
        """The one question that waits."""
        (question,) = self.match.open
        return question

    @property
    def game(self) -> Game:
        """State, pack and options together."""
        rulebook = self.match.rulebook
        assert isinstance(rulebook, Downforce)
        return rulebook.bind(self.state)

    def asked(self, seat: Seat) -> Ask[Any]:
        """The question to one seat."""
        return next(question for question in self.match.open if question.seat == seat)

    @property
    def options(self) -> list[Value]:
        """The legal answers to the one open question."""
        return [option.value for option in self.question.options]

    def answer(self, *values: Value) -> Scene:
        """Give answers to whoever is asked, one after the other."""
        for value in values:
            self.match.answer(self.question.seat, value)
            self.match.rulebook.check(self.state)
        return self

    def drive(self) -> Scene:
        """Take the first end of every path that is asked for, until something else is."""
        while not self.match.over and len(self.match.open) == 1 and self.question.key == "path":
            self.answer(self.options[0])
        return self

    def together(self, answers: Mapping[int, Value]) -> Scene:
        """Answer a joint question."""
        for seat, value in answers.items():
            self.match.answer(seat, value)
        return self

    def refusal(self, seat: Seat, value: Value) -> str:
        """Give an answer that is refused, and return the reason; nothing may have changed."""
        refusal = refused(self.match, seat, value)
        assert refusal.rules, "a refusal names its rules"
        return refusal.reason

    def told(self, *keys: str) -> list[Tell]:
        """Everything told with one of these keys."""
        return [tell for tell in self.match.tells if tell.key in keys]

    @property
    def moved(self) -> list[str]:
        """The moves told: "blue 5 8b"."""
        keys = ("moves", "blocked", "no_move")
        return [
            f"{tell.args['car']} {tell.args.get('steps', '-')} {tell.args.get('place', '')}".strip()
            for tell in self.told(*keys)
        ]

    def where(self, car: str) -> str:
        """Where a car stands."""
        return self.match.rulebook.layout(self.state).pieces[car]


def header(seats: int, on: str, options: Mapping[str, Any], cards: Mapping[str, Sequence[str]]) -> Header:
    """A match with the practice deck, some of its last cards replaced."""
    printed = pack(on)
    if cards:
        printed = deepcopy(printed)
        for (ident, lines), row in zip(cards.items(), reversed(printed["deck"]["card"]), strict=False):
            row.update(id=ident, lines=list(lines))
    people = tuple(SeatInfo(f"Player {seat + 1}", hand_known=True) for seat in range(seats))
    return Header("downforce", people, printed, dict(options))


def begin(head: Header, state: MatchState) -> Scene:
    """Go on from a state."""
    match: Match[MatchState] = Match(Downforce(head), head)
    match.rulebook.check(state)
    match.resume(Boundary(0, 0, match.rulebook.encode(state)), [])
    return Scene(match)


def _hands(
    state: MatchState, hands: Mapping[int, str], regular: Sequence[str], unknown: Mapping[int, int]
) -> None:
    for seat, cards in hands.items():
        names = cards.split()
        state.hands[seat] = Hand(names, shown=[card for card in names if card in SPEED_8])
    for seat, number in unknown.items():
        state.hands[seat].unknown = number
        state.known[seat] = False
    held = sum(card in regular for hand in state.hands for card in hand.cards)
    held += sum(card in regular for card in state.discard) + sum(unknown.values())
    state.away_unknown = len(regular) - held


def race(
    cars: str = "",
    *,
    owners: str = "",
    powers: str = "",
    hands: Mapping[int, str] | None = None,
    unknown: Mapping[int, int] | None = None,
    turn: int = 0,
    seats: int = 2,
    on: str = "practice",
    finished: str = "",
    gone: str = "",
    crossed: int = 3,
    discard: str = "",
    cards: Mapping[str, Sequence[str]] | None = None,
    prices: Mapping[str, int] | None = None,
    marked: Sequence[Sequence[str]] = (),
    kinds: Mapping[int, str] | None = None,
    **options: Any,
) -> Scene:
    """Set up a race before a player's card. Whoever owns nothing gets a car, and a power that does no harm."""
    head = header(seats, on, options, cards or {})
    rulebook = Downforce(head)
    state = rulebook.new()
    owned = pairs(owners)
    for seat in range(seats):
        if str(seat) not in owned.values():
            owned[next(car for car in reversed(COLOURS) if car not in owned)] = str(seat)
    power = {int(seat): name for seat, name in pairs(powers).items()}
    harmless = ("P-DET", "P-UNP", "P-STR", "P-TRI", "P-AGG", "P-CUN")
    spare = [name for name in harmless if name not in power.values()]
    power.setdefault(turn, spare.pop())
    for car in COLOURS:
        holder = int(owned[car]) if car in owned else None
        state.sales.append(Sale(car, "", holder, (prices or {}).get(car, 0)))
    state.kept = [[power.get(seat) or spare.pop()] for seat in range(seats)]
    for sale, name in zip(state.sales, POWERS, strict=True):
        sale.power = name
    state.boxed = [name for name in POWERS if [name] not in state.kept]
    state.boxed += [f"S8-{car}" for car in COLOURS if car not in owned]
    state.discard = discard.split()
    _hands(state, hands or {0: "E1"}, rulebook.pack.regular, unknown or {})
    state.grid = list(COLOURS)
    state.finished, state.gone = finished.split(), gone.split()
    _places(state, rulebook, pairs(cars))
    for seat, kind in (kinds or {}).items():
        state.kinds[seat] = kind  # type: ignore[call-overload]
    state.crossed = crossed
    state.asked = crossed
    state.bets = [list(row) for row in marked] or [[""] * seats for _ in range(crossed)]
    state.ranks = [[] for _ in state.bets]
    state.stage, state.turn = "race", Turn(turn)
    return begin(head, state)


def _places(state: MatchState, rulebook: Downforce, places: Mapping[str, str]) -> None:
    road = rulebook.track
    if road is None:
        return
    taken = set(places.values())
    free = [space for space in road.start if road.names[space] not in taken]
    for car in COLOURS:
        if car in state.finished or car in state.gone:
            state.places[INDEX[car]] = NOWHERE
        elif car in places:
            state.places[INDEX[car]] = road.numbers[places[car]]
        else:
            state.places[INDEX[car]] = free.pop()


def auction(
    lot: str,
    *,
    sold: str = "",
    hands: Mapping[int, str] | None = None,
    unknown: Mapping[int, int] | None = None,
    seats: int = 3,
    on: str = "practice",
    cards: Mapping[str, Sequence[str]] | None = None,
    prices: Mapping[str, int] | None = None,
    kinds: Mapping[int, str] | None = None,
    **options: Any,
) -> Scene:
    """Set up an auction: `lot` is the car on offer ("" before the next one is turned up), `sold` "black=0 red=1"."""
    head = header(seats, on, options, cards or {})
    rulebook = Downforce(head)
    state = rulebook.new()
    powers = list(POWERS)
    _hands(state, hands or {}, rulebook.pack.regular, unknown or {})
    for car, buyer in pairs(sold).items():
        power = powers.pop(0)
        state.sales.append(Sale(car, power, int(buyer), (prices or {}).get(car, 1)))
        state.kept[int(buyer)].append(power)
        hand = state.hands[int(buyer)]
        if f"S8-{car}" not in hand.cards:
            hand.cards.append(f"S8-{car}")
            hand.shown.append(f"S8-{car}")
    if lot:
        state.lot = Lot(lot, powers.pop(0))
    state.grid = list(COLOURS)
    if rulebook.track is not None:
        state.places = list(rulebook.track.start)
    for seat, kind in (kinds or {}).items():
        state.kinds[seat] = kind  # type: ignore[call-overload]
    state.stage = "lots"
    return begin(head, state)


def by_chance(on: Scene, value: Value | None = None) -> Scene:
    """Let chance answer."""
    question = on.asked(CHANCE)
    drawn = next(option.value for option in question.options if option.weight) if value is None else value
    on.match.answer(CHANCE, drawn, auto=True)
    return on
