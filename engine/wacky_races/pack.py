"""What is printed on tiles and cards, read from a pack and checked (2.1, 3.19)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec

from engine.packs import PackHead, read_table
from engine.rulebook import SetupError
from engine.wacky_races.track import KINDS, Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")

GAME = "wacky_races"
SWAMP = "Swamp"
CROSSING = "Railroad Crossing"
SLOTS = (1, 2, 3, 4)
"""The places of a Racer's special power cards (WR-POW-01)."""
CARDS = 64
TRAP_CARDS = 16
UNTAUGHT = "untaught"
"""The type of the trap cards nobody has taught: the table reads them and enters what they do (WR-TRAP-19)."""
PARTLY_KNOWN = ("Crossroads", "ACME Laboratory")
"""The special tiles whose effects are read off them (WR-SPEC-05, -06)."""
SPECIAL_NAMES = (SWAMP, "Crossroads", CROSSING, "ACME Laboratory")
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
Verb = Literal[
    "nothing",
    "back",
    "forward",
    "swap_behind",
    "lose",
    "miss",
    "no_first_move",
    "draw",
    "steal",
    "swap_with",
    "swap_tiles",
    "refresh",
    "by_hand",
]
REACH: Mapping[str, int] = {"nothing": 0, "by_hand": 0, "swap_behind": 25, "swap_with": 25, "swap_tiles": 18}
"""The greatest number of an effect step; 6 where none is named (3.11)."""
WORDS: Mapping[str, frozenset[str]] = {
    "back": frozenset({"self", "chosen", "last", "others"}),
    "forward": frozenset({"self", "chosen", "last", "others"}),
    "lose": frozenset({"self", "chosen", "last", "others", "owner", "random"}),
    "miss": frozenset({"self", "chosen", "last", "others"}),
    "no_first_move": frozenset({"self", "chosen", "last", "others"}),
    "swap_with": frozenset({"ahead", "behind", "any"}),
}
"""What may stand in brackets behind an effect step."""


class Racer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the ten Racers: driver and car (WR-COMP-01)."""

    driver: str
    car: str


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One tile: a normal one has `half` and `kind`, every other one a `role`; a special one a `name` (2.1)."""

    half: Literal[1, 2] | None = None
    kind: Kind | None = None
    role: Literal["gas", "finish", "special"] | None = None
    name: str = ""


class Step(msgspec.Struct, frozen=True):
    """One effect step of 3.11: what happens, how far or how many, to whom, and which way."""

    verb: Verb
    n: int = 0
    who: Literal["self", "chosen", "last", "others"] = "self"
    how: Literal["", "owner", "random", "ahead", "behind", "any"] = ""


class TrapType(msgspec.Struct, frozen=True):
    """One type of trap card: name, copies, and what it does (WR-TRAP-16)."""

    name: str
    copies: int
    steps: tuple[Step, ...]


class Power(msgspec.Struct, frozen=True):
    """One special power card: against one type of trap (`cancels`), with effect steps, or by hand (WR-POW-13).

    `label` names it in words: "power-2" where every Racer has the same, "power-PAT-2" where it is this Racer's own.
    """

    name: str
    label: str
    kind: Literal["cancel", "effect", "by_hand"]
    steps: tuple[Step, ...] = ()
    cancels: str = ""


class _Power(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    kind: Literal["cancel", "effect", "by_hand"]
    steps: Annotated[tuple[str, ...], msgspec.Meta(max_length=4)] = ()
    cancels: str = ""


class _Trap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    copies: Annotated[int, msgspec.Meta(ge=1, le=16)]
    steps: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=4)]


class _Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    steps: Annotated[tuple[str, ...], msgspec.Meta(max_length=4)]


class _Top(PackHead, frozen=True, kw_only=True):
    game: Literal["wacky_races"]
    untaught: bool = False


class Pack(msgspec.Struct, frozen=True, eq=False):
    """A checked pack. `kinds` reads a kind letter or a movement card's id; `names` reads every other component id.

    `untaught`: some of it may be missing; then `blank` are the movement cards whose kind nobody has taught, and the
    trap cards nobody knows are of the type `UNTAUGHT`. `source` are the tables it was read from.
    """

    options: dict[str, Any]
    racers: dict[str, Racer]
    kinds: dict[str, str]
    counts: dict[str, int]
    tiles: dict[str, Tile]
    traps: dict[str, TrapType]
    specials: dict[str, tuple[Step, ...]]
    powers: dict[str, tuple[Power, ...]]
    names: dict[str, str]
    untaught: bool
    blank: tuple[str, ...]
    source: dict[str, Any]


