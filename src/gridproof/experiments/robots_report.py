"""The Prolog report's tables 1 to 3: its stages timed on twelve maps."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from gridproof.experiments import Experiment
from gridproof.experiments.comparison import Group, compared
from gridproof.experiments.figures import Row, spread
from gridproof.experiments.pieces import Measured
from gridproof.files.reading import read_file
from gridproof.level import Level
from gridproof.render.plots import plot

__all__ = ["claims", "draw", "run"]

#: The report's last stage, which the others are compared with.
_BASE: Final = "bfs-precomputed"


def run(
    experiment: Experiment, replicates: int, seed: int, jobs: int, said: Callable[[str], None]
) -> Measured:
    """Return a row a stage and map, table by table. The maps are fixed, so seeds do not matter.

    Replicates are further rounds.
    """
    p = experiment.parameters
    solvers = list(dict.fromkeys([*p["solvers"], _BASE]))
    seconds = {
        stage: {name: ms / 1000 for name, ms in table.items()}
        for stage, table in experiment.published.items()
    }
    timing = {**p, "rounds": p["rounds"] * replicates}
    groups = [Group({"map": name}, [_map(p, name)], solvers) for name in p["boards"]]
    found = compared(
        replace(experiment, published=seconds, parameters=timing),
        groups,
        base=_BASE,
        jobs=jobs,
        said=said,
    )
    tables = list(experiment.published)
    numbered = [
        {"table": tables.index(row["solver"]) + 1 if row["solver"] in tables else None} | dict(row)
        for row in found.rows
    ]
    numbered.sort(key=lambda row: solvers.index(row["solver"]))
    return found._replace(rows=numbered)


def _map(p: Mapping[str, Any], name: str) -> Level | str:
    """Return the map of this name, from the user's folder or made by its ID."""
    if not p["folder"]:
        return str(p["boards"][name])
    return read_file(str(Path(p["folder"]) / f"{name}.txt"), game="robots")[0]


def claims(experiment: Experiment, rows: Sequence[Row]) -> list[Row]:
    """Return the saving of each table: the median over the maps of its times to the last one's."""
    found: list[Row] = []
    column = f"times {_BASE}"
    for stage in dict.fromkeys(row["solver"] for row in rows):
        ratios = [row[column] for row in rows if row["solver"] == stage]
        theirs = [r["published"] for r in ratios if r["published"] is not None]
        ours = [r["median"] for r in ratios if r["median"] is not None]
        if stage != _BASE:
            published = statistics.median(theirs) if theirs else None
            found.append(
                {"claim": f"{stage}: {column}", "ours": spread(ours), "published": published}
            )
    return found


def draw(experiment: Experiment, rows: Sequence[Row], path: str) -> None:
    """Draw the seconds of each stage on each map, and dotted those of the report."""
    maps = list(dict.fromkeys(row["map"] for row in rows))
    p = experiment.parameters
    caption = (
        f"Maps: n = {len(maps)}, of each the best of {p['rounds']} rounds or more; limit "
        f"{p['seconds']:g} s a run. Dotted: the report's figures, of Prolog on its own machine."
    )
    with plot(path, title=experiment.title, caption=caption) as axes:
        for stage in dict.fromkeys(row["solver"] for row in rows):
            own = {row["map"]: row["seconds"] for row in rows if row["solver"] == stage}
            (line,) = axes.plot([own[name]["median"] for name in maps], label=stage)
            if stage in experiment.published:
                axes.plot(
                    [own[name]["published"] for name in maps],
                    linestyle=":",
                    color=line.get_color(),
                    marker=line.get_marker(),
                    label=f"{stage}, report",
                )
        axes.set(ylabel="seconds", yscale="log")
        sizes = [name.removeprefix("map_").replace("x", "_").split("_") for name in maps]
        names = [f"{int(parts[0])}\n{parts[-1]}" for parts in sizes]
        axes.set_xticks(range(len(maps)), names)
        axes.set_xlabel("side of the map, and below it the number of robots")
