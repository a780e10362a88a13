r"""gridproof models, plays, solves to proven optimum, verifies and draws grid puzzles.

A session: read a board, look at it, solve it, check the solution by the rules alone.

>>> import gridproof
>>> (level,) = gridproof.read_boards("######\n#@$ .#\n######", game="sokoban")
>>> print(level)
████████████
██@ $ · ◎ ██
████████████
boxes left: 1
>>> result = gridproof.solve(level, limits=gridproof.Limits(time=10))
>>> result.status, result.cost, result.solution
(<Status.OPTIMAL: 'OPTIMAL'>, 2, 'RR')
>>> gridproof.verify("sokoban", level, result.moves).valid
True

`read_file` reads the boards of a file, `generate` makes new ones, `rate` tells how hard they are,
and `help(gridproof.solve)` lists all that a function takes. Each command of the command line has a
function of its name here.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

if TYPE_CHECKING:
    from gridproof.cli.doctor import doctor
    from gridproof.cli.experiment import experiment
    from gridproof.cli.onebomb import onebomb
    from gridproof.cli.playing import play
    from gridproof.cli.robots import robots
    from gridproof.cli.serve import serve
    from gridproof.cli.show import show
    from gridproof.cli.sokoban import sokoban
    from gridproof.design.curate import curate
    from gridproof.design.generate import generate
    from gridproof.design.rate import rate
    from gridproof.export.export import export
    from gridproof.files.reading import read_boards, read_file
    from gridproof.playing.session import Session
    from gridproof.proof.checking import check
    from gridproof.reduction import find_reduction, reductions
    from gridproof.reductions.reduce import reduce
    from gridproof.registry import find_game, games
    from gridproof.result import Limits, Result, Status, StopReason
    from gridproof.solving.certify import certify
    from gridproof.solving.solve import solve
    from gridproof.verifying import verify

__all__ = [
    "Limits",
    "Result",
    "Session",
    "Status",
    "StopReason",
    "__version__",
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

# The module of each public name, with its name there if that differs. They are
# imported on first use, so that `gridproof --help` is quick. Each verb has its function here; the
# one of `list` is not in `__all__`, since `from gridproof import *` would hide Python's own.
_HOME = {
    "Limits": "result",
    "Result": "result",
    "Session": "playing.session",
    "Status": "result",
    "StopReason": "result",
    "certify": "solving.certify",
    "check": "proof.checking",
    "curate": "design.curate",
    "doctor": "cli.doctor",
    "experiment": "cli.experiment",
    "export": "export.export",
    "find_game": "registry",
    "find_reduction": "reduction",
    "games": "registry",
    "generate": "design.generate",
    "list": "cli.list_games:list_games",
    "onebomb": "cli.onebomb",
    "play": "cli.playing",
    "rate": "design.rate",
    "read_boards": "files.reading",
    "read_file": "files.reading",
    "reduce": "reductions.reduce",
    "reductions": "reduction",
    "robots": "cli.robots",
    "serve": "cli.serve",
    "show": "cli.show",
    "sokoban": "cli.sokoban",
    "solve": "solving.solve",
    "verify": "verifying",
}


def __dir__() -> list[str]:
    """Return the public names, also those that were not imported yet."""
    return sorted({*(name for name in globals() if name.startswith("__")), *__all__, *_HOME})


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise _no_such_name(name)
    module, _, there = _HOME[name].partition(":")
    value = getattr(importlib.import_module(f"{__name__}.{module}"), there or name)
    globals()[name] = value  # not asked again
    return value


def _no_such_name(name: str) -> AttributeError:
    """Return the error for a name that is not public, with the names that are near."""
    from gridproof.errors import did_you_mean

    near = None if name.startswith("_") else did_you_mean(name, __dir__())
    said = f"module {__name__!r} has no attribute {name!r}"
    return AttributeError(f"{said}; {near or '`dir(gridproof)` lists all'}", name=name)
