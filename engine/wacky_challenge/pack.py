"""What is printed on the cards, read from a pack and checked (2.2). Values nobody has entered yet stay open."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec

from engine.packs import PackHead, read_table
from engine.rulebook import SetupError
from engine.wacky_challenge.words import (
    COLOURS,
    GAME,
    STARTERS,
    VEHICLES,
    WITH_HALVES,
    Booster,
    Half,
    Vehicle,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")

Colour = Annotated[str, msgspec.Meta(pattern="^[^\\W\\d_]{1,10}$")]
Speed = Annotated[int, msgspec.Meta(ge=0, le=999)]
Whole = Annotated[int, msgspec.Meta(ge=0, le=9)]


class Card(msgspec.Struct, frozen=True):
    """A race card or a starter (colour "") as printed; None where a value is not known (WC-PACK-01)."""

    id: str
    vehicle: Vehicle
    colour: str = ""
    speed: int | None = None
    whole: int | None = None
    half: Half | None = None
    booster: Booster | None = None

    @property
    def starter(self) -> bool:
        """Whether it is a starter: it belongs to nobody (WC-COMP-09)."""
        return not self.colour


class _Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    colour: Colour
    name: Annotated[str, msgspec.Meta(max_length=12)] = ""
    starter_bonus: bool = False


class _Race(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    colour: Colour
    vehicle: Vehicle
    speed: Speed | None = None
    whole: Whole | None = None
    half: Half | None = None
    booster: Booster | None = None


class _Starter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    vehicle: Vehicle
    speed: Speed | None = None
    whole: Whole | None = None
    half: Half | None = None


Row = TypeVar("Row", _Race, _Starter)


class _Taught(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table read off one of its cards."""

    speed: Speed | None = None
    whole: Whole | None = None
    half: Half | None = None
    booster: Booster | None = None


class _File(PackHead, frozen=True, kw_only=True, forbid_unknown_fields=True):
    game: Literal["wacky_challenge"]
    colours: Annotated[tuple[Colour, ...], msgspec.Meta(min_length=COLOURS, max_length=COLOURS)]
    character: tuple[_Character, ...]
    race: tuple[_Race, ...] = ()
    starter: tuple[_Starter, ...] = ()
    cards: dict[str, _Taught] = msgspec.field(default_factory=dict)
    schema: Literal["pitboard.wacky_challenge.cards/1"] = "pitboard.wacky_challenge.cards/1"
    id: str = ""
    title: str = ""
    status: Literal["taught", "practice"] = "taught"


class Pack(msgspec.Struct, frozen=True):
    """A checked pack.

    `complete`: every value is known. `bonus` is the colour with the starter bonus, `faulty` names what is missing or doubled by colour (WC-PACK-06),
    `twins` pairs of race cards of one vehicle with the same speed (WC-PACK-07).
    """

    label: str
    practice: bool
    options: dict[str, Any]
    colours: tuple[str, ...]
    bonus: str
    cards: dict[str, Card]
    starters: tuple[str, ...]
    faulty: dict[str, tuple[str, ...]]
    twins: tuple[tuple[str, str], ...]
    complete: bool

    def of_colour(self, colour: str) -> list[str]:
        """Return the ids of one pack of five, in the order of the vehicles (WC-SETUP-06)."""
        return [f"{colour}-{vehicle}" for vehicle in VEHICLES]


def read_pack(data: Mapping[str, Any]) -> Pack:
    """Read and check a pack.

    Raises:
        SetupError: what does not fit, with table and key.

    """
    file = read_table(data, _File, f"{GAME}: pack")
    if file.practice != (file.status == "practice"):
        raise SetupError(
            f"{GAME}: pack: practice = true belongs to status = 'practice' and to it alone (WC-PACK-11)"
        )
    file = with_taught(file)
    _check_colours(file)
    _check_ids(file)
    cards = {
        raw.id: Card(raw.id, raw.vehicle, raw.colour, raw.speed, raw.whole, half_of(raw), raw.booster)
        for raw in file.race
    }
    for one in file.starter:
        cards[one.id] = Card(one.id, one.vehicle, "", one.speed, one.whole, half_of(one), "none")
    return Pack(
        label=file.label or file.title or file.name,
        practice=file.practice,
        options=file.options,
        colours=file.colours,
        bonus=next(row.colour for row in file.character if row.starter_bonus),
        cards=cards,
        starters=tuple(one.id for one in file.starter),
        faulty=_faults(file),
        twins=_twins(file),
        complete=all(known(card) for card in cards.values()),
    )


