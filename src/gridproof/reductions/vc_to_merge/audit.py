"""The conditions of the proof on a board, and that the map names all that stands there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from gridproof.games.merge import rules
from gridproof.games.merge.level import SIDE, MergeLevel
from gridproof.grid import Direction, Pos, in_reading_order
from gridproof.level import Fault
from gridproof.reduction import Certificate, Encoding, Evidence
from gridproof.reductions.auditing import Audit, Promise
from gridproof.reductions.drawing.orthogonal import check_drawing
from gridproof.reductions.sources.graph import CoverProblem, Graph
from gridproof.reductions.vc_to_merge.plan import Plan, budget, vertices

__all__ = ["audit"]

_PROMISES: Final = (
    Promise(
        "SIMPLE",
        "One type of heroes, which strike the four cells beside them; one hit point a stone; no "
        "highest level; target and k are all stones.",
        ("rules", "k"),
    ),
    Promise(
        "paths",
        "The path of each edge leads from its one vertex to its other one with a length of "
        "4·l + 2, l ≥ 1, and nothing is twice on a cell.",
        ("items",),
    ),
    Promise(
        "board",
        "Heroes and stones stand in turn along the paths; besides there are only idle heroes and "
        "pairs of a hero and a stone.",
    ),
    Promise(
        "strikes",
        "A stone on a path is struck by the heroes before and after it there and by no other, the "
        "stone of a pair by the hero of that pair alone.",
    ),
    Promise(
        "padding",
        "⌊h / 2⌋ = L + K + d, where h is the number of heroes, L the sum of all l, K how many "
        "vertices with an edge may be chosen, and d the number of pairs.",
    ),
    Promise("drawing", "The drawing that pictures show is one of the graph."),
)


def audit(encoding: Encoding, evidence: Callable[[Encoding], Evidence]) -> Certificate:
    """Check whether board, map and ``k`` meet the conditions.

    Raises:
        InputError: the map is none.
    """
    problem: CoverProblem = encoding.instance
    level, plan = encoding.board(MergeLevel), Plan.read(encoding)
    found = Audit(_PROMISES, "stone")
    found.add("SIMPLE", _rule_faults(level), len(level.heroes) + len(level.stones))
    walks = list(map(plan.cells, range(len(problem.graph.edges))))
    faults, heroes, stones = _paths(problem.graph, plan, walks)
    found.add("paths", faults, len(heroes) + len(stones))
    found.add("board", _things(level, heroes, stones), len(level.heroes) + len(level.stones))
    found.add("strikes", _pair_faults(level, plan))
    checked = found.check(encoding, evidence(encoding))
    if checked is not None:
        _, allowed = checked
        found.add("padding", _padding_faults(problem, allowed))
    size = len(problem.graph.names) + len(problem.graph.edges)
    found.add("drawing", check_drawing(problem.graph, plan.drawing), size)
    return found.certificate()


def _rule_faults(level: MergeLevel) -> Iterator[Fault]:
    """Yield the breaches of the requested rules: MERGE-GAME-SIMPLE."""
    yield from rules.validate(level)
    for kind in sorted({kind for _, kind in level.heroes}):
        if level.vector(kind) != SIDE:
            yield Fault("heroes do not strike just the four cells beside them")
            break
    if level.max_level is not None:
        yield Fault(f"no hero may rise above level {level.max_level}")
    stones = len(level.stones)
    if level.target != stones:
        yield Fault(f"the target is {level.target or 0} of {stones} stones")


def _padding_faults(problem: CoverProblem, allowed: int) -> Iterator[Fault]:
    """Yield heroes that let all vertices be chosen, beyond what the padding needs."""
    if allowed > budget(problem) == vertices(problem):
        yield Fault(f"{allowed} vertices could be chosen, where {vertices(problem)} have an edge")


def _pair_faults(level: MergeLevel, plan: Plan) -> Iterator[Fault]:
    """Yield pairs whose hero does not strike their stone, such as one that has changed places."""
    stones = dict(level.stones)
    for hero, stone in plan.pairs:
        beside = {stone.step(direction) for direction in Direction} & level.hero_at.keys()
        if stone in stones and hero not in beside:
            yield Fault(f"the stone is not struck from {hero.for_people}", stone)


def _paths(
    graph: Graph, plan: Plan, walks: Sequence[Sequence[Pos]]
) -> tuple[list[Fault], dict[Pos, str], dict[Pos, str]]:
    """Return faults of the map, and what it says of cells: heroes and stones, by what they are."""
    faults: list[Fault] = []
    heroes: dict[Pos, str] = {}
    stones: dict[Pos, str] = {}
    at: dict[int, Pos] = {}

    def take(taken: dict[Pos, str], cell: Pos, name: str) -> None:
        other = heroes.get(cell) or stones.get(cell)
        if other is not None:
            faults.append(Fault(f"{name} is where {other} is", cell))
        taken[cell] = name

    for edge, walk in enumerate(walks):
        name = f"edge {graph.edge(edge)}"
        for vertex, end in zip(graph.edges[edge], (walk[0], walk[-1]), strict=True):
            if vertex not in at:
                at[vertex] = end
                take(heroes, end, f"vertex {graph.names[vertex]}")
            elif end != at[vertex]:
                there = f"vertex {graph.names[vertex]} is at {at[vertex].for_people}"
                faults.append(Fault(f"{name} ends here, but {there}", end))
        for i, cell in enumerate(walk[1:-1], 1):
            take(stones if i % 2 else heroes, cell, f"step {i} of {name}")
    for cell in plan.idle:
        take(heroes, cell, "an idle hero")
    for hero, stone in plan.pairs:
        take(heroes, hero, "the hero of a pair")
        take(stones, stone, "the stone of a pair")
    return faults, heroes, stones


def _things(
    level: MergeLevel, heroes: Mapping[Pos, str], stones: Mapping[Pos, str]
) -> Iterator[Fault]:
    """Yield the differences of the board's heroes and stones from those of the map."""
    for what, found, named in (
        ("hero", {cell for cell, _ in level.heroes}, heroes),
        ("stone", {cell for cell, _ in level.stones}, stones),
    ):
        for cell in in_reading_order(named.keys() - found):
            yield Fault(f"{named[cell]}: no {what} stands here", cell)
        for cell in in_reading_order(found - named.keys()):
            yield Fault(f"the map names no {what} here", cell)
