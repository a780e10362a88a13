r"""gridproof models, plays, solves to proven optimum, verifies and draws grid puzzles.

>>> import gridproof
>>> (level,) = gridproof.read_boards("5\n..P..\n#####\n.....\n.....\n..K..", game="onebomb")
>>> result = gridproof.solve(level)
>>> result.status, result.cost
(<Status.OPTIMAL: 'OPTIMAL'>, 4)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from gridproof.game import find_game, games
    from gridproof.loading import read_boards, read_file
    from gridproof.result import Limits, Result, Status, StopReason
    from gridproof.session import Session
    from gridproof.solving import solve
    from gridproof.verifying import verify

__all__ = [
    "Limits",
    "Result",
    "Session",
    "Status",
    "StopReason",
    "__version__",
    "find_game",
    "games",
    "read_boards",
    "read_file",
    "solve",
    "verify",
]

# Where each public name lives. They are imported on first use, so that `gridproof --help` is quick.
_HOME = {
    "Limits": "result",
    "Result": "result",
    "Session": "session",
    "Status": "result",
    "StopReason": "result",
    "find_game": "game",
    "games": "game",
    "read_boards": "loading",
    "read_file": "loading",
    "solve": "solving",
    "verify": "verifying",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value  # not asked again
    return value
