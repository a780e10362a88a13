"""The solvers and kinds of proof: known by name here, imported when used, and for which boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.bombcover.rules import EXPLOSIONS
from gridproof.options import Option
from gridproof.specs import CertificateSpec, SolverSpec

__all__ = ["CERTIFICATES", "SOLVERS"]

#: Kernels number crates with 16 bits.
MAX_CRATES: Final = 65_535

_SOLVE = "gridproof.games.bombcover.solve"


def _throws(level: BombcoverLevel) -> str | None:
    """Return the reason a solver that rests on monotonicity is not for this board, or None.

    With `throw`, having fewer crates can be worse: over the run `xx` a bomb reaches the cell behind
    it, over the gap in `x.` it does not.
    """
    return "bombs that are thrown break what it rests on" if level.throw else None


def _throws_or_pierces(level: BombcoverLevel) -> str | None:
    """Return the reason a solver that counts arms by first crates is not for this board."""
    return "arms that pierce break what it rests on" if level.pierce else _throws(level)


def _too_large_for_sets(most: int) -> Callable[[BombcoverLevel], str | None]:
    """Return the same for a solver whose sets hold ``most`` crates."""

    def unsupported(level: BombcoverLevel) -> str | None:
        if level.crates.bit_count() > most:
            return f"the board has more than {most} crates"
        return _throws(level)

    return unsupported


SOLVERS: Final = (
    SolverSpec(
        "optimal",
        "layers of crate sets, bounded by weights from linear programs",
        f"{_SOLVE}.optimal:optimal",
        objectives=(EXPLOSIONS.id,),
        supports=frozenset({"incumbent"}),
        options=(
            Option.flag("greedy", "begin with greedy bombs", default=True, expert=True),
            Option.flag("static", "solve the static relaxation and play its bombs", default=True),
            Option.flag("plans", "go on with plans of bombs where layers get large", default=True),
            Option.flag(
                "linear-programs", "weigh crates by linear programs", default=True, expert=True
            ),
            Option.flag(
                "beams", "look for solutions by narrow layers first", default=True, expert=True
            ),
        ),
        unsupported=_too_large_for_sets(MAX_CRATES),
        # Weights from linear programs in floating point decide which states of a layer go.
        exact_nodes=False,
    ),
    SolverSpec(
        "greedy",
        "bombs the nearest cell that destroys the most (van de Vlasakker, section 5.5)",
        f"{_SOLVE}.greedy:greedy",
        objectives=(EXPLOSIONS.id,),
        unsupported=_throws_or_pierces,
    ),
    SolverSpec(
        "bruteforce-greedy",
        "depth-first search by decreasing power (van de Vlasakker, section 5.6)",
        f"{_SOLVE}.bruteforce:bruteforce_greedy",
        objectives=(EXPLOSIONS.id,),
        unsupported=_too_large_for_sets(1024),
        in_portfolio=False,
    ),
    SolverSpec(
        "bruteforce-random",
        "the same in random order",
        f"{_SOLVE}.bruteforce:bruteforce_random",
        objectives=(EXPLOSIONS.id,),
        unsupported=_too_large_for_sets(1024),
        in_portfolio=False,
    ),
    SolverSpec(
        "static-bound",
        "a bound without a solution: the static relaxation as an integer program",
        f"{_SOLVE}.static_bound:static_bound",
        objectives=(EXPLOSIONS.id,),
        unsupported=_too_large_for_sets(4096),
        exact_nodes=False,  # they are those of HiGHS
    ),
)

CERTIFICATES: Final = (
    CertificateSpec(
        "plans",
        "a tree of cases closed by prices of sets of crates; which bombs break a set is worked out",
        check="gridproof.proof.bombcover:check",
        make=f"{_SOLVE}.certificate:make",
        objectives=(EXPLOSIONS.id,),
        unsupported=_throws,
        refutation="gridproof.proof.pseudo_boolean.plans:plans",
    ),
)
