"""The engine's bench measures what its figures say."""

from __future__ import annotations

from table.games import Games
from tests.bench import engine as bench
from tests.engine.tiny import LanternWalk


def test_each_game_has_its_three_figures() -> None:
    games = Games(extra={bench.TINY: LanternWalk})
    figures = bench.measure(games, bench.TINY, range(2))
    assert [(figure.unit, figure.bar) for figure in figures] == [("µs", 20), ("ms", 50), ("ms", 1000)]
    assert all(figure.value > 0 for figure in figures)


def test_a_match_plays_itself_to_the_same_end_every_time() -> None:
    games = Games(extra={bench.TINY: LanternWalk})
    one, other = (bench.play(games, bench.TINY, 4) for _ in range(2))
    assert one.over
    assert one.record == other.record
