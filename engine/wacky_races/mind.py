"""A race in the mind of a pilot: a quick copy of what it sees, with the hidden cards dealt at random (section 7).

Everybody in it plays the baseline: the cards that lead furthest. Rare things (tile swaps, thefts, effects by hand) are
left out; they come up too seldom to change which way is best.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.wacky_races.dastardly import retreat_to
from engine.wacky_races.pack import CROSSING
from engine.wacky_races.track import FINISH, FIRST_TILE, GAS, LAST_TILE, WILD, next_free

if TYPE_CHECKING:
    from engine.wacky_races.pack import Pack, Power, Step

DEEPEST: Final = 4
"""So many arrivals in a row are followed."""
TRAP_COST: Final = 2
"""How many spaces a trap is thought to cost (section 7)."""


@dataclass(slots=True)
class Course:
    """What does not change while a pilot thinks: marks, the Swamp, special tiles by position, and what cards do."""

    terrain: str
    narrow: int
    to_first_tile: bool
    specials: dict[int, tuple[Step, ...] | None]
    powers: list[tuple[Power, ...]]
    kinds: dict[str, tuple[Step, ...]]
    cancels: list[frozenset[str]]


@dataclass(slots=True)
class World:
    """One way the race may stand. Cars are numbered in grid order; `cars` gives every seat its car (-1: none)."""

    course: Course
    at: list[int]
    seats: list[int]
    cars: list[int]
    hands: list[list[str]]
    ready: list[list[int]]
    deck: list[str]
    pile: list[str]
    traps: dict[int, str]
    trap_deck: list[str]
    dastardly: int
    out: bool
    missing: list[int]
    no_first: list[int]
    starter: int
    round: int
    winner: int = -1
    stopped: int = 0

    def copy(self) -> World:
        """Return one to try things on."""
        return World(
            self.course, self.at[:], self.seats, self.cars, [hand[:] for hand in self.hands],
            [slots[:] for slots in self.ready], self.deck[:], self.pile[:], dict(self.traps), self.trap_deck[:],
            self.dastardly, self.out, self.missing[:], self.no_first[:], self.starter, self.round,
        )  # fmt: skip

    # --- moving -------------------------------------------------------------------------------------------------

    def next(self, car: int, step: int = 1) -> int:
        """Return where a car comes to by one space."""
        course = self.course
        return next_free(self.at, course.narrow, self.at[car], step, to_first_tile=course.to_first_tile)

    def go(self, car: int, spaces: int) -> bool:
        """Move a car; on the Finish it has won. Tells whether it moved."""
        start = self.at[car]
        step = 1 if spaces > 0 else -1
        for _ in range(abs(spaces)):
            self.at[car] = self.next(car, step)
            if self.at[car] == FINISH:
                self.winner = car
                return True
        return self.at[car] != start

    def arrive(self, car: int, depth: int = 0) -> None:
        """Let the trap and the tile act that a car has come to."""
        if self.winner >= 0 or depth > DEEPEST:
            return
        here = self.at[car]
        if here in self.traps:
            kind = self.traps.pop(here)
            seat = self.seats[car]
            if seat >= 0 and kind in self.course.cancels[seat] and 1 in self.ready[seat]:
                self.ready[seat].remove(1)
            else:
                self.stopped |= 1 << car
                self.apply(car, self.course.kinds[kind], depth)
                if self.winner >= 0 or self.at[car] != here:
                    return
        if here == GAS:
            self.fill_up(here)
        elif here in self.course.specials:
            steps = self.course.specials[here]
            if steps is None:
                self.cross(depth)
            else:
                self.apply(car, steps, depth)

    def fill_up(self, here: int) -> None:
        """Let everybody turn up a power when nobody is behind the Gas Station."""
        if min(self.at) >= here:
            for slots in self.ready:
                down = [slot for slot in (4, 2, 3, 1) if slot not in slots]
                slots.extend(down[:1])

    def cross(self, depth: int) -> None:
        """Send the cars in last place one space ahead."""
        last = min(self.at)
        moved = [car for car, at in enumerate(self.at) if at == last]
        for car in moved:
            if self.winner < 0:
                self.go(car, 1)
        for car in moved:
            if self.at[car] not in self.course.specials:
                self.arrive(car, depth + 1)

    # --- effects ------------------------------------------------------------------------------------------------

    def apply(self, car: int, steps: tuple[Step, ...], depth: int = 0) -> None:
        """Apply effect steps of a car's own; those for others are left out."""
        moved: list[int] = []
        for step in steps:
            moved += self.effect(car, step)
        for other in dict.fromkeys(moved):
            self.arrive(other, depth + 1)

    def effect(self, car: int, step: Step) -> list[int]:
        """Apply one step and return the cars it has moved."""
        seat = self.seats[car]
        if step.verb in ("forward", "back"):
            return [car] if self.go(car, step.n if step.verb == "forward" else -step.n) else []
        if step.verb in ("swap_behind", "swap_with"):
            return self.swap(car, step)
        if step.verb == "draw" and seat >= 0:
            self.draw(seat, step.n)
        elif step.verb == "lose" and seat >= 0:
            for _ in range(min(step.n, len(self.hands[seat]))):
                self.pile.append(self.hands[seat].pop())
        elif step.verb == "miss":
            self.missing[car] += step.n
        elif step.verb == "no_first_move":
            self.no_first[car] += step.n
        return []

    def swap(self, car: int, step: Step) -> list[int]:
        """Change places: with the nearest behind, or with the foremost that can be reached."""
        here = self.at[car]
        if step.verb == "swap_behind":
            near = max([at for at in self.at if here - step.n <= at < here], default=-1)
        else:
            near = self.farthest(car, step)
        if near < 0:
            return []
        other = self.at.index(near)
        self.at[car], self.at[other] = near, here
        return [car, other]

    def farthest(self, car: int, step: Step) -> int:
        """Return the foremost position of a car that a swap reaches, -1 for none."""
        here = self.at[car]
        low = here + 1 if step.how == "ahead" else here - step.n
        high = here - 1 if step.how == "behind" else here + step.n
        return max([at for at in self.at if low <= at <= high and at != here and at < FINISH], default=-1)

    def draw(self, seat: int, number: int) -> None:
        """Draw cards; an empty deck is the pile again, in the order in which it lies."""
        for _ in range(number):
            card = self.turn_up()
            if card:
                self.hands[seat].append(card)

    def turn_up(self) -> str:
        """Take the top card of the deck ("" when there is none)."""
        if not self.deck:
            self.deck, self.pile = self.pile[::-1], []
        return self.deck.pop() if self.deck else ""

    # --- turns --------------------------------------------------------------------------------------------------

    def best(self, car: int, at: int, moves: int, hand: list[str]) -> tuple[float, str]:
        """Return how far a hand can lead from *at*, and the card to begin with ("" to stop)."""
        terrain, best = self.course.terrain, (float(at), "")
        if moves >= 3 or at >= FINISH or (at == self.course.narrow and moves):
            return best
        mark = terrain[at]
        if moves == 0:
            best = (-1.0, "")
        elif mark not in hand and mark not in "*G":
            return best
        others = self.at[:car] + self.at[car + 1 :]
        for kind in dict.fromkeys(hand):
            if moves and mark != kind and mark not in "*G":
                continue
            if moves == 0 and self.no_first[car]:
                to = at
            else:
                to = next_free(others, self.course.narrow, at, 1, to_first_tile=self.course.to_first_tile)
            if to in self.traps and to != at:
                score = to - TRAP_COST - 0.01 * len(hand)
            else:
                rest = hand[:]
                rest.remove(kind)
                score = self.best(car, to, moves + 1, rest)[0] + 0.01 * len(set(rest))
            if score > best[0]:
                best = (score, kind)
        return best

    def play(self, car: int, kind: str, moves: int) -> None:
        """Play one card."""
        seat = self.seats[car]
        self.hands[seat].remove(kind)
        self.pile.append(kind)
        if moves == 0 and self.no_first[car]:
            self.no_first[car] -= 1
        elif self.go(car, 1):
            self.arrive(car)

    def cards(self, car: int, moves: int = 0) -> None:
        """Play cards the way that leads furthest, then a power that gains two spaces or the race."""
        seat = self.seats[car]
        hand = self.hands[seat]
        if hand and moves == 0 and self.at[car] == self.course.narrow:
            moves = self.pay(car)
        while hand and moves < 3 and self.winner < 0 and not self.stopped >> car & 1:
            kind = self.best(car, self.at[car], moves, hand)[1]
            if not kind:
                break
            self.play(car, kind, moves)
            moves += 1
        if self.winner < 0 and not self.stopped >> car & 1:
            self.powers(car)

    def pay(self, car: int) -> int:
        """Pay for the Swamp with a pair, else with three cards, else stay; returns the card moves made."""
        hand = self.hands[self.seats[car]]
        pair = next((kind for kind in hand if hand.count(kind) > 1), "")
        paid = [pair, pair] if pair else hand[:3] if len(hand) > 2 else hand[:1]
        for kind in paid:
            hand.remove(kind)
            self.pile.append(kind)
        if len(paid) < 2:
            return 3
        if self.go(car, 1):
            self.arrive(car)
        return 1

    def powers(self, car: int) -> None:
        """Use powers that gain two spaces or reach the Finish."""
        seat = self.seats[car]
        for slot in self.ready[seat][:]:
            card = self.course.powers[seat][slot - 1]
            if self.winner < 0 and card.steps and self.gain(car, card.steps[0]) >= 2:
                self.use(car, slot)

    def gain(self, car: int, step: Step) -> int:
        """Return how many spaces a step brings the car ahead; much more if it wins."""
        here = self.at[car]
        if step.verb == "forward" and step.who == "self":
            to = self.next(car)
        elif step.verb == "swap_with":
            to = self.farthest(car, step)
        else:
            return 0
        return FINISH if to == FINISH else -TRAP_COST if to in self.traps else to - here

    def use(self, car: int, slot: int) -> None:
        """Use a power."""
        seat = self.seats[car]
        self.apply(car, self.course.powers[seat][slot - 1].steps)
        if slot in self.ready[seat]:
            self.ready[seat].remove(slot)

    def end_turn(self, seat: int) -> None:
        """Refill, then Dastardly moves."""
        if self.winner < 0:
            self.draw(seat, 3 - len(self.hands[seat]))
            self.stopped = 0
            self.drive()

    def turn(self, seat: int) -> None:
        """Play a whole turn."""
        car = self.cars[seat]
        if self.missing[car]:
            self.missing[car] -= 1
        else:
            self.cards(car)
        self.end_turn(seat)

    # --- Dastardly and neutrals -----------------------------------------------------------------------------------

    def drive(self) -> None:
        """Make Dastardly's move (WR-DD)."""
        if self.out:
            return
        if not self.pile:
            card = self.turn_up()
            if not card:
                return
            self.pile.append(card)
        kind, terrain = self.pile[-1], self.course.terrain
        for stop in range(max(FIRST_TILE, self.dastardly + 1), LAST_TILE + 1):
            if terrain[stop] in (kind, WILD) and stop not in self.traps:
                break
        else:
            self.out, self.trap_deck = True, []
            return
        self.dastardly = stop
        if max(self.at) < stop:
            if self.trap_deck:
                self.traps[stop] = self.trap_deck.pop()
            self.dastardly = retreat_to(min(self.at))

    def neutrals(self) -> None:
        """Play a neutral phase (WR-NEUT)."""
        self.stopped = 0
        cars = [car for car, seat in enumerate(self.seats) if seat < 0]
        idle = [car for car in cars if self.missing[car]]
        for car in idle:
            self.missing[car] -= 1
        cars = [car for car in cars if car not in idle]
        self.each([car for car in cars if self.at[car] != self.course.narrow])
        for _ in range(3):
            kind = self.turn_up() if self.winner < 0 else ""
            if not kind:
                break
            self.pile.append(kind)
            self.each([car for car in cars if self.course.terrain[self.at[car]] in (kind, "*", "G")])
        if len(self.cars) == 2 and self.winner < 0:
            self.drive()
        self.stopped = 0

    def each(self, cars: list[int]) -> None:
        """Move some neutrals by one space, the foremost first."""
        for car in sorted(cars, key=lambda car: (-self.at[car], -car)):
            if self.winner >= 0:
                return
            if not self.stopped >> car & 1 and self.go(car, 1):
                self.arrive(car)


def specials(pack: Pack, course: tuple[str, ...]) -> dict[int, tuple[Step, ...] | None]:
    """Return what the special tiles of a course do by position; None stands for the Crossing."""
    found: dict[int, tuple[Step, ...] | None] = {}
    for at, tile in enumerate(course, FIRST_TILE):
        if pack.tiles[tile].name == CROSSING:
            found[at] = None
        elif steps := pack.specials.get(tile):
            found[at] = steps
    return found
