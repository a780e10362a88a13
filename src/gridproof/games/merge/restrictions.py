"""The restrictions of the MERGE-GAME thesis (section 2.2): which ones a board meets.

They say which algorithms are right for a board.
"""

from __future__ import annotations

import itertools

from gridproof.games.merge.level import ATTACK_NAMES, MergeLevel, Offsets, show_offsets

__all__ = [
    "destroys_all",
    "equal_type",
    "facts",
    "one_hp",
    "step",
]


def destroys_all(level: MergeLevel) -> bool:
    """Return True under DESTROY-ALL: every stone is wanted."""
    return level.target is not None and level.target >= len(level.stones)


def one_hp(level: MergeLevel) -> bool:
    """Return True under ONE-HP: every stone has one hit point."""
    return all(hp == 1 for _, hp in level.stones)


def equal_type(level: MergeLevel) -> bool:
    """Return True under EQUAL-TYPE: all heroes are of one type."""
    return len(level.types) <= 1


def step(vector: Offsets) -> tuple[int, int] | None:
    """Return the difference of an arithmetic progression of cells; None if they are not one.

    One cell, or none, is a progression of any difference.
    """
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(vector)}
    if len(steps) > 1:
        return None
    return steps.pop() if steps else (1, 0)


def facts(level: MergeLevel) -> list[str]:
    """Return the restrictions that the board meets, for people.

    MERGE-GAME-SIMPLE stands for three.
    """
    found = []
    held = {
        "DESTROY-ALL": destroys_all(level),
        "ONE-HP": one_hp(level),
        "EQUAL-TYPE": equal_type(level),
    }
    if all(held.values()):
        found.append("MERGE-GAME-SIMPLE")
    else:
        found += [name for name, holds in held.items() if holds]
    if level.max_level is not None:
        found.append("LIMITED-LEVEL")
    vectors = {level.vector(kind) for kind in level.types}
    if len(vectors) == 1 and step(vector := vectors.pop()) is not None:
        name = show_offsets(vector)
        known = name in ATTACK_NAMES
        found.append(f"two-line shape {name}" if known else "arithmetic progression of cells")
    elif len(vectors) > 1:
        found.append("mixed attack vectors")
    if max(map(len, level.strikes), default=0) <= 1:
        found.append("one stone a hero")
    return found
