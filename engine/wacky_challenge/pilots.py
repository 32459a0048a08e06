"""Pilots: steady (weak), planner (strong), and one that takes anything (section 7)."""

from __future__ import annotations

from math import erf, sqrt
from typing import TYPE_CHECKING, Any, Final, Protocol

from engine.pilots import AnyLegal, any_legal, numbers_from
from engine.wacky_challenge.model import Model, deck_of, model_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ask import Ask, Value
    from engine.pilots import Draw, Pilot
    from engine.wacky_challenge.model import Deck
    from engine.wacky_challenge.options import Options
    from engine.wacky_challenge.pack import Pack
    from engine.wacky_challenge.state import Values
    from engine.wacky_challenge.views import SeatView

SAMPLES: Final = 24
"""How often the planner plays the rest of the match for each of its options (7.4)."""

BITS: Final = 31


def _quantile(share: float) -> float:
    """Return the point below which *share* of a normal distribution lies."""
    low, high = -6.0, 6.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if (1 + erf(middle / sqrt(2))) / 2 < share else (low, middle)
    return low


NORMAL: Final = tuple(_quantile((index + 0.5) / 256) for index in range(256))
"""256 numbers, each as likely, that together are distributed normally."""


def noise_from(seed: int) -> Callable[[], float]:
    """Return a source of normally distributed numbers that depends on *seed* alone (WC-BOT-05)."""
    number = numbers_from(seed)
    return lambda: NORMAL[number() >> 23]


class Steady:
    """Takes what adds most, plays early when much is at stake; never plans ahead (7.3)."""

    def __init__(self, pack: Pack, options: Options) -> None:
        self.pack = pack
        self.options = options
        self._deck = deck_of(pack, options, {})
        self._taught: dict[str, Values] = {}

    def deck(self, taught: dict[str, Values]) -> Deck:
        """Return the cards' values, worked out anew when something was taught."""
        if taught != self._taught:
            self._taught = dict(taught)
            self._deck = deck_of(self.pack, self.options, self._taught)
        return self._deck

    def answer(self, view: Any, question: Ask[Any], draw: Draw) -> Value:
        """Return a legal answer to any question that may come to a player's seat."""
        seen: SeatView = view
        if question.key not in DECISIONS:
            return any_legal(question, draw)
        model = model_of(seen.public, self.deck(seen.public.taught), self.options)
        return self.decide(model, seen, question, noise_from(draw(1 << BITS)))

    def decide(self, model: Model, seen: SeatView, question: Ask[Any], noise: Callable[[], float]) -> Value:
        """Decide as a steady player does."""
        seat = seen.seat
        match question.key:
            case "choose" | "show_card":
                return seen.chosen or model.best_choice(seat, noise)
            case "choose_late":
                return model.best_late(seat)
            case "take":
                return model.best_take(seat, noise)
            case "top_vehicle":
                return model.best_top(seat)
        pair = model.best_exchange(seat)
        if question.key == "exchange_route":
            return pair[0] if pair else question.options[0].value
        return best_given(model, seat, seen.public.swap)


def best_given(model: Model, seat: int, mine: str) -> str:
    """Return the hand card that makes the best route in place of *mine*."""
    deck, route, colour = model.deck, model.routes[seat], model.colours[seat]
    held = [card for card in model.hands[seat] if deck.vehicle[card] != "train"]
    return max(held, key=lambda card: deck.stages([card if one == mine else one for one in route], colour))


class Planner(Steady):
    """Plays the rest of the match some times for each option, everybody steady, and takes the best (7.4)."""

    def decide(self, model: Model, seen: SeatView, question: Ask[Any], noise: Callable[[], float]) -> Value:
        """Search where it was measured to help: choosing and taking."""
        options = [option.value for option in question.options]
        if question.key not in ("choose", "take") or len(options) == 1:
            return super().decide(model, seen, question, noise)
        return max(options, key=lambda option: self.value_of(model, seen.seat, question.key, option, noise))

    def value_of(self, model: Model, seat: int, key: str, option: str, noise: Callable[[], float]) -> float:
        """Return the mean worth of an option: the share of the win, and a little for the lead in stages."""
        total = 0.0
        for _ in range(SAMPLES):
            trial = model.copy()
            if key == "choose":
                trial.play(seat, option)
            else:
                trial.take(option)
            stages = trial.play_out(noise)
            others = max([n for other, n in enumerate(stages) if other != seat])
            best = max(stages)
            if stages[seat] == best:
                total += 1 / stages.count(best)
            total += 0.02 * (stages[seat] - others)
        return total / SAMPLES


def anything(pack: Pack, options: Options) -> AnyLegal:
    """Return the pilot that takes any legal answer, each as likely (7.2)."""
    del pack, options
    return AnyLegal()


class Style(Protocol):
    """How a pilot is made."""

    def __call__(self, pack: Pack, options: Options) -> Pilot:
        """Return a pilot for one match."""
        ...


DECISIONS: Final = frozenset(
    {"choose", "show_card", "choose_late", "take", "top_vehicle", "exchange_route", "exchange_hand"}
)
"""The questions a pilot weighs."""

STYLES: Final[dict[str, Style]] = {"steady": Steady, "planner": Planner, "random": anything}
