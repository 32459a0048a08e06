"""Simulated cards and tiles with tags, and where they lie: the physical side of a match on the bench and in the demo.

Props follow the layout the way people do: what the box says belongs somewhere is moved there, from the top of a pile
or out of a hand; which card it is only the tap tells. Knows no game: kinds, places and piles come from the layout.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.layout import Component, Layout
    from engine.pilots import Draw

BOX = "box"
"""Where components lie that no layout counts: at hand, in no order."""


class Props:
    """Every tagged component of a pack and the place it lies in.

    `places` lists ids from bottom to top; only the top of a pile that lies face down may be taken.
    """

    def __init__(self, components: Sequence[Component], layout: Layout, draw: Draw) -> None:
        self.components = {component.id: component for component in components}
        self.uids = {component.id: uid_of(component.id) for component in components}
        self.places: dict[str, list[str]] = {BOX: [component.id for component in components]}
        self._by_uid = {uid: ident for ident, uid in self.uids.items()}
        self._draw = draw
        self._tapped: list[str] = []
        self._named: set[str] = set()
        shuffle(self.places[BOX], draw)
        self.follow(layout)

    def lookup(self, uid: bytes) -> str | None:
        """Return the component behind a tag."""
        return self._by_uid.get(uid)

    def tapped(self, component: str) -> None:
        """Note that a component was held to the reader: it is the one that moves next."""
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

    def follow(self, layout: Layout) -> None:
        """Move what must be moved so that every place holds what the layout says."""
        self._named = {name for pile in layout.piles.values() for name in pile}
        kinds = {kind for counts in layout.counts.values() for kind in counts}
        for kind in sorted(kinds):
            wanted = {place: counts.get(kind, 0) for place, counts in layout.counts.items() if kind in counts}
            self._follow_kind(kind, wanted, layout)
        self._tapped.clear()

    def _follow_kind(self, kind: str, wanted: dict[str, int], layout: Layout) -> None:
        loose: list[str] = []
        for place in list(self.places):
            here = [ident for ident in self.places[place] if self.components[ident].kind == kind]
            if place in wanted or place == BOX or here:
                loose += self._spare(here, len(here) - wanted.get(place, 0), place)
        for place, count in wanted.items():
            have = sum(self.components[ident].kind == kind for ident in self.places.get(place, []))
            if have < count:
                self._bring(loose, place, count - have, layout.piles.get(place))

    def _spare(self, here: list[str], excess: int, place: str) -> list[str]:
        """Take up so many components too many: those a face-up pile now names, the tapped ones, then from the top."""
        taken: list[str] = []
        named = [ident for ident in here if ident in self._named]
        tapped = [ident for ident in reversed(self._tapped) if ident in here]
        for ident in (*named, *tapped, *reversed(here)):
            if len(taken) >= excess:
                break
            if ident not in taken:
                taken.append(ident)
                self.places[place].remove(ident)
        return taken

    def _bring(self, loose: list[str], place: str, count: int, pile: tuple[str, ...] | None) -> None:
        """Lay so many of the loose components down: those a face-up pile names, else any."""
        target = self.places.setdefault(place, [])
        fresh = len(target) == 0 and count > 1 and pile is None
        for name in (pile or ())[-count:]:
            match = next((i for i in loose if name in (i, self.components[i].short)), None)
            if match is not None:
                loose.remove(match)
                target.append(match)
                count -= 1
        for _ in range(min(count, len(loose))):
            target.append(loose.pop(0))
        if fresh:
            shuffle(target, self._draw)


def shuffle(cards: list[str], draw: Draw) -> None:
    """Shuffle in place with a draw function."""
    for index in range(len(cards) - 1, 0, -1):
        other = draw(index + 1)
        cards[index], cards[other] = cards[other], cards[index]


def uid_of(component: str) -> bytes:
    """Return the simulated tag's UID: seven bytes that begin with NXP's 04, always the same for a component."""
    return b"\x04" + sha256(component.encode()).digest()[:6]
