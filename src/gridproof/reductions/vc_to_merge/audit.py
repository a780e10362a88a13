"""The conditions of the proof, checked on a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from gridproof.games.merge import rules
from gridproof.games.merge.level import SIDE, MergeLevel
from gridproof.grid import Direction, Pos
from gridproof.level import Fault
from gridproof.reduction import Certificate, Condition, Encoding
from gridproof.reductions.graph import CoverProblem, Graph
from gridproof.reductions.orthogonal import check_drawing
from gridproof.reductions.vc_to_merge.plan import Plan, budget, length_fault

__all__ = ["audit"]


def audit(encoding: Encoding) -> Certificate:
    """Whether board, map and ``k`` meet the conditions.

    Raises:
        InputError: the map is none.
    """
    problem: CoverProblem = encoding.instance
    level, plan = encoding.board(MergeLevel), Plan.read(encoding)
    walks = list(map(plan.cells, range(len(problem.graph.edges))))
    paths, heroes, stones = _paths(problem.graph, plan, walks)
    drawing = Condition.of(
        "drawing",
        "The drawing that pictures show is one of the graph.",
        check_drawing(problem.graph, plan.drawing),
        len(problem.graph.names) + len(problem.graph.edges),
    )
    return Certificate(
        (
            _simple(level, encoding.k),
            paths,
            _things(level, heroes, stones),
            _strikes(level, plan, walks),
            _padding(problem, level, plan, walks),
            drawing,
        )
    )


def _simple(level: MergeLevel, k: int) -> Condition:
    """The rules: MERGE-GAME-SIMPLE, and the number asked for."""
    faults = list(rules.validate(level))
    kinds = Counter(kind for _, kind in level.heroes).most_common(1)
    for common, _ in kinds:
        faults += [
            Fault(f"a hero has type {kind}, most have type {common}", cell)
            for cell, kind in level.heroes
            if kind != common
        ]
        if level.vector(common) != SIDE:
            faults.append(Fault("heroes do not strike just the four cells beside them"))
    faults += [
        Fault(f"a stone has {hp} hit points, not 1", cell) for cell, hp in level.stones if hp != 1
    ]
    if level.max_level is not None:
        faults.append(Fault(f"no hero may rise above level {level.max_level}"))
    stones = len(level.stones)
    if level.target != stones:
        faults.append(Fault(f"the target is {level.target or 0} of {stones} stones"))
    if k != stones:
        faults.append(Fault(f"k is {k}, where the board has {stones} stones"))
    return Condition.of(
        "SIMPLE",
        "One type of heroes, which strike the four cells beside them; one hit point a stone; no "
        "highest level; target and k are all stones.",
        faults,
        len(level.heroes) + stones,
    )


def _paths(
    graph: Graph, plan: Plan, walks: Sequence[Sequence[Pos]]
) -> tuple[Condition, dict[Pos, str], dict[Pos, str]]:
    """The paths, and what must stand on which cell: heroes and stones, by what they are."""
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
        fault = length_fault(graph, edge, len(walk) - 1)
        if fault is not None:
            faults.append(Fault(fault, walk[0]))
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
    condition = Condition.of(
        "paths",
        "The path of each edge leads from its one vertex to its other one with a length of "
        "4·l + 2, l ≥ 1, and nothing is twice on a cell.",
        faults,
        len(heroes) + len(stones),
    )
    return condition, heroes, stones


def _things(level: MergeLevel, heroes: Mapping[Pos, str], stones: Mapping[Pos, str]) -> Condition:
    """The board has what the map says and nothing else."""
    faults = []
    for what, found, named in (
        ("hero", {cell for cell, _ in level.heroes}, heroes),
        ("stone", {cell for cell, _ in level.stones}, stones),
    ):
        missing, more = _reading(named.keys() - found), _reading(found - named.keys())
        faults += [Fault(f"{named[cell]}: no {what} stands here", cell) for cell in missing]
        faults += [Fault(f"the map names no {what} here", cell) for cell in more]
    return Condition.of(
        "board",
        "Heroes and stones stand in turn along the paths; besides there are only idle heroes and "
        "pairs of a hero and a stone.",
        faults,
        len(level.heroes) + len(level.stones),
    )


def _strikes(level: MergeLevel, plan: Plan, walks: Sequence[Sequence[Pos]]) -> Condition:
    """Each stone is struck by the heroes of its path's two neighbouring steps and no other."""
    struck_from: dict[Pos, set[Pos]] = {}
    for walk in walks:
        for i in range(1, len(walk) - 1, 2):
            struck_from[walk[i]] = {walk[i - 1], walk[i + 1]}
    struck_from |= {stone: {hero} for hero, stone in plan.pairs}
    faults = []
    for stone, _ in level.stones:
        beside = {stone.step(direction) for direction in Direction}
        strikers = beside & level.hero_at.keys()
        wanted = struck_from.get(stone, set())
        for cell in _reading(strikers - wanted):
            there = cell.for_people
            faults.append(Fault(f"the stone is struck from {there}, where it must not be", stone))
        for cell in _reading(wanted - strikers):
            faults.append(Fault(f"the stone is not struck from {cell.for_people}", stone))
    return Condition.of(
        "strikes",
        "A stone on a path is struck by the heroes before and after it there and by no other, the "
        "stone of a pair by the hero of that pair alone.",
        faults,
        len(level.stones),
    )


def _padding(
    problem: CoverProblem, level: MergeLevel, plan: Plan, walks: Sequence[Sequence[Pos]]
) -> Condition:
    """Half of the heroes is what a cover of the wanted size takes."""
    heroes, pairs = len(level.heroes), len(plan.pairs)
    halves = sum((len(walk) - 1) // 4 for walk in walks)
    chosen = budget(problem)
    faults = []
    if heroes // 2 != halves + chosen + pairs:
        message = (
            f"{heroes // 2} of {heroes} heroes can strike; a cover of {chosen} vertices takes "
            f"{halves} + {chosen} + {pairs}"
        )
        faults.append(Fault(message))
    return Condition.of(
        "padding",
        "⌊h / 2⌋ = L + K + d, where h is the number of heroes, L the sum of all l, K how many "
        "vertices with an edge may be chosen, and d the number of pairs.",
        faults,
        1,
    )


def _reading(cells: Iterable[Pos]) -> list[Pos]:
    """Cells by row and column."""
    return sorted(cells, key=lambda cell: (cell.y, cell.x))
