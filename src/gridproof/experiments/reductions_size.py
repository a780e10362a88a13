"""The area of boards that reductions make from planar graphs, against its claimed limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from gridproof.errors import InputError
from gridproof.experiments import Experiment
from gridproof.experiments.figures import Row
from gridproof.experiments.pieces import Measured, Pieces
from gridproof.reduction import find_reduction
from gridproof.reductions.reduce import reduce
from gridproof.render.plots import plot

__all__ = ["areas", "claimed", "draw", "run"]

#: Edges a vertex, in fifths: 3/2 is the most that there can be for degree 3.
_FIFTHS = 7


def claimed(name: str, options: Mapping[str, Any], vertices: int, edges: int) -> int | None:
    """Return the most cells that a board may have.

    None where nothing is claimed with its constants. ``docs/reductions`` has the proof: drawings
    have at most m columns and n rows.
    """
    if name != "vc-to-bombcover":
        return None
    radius = options["radius"]
    unit, rest = (10, 7) if radius == 1 else (4 * radius, 5)
    return int((unit * (edges - 1) + rest) * (unit * (vertices - 1) + rest))


def areas(
    name: str, options: Mapping[str, Any], vertices: int, graphs: int, seed: int
) -> tuple[list[int], list[int | None]]:
    """Return the cells of the boards of some random graphs, and the claim for each."""
    found: list[int] = []
    most: list[int | None] = []
    for number in range(graphs):
        reduction = find_reduction(name)
        size = f"{vertices},{vertices * _FIFTHS // 5}"
        problem = reduction.source.random(size, Random(seed + number))
        level = reduce(name, problem, options).level
        found.append(level.width * level.height)
        graph = problem.graph
        touched = {vertex for edge in graph.edges for vertex in edge}
        most.append(claimed(name, options, len(touched), len(graph.edges)))
    return found, most


def run(
    experiment: Experiment, replicates: int, seed: int, jobs: int, said: Callable[[str], None]
) -> Measured:
    """Return a row for each kind of board and number of vertices."""
    p = experiment.parameters
    if min(p["vertices"]) < 2:
        raise InputError("`vertices` are numbers from 2")
    kinds: list[tuple[str, dict[str, Any]]] = [
        *(("vc-to-bombcover", {"radius": radius}) for radius in p["radii"]),
        *(("vc-to-boxcover", {"side": side}) for side in p["sides"]),
        *([("vc-to-merge", {})] if p["merge"] else ()),
    ]
    graphs = p["graphs"] * replicates
    pieces = [(name, options, n, graphs, seed) for name, options in kinds for n in p["vertices"]]
    work, done = Pieces(areas, pieces, jobs, said), {}
    for piece, (found, most) in work:
        name, options, vertices, *_ = piece
        done[id(piece)] = {
            "board": " ".join([name, *(f"{o}={v}" for o, v in options.items())]),
            "vertices": vertices,
            "graphs": len(found),
            "mean cells": sum(found) / len(found),
            "most cells": max(found),
            "cells a vertex²": max(found) / vertices**2,
            "claimed": max((n for n in most if n is not None), default=None),
            "above the claim": None
            if None in most
            else sum(n is not None and n < a for a, n in zip(found, most, strict=True)),
        }
        said(f"{name} {options}, {vertices} vertices: done")
    return work.measured([done[id(piece)] for piece in pieces if id(piece) in done])


def draw(experiment: Experiment, rows: Sequence[Row], path: str) -> None:
    """Draw the largest board of each size, a line a kind, and dashed the claim."""
    graphs = max(row["graphs"] for row in rows)
    caption = (
        f"Planar graphs of degree at most 3 with 1.4 edges a vertex: n = {graphs} of each number "
        "of vertices; the largest board of each. Without marks: the bound that is claimed for it."
    )
    with plot(path, title=experiment.title, caption=caption) as axes:
        for board in dict.fromkeys(row["board"] for row in rows):
            own = [row for row in rows if row["board"] == board]
            sizes = [row["vertices"] for row in own]
            name = board.removeprefix("vc-to-")
            (line,) = axes.plot(sizes, [row["most cells"] for row in own], label=name)
            if own[0]["claimed"] is not None:
                axes.plot(
                    sizes,
                    [row["claimed"] for row in own],
                    linestyle=":",
                    marker="",
                    color=line.get_color(),
                    label=f"claimed, {board.partition(' ')[2]}",
                )
        axes.set(xlabel="vertices", ylabel="cells", xscale="log", yscale="log")
