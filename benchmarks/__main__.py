"""``make bench``: what needs data or programs from outside the package.

    python -m benchmarks [FOLDER]

FOLDER holds ``data/robots`` (boards with known optima), ``data/sokoban`` (level sets),
``scale/robots.c``, the yardstick, and ``gym-sokoban``, a venv with another environment for sokoban;
the default is ``../shared``. What is missing is left out and said.
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks import (
    batch,
    bombcover,
    boxcover,
    certificates,
    environments,
    generating,
    merge,
    onebomb,
    rating,
    reductions,
    robots,
    sokoban,
)


def main() -> None:
    """Runs all benchmarks."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "../shared")
    for part in (
        robots.against_yardstick,
        robots.ricochet,
        sokoban.sets,
        rating.order,
        environments.steps,
        certificates.measure,
    ):
        try:
            part(folder)
        except FileNotFoundError as error:
            print(f"left out: {error}")
    onebomb.linear_kernels()
    bombcover.curve()
    merge.proofs()
    boxcover.proofs()
    reductions.proofs()
    generating.orders()
    batch.overhead()


if __name__ == "__main__":
    main()
