"""Native solvers whose memory the system refuses; without pytest, since processes begin with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gridproof._native import bombcover
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.bombcover.solve.kernel import problem
from gridproof.limits import Ticker
from gridproof.result import Limits
from gridproof.solving.solve import solve
from tests.samples import generated

#: Boards that take tens of MiB: game, parameters of its generator `random`, solvers, objective.
BOARDS: Mapping[str, tuple[str, Mapping[str, Any], tuple[str, ...], str | None]] = {
    "robots": (
        "robots",
        {"width": 20, "height": 20, "robots": 5, "walls": 2},
        ("optimal", "iddfs"),
        None,
    ),
    "robots in sets": ("robots", {"robots": 5, "walls": 2}, ("optimal",), None),
    "sokoban": (
        "sokoban",
        {"seed": 6, "width": 20, "height": 20, "boxes": 14},
        ("optimal", "any"),
        None,
    ),
    "course": (
        "sokoban",
        {"width": 12, "height": 12, "boxes": 5},
        ("bidirectional", "astar", "bfs"),
        "moves",
    ),
    "bombcover": ("bombcover", {"width": 14, "height": 14}, ("optimal",), None),
    # On larger ones it is refused inside of HiGHS, which may end the process then.
    "boxcover": ("boxcover", {"points": 1000, "side": 5, "density": 3}, ("optimal",), None),
    "onebomb": (
        "onebomb",
        {"width": 250, "height": 250, "bricks": 45, "rocks": 0},
        ("optimal", "layered"),
        None,
    ),
}
#: KiB that a solver may still take.
SPARE = (256, 1024, 8192)
#: Limits of time: with memory enough, and a guard where it is refused, which ends a solver soon.
SECONDS, PATIENCE = 0.15, 5.0


@contextmanager
def refusing(spare: int) -> Iterator[None]:
    """Refuses this process more than so many KiB on top of what it has."""
    import resource

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    now = pages * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + spare * 1024, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def answers(name: str) -> list[dict[str, Any]]:
    """Return the answers of the solvers of a game, with memory refused and without."""
    game, board, names, objective = BOARDS[name]
    level = generated(game, "random", **board)
    found = []
    for solver in names:
        for spare in (None, *SPARE):  # the first one loads all that is needed
            # HiGHS is loaded with its first program, on a busy machine late; where its own memory
            # is refused then, it ends the process.
            loading = spare is None and game != "boxcover"
            seconds = SECONDS if loading or spare == SPARE[-1] else PATIENCE
            limits = Limits(time=seconds, memory=1 << 40)
            if spare is None:
                result = solve(level, solver=solver, objective=objective, limits=limits)
            else:
                with refusing(spare):
                    result = solve(level, solver=solver, objective=objective, limits=limits)
            found.append(
                {
                    "solver": solver,
                    "spare": spare,
                    "status": str(result.status),
                    "stop": str(result.stop_reason),
                    "cost": result.cost,
                    "bound": result.bound,
                }
            )
    return found


def outcomes() -> list[list[str]]:
    """Return the outcomes of a proof by plans and of layers; and again with enough memory."""
    level = generated("bombcover", "random", width=14, height=14)
    assert isinstance(level, BombcoverLevel)
    found = []
    for spare in SPARE[:2]:
        planner = bombcover.Planner(**problem(level))
        search = bombcover.Search(**problem(level))
        most = search.root_bound + 1
        with refusing(spare):
            proof = planner.prove(most, 1 << 40, control=Ticker(Limits(time=SECONDS)).control())
        found.append([proof["stop"], proof["outcome"], planner.prove(most, 1)["outcome"]])
        with refusing(spare):
            size = search.size
            layer = search.expand(most, 1 << 40, control=Ticker(Limits(time=SECONDS)).control())
            while layer["outcome"] == "layer" and search.size > size:
                size = search.size
                layer = search.expand(most, 1 << 40, control=Ticker(Limits(time=SECONDS)).control())
        found.append([layer["stop"], layer["outcome"], "stopped"])
    return found
