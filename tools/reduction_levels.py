"""Writes the shipped boards that reductions make: `reductions.txt` in the folders of their games.

Each was solved to proven optimum; a test compares the files with what this makes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import gridproof
from gridproof.level import Level
from gridproof.reduction import Encoding
from gridproof.registry import game_of

LEVELS = Path(gridproof.__file__).parent / "data" / "levels"

_EITHER = "x | y\n!x | !y\n"
_NEITHER = "x | y\nx | !y\n!x | y\n!x | !y\n"
_THESIS = "x | !y | z\n!x | y | z\n"
_EIGHT = "".join(f"{a}x | {b}y | {c}z\n" for a in ("", "!") for b in ("", "!") for c in ("", "!"))
#: The same with two variables that no clause names.
_HOLE = "p cnf 5 8\n" + "".join(
    f"{a} {b} {c} 0\n" for a in (1, -1) for b in (2, -2) for c in (3, -3)
)
_TRIANGLE = "1 2\n1 3\n2 3\n"
_K4 = "1 2\n1 3\n1 4\n2 3\n2 4\n3 4\n"


@dataclass(frozen=True)
class Made:
    """A board that is shipped.

    Attributes:
        title: what it stands for; ``k`` is added.
        reduction: id of the reduction.
        instance: its text.
        yes: True if the instance has a witness; what is a "no" misses k by one here.
        options: of the reduction.
        sound: True if the audit passes.
    """

    title: str
    reduction: str
    instance: str
    yes: bool
    options: Mapping[str, str] = field(default_factory=dict)
    sound: bool = True

    def encoding(self) -> Encoding:
        """Return what the reduction makes of the instance."""
        return gridproof.reduce(self.reduction, self.instance, self.options)

    def optimum(self, encoding: Encoding) -> int:
        """Return the optimum of the board: a test has it proven."""
        if self.yes or not self.sound:
            return encoding.k
        return encoding.k + (1 if game_of(encoding.level).objective().sense == "min" else -1)

    def level(self) -> Level:
        """Return the board with what is said of it."""
        made = self.encoding()
        options = "".join(f" --set {name}={value}" for name, value in self.options.items())
        return made.level.with_info(
            title=f"{self.title}, k = {made.k}",
            k=str(made.k),
            generator=f"gridproof reduce {self.reduction}{options}",
            optimum=str(self.optimum(made)),
        )


#: By game.
BOARDS: Mapping[str, tuple[Made, ...]] = {
    "bombcover": (
        Made("Satisfiable: x ∨ y, ¬x ∨ ¬y", "sat-to-bombcover", _EITHER, True),
        Made("Unsatisfiable: x ∨ y, x ∨ ¬y, ¬x ∨ y, ¬x ∨ ¬y", "sat-to-bombcover", _NEITHER, False),
        Made("Satisfiable: x ∨ ¬y ∨ z, ¬x ∨ y ∨ z", "sat-to-bombcover", _THESIS, True),
        Made("Unsatisfiable: all clauses of x, y and z", "sat-to-bombcover", _EIGHT, False),
        Made(
            "Unsound, so cleared in k: all clauses of 3 variables out of 5",
            "sat-to-bombcover",
            _HOLE,
            False,
            {"variant": "thesis"},
            sound=False,
        ),
        Made(
            "Satisfiable, with crossings: x ∨ y, ¬x ∨ ¬y", "sat-to-bombcover-range", _EITHER, True
        ),
        Made("Unsatisfiable, with crossings: x, ¬x", "sat-to-bombcover-range", "x\n!x\n", False),
        Made("Two vertices cover a triangle", "vc-to-bombcover", f"cover: 2\n{_TRIANGLE}", True),
        Made("No vertex covers a triangle", "vc-to-bombcover", f"cover: 1\n{_TRIANGLE}", False),
        Made("Three vertices cover K4", "vc-to-bombcover", f"cover: 3\n{_K4}", True),
        Made(
            "No two vertices cover K4",
            "vc-to-bombcover",
            f"cover: 2\n{_K4}",
            False,
            {"radius": "1"},
        ),
    ),
    "boxcover": (
        Made("Satisfiable: x ∨ y, ¬x ∨ ¬y", "sat-to-boxcover", _EITHER, True),
        Made("Unsatisfiable: x, ¬x", "sat-to-boxcover", "x\n!x\n", False),
        Made("Satisfiable: x ∨ ¬y ∨ z, ¬x ∨ y ∨ z", "sat-to-boxcover", _THESIS, True),
        Made("Two vertices cover a triangle", "vc-to-boxcover", f"cover: 2\n{_TRIANGLE}", True),
        Made("No vertex covers a triangle", "vc-to-boxcover", f"cover: 1\n{_TRIANGLE}", False),
        Made("Three vertices cover K4", "vc-to-boxcover", f"cover: 3\n{_K4}", True),
    ),
    "merge": (
        Made("Two vertices cover a triangle", "vc-to-merge", f"cover: 2\n{_TRIANGLE}", True),
        Made("No vertex covers a triangle", "vc-to-merge", f"cover: 1\n{_TRIANGLE}", False),
        Made("Three vertices cover K4", "vc-to-merge", f"cover: 3\n{_K4}", True),
        Made("No two vertices cover K4", "vc-to-merge", f"cover: 2\n{_K4}", False),
    ),
}


def files() -> Iterator[tuple[Path, str]]:
    """Yield each file and what belongs into it."""
    for game, boards in BOARDS.items():
        texts = [gridproof.find_game(game).write(made.level()) for made in boards]
        yield LEVELS / game / "reductions.txt", "\n".join(texts)


def main() -> None:
    """Write the files."""
    for file, text in files():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