def with_taught(file: _File) -> _File:
    """Return the file with the values that a table has taught in their rows (WC-PACK-01).

    Raises:
        SetupError: it has no such card, or a starter with a booster (WC-COMP-09).

    """
    race = tuple(_row(row, file.cards) for row in file.race)
    starter = tuple(_row(row, file.cards) for row in file.starter)
    if strange := file.cards.keys() - {row.id for row in race} - {row.id for row in starter}:
        raise SetupError(f"{GAME}: pack table cards: there is no card {min(strange)!r}")
    for one in starter:
        if one.id in file.cards and file.cards[one.id].booster is not None:
            raise SetupError(f"{GAME}: pack table cards: {one.id}: a starter has no booster (WC-COMP-09)")
    return msgspec.structs.replace(file, race=race, starter=starter)


def _row(row: Row, taught: Mapping[str, _Taught]) -> Row:
    if row.id not in taught:
        return row
    fields = msgspec.structs.asdict(taught[row.id]).items()
    given = {name: value for name, value in fields if value is not None and name in row.__struct_fields__}
    return msgspec.structs.replace(row, **given)


def known(card: Card) -> bool:
    """Whether every value of a card is known; a starter need not show a speed."""
    speed = 0 if card.starter else card.speed
    return None not in (speed, card.whole, card.half, card.booster)


def half_of(raw: _Race | _Starter) -> Half | None:
    """Return the half-stage of a card; trains and motorbikes have none (WC-COMP-07)."""
    return raw.half if raw.vehicle in WITH_HALVES else "none"


def _check_colours(file: _File) -> None:
    """Seven colours that one letter tells apart, each with its character, one with the bonus (2.2, WC-PACK-10)."""
    if len({colour[0] for colour in file.colours}) != COLOURS:
        raise SetupError(f"{GAME}: pack: colours {list(file.colours)}: each needs another first letter")
    drawn = [row.colour for row in file.character]
    if sorted(drawn) != sorted(file.colours):
        raise SetupError(f"{GAME}: pack table character: {drawn}; each of {list(file.colours)} once")
    bonus = [row.colour for row in file.character if row.starter_bonus]
    if len(bonus) != 1:
        raise SetupError(
            f"{GAME}: pack table character: starter_bonus is set for {bonus or 'nobody'};"
            " exactly one character carries it (WC-PACK-10)"
        )


def _check_ids(file: _File) -> None:
    """Every id says what the card is, and halves stand only where they may (2.1, WC-PACK-04)."""
    for row in file.race:
        if row.id != f"{row.colour}-{row.vehicle}" or row.colour not in file.colours:
            raise SetupError(f"{GAME}: pack table race: id {row.id!r} must be <colour>-<vehicle>")
    for one in file.starter:
        if not one.id.startswith(f"starter-{one.vehicle}-"):
            raise SetupError(f"{GAME}: pack table starter: id {one.id!r} must be starter-<vehicle>-<number>")
    cards: tuple[_Race | _Starter, ...] = (*file.race, *file.starter)
    for card in cards:
        if card.vehicle not in WITH_HALVES and card.half not in (None, "none"):
            raise SetupError(
                f"{GAME}: pack: {card.id}: half = {card.half!r}; a {card.vehicle} has none (WC-PACK-04)"
            )


def _faults(file: _File) -> dict[str, tuple[str, ...]]:
    """Name by colour what is missing or there twice; the starters' faults end the matter (WC-PACK-06)."""
    ids = Counter(row.id for row in file.race)
    starters = Counter(one.vehicle for one in file.starter)
    if file.starter and (
        dict(starters) != STARTERS or len({one.id for one in file.starter}) != len(file.starter)
    ):
        raise SetupError(
            f"{GAME}: pack table starter: {dict(starters)}; the game has {STARTERS} (WC-PACK-06)"
        )
    faults: dict[str, tuple[str, ...]] = {}
    for colour in file.colours:
        wrong = tuple(card for vehicle in VEHICLES if ids[card := f"{colour}-{vehicle}"] != 1)
        if wrong:
            faults[colour] = wrong
    return faults


def _twins(file: _File) -> tuple[tuple[str, str], ...]:
    """Find race cards of one vehicle with the same speed: perhaps a typing error (WC-PACK-07)."""
    seen: dict[tuple[str, int], str] = {}
    pairs: list[tuple[str, str]] = []
    for row in file.race:
        if row.speed is None:
            continue
        other = seen.setdefault((row.vehicle, row.speed), row.id)
        if other != row.id:
            pairs.append((other, row.id))
    return tuple(pairs)
