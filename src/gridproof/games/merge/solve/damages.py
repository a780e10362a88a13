"""Damages that each hero deals to each stone it strikes, and the plays behind them.

The stones that a play destroys depend only on the damages; `docs/explanation/merge-game.md` proves
which ones can be dealt.
"""

from __future__ import annotations

from collections.abc import Sequence

from gridproof.games.merge.level import MergeLevel

__all__ = [
    "can_be_dealt",
    "destroyed",
    "fallen",
    "fewest_merges",
    "merges_for",
    "trimmed",
]


def counts(level: MergeLevel, kind: int, damages: Sequence[int]) -> list[int]:
    """Return for each k from 1 the number of heroes of a type that shall deal at least k."""
    own = [damages[i] for i in level.types[kind]]
    return [sum(d >= k for d in own) for k in range(1, max(own, default=0) + 1)]


def can_be_dealt(level: MergeLevel, damages: Sequence[int]) -> bool:
    """Return True if some play deals at least these damages: N_k ≤ ⌊h / 2^k⌋ for all types, k."""
    for kind in level.types:
        wanted, tokens = counts(level, kind, damages), level.tokens(kind)
        if len(wanted) > len(tokens) or any(n > t for n, t in zip(wanted, tokens, strict=False)):
            return False
    return True


def destroyed(level: MergeLevel, damages: Sequence[int]) -> int:
    """Return the number of stones that fall."""
    return len(fallen(level, damages))


def fallen(level: MergeLevel, damages: Sequence[int]) -> set[int]:
    """Return the stones that fall."""
    struck = zip(level.strikers, level.stones, strict=True)
    return {
        stone
        for stone, (strikers, (_, hp)) in enumerate(struck)
        if sum(damages[i] for i in strikers) >= hp
    }


def trimmed(level: MergeLevel, damages: Sequence[int]) -> list[int]:
    """Return smaller damages that destroy the same stones; none of them can be smaller alone."""
    found = list(damages)
    spare = [
        sum(damages[i] for i in strikers) - hp
        for strikers, (_, hp) in zip(level.strikers, level.stones, strict=True)
    ]
    for i, stones in enumerate(level.strikes):
        falling = [s for s in stones if spare[s] >= 0]
        less = min([damages[i], *(spare[s] for s in falling)])
        found[i] -= less
        for s in falling:
            spare[s] -= less
    return found


def fewest_merges(counts: Sequence[int]) -> int:
    """Return the fewest merges after which N_1, N_2, … heroes of a type deal 1, 2, … or more."""
    return sum(_survivors(counts))


def _survivors(counts: Sequence[int]) -> list[int]:
    """Return the least number of heroes that survive a merge at level 1, 2, ….

    Those that shall deal k or more survive the merges at level k, and so do as many others as the
    survivors at level k + 1 need to merge with: |A_k| = max(N_k, 2 |A_k+1|).
    """
    sizes: list[int] = []
    for wanted in reversed(counts):
        sizes.append(max(wanted, 2 * sizes[-1] if sizes else 0))
    return sizes[::-1]


def merges_for(level: MergeLevel, damages: Sequence[int]) -> tuple[str, ...]:
    """Return the fewest merges that deal at least ``damages``, level by level.

    Args:
        level: the board.
        damages: one number a hero; :func:`can_be_dealt` holds.
    """
    moves = []
    for kind, heroes in level.types.items():
        # Those that shall deal most come first, so the survivors of each level are a prefix; among
        # equals those that strike most, since any other raised hero may as well strike something.
        ranked = sorted(heroes, key=lambda i: (-damages[i], -len(level.strikes[i]), i))
        for size in _survivors(counts(level, kind, damages)):
            for a, b in zip(ranked[size : 2 * size], ranked[:size], strict=True):
                moves.append(f"{level.heroes[a][0]}>{level.heroes[b][0]}")
    return tuple(moves)
