"""Solvers and kinds of proof: known by name here, imported when they are used."""

from __future__ import annotations

from typing import Final

from gridproof.options import Option
from gridproof.specs import CertificateSpec, SolverSpec

__all__ = ["CERTIFICATES", "SOLVERS"]

_SOLVE: Final = "gridproof.games.robots.solve"

SOLVERS: Final = (
    SolverSpec(
        "optimal",
        "A* over sets of states or single ones, with bounds by walls and blockers (native)",
        f"{_SOLVE}.kernel:optimal",
        node_budget=10_000_000,
        supports=frozenset({"all-solutions", "incumbent"}),
        options=(
            Option.choice(
                "method",
                ("sets", "states"),
                "whether boards that are fit for it are searched by sets of states, or all of them "
                "state by state",
            ),
        ),
        threaded=lambda level, objective: True,
    ),
    SolverSpec(
        "iddfs",
        "iterative deepening with the wall-only bound (native)",
        f"{_SOLVE}.kernel:iddfs",
        supports=frozenset({"incumbent"}),
    ),
    SolverSpec(
        "bfs-text",
        "Meersman's report, table 1: whole boards as text",
        f"{_SOLVE}.stages:bfs_text",
        in_portfolio=False,
    ),
    SolverSpec(
        "bfs-sorted",
        "Meersman's report, table 2: robots' places only",
        f"{_SOLVE}.stages:bfs_sorted",
        in_portfolio=False,
    ),
    SolverSpec(
        "bfs-precomputed",
        "Meersman's report, table 3: moves fixed",
        f"{_SOLVE}.stages:bfs_precomputed",
        in_portfolio=False,
    ),
    SolverSpec(
        "bfs-early",
        "Meersman's report, conclusion: early goal test",
        f"{_SOLVE}.stages:bfs_early",
        in_portfolio=False,
    ),
)

CERTIFICATES: Final = (
    CertificateSpec(
        "slides",
        "all positions in the order of moves made and walls-only distance; the file holds the "
        "claim alone",
        check="gridproof.proof.robots:check",
        make="gridproof.proof.making:claim_alone",
    ),
)
