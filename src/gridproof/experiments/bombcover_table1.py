"""The thesis's table 1 and figure 17: greedy against random brute force on random boards."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Any

from gridproof.design.level_id import find_generator, make
from gridproof.design.stable_random import StableRandom
from gridproof.experiments import Experiment
from gridproof.experiments.figures import Row, mean_ratio
from gridproof.experiments.pieces import Measured, Pieces
from gridproof.games.bombcover.game import GAME
from gridproof.render.plots import limit_line, plot
from gridproof.render.theme import TINTS
from gridproof.result import Limits, StopReason
from gridproof.solving.solve import solve

__all__ = ["draw", "run"]

_SOLVERS = ("bruteforce-greedy", "bruteforce-random")


def counts(
    side: int, seed: str, boards: int, empty: float, wall: float, states: int
) -> tuple[list[tuple[int, int, int, int]], int]:
    """Return (total, to the best) of both searches on boards both finish; count the others."""
    chance, spec = StableRandom(seed), find_generator(GAME, "random")
    kind = {"width": side, "height": side, "empty": empty, "wall": wall}
    found, left_out = [], 0
    for _ in range(boards):
        board = make(GAME, spec, chance, kind)
        row: list[int] = []
        for solver in _SOLVERS:
            result = solve(board, solver=solver, limits=Limits(nodes=states))
            if result.stop_reason is StopReason.INTERRUPTED:
                raise KeyboardInterrupt
            if result.stop_reason is not StopReason.COMPLETED:
                left_out += 1
                break
            row += result.notes["states"], result.notes["states_to_best"]
        else:
            found.append((row[0], row[1], row[2], row[3]))
    return found, left_out


def run(
    experiment: Experiment, replicates: int, seed: int, jobs: int, said: Callable[[str], None]
) -> Measured:
    """Return a row a board size: means, ratios over the replicates, boards left out."""
    p = experiment.parameters
    pieces = [
        (side, f"{seed} {side} {replicate}", p["boards"], p["empty"], p["wall"], p["states"])
        for replicate in range(replicates)
        for side in p["sides"]
    ]
    done: dict[int, list[list[tuple[int, int, int, int]]]] = {side: [] for side in p["sides"]}
    left_out = dict.fromkeys(p["sides"], 0)
    work = Pieces(counts, pieces, jobs, said)
    for piece, (found, missed) in work:
        side = piece[0]
        if found:
            done[side].append(found)
        left_out[side] += missed
        said(f"{side}×{side}: {len(done[side])} of {replicates} replicates")
    sides = [side for side in p["sides"] if done[side]]
    return work.measured([_row(experiment, side, done[side], left_out[side]) for side in sides])


def _row(
    experiment: Experiment,
    side: int,
    replicates: list[list[tuple[int, int, int, int]]],
    left_out: int,
) -> Row:
    published = experiment.published.get(str(side), {})
    everything = [counted for replicate in replicates for counted in replicate]
    row: dict[str, Any] = {"side": side, "boards": len(everything), "left out": left_out}
    for name, ours, theirs in (("total", 0, 2), ("best", 1, 3)):
        ratios = [
            sum(counted[ours] for counted in replicate)
            / sum(counted[theirs] for counted in replicate)
            for replicate in replicates
        ]
        row[name] = mean_ratio(ratios, published.get(name))
    row["mean states"] = {
        name: statistics.fmean(counted[i] for counted in everything)
        for i, name in enumerate(("greedy total", "greedy best", "random total", "random best"))
    }
    return row


def draw(experiment: Experiment, rows: Sequence[Row], path: str) -> None:
    """Draw figure 17: mean states against the size of the board."""
    p = experiment.parameters
    sides = [row["side"] for row in rows]
    boards = ", ".join(f"{row['boards']:,} of side {row['side']}" for row in rows)
    caption = (
        f"Means over n random boards: {boards}. Boards on which either search makes more than "
        f"{p['states']:,} states are left out of the means and counted on the line at that limit."
    )
    with plot(path, title=experiment.title, caption=caption) as axes:
        for search, colour, marker in (("greedy", TINTS[0], "o"), ("random", TINTS[1], "s")):
            for what, name, dash in (("total", "all", "-"), ("best", "to the best", "--")):
                means = [row["mean states"][f"{search} {what}"] for row in rows]
                axes.plot(
                    sides, means, dash, color=colour, marker=marker, label=f"{search}, {name}"
                )
        axes.set(
            xlabel="side of the board, wall included",
            ylabel="mean board states",
            yscale="log",
            xticks=sides,
        )
        left_out = {row["side"]: row["left out"] for row in rows}
        limit_line(axes, p["states"], left_out)
