"""The kinds of proof that a game's boards have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gridproof.game import AnyGame
from gridproof.level import Level, Objective
from gridproof.specs import CertificateSpec

__all__ = ["PLAIN", "REDUCTIONS", "fitting_kinds", "goal_of", "kinds"]

PLAIN: Final = CertificateSpec(
    "plain",
    "all plays, made by the rules; the file holds the claim alone",
    check="gridproof.proof.plain:check",
    make="gridproof.proof.making:claim_alone",
)

#: Boards that stand for instances of hard problems, by the theorem that says so.
REDUCTIONS: Final = tuple(
    CertificateSpec(
        name,
        summary,
        check=f"gridproof.proof.reductions.{name}:check",
        make=None,
        objectives=("explosions", "squares", "stones"),
        refutation=f"gridproof.proof.pseudo_boolean.instances:{name}",
    )
    for name, summary in (
        ("covers", "a graph's edges as paths of crates, points or stones; the file names them"),
        ("wires", "a formula as loops and branches of crates or points; the file names them"),
        ("loops", "a formula as loops of crates in slots; the file names crates and bombs"),
    )
)


def kinds(game: AnyGame) -> Mapping[str, CertificateSpec]:
    """Return the kinds of a game by id; plain search is always there, as the last."""
    goals = {objective.id for objective in game.objectives}
    reductions = [spec for spec in REDUCTIONS if not goals.isdisjoint(spec.objectives)]
    return {spec.id: spec for spec in (*game.certificates, *reductions, PLAIN)}


def goal_of(game: AnyGame, spec: CertificateSpec, objective: Objective) -> Objective:
    """Return the objective that a check of this kind speaks of, where ``objective`` is claimed.

    That is another one where the kind is not made for ``objective`` but for its relaxation, whose
    bounds hold for the first metrics (:attr:`gridproof.level.Objective.relaxation`).
    """
    if objective.relaxation is not None and spec.objectives and objective.id not in spec.objectives:
        return game.objective(objective.relaxation)
    return objective


def fitting_kinds(game: AnyGame, level: Level, objective: Objective) -> list[CertificateSpec]:
    """Return the kinds that are made for a board and an objective, or for its relaxation."""
    return [
        spec
        for spec in kinds(game).values()
        if spec.why_unsupported(level, goal_of(game, spec, objective)) is None
    ]
