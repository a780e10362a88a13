"""Sokoban: Dijkstra's algorithm over the player's cell and the set of boxes, one step at a time."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from tests.oracles.kept import kept

Cell = tuple[int, int]
State = tuple[Cell, frozenset[Cell]]

DIRECTIONS = ((0, -1), (0, 1), (-1, 0), (1, 0))


def _find(rows: Sequence[str], wanted: str) -> frozenset[Cell]:
    return frozenset(
        (x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char in wanted
    )


def _next_states(floor: frozenset[Cell], state: State) -> Iterator[tuple[State, bool]]:
    """The state after each step that is possible, and whether it pushes a box."""
    (x, y), boxes = state
    for dx, dy in DIRECTIONS:
        cell, behind = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
        if cell not in floor:
            continue
        if cell not in boxes:
            yield (cell, boxes), False
        elif behind in floor and behind not in boxes:
            yield (cell, boxes - {cell} | {behind}), True


@kept
def best(rows: Sequence[str], metrics: Sequence[str]) -> tuple[int, ...] | None:
    """The least value of the metrics ("moves", "pushes"), compared in their order, that brings all
    boxes onto goals; None where that is impossible. Outside the rows is wall."""
    floor = _find(rows, " -_.$*@+")
    goals = _find(rows, ".*+")
    (player,) = _find(rows, "@+")
    start = (player, _find(rows, "$*"))
    best_known = {start: tuple(0 for _ in metrics)}
    queue = [(best_known[start], 0, start)]
    while queue:
        cost, _, state = heappop(queue)
        if cost > best_known[state]:
            continue
        if state[1] <= goals:
            return cost
        for new, pushes in _next_states(floor, state):
            step = {"moves": 1, "pushes": int(pushes)}
            new_cost = tuple(c + step[metric] for c, metric in zip(cost, metrics, strict=True))
            if new not in best_known or new_cost < best_known[new]:
                best_known[new] = new_cost
                heappush(queue, (new_cost, len(best_known), new))
    return None
