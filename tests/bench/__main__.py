"""`make bench`: import every module of this folder, ask those that have `figures()`, and print one table."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from tests.bench.figure import Figure, as_figures, table

HERE = Path(__file__).parent


def modules(folder: Path = HERE) -> list[str]:
    """The names of the folder's modules that may measure something, in order."""
    return sorted(file.stem for file in folder.glob("*.py") if not file.stem.startswith(("_", "test_")))


def measure(package: str, names: list[str]) -> list[Figure]:
    """The figures of all modules that have some, each named after its module."""
    figures: list[Figure] = []
    for name in names:
        collect = getattr(import_module(f"{package}.{name}"), "figures", None)
        if collect is not None:
            found = as_figures(collect())
            figures += [Figure(f"{name}: {one.name}", one.value, one.unit, one.bar) for one in found]
    return figures


def main() -> int:
    """Print the table. 1 when a bar is missed."""
    figures = measure("tests.bench", modules())
    sys.stdout.write(table(figures) + "\n")
    missed = sum(figure.missed for figure in figures)
    sys.stdout.write(f"{len(figures)} figures, {missed} over their bar\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