def read_step(text: str) -> Step:
    """Read an effect step as the rule list writes it: `back 2`, `lose 2 (owner)`, `swap_with 2 (ahead)`.

    Raises:
        ValueError: no such step, a number out of its range, or a word that does not belong to it (WR-TEACH-02).

    """
    head, bracket, tail = text.partition("(")
    parts = head.split()
    try:
        verb = msgspec.convert(parts[0] if parts else "", Verb)
        n = int(parts[1]) if len(parts) > 1 else 0
    except ValueError:
        raise ValueError(f"{text!r} is no effect step") from None
    most = REACH.get(verb, 6)
    if len(parts) > 2 or not min(1, most) <= n <= most:
        raise ValueError(f"{text!r}: {verb} takes a number from {min(1, most)} to {most}")
    step = Step(verb, n)
    if bracket:
        for word in tail.rstrip().removesuffix(")").split(","):
            step = _with_word(step, word.strip(), text)
    return step


def _with_word(step: Step, word: str, text: str) -> Step:
    if word not in WORDS.get(step.verb, ()):
        raise ValueError(f"{text!r}: {step.verb} does not know {word!r}")
    field = "who" if word in WORDS["back"] else "how"
    return msgspec.convert({**msgspec.to_builtins(step), field: word}, Step)


def read_pack(data: Mapping[str, Any]) -> Pack:
    """Read and check a pack.

    Raises:
        SetupError: what does not fit, with table and key.

    """
    top = read_table(data, _Top, f"{GAME}: pack")
    _only(data, {*_Top.__struct_fields__, *_TABLES})
    racers = _table(data, "racers", Racer)
    tiles = _table(data, "tiles", Tile)
    traps = {
        key: TrapType(raw.name, raw.copies, _steps(raw.steps, f"traps.{key}"))
        for key, raw in _table(data, "traps", _Trap).items()
    }
    specials = {
        key: _steps(raw.steps, f"specials.{key}") for key, raw in _table(data, "specials", _Special).items()
    }
    powers = _powers(data, racers, traps)
    cards, counts = _cards(data)
    _check_tiles(tiles, untaught=top.untaught)
    _check_totals(racers, traps, untaught=top.untaught)
    names = {f"racer-{key}": key for key in racers} | {f"tile-{key}": key for key in tiles}
    names |= _trap_cards(data, traps, untaught=top.untaught)
    unknown = TRAP_CARDS - sum(trap.copies for trap in traps.values())
    if unknown:
        traps[UNTAUGHT] = TrapType(UNTAUGHT, unknown, (Step("by_hand"),))
    names |= {card: card for card in (f"power-{racer}-{slot}" for racer in racers for slot in SLOTS)}
    return Pack(
        options=top.options,
        racers=racers,
        kinds={kind: kind for kind in KINDS} | cards,
        counts=counts,
        tiles=tiles,
        traps=traps,
        specials=specials,
        powers=powers,
        names=names,
        untaught=top.untaught,
        blank=_blank(cards) if top.untaught and "movement" not in data else (),
        source=dict(data),
    )


_TABLES = (
    "racers", "movement", "movement_cards", "tiles", "traps", "trap_cards", "specials", "powers", "cancels",
)  # fmt: skip


def _only(data: Mapping[str, Any], known: set[str]) -> None:
    extra = sorted(set(data) - known)
    if extra:
        raise SetupError(f"{GAME}: pack: unknown table {extra[0]!r}; known are {', '.join(sorted(known))}")


def _table(data: Mapping[str, Any], table: str, kind: type[T]) -> dict[str, T]:
    where = f"{GAME}: pack table {table}"
    rows = read_table(data.get(table, {}), dict[str, Any], where)
    return {key: read_table(row, kind, f"{where}.{key}") for key, row in rows.items()}


def _steps(texts: tuple[str, ...], where: str) -> tuple[Step, ...]:
    try:
        return tuple(read_step(text) for text in texts)
    except ValueError as error:
        raise SetupError(f"{GAME}: pack table {where}: steps: {error}") from error


def _powers(
    data: Mapping[str, Any], racers: Mapping[str, Racer], traps: Mapping[str, TrapType]
) -> dict[str, tuple[Power, ...]]:
    """Return the four power cards of every Racer: its own ("PAT-2"), those all have ("2"), untaught ones by hand.

    What the cancelling one cancels stands on the card itself, or by Racer in the table `cancels` (WR-POW-02).
    """
    given = _table(data, "powers", _Power)
    cancels = read_table(data.get("cancels", {}), dict[str, str], f"{GAME}: pack table cancels")
    known = {str(slot) for slot in SLOTS} | {f"{racer}-{slot}" for racer in racers for slot in SLOTS}
    if unknown := sorted(set(given) - known):
        raise SetupError(
            f"{GAME}: pack table powers: no card {unknown[0]!r}; name them 1 to 4, or PAT-1 to PAT-4"
        )
    powers: dict[str, tuple[Power, ...]] = {}
    for racer in racers:
        own = []
        for slot in SLOTS:
            key = f"{racer}-{slot}" if f"{racer}-{slot}" in given else str(slot)
            label = f"power-{key if key in given else f'{racer}-{slot}'}"
            raw = given.get(key, _Power(label, "by_hand"))
            cancelled = raw.cancels or cancels.get(racer, "") if raw.kind == "cancel" else ""
            if raw.kind == "cancel" and cancelled not in traps:
                raise SetupError(
                    f"{GAME}: pack table powers.{key}: {racer} cancels {cancelled!r}, no trap type"
                )
            own.append(Power(raw.name, label, raw.kind, _steps(raw.steps, f"powers.{key}"), cancelled))
        powers[racer] = tuple(own)
    return powers


