"""Certificates of each kind of each game: ones that are accepted, and forged ones."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from gridproof.game import AnyGame
from gridproof.proof.kinds import kinds
from gridproof.registry import games
from gridproof.solving.certify import certified
from gridproof.solving.solve import solve
from gridproof.specs import CertificateSpec
from tests.proof import test_reductions
from tests.proof.forging import Forgery, header, packed
from tests.proof.reduced import Claimed
from tests.samples import random_levels

__all__ = ["write_certificates"]


def write_certificates(folder: Path) -> list[Path]:
    """Write a certificate of each kind that each game has, and one that must be refused."""
    forgeries = {(one.claim.game.id, one.kind): one for one in _forgeries()}
    reduced = {(one.claim.game.id, one.kind): one for one in _reduced()}
    written = []
    for game in games().values():
        for spec in kinds(game).values():
            good = folder / f"{game.id}-{spec.id}.gpc"
            if (made := reduced.get((game.id, spec.id))) is not None:
                good.write_bytes(_file(made))
            elif spec.make is not None:
                _certify(game, spec, good)
            else:
                continue
            bad = good.with_name(f"{game.id}-{spec.id}-refused.gpc")
            forged = forgeries.get((game.id, spec.id))
            bad.write_bytes(_file(forged) if forged else good.read_bytes()[:-1] + b"?")
            written += [good, bad]
    return written


def _file(one: Forgery | Claimed) -> bytes:
    said = header(one.claim, one.kind) | {"stands_for": one.claim.stands_for}
    return packed(said, one.records)


def _certify(game: AnyGame, spec: CertificateSpec, path: Path) -> None:
    """Write a certificate of this kind, of a small level."""
    with mock.patch("gridproof.solving.certify.fitting_kinds", return_value=[spec]):
        for level in random_levels(game.id, 3):
            for goal in game.objectives:
                if spec.why_unsupported(level, goal) is None:
                    result = solve(level, game=game, objective=goal.id)
                    if certified(result, path, game=game).certificate is not None:
                        return
    raise AssertionError(f"no certificate of kind {spec.id}")


def _forgeries() -> Iterator[Forgery]:
    for path in sorted(Path(test_reductions.__file__).parent.glob("forgeries_*.py")):
        module: Any = importlib.import_module(f"tests.proof.{path.stem}")
        yield from (one for one in module.FORGERIES if isinstance(one, Forgery))


def _reduced() -> Iterator[Claimed]:
    yield from map(test_reductions.made, range(len(test_reductions.SMALL)))
