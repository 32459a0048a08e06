"""Special power cards: which are ready, which may be used now, and turning them face down and up (3.12, 3.14)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import msgspec

from engine.ask import IllegalAnswer, Option, ask_unless_single, choose, tell
from engine.wacky_races.pack import SLOTS

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wacky_races.pack import Power
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Turn

PREFIX: Final = "power-"


def cards(race: Race, seat: int) -> tuple[Power, ...]:
    """Return a player's four power cards, slot 1 first (WR-POW-01)."""
    return race.pack.powers[race.state.racers[seat]]


def usable(race: Race, turn: Turn) -> tuple[int, ...]:
    """Return the slots that may be used between cards: ready, no cancel, and not too many (WR-POW-04, -06 to -09)."""
    exhausted = race.state.exhausted[turn.seat]
    if len(exhausted) == len(SLOTS) or used_up(race, turn):
        return ()
    own = cards(race, turn.seat)
    return tuple([slot for slot in SLOTS if slot not in exhausted and own[slot - 1].kind != "cancel"])


def used_up(race: Race, turn: Turn) -> bool:
    """Whether no more powers may be used in this turn; cancels do not count (WR-POW-08)."""
    limit = race.options.powers_per_turn
    return limit != "unlimited" and turn.powers >= limit


@cache
def option(slot: int, label: str) -> Option:
    """Return the answer "use the power in this slot", named by the card's label."""
    return Option(f"{PREFIX}{slot}", "power", {"value": label})


def options(race: Race, turn: Turn) -> tuple[Option, ...]:
    """Return the powers that may be used now, as answers to the card question."""
    slots = usable(race, turn)
    if not slots:
        return ()
    own = cards(race, turn.seat)
    return tuple([option(slot, own[slot - 1].label) for slot in slots])


def read_power(race: Race, turn: Turn, value: str) -> int:
    """Read "power-2" or the power card's own id, "power-PAT-2".

    Raises:
        IllegalAnswer: no such card, another Racer's, an exhausted one (WR-POW-04), a cancelling one (WR-POW-09), or
            one more than a turn allows (WR-POW-08).

    """
    racer, _, slot = value.removeprefix(PREFIX).rpartition("-")
    if slot not in ("1", "2", "3", "4") or (racer and value not in race.pack.names):
        raise IllegalAnswer("unknown_card", "WR-APP-04", given=value)
    if racer not in ("", race.state.racers[turn.seat]):
        raise IllegalAnswer("power_of_another", "WR-POW-01", racer=racer)
    number = int(slot)
    label = cards(race, turn.seat)[number - 1].label
    if number in race.state.exhausted[turn.seat]:
        raise IllegalAnswer("power_exhausted", "WR-POW-04", power=label)
    if cards(race, turn.seat)[number - 1].kind == "cancel":
        raise IllegalAnswer("power_cancels_only", "WR-POW-09", power=label)
    if used_up(race, turn):
        raise IllegalAnswer("powers_used_up", "WR-POW-08", number=turn.powers)
    return number


def exhaust(race: Race, seat: int, slot: int) -> None:
    """Turn a power card face down (WR-POW-03)."""
    race.state.exhausted[seat] = sorted({*race.state.exhausted[seat], slot})


def cancel(race: Race, seat: int, trap: str) -> Power | None:
    """Use the ready power that cancels exactly this trap, if there is one (WR-TRAP-03, -10); return it."""
    for slot, card in enumerate(cards(race, seat), start=1):
        if card.cancels == trap and slot not in race.state.exhausted[seat]:
            exhaust(race, seat, slot)
            return card
    return None


def refresh(race: Race, seat: int, number: int, *rules: str) -> Script[None]:
    """Let a player turn exhausted powers face up, cancels too (WR-PRIM-14, WR-GAS-04, -05, -10)."""
    for _ in range(number):
        if not race.state.exhausted[seat]:
            return
        slot = yield from ask_unless_single(lambda: refresh_question(race, seat, *rules))
        race.state.exhausted[seat].remove(slot)
        card = cards(race, seat)[slot - 1]
        yield from tell("power_refreshed", rules=rules, seat=seat, power=card.label)


def refresh_question(race: Race, seat: int, *rules: str) -> Ask[int]:
    """Ask which exhausted power is turned up: by its slot, or by the card itself that is shown (WR-PRIM-14)."""
    slots, own = race.state.exhausted[seat], cards(race, seat)
    among = {f"{PREFIX}{slot}": slot for slot in slots}
    among |= {f"{PREFIX}{race.state.racers[seat]}-{slot}": slot for slot in slots}
    question = choose(seat, "refresh_power", among, rules=rules)
    options = tuple([option(slot, own[slot - 1].label) for slot in slots])
    return msgspec.structs.replace(question, options=options)
