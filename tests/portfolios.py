"""Boards that threads could share, solved by several solvers side by side all the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gridproof.specs import SolverSpec

__all__ = ["no_solver_shares_threads"]


@pytest.fixture(autouse=True)
def no_solver_shares_threads() -> Iterator[None]:
    """Let ``jobs`` mean a portfolio on all boards of a module that imports this."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SolverSpec, "shares_threads", lambda *_: False)
        yield
