"""The restrictions of the MERGE-GAME thesis (section 2.2): which ones a board meets.

They say which algorithms are right for a board; the solvers' refusals are here as well.
"""

from __future__ import annotations

import itertools

from gridproof.games.merge.level import ATTACK_NAMES, MergeLevel, Offsets, show_offsets

__all__ = [
    "destroys_all",
    "equal_type",
    "names",
    "one_hp",
    "step",
    "too_wide_for_dp",
    "unfit_for_2h",
    "unfit_for_4h",
    "unfit_for_dp",
    "unfit_for_flow",
    "unfit_for_lines",
]

_DP_STATES = 100_000
_ENUMERATED = 64


def destroys_all(level: MergeLevel) -> bool:
    """DESTROY-ALL: every stone is wanted."""
    return level.target is not None and level.target >= len(level.stones)


def one_hp(level: MergeLevel) -> bool:
    """ONE-HP: every stone has one hit point."""
    return all(hp == 1 for _, hp in level.stones)


def equal_type(level: MergeLevel) -> bool:
    """EQUAL-TYPE: all heroes are of one type."""
    return len(level.types) <= 1


def step(vector: Offsets) -> tuple[int, int] | None:
    """The difference of an arithmetic progression of cells; None if they are not one.

    One cell, or none, is a progression of any difference.
    """
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(vector)}
    if len(steps) > 1:
        return None
    return steps.pop() if steps else (1, 0)


def names(level: MergeLevel) -> list[str]:
    """The restrictions that the board meets, for people; MERGE-GAME-SIMPLE stands for three."""
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


def unfit_for_4h(level: MergeLevel) -> str | None:
    """Enumerations end for two dozen heroes at most."""
    heroes = len(level.heroes)
    return None if heroes <= _ENUMERATED else f"{heroes} heroes are more than {_ENUMERATED}"


def unfit_for_2h(level: MergeLevel) -> str | None:
    """Corollary 1: no hero needs to be above level 2 if every stone has one hit point."""
    if not one_hp(level):
        return "it is right only for ONE-HP: in `a2.aaa` the stone falls to a hero of level 3 only"
    return unfit_for_4h(level)


def unfit_for_flow(level: MergeLevel) -> str | None:
    """Each hero strikes one stone at most, and each stone needs one merge."""
    if not one_hp(level):
        return "it is right only for ONE-HP: elsewhere a stone needs several merges"
    if any(len(stones) > 1 for stones in level.strikes):
        return "it is right only where no hero strikes two stones: `1a1.a` takes one merge, not two"
    return None


def unfit_for_lines(level: MergeLevel) -> str | None:
    """Theorems 4 to 7, where they hold."""
    if not one_hp(level):
        return "it is right only for ONE-HP: it counts each striker once"
    return _unfit_shape(level)


def unfit_for_dp(level: MergeLevel) -> str | None:
    """Theorem 8, where it holds, and where its table stays small."""
    return _unfit_shape(level) or too_wide_for_dp(level)


def _unfit_shape(level: MergeLevel) -> str | None:
    if not equal_type(level):
        return "it is right only for EQUAL-TYPE: several types have budgets of their own"
    if all(step(level.vector(kind)) is not None for kind in level.types):
        return None
    return (
        "it is right only if the attack vector is an arithmetic progression of cells; with "
        "`-2,-1 0,-1 1,-1`, `11.` over `a.a` takes one hero, and a sweep from the left takes two"
    )


def too_wide_for_dp(level: MergeLevel) -> str | None:
    """The size of the table of Theorem 8: counts of heroes by damage, damages still to come."""
    states = 1
    for kind in level.types:
        for token in level.tokens(kind):
            states *= token + 1
        most = max((hp for _, hp in level.stones), default=0)
        for _ in level.vector(kind)[1:]:
            states *= most + 1
            if states > _DP_STATES:
                break
    if states <= _DP_STATES:
        return None
    return f"its table could have {states:,} states a hero or more; at most {_DP_STATES:,}"
