"""Certificates as pseudo-Boolean problems with refutations, for checkers of others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from gridproof.arguments import explained, file_name
from gridproof.errors import InputError
from gridproof.lazy import load
from gridproof.limits import Ticker
from gridproof.proof.certificate_file import read_certificate
from gridproof.proof.checking import Verdict, check
from gridproof.proof.claims import Claim, Records, Refused
from gridproof.proof.kinds import goal_of, kinds
from gridproof.proof.pseudo_boolean.log import Refutation
from gridproof.registry import find_game
from gridproof.result import Limits

__all__ = ["refutation"]

_PAGE: Final = "docs/explanation/certificates-elsewhere.md"


@explained
def refutation(
    path: str | Path, verdict: Verdict | None = None, *, limits: Limits | None = None
) -> Refutation:
    """Return the problem that an accepted certificate shows to have no solution, with the proof.

    The problem is the one of columns and rows, with the claim that they cost less than the bound.
    The page of the kind proves that each solution of the board would solve it.

    Args:
        path: of the certificate.
        verdict: of its check; None: it is checked here.
        limits: of that check, and again of making the proof.

    Raises:
        InputError: the certificate is refused, or there is no such proof of its kind or claim.
        Stopped: by a limit or Ctrl-C.
    """
    path = Path(file_name(path))
    verdict = check(path, limits=limits) if verdict is None else verdict
    if not verdict.accepted or verdict.game is None or verdict.kind is None:
        raise InputError(f"{path}: is not accepted: {verdict.reason}")
    game = find_game(verdict.game)
    spec, objective = kinds(game)[verdict.kind], game.objective(verdict.objective)
    if spec.refutation is None:
        known = [one.id for one in kinds(game).values() if one.refutation]
        raise InputError(
            f"{path}: a proof of the kind `{spec.id}` is no pseudo-Boolean one",
            hint=f"of {game.id} these are: {', '.join(known) or 'none'}",
        )
    goal = goal_of(game, spec, objective)
    claim: Claim[Any] = Claim(
        game, verdict.level, goal, verdict.bound, stands_for=verdict.stands_for
    )
    with path.open("rb") as file:
        ticker = Ticker(limits or Limits())
        _, records = read_certificate(file, ticker)
        made: Refutation | None = load(spec.refutation)(claim, _all(records), ticker)
    if made is None:
        raise InputError(f"{path}: its bound is proven without a tree of cases")
    about = [
        f"{game.id}, {objective.id}, {spec.id}: no solution is better than {verdict.bound}",
        f"digest: {verdict.digest}",
        f"meaning of the variables: {_PAGE}",
    ]
    return replace(made, about=tuple(about))


def _all(records: Records) -> Iterator[Any]:
    """Yield the records of an accepted certificate."""
    while True:
        try:
            yield records.take()
        except Refused:
            return
