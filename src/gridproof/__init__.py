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
    from gridproof.certifying import certify
    from gridproof.cli.bench import bench
    from gridproof.cli.doctor import doctor
    from gridproof.cli.experiment import experiment
    from gridproof.cli.onebomb import onebomb
    from gridproof.cli.playing import play
    from gridproof.cli.robots import robots
    from gridproof.cli.serve import serve
    from gridproof.cli.show import show
    from gridproof.cli.sokoban import sokoban
    from gridproof.curating import curate
    from gridproof.exporting import export
    from gridproof.game import find_game, games
    from gridproof.generating import generate
    from gridproof.loading import read_boards, read_file
    from gridproof.proof.checking import check
    from gridproof.rating import rate
    from gridproof.reducing import reduce
    from gridproof.reduction import find_reduction, reductions
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
    "bench",
    "certify",
    "check",
    "curate",
    "doctor",
    "experiment",
    "export",
    "find_game",
    "find_reduction",
    "games",
    "generate",
    "onebomb",
    "play",
    "rate",
    "read_boards",
    "read_file",
    "reduce",
    "reductions",
    "robots",
    "serve",
    "show",
    "sokoban",
    "solve",
    "verify",
]

# Where each public name lives, and what it is called there if that is another name. They are
# imported on first use, so that `gridproof --help` is quick. Each verb has its function here; the
# one of `list` is not in `__all__`, since `from gridproof import *` would hide Python's own.
_HOME = {
    "Limits": "result",
    "Result": "result",
    "Session": "session",
    "Status": "result",
    "StopReason": "result",
    "bench": "cli.bench",
    "certify": "certifying",
    "check": "proof.checking",
    "curate": "curating",
    "doctor": "cli.doctor",
    "experiment": "cli.experiment",
    "export": "exporting",
    "find_game": "game",
    "find_reduction": "reduction",
    "games": "game",
    "generate": "generating",
    "list": "cli.list_games:list_games",
    "onebomb": "cli.onebomb",
    "play": "cli.playing",
    "rate": "rating",
    "read_boards": "loading",
    "read_file": "loading",
    "reduce": "reducing",
    "reductions": "reduction",
    "robots": "cli.robots",
    "serve": "cli.serve",
    "show": "cli.show",
    "sokoban": "cli.sokoban",
    "solve": "solving",
    "verify": "verifying",
}


def __dir__() -> list[str]:
    """Lists the public names, also those that were not imported yet."""
    return sorted({*globals(), *_HOME})


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, there = _HOME[name].partition(":")
    value = getattr(importlib.import_module(f"{__name__}.{module}"), there or name)
    globals()[name] = value  # not asked again
    return value
