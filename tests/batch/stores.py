"""Small stores with what a test wants to be in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from gridproof import __version__
from gridproof.batch.plan import Place, Planned, Run
from gridproof.batch.store import Store
from gridproof.level import Level
from gridproof.processes.supervise import Failure
from gridproof.registry import digest, find_game
from gridproof.result import Limits, Stats
from tests.samples import sample_levels

__all__ = ["Entry", "keep"]


@dataclass(frozen=True)
class Entry:
    """A run of a sample board, and what is said of it.

    Attributes:
        number: of the board, from 1.
        solver: id.
        status: of the result; None: it has not ended.
        cost: of the result.
        bound: of the result; None: the cost, if it is OPTIMAL.
        seconds: that it took.
        failure: instead of a result.
        game: id.
        objective: id; None is the first one.
        set: that the board is one of.
        title: of the board.
        optimum: that the board says.
        options: of the solver.
        limits: of the run.
        version: of gridproof.
        stop: why it ended; "" is what goes with the status.
        said: further fields of the result.
        level: instead of one of the samples.
    """

    number: int = 1
    solver: str = "optimal"
    status: str | None = "OPTIMAL"
    cost: int | list[int] | None = None
    bound: int | list[int] | None = None
    seconds: float = 0.25
    failure: Failure | None = None
    game: str = "robots"
    objective: str | None = None
    set: str = "shipped"
    title: str | None = None
    optimum: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=lambda: Limits(time=10))
    version: str = __version__
    stop: str = ""
    said: Mapping[str, Any] = field(default_factory=dict)
    level: Level | None = None

    @property
    def planned(self) -> Planned:
        """The run."""
        game = find_game(self.game)
        level = self.level or sample_levels(self.game)[self.number - 1]
        text = game.write(level.with_info(), game.canonical_format)
        goal = game.objective(self.objective).id
        run = Run(
            self.game, digest(game, level), goal, self.solver, self.options, self.limits,
            self.version,
        )  # fmt: skip
        place = Place(self.set, self.number, self.title, self.optimum)
        return Planned(place, text, game.rules_version, run)

    @property
    def ending(self) -> Mapping[str, Any] | Failure | None:
        """The outcome of the run."""
        if self.failure is not None or self.status is None:
            return self.failure
        run = self.planned.run
        proven = self.status in ("OPTIMAL", "INFEASIBLE")
        stats = Stats(expanded=100, wall_time=self.seconds, total_time=self.seconds)
        return {
            "title": None,
            "game": run.game,
            "digest": run.digest,
            "objective": run.objective,
            "solver": run.solver,
            "status": self.status,
            "stop_reason": self.stop or ("COMPLETED" if proven else "TIME_LIMIT"),
            "cost": self.cost,
            "bound": self.cost if self.status == "OPTIMAL" and self.bound is None else self.bound,
            "costs": {},
            "solution": None if self.cost is None else "",  # none of the tests plays it
            "verified": False,
            "proof": "search",
            "stats": asdict(stats),
            "versions": {"gridproof": run.version, "rules": "1"},
        } | dict(self.said)


def keep(path: Path, *entries: Entry) -> str:
    """Writes a store with these runs; its path."""
    with Store.writing(str(path)) as store:
        store.add(entry.planned for entry in entries)
        ended = [(entry.planned.run.key, entry.ending) for entry in entries]
        store.write([], [(key, said) for key, said in ended if said is not None])
    return str(path)
