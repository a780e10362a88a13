"""What the course's two prunings save, and how deep its search from the ends should go."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from gridproof.batch.sharing import shared_out
from gridproof.errors import InputError
from gridproof.experiments import Experiment
from gridproof.experiments.figures import Row
from gridproof.games.sokoban import GAME
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.lazy import load
from gridproof.loading import read_boards, read_file
from gridproof.render.plots import limit_line, plot
from gridproof.render.theme import LIGHT
from gridproof.result import Answer, Limits, StopReason
from gridproof.solving import solvers
from gridproof.task import task_for
from gridproof.ticker import Ticker

__all__ = ["draw", "run"]

#: Which of the prunings are switched off.
_WITHOUT = {
    "neither": ("dead-squares", "freeze"),
    "dead squares": ("freeze",),
    "freeze": ("dead-squares",),
    "both": (),
}


def _levels(experiment: Experiment) -> Sequence[SokobanLevel]:
    p = experiment.parameters
    if p["file"]:
        found = read_file(p["file"], game="sokoban")
    else:
        shipped = files("gridproof") / "data" / "levels" / "sokoban" / "microban1.txt"
        all_levels = read_boards(shipped.read_text(encoding="utf-8"), shipped.name)
        if not all(1 <= number <= len(all_levels) for number in p["levels"]):
            raise InputError(f"Microban I has levels 1 to {len(all_levels)}")
        found = [all_levels[number - 1] for number in p["levels"]]
    return [level for level in found if isinstance(level, SokobanLevel)]


def counts(name: str, level: SokobanLevel, ratios: Sequence[int], states: int) -> Row:
    """States stored by breadth-first search with each pruning, and by both searches together."""

    def stored(solver: str, options: Mapping[str, Any]) -> int | None:
        spec, ticker = solvers(GAME)[solver], Ticker(Limits(nodes=states))
        moves = GAME.objective("moves")
        answer: Answer = load(spec.entry)(
            task_for(spec, GAME, level, moves, ticker, options=options)
        )
        if answer.stop_reason is not StopReason.COMPLETED:
            return None
        row["moves"] = None if answer.moves is None else len(answer.moves)
        return int(answer.notes["forward"] + answer.notes.get("backward", 0))

    row: dict[str, Any] = {"level": name, "squares": len(level.reach), "boxes": len(level.movable)}
    row["moves"] = None
    row["forward only"] = {
        pruning: stored("bfs", dict.fromkeys(without, False))
        for pruning, without in _WITHOUT.items()
    }
    row["both ends"] = {f"1/{ratio}": stored("bidirectional", {"ratio": ratio}) for ratio in ratios}
    return row


def run(
    experiment: Experiment, replicates: int, seed: int, jobs: int, said: Callable[[str], None]
) -> tuple[Sequence[Row], bool]:
    """A row a level. Nothing is left to chance, so seed and replicates do not matter."""
    p = experiment.parameters
    if not p["ratios"] or min(p["ratios"]) < 1:
        raise InputError("`ratios` are whole numbers from 1: 32 stands for 1/32")
    levels = _levels(experiment)
    pieces = [
        (level.title or str(number), level, p["ratios"], p["states"])
        for number, level in enumerate(levels, 1)
    ]
    done = {}
    for piece, row in shared_out(counts, pieces, jobs):
        done[id(piece)] = row
        said(f"level {piece[0]}: done")
    rows = [done[id(piece)] for piece in pieces if id(piece) in done]
    return rows, len(rows) == len(pieces)


def draw(experiment: Experiment, rows: Sequence[Row], path: str) -> None:
    """States stored, a line a level: with ever more pruning, then from both ends ever deeper."""
    limit = experiment.parameters["states"]
    caption = (
        f"Levels: n = {len(rows)}, a line each. States stored until the fewest moves are proven; "
        f"searches that expand more than {limit:,} states are counted on the line at that limit. "
        "From both ends, with both prunings: 1/4 is a quarter of the other search's depth."
    )
    prunings = ["neither", "freeze", "dead squares", "both"]
    searches = [*prunings, *reversed(rows[0]["both ends"])]
    with plot(path, title=experiment.title, caption=caption) as axes:
        stopped: dict[float, int] = dict.fromkeys(range(len(searches)), 0)
        for row in rows:
            stored = row["forward only"] | row["both ends"]
            states = [stored[search] for search in searches]
            axes.plot([math.nan if n is None else n for n in states], label=row["level"])
            for place, number in enumerate(states):
                stopped[place] += number is None
        axes.set(ylabel="states stored", yscale="log")
        axes.set_xticks(range(len(searches)), [name.replace(" ", "\n") for name in searches])
        axes.tick_params("x", labelsize="small")
        border = len(prunings) - 0.5
        axes.axvline(border, color=LIGHT["quiet"], linewidth=1, marker="")
        for middle, what in (
            ((border - 0.5) / 2, "pruning, from the start"),
            ((border + len(searches) - 0.5) / 2, "depth of the search from the ends"),
        ):
            below = ("data", "axes fraction")
            axes.annotate(
                what,
                (middle, 0),
                xycoords=below,
                xytext=(0, -40),
                textcoords="offset points",
                ha="center",
            )
        limit_line(axes, limit, stopped)
