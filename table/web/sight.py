"""Which of a match's cards everybody may see where they lie, and whose hands they are in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.layout import BOX, hand_of

if TYPE_CHECKING:
    from table.desk import Desk
    from table.props import Props


class Sight:
    """Looks at the simulated components of the match at a desk."""

    def __init__(self, desk: Desk, props: Props) -> None:
        self.desk = desk
        self.props = props

    def face_down(self, place: str) -> bool:
        """Whether nobody may see which cards lie in a place.

        They see face-up piles, what is told apart by everybody, people's hands and the box; pilots' hands they do not.
        """
        if (seat := self.seat_of(place)) is not None:
            return self.desk.match.seats[seat].pilot is not None
        layout = self.desk.layout()
        return place != BOX and place not in layout.piles and place not in self.told_apart()

    def told_apart(self) -> set[str]:
        """Return the places of components that are known one by one."""
        return {place for piece, place in self.desk.layout().pieces.items() if piece in self.props.components}

    def closed(self, component: str) -> bool:
        """Whether nobody may see a component where it lies; also cards that are counted but put away into the box."""
        place = self.props.place_of(component)
        return self.face_down(place) or (place == BOX and self.counted(component))

    def counted(self, component: str) -> bool:
        """Whether a component is one of a kind that is only counted, such as the cards of a deck."""
        kind = self.props.components[component].kind
        return any(kind in counts for counts in self.desk.layout().counts.values())

    def seat_of(self, place: str) -> int | None:
        """Return whose hand a place is; None where it is nobody's."""
        return next((seat for seat in range(len(self.desk.names)) if place == hand_of(seat)), None)
