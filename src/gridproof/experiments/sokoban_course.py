"""The savings of the course's two prunings, and the best depth of its search from the ends."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

from gridproof.errors import InputError
from gridproof.experiments import Experiment
from gridproof.experiments.figures import Row, spread
from gridproof.experiments.pieces import Measured, Pieces
from gridproof.files.reading import read_boards, read_file
from gridproof.games.sokoban.game import GAME
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.lazy import load
from gridproof.limits import Ticker
from gridproof.render.plots import limit_line, plot
from gridproof.render.theme import LIGHT
from gridproof.result import Answer, Limits, StopReason
from gridproof.solving.solve import solvers
from gridproof.solving.task import task_for

__all__ = ["claims", "draw", "run"]

#: The prunings that are switched off.
_WITHOUT = {
    "neither": ("dead-squares", "freeze"),
    "dead squares": ("freeze",),
    "freeze": ("dead-squares",),
    "both": (),
}
#: The depth ratio that the report found best, and the columns of the prunings with it.
_REPORTED: Final = 32
_OTHER_PRUNING: Final = f"both ends, 1/{_REPORTED}"


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
    """Return the states stored by breadth-first search with each pruning, and from both ends.

    Also the states expanded by A*, which the report's sum of sorted distances may lead astray.
    """

    def answer(solver: str, options: Mapping[str, Any]) -> Answer | None:
        spec, ticker = solvers(GAME)[solver], Ticker(Limits(nodes=states))
        moves = GAME.objective("moves")
        found: Answer = load(spec.entry)(
            task_for(spec, GAME, level, moves, ticker, options=options)
        )
        if found.stop_reason is StopReason.INTERRUPTED:
            raise KeyboardInterrupt
        ended = found.stop_reason in (StopReason.COMPLETED, StopReason.FIRST_SOLUTION)
        return found if ended else None

    def stored(solver: str, options: Mapping[str, Any]) -> int | None:
        found = answer(solver, options)
        if found is None:
            return None
        row["moves"] = None if found.moves is None else len(found.moves)
        return int(found.notes["forward"] + found.notes.get("backward", 0))

    row: dict[str, Any] = {"level": name, "squares": len(level.reach), "boxes": len(level.movable)}
    row["moves"] = None
    row["forward only"] = {
        pruning: stored("bfs", dict.fromkeys(without, False))
        for pruning, without in _WITHOUT.items()
    }
    row["both ends"] = {f"1/{ratio}": stored("bidirectional", {"ratio": ratio}) for ratio in ratios}
    row[_OTHER_PRUNING] = {
        f"1/{_REPORTED}, {pruning}": stored(
            "bidirectional", {"ratio": _REPORTED} | dict.fromkeys(without, False)
        )
        for pruning, without in _WITHOUT.items()
    }
    found = {solver: answer(solver, {}) for solver in ("bfs", "astar", "astar-sorted")}
    row["expanded"] = {
        f"{solver}, expanded": None if a is None else a.stats.expanded
        for solver, a in found.items()
    }
    way = None if (a := found["astar-sorted"]) is None else a.moves
    row["astar-sorted, moves"] = None if way is None else len(way)
    return row


def run(
    experiment: Experiment, replicates: int, seed: int, jobs: int, said: Callable[[str], None]
) -> Measured:
    """Return a row a level. Nothing is random, so seed and replicates do not matter."""
    p = experiment.parameters
    levels = _levels(experiment)
    pieces = [
        (level.title or str(number), level, p["ratios"], p["states"])
        for number, level in enumerate(levels, 1)
    ]
    work, done = Pieces(counts, pieces, jobs, said), {}
    for piece, row in work:
        done[id(piece)] = row
        said(f"level {piece[0]}: done")
    return work.measured([done[id(piece)] for piece in pieces if id(piece) in done])


def claims(experiment: Experiment, rows: Sequence[Row]) -> list[Row]:
    """Return the report's claims on its prunings, both searches and their growth, over the levels.

    Its ratios are of seconds, ours are of states.
    """
    theirs = experiment.published
    found: list[Row] = []

    def add(claim: str, values: Iterable[float | None], published: float | None) -> None:
        known = [value for value in values if value is not None]
        found.append({"claim": claim, "ours": spread(known), "published": published})

    def parts(first: tuple[str, str], other: tuple[str, str]) -> list[float | None]:
        pairs = [(row[first[0]].get(first[1]), row[other[0]].get(other[1])) for row in rows]
        return [a / b if a and b else None for a, b in pairs]

    for less, more in (("dead squares", "neither"), ("both", "dead squares")):
        published = float(f"{theirs['seconds'][less] / theirs['seconds'][more]:.3g}")
        for search, prefix in (("forward only", ""), (_OTHER_PRUNING, f"1/{_REPORTED}, ")):
            values = parts((search, prefix + less), (search, prefix + more))
            add(f"{search}: pruning of {less} / {more}", values, published)
    both = parts((_OTHER_PRUNING, f"1/{_REPORTED}, both"), ("forward only", "both"))
    ends = float(f"{theirs['seconds']['both ends'] / theirs['seconds']['both']:.3g}")
    add(f"both prunings: both ends, 1/{_REPORTED} / forward only", both, ends)
    best = [
        min((n, int(name[2:])) for name, n in row["both ends"].items() if n is not None)[1]
        if any(row["both ends"].values())
        else None
        for row in rows
    ]
    add("both ends: the ratio 1/r with the fewest states, r", best, _REPORTED)
    ways = [(row["forward only"]["neither"], row["moves"]) for row in rows]
    roots = [states ** (1 / moves) if states and moves else None for states, moves in ways]
    add("forward only, no pruning: d-th root of the states", roots, theirs["growth"]["forward"])
    excess = [
        row["astar-sorted, moves"] - row["moves"]
        if None not in (row["astar-sorted, moves"], row["moves"])
        else None
        for row in rows
    ]
    add("astar-sorted: moves above the fewest", excess, None)
    return found


def draw(experiment: Experiment, rows: Sequence[Row], path: str) -> None:
    """Draw states stored, a line a level: with more and more pruning, then from both ends."""
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
