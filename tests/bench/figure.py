"""One measured figure beside its bar, and the table that shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

HEADINGS = ("figure", "value", "unit", "bar", "")


@dataclass(frozen=True, slots=True)
class Figure:
    """Something measured. The bar is the most it may be, in the same unit; None when there is no bar."""

    name: str
    value: float
    unit: str = ""
    bar: float | None = None

    @property
    def missed(self) -> bool:
        """Whether the value is over its bar."""
        return self.bar is not None and self.value > self.bar

    @property
    def verdict(self) -> str:
        """ok, MISS, or nothing when there is no bar."""
        if self.bar is None:
            return ""
        return "MISS" if self.missed else "ok"

    def row(self) -> tuple[str, ...]:
        """The figure as the five words of a table line."""
        bar = "" if self.bar is None else f"<= {number(self.bar)}"
        return (self.name, number(self.value), self.unit, bar, self.verdict)


def number(value: float) -> str:
    """A number with thousands separated, whole when it is whole, else with three digits that say something."""
    if value == int(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def as_figures(found: Iterable[Figure] | Mapping[str, float]) -> list[Figure]:
    """What a module's `figures()` returned: figures, or plain numbers by name."""
    if isinstance(found, Mapping):
        return [Figure(name, value) for name, value in found.items()]
    return list(found)


def table(figures: Iterable[Figure]) -> str:
    """All figures, one line each, in aligned columns."""
    rows = [HEADINGS, *(figure.row() for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column == 1 else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