def _cards(data: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, int]]:
    """Return kind by card id, and the number of cards of each kind (empty where nobody taught them: WR-COMP-04)."""
    taught = read_table(data.get("movement_cards", {}), dict[str, Kind], f"{GAME}: pack table movement_cards")
    given = read_table(data.get("movement", {}), dict[Kind, int], f"{GAME}: pack table movement")
    if taught and given:
        raise SetupError(f"{GAME}: pack: movement and movement_cards say the same thing; keep one of them")
    if given and (sum(given.values()) != 64 or min(given.values()) < 0):
        raise SetupError(f"{GAME}: pack table movement: {sum(given.values())} cards; the game has 64")
    cards: dict[str, str] = dict(taught)
    for kind, number in given.items():
        cards |= {f"movement-{kind}-{copy:02}": kind for copy in range(1, number + 1)}
    if len(cards) != 64:
        return cards, {}
    return cards, {kind: sum(card == kind for card in cards.values()) for kind in KINDS}


def _blank(cards: Mapping[str, str]) -> tuple[str, ...]:
    """Return ids for the movement cards that are not taught, so that there are 64 in all (WR-COMP-03)."""
    names = (f"movement-{number:02}" for number in range(1, CARDS + 1))
    return tuple(name for name in names if name not in cards)[: CARDS - len(cards)]


def _trap_cards(data: Mapping[str, Any], traps: Mapping[str, TrapType], *, untaught: bool) -> dict[str, str]:
    """Return the type of every trap card by id; "" where nobody has taught it."""
    given = read_table(data.get("trap_cards", {}), dict[str, str], f"{GAME}: pack table trap_cards")
    if wrong := sorted(set(given.values()) - set(traps)):
        raise SetupError(f"{GAME}: pack table trap_cards: no trap type {wrong[0]!r}")
    if not untaught:
        return {
            f"trap-{key}-{copy}": key for key, trap in traps.items() for copy in range(1, trap.copies + 1)
        }
    cards = [f"trap-{number:02}" for number in range(1, TRAP_CARDS + 1)]
    if strange := sorted(set(given) - set(cards)):
        raise SetupError(
            f"{GAME}: pack table trap_cards: no card {strange[0]!r}; they are {cards[0]} to {cards[-1]}"
        )
    return {card: given.get(card, "") for card in cards}


def _check_tiles(tiles: Mapping[str, Tile], *, untaught: bool) -> None:
    """Check that a whole course can be laid (WR-COMP-09, -11, -12)."""
    for key, tile in tiles.items():
        normal = tile.half is not None and (tile.kind is not None or untaught) and tile.role is None
        if not normal and (tile.role is None or tile.half is not None or tile.kind is not None):
            raise SetupError(f"{GAME}: pack table tiles.{key}: give it either half and kind, or a role")
        if tile.role == "special" and tile.name not in SPECIAL_NAMES:
            names = ", ".join(SPECIAL_NAMES)
            raise SetupError(f"{GAME}: pack table tiles.{key}: name {tile.name!r} is none of {names}")
    for what, number, needed in (
        ("first-half tiles", sum(tile.half == 1 for tile in tiles.values()), 8),
        ("second-half tiles", sum(tile.half == 2 for tile in tiles.values()), 8),
        ("gas station", sum(tile.role == "gas" for tile in tiles.values()), 1),
        ("finish", sum(tile.role == "finish" for tile in tiles.values()), 1),
    ):
        if number != needed:
            raise SetupError(f"{GAME}: pack table tiles: {number} {what}; the course needs {needed}")
    specials = [tile.name for tile in tiles.values() if tile.role == "special"]
    if not specials or len(set(specials)) != len(specials):
        raise SetupError(f"{GAME}: pack table tiles: special tiles {specials}; each once and at least one")


def _check_totals(racers: Mapping[str, Racer], traps: Mapping[str, TrapType], *, untaught: bool) -> None:
    """Check the number of Racers and of trap cards (WR-COMP-01, WR-COMP-05)."""
    if len(racers) != 10 or "DD" in racers:
        raise SetupError(
            f"{GAME}: pack table racers: {len(racers)} Racers; the game has 10, DD not among them"
        )
    copies = sum(trap.copies for trap in traps.values())
    if copies > TRAP_CARDS or (0 < copies < TRAP_CARDS and not untaught):
        raise SetupError(f"{GAME}: pack table traps: {copies} trap cards in all; the game has {TRAP_CARDS}")
