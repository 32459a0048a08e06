"""Cards played in the mind: a position that pilots move cars on, everybody for the own good (section 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.downforce.cards import (
    AGGRESSIVE,
    COLOURS,
    CUNNING,
    DETERMINED,
    INDEX,
    STRATEGIC,
    UNPREDICTABLE,
    WILD,
)
from engine.downforce.game import others
from engine.downforce.moving import reach

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.downforce.cards import Card
    from engine.downforce.track import Track
    from engine.downforce.views import PublicView

HARM = 0.35
"""How much a space of the others' way weighs against one of the own way."""

ANY = len(COLOURS)
"""Stands for a wild among the colours."""


class Row(NamedTuple):
    """A line of a card by colour number."""

    car: int
    speed: int


def rows_of(card: Card) -> tuple[Row, ...]:
    """Return the lines of a card by colour number."""
    return tuple(Row(ANY if line.colour == WILD else INDEX[line.colour], line.speed) for line in card.lines)


@dataclass(slots=True)
class Position:
    """Who stands where. `places` are space numbers, the end of the track for cars that finished or do not race.

    `owners` are seats by car (-1: nobody), `order` the cars in order of arrival, `powers` the kept power by seat.
    `backed` are cars of others that the seat `backer` has bet on and drives like its own.
    """

    track: Track
    places: list[int]
    owners: list[int]
    order: list[int]
    powers: Sequence[str]
    bonus: int
    backer: int = -1
    backed: frozenset[int] = frozenset()

    def copy(self) -> Position:
        """Return one to try things on."""
        return Position(
            self.track,
            self.places[:],
            self.owners,
            self.order[:],
            self.powers,
            self.bonus,
            self.backer,
            self.backed,
        )

    def likes(self, seat: int, car: int) -> bool:
        """Whether a seat wants a car to go far: an own one, or one it has backed."""
        return self.owners[car] == seat or (seat == self.backer and car in self.backed)

    def taken(self, car: int) -> set[int]:
        """Return the spaces the other cars stand on."""
        found = others(self.track, self.places, car)
        found.discard(self.track.end)
        return found

    def merit(self, seat: int) -> float:
        """How well a seat's cars stand: the way of the others left, less the own one."""
        left = self.track.left
        score = 0.0
        for car, place in enumerate(self.places):
            score += -left[place] if self.likes(seat, car) else HARM * left[place]
        return score

    def runs(self, seat: int) -> bool:
        """Whether a seat has a car on the track."""
        end = self.track.end
        return any(
            owner == seat and place != end for owner, place in zip(self.owners, self.places, strict=True)
        )

    # --- playing --------------------------------------------------------------------------------------------------

    def play(self, seat: int, rows: Sequence[Row], *, upward: bool = False) -> None:
        """Play a card for a seat, each car to where its decider wants it."""
        power = self.powers[seat]
        named: list[int] = []
        skips = 1 if power == STRATEGIC else 0
        end = self.track.end
        for index in range(len(rows) - 1, -1, -1) if upward else range(len(rows)):
            car, speed = rows[index]
            wild = car == ANY
            if wild:
                closed = named if power == UNPREDICTABLE else [*named, *(row.car for row in rows)]
                car = self.wild(seat, closed)
                if car == ANY:
                    continue
                named.append(car)
            if self.places[car] == end:
                continue
            own = self.owners[car] == seat
            if skips and not self.likes(seat, car):
                skips -= 1
                continue
            if own and index == 0 and not wild and power == AGGRESSIVE:
                speed += 1
            self.drive(car, speed, seat)
            if own and power == DETERMINED and self.bonus and self.places[car] != end:
                self.drive(car, self.bonus, seat)

    def wild(self, seat: int, closed: Sequence[int]) -> int:
        """Name a wild: the own car nearest the finish, else a finished one, else the last; ANY where none is left."""
        left = self.track.left
        free = [car for car in range(ANY) if car not in closed]
        own = [car for car in free if self.likes(seat, car) and left[self.places[car]]]
        if own:
            return min(own, key=lambda car: left[self.places[car]])
        done = [car for car in free if not left[self.places[car]]]
        if done:
            return done[0]
        return max(free, key=lambda car: left[self.places[car]]) if free else ANY

    def drive(self, car: int, number: int, seat: int) -> None:
        """Move a car to the end its decider likes best: own ones far, others not far, or stuck (DF-MOVE-09)."""
        track = self.track
        owner = self.owners[car]
        decider = owner if owner >= 0 and self.powers[owner] == CUNNING else seat
        found = reach(track.plain, self.taken(car), self.places[car], number)
        left = track.left
        if self.likes(decider, car):
            to = min(found.ends, key=left.__getitem__)
        else:
            to = max(found.ends, key=left.__getitem__)
        self.places[car] = to
        if to == track.end:
            self.order.append(car)


def position_of(track: Track, public: PublicView) -> Position:
    """Read the position off a view."""
    owners = [-1] * ANY
    for sale in public.sales:
        if sale.seat is not None:
            owners[INDEX[sale.car]] = sale.seat
    places = [track.numbers.get(public.places.get(car, ""), track.end) for car in COLOURS]
    order = [INDEX[car] for car in public.finished]
    powers = [kept[0] if len(kept) == 1 else "" for kept in public.kept]
    return Position(track, places, owners, order, powers, public.bonus or 0)
