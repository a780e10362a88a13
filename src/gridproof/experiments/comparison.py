"""Solvers in turn on the same boards: the rows of the experiments that time them.

All solvers of a board run in one process, in turn, as often as there are rounds, so that a change
of the machine's speed hits all alike. Seconds are those inside the solver, on this machine; only
the ratios of one run are to be compared.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gridproof.design.level_id import read_id
from gridproof.errors import InputError, InternalError
from gridproof.experiments import Experiment
from gridproof.experiments.figures import Row, spread
from gridproof.experiments.pieces import Measured, Pieces
from gridproof.level import Level
from gridproof.render.plots import MARKERS, limit_line, plot
from gridproof.render.theme import tint
from gridproof.result import Limits, Status, StopReason, first
from gridproof.solving.solve import solve

__all__ = ["Group", "compared", "draw_sizes", "families", "measured"]


@dataclass(frozen=True)
class Group:
    """Boards that make one row for each solver.

    Attributes:
        labels: the first columns of these rows; the first one names the published figures.
        boards: levels, or the IDs of levels.
        solvers: names, with options as in ``n4,once=no``.
    """

    labels: Mapping[str, Any]
    boards: Sequence[Level | str]
    solvers: Sequence[str]


@dataclass(frozen=True)
class TimedRun:
    """A solver on a board.

    Attributes:
        seconds: inside the solver, a round each; infinite where a limit stopped it.
        nodes: expanded in the last round.
        cost: of the solution, if there is one.
    """

    seconds: Sequence[float]
    nodes: int
    cost: int | None

    @property
    def ended(self) -> bool:
        """True if no limit stopped it."""
        return all(map(math.isfinite, self.seconds))

    @property
    def best(self) -> float:
        """Seconds of the round that other work of the machine disturbed least."""
        return min(self.seconds) if self.ended else math.inf


def measured(
    board: Level | str, solvers: Sequence[str], rounds: int, seconds: float
) -> Mapping[str, TimedRun]:
    """Return the runs of solvers on a board in turn, round by round.

    Args:
        board: a level, or its ID.
        solvers: names, with options.
        rounds: their number; a solver that the limit stops is not run again.
        seconds: the limit of a run.

    Raises:
        KeyboardInterrupt: Ctrl-C ended it.
        InternalError: two solvers proved what cannot both be true.
    """
    level = _drawn(board)
    times: dict[str, list[float]] = {solver: [] for solver in solvers}
    last = {}
    for _ in range(rounds):
        for text, taken in times.items():
            if taken and math.isinf(taken[-1]):
                continue
            solver, *settings = text.split(",")
            options = dict(setting.split("=", 1) for setting in settings)
            result = solve(
                level, solver=solver, solver_options=options, limits=Limits(time=seconds)
            )
            if result.stop_reason is StopReason.INTERRUPTED:
                raise KeyboardInterrupt
            ended = result.stop_reason.by_itself
            taken.append(result.stats.wall_time if ended else math.inf)
            last[text] = result
    proven = {
        text: r.cost for text, r in last.items() if r.status in (Status.OPTIMAL, Status.INFEASIBLE)
    }
    if len(set(proven.values())) > 1:
        raise InternalError(f"solvers disagree on {level.title or board}: {proven}")
    return {
        text: TimedRun(
            times[text],
            result.stats.expanded,
            None if result.cost is None else first(result.cost),
        )
        for text, result in last.items()
    }


def _drawn(board: Level | str) -> Level:
    if not isinstance(board, str):
        return board
    config, seed = read_id(board)
    return config.draw(seed)


def compared(
    experiment: Experiment,
    groups: Sequence[Group],
    *,
    base: str,
    jobs: int,
    said: Callable[[str], None],
) -> Measured:
    """Return a row for each group and solver.

    A row has the group's labels, ``solver``, the number of ``boards``, the number of their runs
    that a limit ``stopped``, the mean ``cost`` of those that have a solution, the median of
    expanded ``nodes``, ``seconds`` (a spread over the boards of each one's best round), and
    ``times``: the spread of their ratio to the seconds of the ``base``. A run that was stopped
    counts as endless.

    Args:
        experiment: its parameters ``rounds`` and ``seconds`` (the limit of a run) are used; what is
            ``published`` are seconds, by solver and first label.
        groups: the boards and solvers; each has the base among its solvers.
        base: the solver with which the others are compared.
        jobs: processes; more than one disturb each other's times.
        said: called with lines of progress.

    Raises:
        InputError: a parameter is too small.
    """
    p = experiment.parameters
    if p["seconds"] <= 0:
        raise InputError("`seconds` is above 0")
    pieces = [
        (number, board, group.solvers, p["rounds"], p["seconds"])
        for number, group in enumerate(groups)
        for board in group.boards
    ]
    done: dict[int, list[Mapping[str, TimedRun]]] = {number: [] for number in range(len(groups))}
    work = Pieces(_piece, pieces, jobs, said)
    for piece, runs in work:
        done[piece[0]].append(runs)
        labels = ", ".join(map(str, groups[piece[0]].labels.values()))
        said(f"{labels}: {len(done[piece[0]])} of {len(groups[piece[0]].boards)} boards")
    rows = [
        _row(experiment, group, solver, boards, base)
        for group, boards in zip(groups, done.values(), strict=True)
        if boards
        for solver in group.solvers
    ]
    return work.measured(rows)


def _piece(number: int, *board: Any) -> Mapping[str, TimedRun]:
    """Return a board of the group of this number, which tells pieces apart."""
    return measured(*board)


def _row(
    experiment: Experiment,
    group: Group,
    solver: str,
    boards: Sequence[Mapping[str, TimedRun]],
    base: str,
) -> Row:
    runs = [board[solver] for board in boards]
    costs = [run.cost for run in runs if run.cost is not None]
    ratios = [board[solver].best / board[base].best for board in boards if board[base].ended]
    published: list[dict[str, float | None]] = [{}, {}]
    if experiment.published:
        name = str(next(iter(group.labels.values())))
        own, of_base = (experiment.published.get(s, {}).get(name) for s in (solver, base))
        ratio = None if own is None or of_base is None else float(f"{own / of_base:.3g}")
        published = [{"published": own}, {"published": ratio}]
    return {
        **group.labels,
        "solver": solver,
        "boards": len(runs),
        "stopped": sum(not run.ended for run in runs),
        "cost": statistics.mean(costs) if costs else None,
        "nodes": statistics.median(run.nodes for run in runs),
        "seconds": spread([run.best for run in runs], **published[0]),
        f"times {base}": spread(ratios, **published[1]),
    }


def families(
    families: Mapping[str, Mapping[str, Any]], sizes: Sequence[int], replicates: int, seed: int
) -> list[Group]:
    """Return groups of random boards: each family in each size, with the solvers for that size.

    Args:
        families: by name; ``board`` is an ID with ``{size}`` and ``{seed}`` in it, ``boards`` the
            number of each size, ``solvers`` the largest size that each one gets.
        sizes: of the boards.
        replicates: the factor of the number of boards.
        seed: of the boards.
    """
    return [
        Group(
            {"boards of": name, "size": size},
            [
                family["board"].format(size=size, seed=f"{seed}.{number}")
                for number in range(family["boards"] * replicates)
            ],
            [solver for solver, largest in family["solvers"].items() if size <= largest],
        )
        for name, family in families.items()
        for size in sizes
        if size <= max(family["solvers"].values())
    ]


def draw_sizes(experiment: Experiment, rows: Sequence[Row], path: str, **axes: Any) -> None:
    """Draw the seconds of families by size: a line for each solver and family.

    Args:
        experiment: of the rows.
        rows: as :func:`compared` makes them of :func:`families`.
        path: of the file.
        axes: settings of Matplotlib's axes, such as the scale of ``x``.
    """
    limit = experiment.parameters["seconds"]
    solvers = list(dict.fromkeys(row["solver"] for row in rows))
    names = list(dict.fromkeys(row["boards of"] for row in rows))
    boards = sorted({row["boards"] for row in rows})
    n = f"{boards[0]}" if len(boards) == 1 else f"{boards[0]} to {boards[-1]}"
    rounds = experiment.parameters["rounds"]
    caption = (
        f"Boards: n = {n} of each kind and size; medians of their best of {rounds} rounds. Runs "
        f"longer than {limit:g} s are counted on the line at that limit."
    )
    with plot(path, title=experiment.title, caption=caption) as drawing:
        stopped: dict[float, int] = {}
        for row in rows:
            stopped[row["size"]] = stopped.get(row["size"], 0) + row["stopped"]
        for solver in solvers:
            for name in names:
                own = [r for r in rows if (r["solver"], r["boards of"]) == (solver, name)]
                if own:
                    drawing.plot(
                        [row["size"] for row in own],
                        [row["seconds"]["median"] or math.nan for row in own],
                        color=tint(solvers.index(solver)),
                        marker=MARKERS[names.index(name) % len(MARKERS)],
                        linestyle="-",
                        label=f"{solver}: {name}",
                    )
        drawing.set(ylabel="seconds", yscale="log", **axes)
        limit_line(drawing, limit, stopped)
