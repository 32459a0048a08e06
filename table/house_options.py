"""Options of games as a person writes them: KEY=VALUE, or GAME.KEY=VALUE where several games have such a key."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from engine.options import fault_of, known_options
from engine.rulebook import SetupError
from table.games import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from table.games import Games


def read_options(pairs: Iterable[str], games: Games, among: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the options by game. One that names no game is for every game of *among* that takes it.

    Raises:
        SetupError: no such game or option, or a value that does not fit; the message names those there are.

    """
    options: dict[str, dict[str, Any]] = {}
    for pair in pairs:
        name, given, text = pair.partition("=")
        if not given:
            raise SetupError(f"--option {pair}: write KEY=VALUE, or GAME.KEY=VALUE")
        game, dot, key = name.rpartition(".")
        if dot and game not in among:
            known = ", ".join(among)
            raise SetupError(
                f"--option {pair}: no game {game!r}{did_you_mean(game, among)}; there is {known}"
            )
        value = _value(text)
        for one in _takers(pair, key, value, games, [game] if dot else among):
            options.setdefault(one, {})[key] = value
    return options


def _value(text: str) -> Any:
    """Read a value: JSON where it is that, else a word."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _takers(pair: str, key: str, value: Any, games: Games, among: Sequence[str]) -> list[str]:
    """Find the games that take an option."""
    kinds = {game: kind for game in among if (kind := games.rulebook(game).options_type) is not None}
    know = [game for game, kind in kinds.items() if key in known_options(kind)]
    if not know:
        known = sorted({name for kind in kinds.values() for name in known_options(kind)})
        who = among[0] if len(among) == 1 else "any game"
        hint = f"{did_you_mean(key, known)}; there is {', '.join(known) or 'none'}"
        raise SetupError(f"--option {pair}: no option {key!r} of {who}{hint}")
    faults = {game: fault_of(key, value, kinds[game]) for game in know}
    takers = [game for game, fault in faults.items() if fault is None]
    if not takers:
        raise SetupError(
            f"--option {pair}: {'; '.join(f'{game}: {fault}' for game, fault in faults.items())}"
        )
    return takers
