"""The solvers: known by name here, imported when they are used; and what each one is unfit for."""

from __future__ import annotations

from typing import Final

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.restrictions import equal_type, one_hp, step
from gridproof.options import Option
from gridproof.specs import CertificateSpec, Feature, SolverSpec

__all__ = ["CERTIFICATES", "SOLVERS"]

#: States a hero that the table of the dynamic program may have.
_DP_STATES: Final = 100_000
#: Heroes whose plays can be enumerated at all.
_ENUMERATED: Final = 64


def _unfit_for_4h(level: MergeLevel) -> str | None:
    """Return the reason enumerations do not end on a board: more than two dozen heroes."""
    heroes = len(level.heroes)
    return None if heroes <= _ENUMERATED else f"{heroes} heroes are more than {_ENUMERATED}"


def _unfit_for_2h(level: MergeLevel) -> str | None:
    """Return the reason Corollary 1 does not hold: it needs stones of one hit point."""
    if not one_hp(level):
        return "it is right only for ONE-HP: in `a2.aaa` the stone falls to a hero of level 3 only"
    return _unfit_for_4h(level)


def _unfit_for_flow(level: MergeLevel) -> str | None:
    """Return the reason a flow does not solve a board.

    Each hero has to strike one stone at most, and each stone to need one merge.
    """
    if not one_hp(level):
        return "it is right only for ONE-HP: elsewhere a stone needs several merges"
    if any(len(stones) > 1 for stones in level.strikes):
        return "it is right only where no hero strikes two stones: `1a1.a` takes one merge, not two"
    return None


def _unfit_for_lines(level: MergeLevel) -> str | None:
    """Return the reason that none of Theorems 4 to 7 holds on a board."""
    if not one_hp(level):
        return "it is right only for ONE-HP: it counts each striker once"
    return _unfit_shape(level)


def _unfit_for_dp(level: MergeLevel) -> str | None:
    """Return the reason Theorem 8 does not hold, or has a large table."""
    return _unfit_shape(level) or _too_wide_for_dp(level)


def _unfit_shape(level: MergeLevel) -> str | None:
    if not equal_type(level):
        return "it is right only for EQUAL-TYPE: several types have budgets of their own"
    if all(step(level.vector(kind)) is not None for kind in level.types):
        return None
    return (
        "it is right only if the attack vector is an arithmetic progression of cells; with "
        "`-2,-1 0,-1 1,-1`, `11.` over `a.a` takes one hero, and a sweep from the left takes two"
    )


def _too_wide_for_dp(level: MergeLevel) -> str | None:
    """Return the reason that Theorem 8's table is too large; None if it is not.

    Its size is the product of counts of heroes by damage, and damages to come.
    """
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


_INCUMBENT: Final[frozenset[Feature]] = frozenset({"incumbent"})
_GREEDY: Final = Option.flag("greedy", "begin with a quick play, stone by stone", default=True)

SOLVERS: Final = (
    SolverSpec(
        "flow",
        "a largest flow of stones into types, where no hero strikes two stones",
        "gridproof.games.merge.solve.flow:flow",
        supports=_INCUMBENT,
        unsupported=_unfit_for_flow,
    ),
    SolverSpec(
        "greedy-lines",
        "a sweep along lines, for polynomial attack vectors (Saakyan, Theorems 4 to 7)",
        "gridproof.games.merge.solve.greedy_lines:greedy_lines",
        supports=_INCUMBENT,
        unsupported=_unfit_for_lines,
    ),
    SolverSpec(
        "dp",
        "a dynamic program along lines, for any hit points (Saakyan, Theorem 8)",
        "gridproof.games.merge.solve.dp:dp",
        supports=_INCUMBENT,
        options=(_GREEDY,),
        unsupported=_unfit_for_dp,
    ),
    SolverSpec(
        "optimal",
        "an integer program over damages, by branch and cut",
        "gridproof.games.merge.solve.optimal:optimal",
        supports=_INCUMBENT,
        options=(
            _GREEDY,
            Option.flag(
                "enumerate", "try all plays, where they are few", default=True, expert=True
            ),
            Option.flag(
                "cover", "cover all stones with few heroes, for ONE-HP", default=True, expert=True
            ),
            Option.flag(
                "tighten", "add the rows that the relaxation breaks", default=True, expert=True
            ),
        ),
        exact_nodes=False,  # it branches by floating-point prices
        stand_ins=("enumerate-2h", "enumerate-4h"),
    ),
    SolverSpec(
        "enumerate-2h",
        "all choices of half of the heroes, for ONE-HP (Saakyan, Corollary 1)",
        "gridproof.games.merge.solve.enumerate:enumerate_2h",
        objectives=("stones",),
        supports=_INCUMBENT,
        unsupported=_unfit_for_2h,
        in_portfolio=False,
    ),
    SolverSpec(
        "enumerate-4h",
        "all maximal plays (Saakyan, Theorem 3)",
        "gridproof.games.merge.solve.enumerate:enumerate_4h",
        objectives=("stones",),
        supports=_INCUMBENT,
        unsupported=_unfit_for_4h,
        in_portfolio=False,
    ),
    SolverSpec(
        "greedy",
        "takes stone by stone, few hit points first, by the heroes that are raised least so far",
        "gridproof.games.merge.solve.greedy:greedy",
    ),
)

CERTIFICATES: Final = (
    CertificateSpec(
        "damages",
        "a tree of cases over what heroes deal; the file holds names of rows, prices and branches",
        check="gridproof.proof.merge:check",
        make="gridproof.games.merge.solve.certificate:make",
        refutation="gridproof.proof.pseudo_boolean.damages:damages",
    ),
)
