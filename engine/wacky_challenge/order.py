"""Who takes first: the order of a turn, and the hierarchy's shift. Pure (3.4, 3.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.wacky_challenge.words import CHOOSES_LATE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.wacky_challenge.state import Effect
    from engine.wacky_challenge.words import Vehicle

FASTEST = frozenset({"fastest", "triple"})


def order_of(
    hierarchy: Sequence[str],
    played: Mapping[int, tuple[str, int]],
    effect: Effect | None = None,
    last: Sequence[int] = (),
) -> list[int]:
    """Return the seats in the order in which they take (WC-ORDER-01 to -06).

    *played* maps seats to vehicle and speed. The effect changes vehicle, speed or comparison first: a transformed
    card counts as the top vehicle with speed 0 (WC-BOOST-14 to -16), the fastest is ahead of its kind (WC-BOOST-08),
    `speed_first` compares speeds before vehicles (WC-BOOST-20). Equal cards: who took later last turn is earlier.
    """
    kind, owner = ("", -1) if effect is None else (effect.kind, effect.seat)
    keys: dict[int, tuple[int, ...]] = {}
    for seat, (vehicle, speed) in played.items():
        rank = hierarchy.index(vehicle)
        tie = -last.index(seat) if last else seat
        if kind == "speed_first":
            keys[seat] = (-speed, rank, tie)
        elif kind == "transform" and seat == owner and rank:
            keys[seat] = (0, 1, 0, tie)
        else:
            keys[seat] = (rank, not (kind in FASTEST and seat == owner), -speed, tie)
    return sorted(keys, key=keys.__getitem__)


def shifted(hierarchy: Sequence[Vehicle], leftover: str) -> list[Vehicle]:
    """Return the hierarchy after the leftover's vehicle moved up, from the top to the bottom (WC-SHIFT-01 to -03)."""
    at = [str(vehicle) for vehicle in hierarchy].index(leftover)
    if at == 0:
        return [*hierarchy[1:], hierarchy[0]]
    return [*hierarchy[: at - 1], hierarchy[at], hierarchy[at - 1], *hierarchy[at + 1 :]]


def raised(hierarchy: Sequence[Vehicle], vehicle: Vehicle) -> list[Vehicle]:
    """Return the hierarchy with *vehicle* on top, the others in their order (WC-BOOST-04, -05)."""
    return [vehicle, *(other for other in hierarchy if other != vehicle)]


def needs_speed(
    hierarchy: Sequence[str], vehicles: Mapping[int, str], effect: Effect | None = None
) -> list[int]:
    """Return the seats whose speed decides something, where no card is known (WC-BOOKS-03).

    Those that share a vehicle once the effect is counted in, all under `speed_first`; not the holder of `fastest`, not
    a transformed card, and not a seat that has only the holder of `fastest` beside it.
    """
    kind, owner = ("", -1) if effect is None else (effect.kind, effect.seat)
    if kind == "speed_first":
        return list(vehicles)
    counted = dict(vehicles)
    spared: set[int] = set()
    if kind == "transform" and counted[owner] != hierarchy[0]:
        counted[owner] = hierarchy[0]
        spared.add(owner)
    if kind in FASTEST:
        spared.add(owner)
        del counted[owner]
    return [
        seat
        for seat, vehicle in counted.items()
        if seat not in spared and sum(other == vehicle for other in counted.values()) > 1
    ]


def acts_in_order(effect: Effect | None) -> bool:
    """Whether an effect changes the order itself, so that the order's reason names it (WC-ORDER-03)."""
    return effect is not None and (effect.kind not in CHOOSES_LATE or effect.kind == "triple")
