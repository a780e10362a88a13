"""Sokoban: the relaxed board of a zone, and the pushes left in all positions, in plain Python."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from tests.oracles.sokoban_features import DIRECTIONS, Cell, Floor, flood, parts, step

#: The boxes (on the zone, or all), and the player's region of the floor without them.
State = tuple[frozenset[Cell], Floor]
#: What a push of the box on a cell costs in a direction; None if there is no such push.
Cost = Callable[[Cell, Cell], int | None]


def pushes(floor: Floor, boxes: frozenset[Cell], region: Floor) -> Iterator[tuple[Cell, Cell]]:
    """Boxes next to the region and directions in which they can be pushed."""
    for box in boxes:
        for direction in DIRECTIONS:
            to = step(box, direction)
            if step(box, direction, -1) in region and to in floor and to not in boxes:
                yield box, direction


def _relaxed(
    floor: Floor, zone: Floor, state: State, cost: Cost, most: int
) -> Iterator[tuple[State, int]]:
    """All pushes of a zone's relaxed board, on which boxes outside are where they are wanted."""
    inside, region = state
    for anywhere in floor - zone - inside:
        for box, direction in pushes(floor, inside | {anywhere}, region):
            to = step(box, direction)
            spent = cost(box, direction)
            if box == anywhere and to in zone and len(inside) < most and spent is not None:
                after = inside | {to}
                yield (after, flood(floor - after, box)), spent
    for box, direction in pushes(floor, inside, region):
        to = step(box, direction)
        spent = cost(box, direction)
        if spent is not None:
            after = (inside - {box}) | ({to} & zone)
            yield (after, flood(floor - after, box)), spent


def zone_values(
    floor: Floor,
    zone: Floor,
    goals: Iterable[Cell],
    cost: Cost,
    end: Callable[[Cell, Cell], int],
    most: int,
) -> dict[State, int | None]:
    """Return the cost of the rest of a play on the relaxed board of a zone, in each state.

    Args:
        floor: the board.
        zone: some of it.
        goals: of the whole board.
        cost: what pushes cost.
        end: what a box costs that ends on a goal, the player on a cell.
        most: how many boxes there may be at once.
    """
    states = [
        (frozenset(boxes), region)
        for k in range(min(most, len(zone)) + 1)
        for boxes in combinations(sorted(zone), k)
        for region in parts(floor.difference(boxes))
    ]
    wanted = frozenset(goals) & zone
    value: dict[State, int | None] = {
        (boxes, region): sum(end(goal, min(region)) for goal in wanted) if boxes == wanted else None
        for boxes, region in states
    }
    moves = {state: list(_relaxed(floor, zone, state, cost, most)) for state in states}
    changed = True
    while changed:
        changed = False
        for state, after in moves.items():
            for other, spent in after:
                rest = value[other]
                known = value[state]
                if rest is not None and (known is None or spent + rest < known):
                    value[state] = spent + rest
                    changed = True
    return value


def pushes_left(
    floor: Floor, goals: Iterable[Cell], boxes: Iterable[Cell], player: Cell, most: int
) -> dict[State, tuple[int | None, list[tuple[Cell, Cell, State]]]]:
    """Of all positions of a level: the fewest pushes to the goals, and all pushes. Of none if there
    are more than `most`."""
    start = frozenset(boxes)
    first = start, flood(floor - start, player)
    after: dict[State, list[tuple[Cell, Cell, State]]] = {}
    queue = [first]
    for state in queue:
        if state in after:
            continue
        if len(after) == most:
            return {}
        after[state] = []
        for box, direction in pushes(floor, *state):
            moved = state[0] - {box} | {step(box, direction)}
            other = moved, flood(floor - moved, box)
            after[state].append((box, direction, other))
            if other not in after:
                queue.append(other)
    before: dict[State, list[State]] = {state: [] for state in after}
    for state, others in after.items():
        for _, _, other in others:
            before[other].append(state)
    solved = frozenset(goals)
    left = {state: 0 for state in after if state[0] == solved}
    line = list(left)
    for state in line:
        for earlier in before[state]:
            if earlier not in left:
                left[earlier] = left[state] + 1
                line.append(earlier)
    return {state: (left.get(state), others) for state, others in after.items()}
