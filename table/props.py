"""Simulated cards and tiles with tags, and where they lie: the physical side of a match on the bench and in the demo.

Props follow the layout the way people do: what the box says belongs somewhere is moved there. What is told apart goes
by its id; of the rest, which only the tap tells, one is taken from the top of a pile or out of a hand. Knows no game: kinds, places and piles come from the layout.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.layout import BOX, hand_of
from engine.match import Match
from engine.pilots import shuffle
from engine.record import Answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.ask import Seat, Value
    from engine.layout import Component, Layout
    from engine.pilots import Draw
    from engine.record import Entry

Places: TypeAlias = dict[str, list[str]]


class Props:
    """Every tagged component of a pack and the place it lies in.

    `places` lists ids from bottom to top; only the top of a pile that lies face down may be taken.
    """

    def __init__(self, components: Sequence[Component], layout: Layout, draw: Draw) -> None:
        self.components = {component.id: component for component in components}
        self.uids = {component.id: uid_of(component.id) for component in components}
        self.places: Places = {BOX: [component.id for component in components]}
        self._by_uid = {uid: ident for ident, uid in self.uids.items()}
        self._draw = draw
        self._tapped: list[str] = []
        shuffle(self.places[BOX], draw)
        self.follow(layout)
        self._memory: dict[int, tuple[Entry | None, Places]] = {0: (None, copied(self.places))}

    def lookup(self, uid: bytes) -> str | None:
        """Return the component behind a tag."""
        return self._by_uid.get(uid)

    def tapped(self, component: str) -> None:
        """Note that a component is the one that moves next: it was held to the reader, or named."""
        self._tapped.append(component)

    def place_of(self, component: str) -> str:
        """Return where a component lies."""
        return next(place for place, here in self.places.items() if component in here)

    def top(self, place: str) -> str | None:
        """Return the topmost component of a place."""
        here = self.places.get(place)
        return here[-1] if here else None

    def find(self, names: Iterable[str], places: Iterable[str]) -> str | None:
        """Return a component in one of *places* whose id or short name is among *names*."""
        wanted = set(names)
        for place in places:
            for ident in reversed(self.places.get(place, [])):
                if ident in wanted or self.components[ident].short in wanted:
                    return ident
        return None

    def said(self, seat: Seat, value: Value) -> None:
        """Note an answer: a component it names, by its id or by the short name of one in that seat's hand, moves next."""
        if not isinstance(value, str):
            return
        if value in self.components:
            self.tapped(value)
        elif isinstance(seat, int):
            hand = self.places.get(hand_of(seat), [])
            named = (i for i in reversed(hand) if self.components[i].short == value and i not in self._tapped)
            if (found := next(named, None)) is not None:
                self.tapped(found)

    def keep_up(self, match: Match[Any]) -> None:
        """Follow a match: what was answered since moves, what was taken back lies again as it lay before."""
        record = match.record
        known = len(record)
        while not self._remembers(record, known):
            known -= 1
        self.places = copied(self._memory[known][1])
        for entry in record[known:]:
            if isinstance(entry, Answer):
                self.said(entry.seat, entry.value)
        self.follow(match.rulebook.layout(match.state))
        self._memory[len(record)] = (record[-1] if record else None, copied(self.places))

    def _remembers(self, record: Sequence[Entry], length: int) -> bool:
        """Whether it is known how everything lay when the record was so long: it is, if the same entry came last."""
        known = self._memory.get(length)
        return known is not None and (length == 0 or known[0] is record[length - 1])

    def follow(self, layout: Layout) -> None:
        """Move what must be moved so that every place holds what the layout says."""
        for piece, place in layout.pieces.items():
            if piece in self.components and piece not in self.places.get(place, ()):
                self.places[self.place_of(piece)].remove(piece)
                self.places.setdefault(place, []).append(piece)
        kinds = {kind for counts in layout.counts.values() for kind in counts}
        for kind in sorted(kinds):
            wanted = {place: counts.get(kind, 0) for place, counts in layout.counts.items() if kind in counts}
            self._follow_kind(kind, wanted, layout.piles)
        self._tapped.clear()

    def _follow_kind(
        self, kind: str, wanted: Mapping[str, int], piles: Mapping[str, tuple[str, ...]]
    ) -> None:
        loose: list[str] = []
        for place in (place for place in wanted if place in piles):
            self._turn_up(kind, place, piles, loose)
        for place in sorted(self.places, key=BOX.__eq__):  # what lies in the box is the last to be taken
            here = self._here(kind, place)
            if place not in piles:
                loose += self._spare(here, len(here) - wanted.get(place, 0), place)
        for place, count in wanted.items():
            self._bring(loose, place, count - len(self._here(kind, place)))
        self.places.setdefault(BOX, []).extend(loose)

    def _here(self, kind: str, place: str) -> list[str]:
        return [ident for ident in self.places.get(place, []) if self.components[ident].kind == kind]

    def _turn_up(self, kind: str, place: str, piles: Mapping[str, tuple[str, ...]], loose: list[str]) -> None:
        """Make a face-up pile what its names say, taking each card from wherever it lies; what is too much is loose."""
        old = self._here(kind, place)
        others = [ident for ident in self.places.get(place, []) if ident not in old]
        pile: list[str] = []
        other_piles_last = sorted(self.places, key=piles.__contains__)
        for name in piles[place]:
            found = self._named(kind, name, (*old, *reversed(self._tapped), *loose), other_piles_last, pile)
            if found is not None:
                pile.append(found)
                if found in loose:
                    loose.remove(found)
                elif found not in old:
                    self.places[self.place_of(found)].remove(found)
        self.places[place] = others + pile
        loose += [ident for ident in old if ident not in pile]

    def _named(
        self, kind: str, name: str, first: Sequence[str], places: Sequence[str], without: Sequence[str]
    ) -> str | None:
        """Find a component of that id or short name: one of *first*, then the topmost of a place."""
        anywhere = (ident for place in places for ident in reversed(self.places[place]))
        for ident in (*first, *anywhere):
            known = self.components[ident]
            if known.kind == kind and name in (ident, known.short) and ident not in without:
                return ident
        return None

    def _spare(self, here: list[str], excess: int, place: str) -> list[str]:
        """Take up so many components too many: the tapped ones, then from the top."""
        tapped = [ident for ident in reversed(self._tapped) if ident in here]
        taken = list(dict.fromkeys((*tapped, *reversed(here))))[: max(0, excess)]
        for ident in taken:
            self.places[place].remove(ident)
        return taken

    def _bring(self, loose: list[str], place: str, count: int) -> None:
        """Lay so many of the loose components down; several on an empty place are shuffled first."""
        target = self.places.setdefault(place, [])
        fresh = not target and count > 1
        for _ in range(min(count, len(loose))):
            target.append(loose.pop(0))
        if fresh:
            shuffle(target, self._draw)


def props_of(match: Match[Any], draw: Draw) -> Props:
    """Lay out the components of a match as its record tells: the same draws and the same record, the same hands."""
    rulebook = match.rulebook
    again = Match(rulebook, match.header)
    props = Props(rulebook.components(), rulebook.layout(again.state), draw)
    for entry, after in zip_longest(match.record, match.record[1:]):
        again.apply(entry)
        if not (isinstance(after, Answer) and after.auto):
            props.keep_up(again)
    return props


def copied(places: Places) -> Places:
    """Copy what lies where."""
    return {place: list(here) for place, here in places.items()}


def uid_of(component: str) -> bytes:
    """Return the simulated tag's UID: seven bytes that begin with NXP's 04, always the same for a component."""
    return b"\x04" + sha256(component.encode()).digest()[:6]
