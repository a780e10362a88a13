"""The solvers and proofs: known by name here, imported when they are used."""

from __future__ import annotations

from typing import Final

from gridproof.options import Option
from gridproof.specs import CertificateSpec, SolverSpec

__all__ = ["CERTIFICATES", "SOLVERS"]

SOLVERS: Final = (
    SolverSpec(
        "optimal",
        "dominance, components, and branch and cut with cuts from windows of points",
        "gridproof.games.boxcover.solve.optimal:optimal",
        supports=frozenset({"incumbent"}),
        options=(
            Option.flag(
                "forced",
                "take squares that are the only ones of a point",
                default=True,
                expert=True,
            ),
            Option.flag(
                "implied-points", "drop points covered with another one", default=True, expert=True
            ),
            Option.flag("dominated-squares", "drop squares within another one", default=True),
            Option.flag(
                "fold", "shorten paths of points in two squares each", default=True, expert=True
            ),
            Option.flag("cuts", "tighten relaxations by cuts from windows", default=True),
            Option.flag(
                "fixing", "fix squares that prices rule in or out", default=True, expert=True
            ),
            Option.flag("budget", "search where prices leave no room", default=True, expert=True),
            Option.flag("local-search", "look for better covers in between", default=True),
        ),
        exact_nodes=False,  # the relaxation's floating-point prices fix squares and branch
    ),
    SolverSpec(
        "greedy",
        "lays the square that covers the most points that are left",
        "gridproof.games.boxcover.solve.greedy:greedy",
    ),
)

CERTIFICATES: Final = (
    CertificateSpec(
        "squares",
        "reductions, cuts and a tree of cases with prices; the checker makes squares and rows",
        check="gridproof.proof.boxcover:check",
        make="gridproof.games.boxcover.solve.certificate:make",
        refutation="gridproof.proof.pseudo_boolean.squares:squares",
    ),
)
