"""Every board with one thing less, as plain records, and its optimum by trying all plays."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.oracles import bombcover, boxcover, merge, onebomb, robots, sokoban
from tests.oracles.symmetry import flood

#: Name of what is taken away, with its cells; the optimum without it, or None if there is none.
Eased = tuple[tuple[Any, ...], Any]

#: Metrics of the objectives, for sokoban.
_METRICS = {
    "pushes": ("pushes",),
    "moves": ("moves",),
    "pushes-moves": ("pushes", "moves"),
    "moves-pushes": ("moves", "pushes"),
}
#: What stays of a cell of sokoban without its box, and without its goal.
_NO_BOX = {"$": " ", "*": "."}
_NO_GOAL = {".": " ", "+": "@", "*": "$"}


def _without(things: Sequence[Any], number: int) -> list[Any]:
    return [*things[:number], *things[number + 1 :]]


def _cells(rows: Sequence[str], wanted: str) -> Iterator[tuple[int, int]]:
    return ((x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char in wanted)


def _with(rows: Sequence[str], cell: tuple[int, int], char: str) -> list[str]:
    x, y = cell
    return [*rows[:y], rows[y][:x] + char + rows[y][x + 1 :], *rows[y + 1 :]]


def robots_eased(board: Mapping[str, Any], ricochet: bool) -> Iterator[Eased]:
    """Without each wall (its cell and side), and each robot that need not arrive (its cell)."""
    for i, wall in enumerate(sorted(board["walls"])):
        walls = _without(sorted(board["walls"]), i)
        yield ("wall", *wall), robots.fewest_moves({**board, "walls": walls}, ricochet=ricochet)
    target = board["target_robot"]
    for i, cell in enumerate(board["robots"]):
        if i == target or len(board["robots"]) == 1:
            continue
        fewer = {
            **board,
            "robots": _without(board["robots"], i),
            "target_robot": None if target is None else target - (i < target),
        }
        yield ("robot", *cell), robots.fewest_moves(fewer, ricochet=ricochet)


def bombcover_eased(rows: Sequence[str], objective: str, **rules: Any) -> Iterator[Eased]:
    """Without each wall and each crate, wherever it is."""
    for cell in _cells(rows, "#x"):
        eased, name = _with(rows, cell, "."), "wall" if cell in _cells(rows, "#") else "crate"
        if objective == "explosions":
            yield (name, *cell), bombcover.fewest_explosions(eased, **rules)
        else:
            yield (name, *cell), bombcover.fewest_explosions_then_steps(eased, **rules)


def onebomb_eased(rows: Sequence[str], **rules: Any) -> Iterator[Eased]:
    """Without each rock and each brick, wherever it is."""
    for cell in _cells(rows, "#X"):
        name = "brick" if cell in _cells(rows, "#") else "rock"
        yield (name, *cell), onebomb.shortest(_with(rows, cell, "."), **rules)


def merge_eased(board: Mapping[str, Any], objective: str, top: int | None) -> Iterator[Eased]:
    """Without each stone, and without one hit point of it."""
    solve = merge.most_stones if objective == "stones" else merge.fewest_merges
    for i, stone in enumerate(board["stones"]):
        others = _without(board["stones"], i)
        cell = stone["x"], stone["y"]
        yield ("stone", *cell), solve({**board, "stones": others}, top)
        if stone["hp"] > 1:
            weaker = [*others, {**stone, "hp": stone["hp"] - 1}]
            yield ("hit point", *cell), solve({**board, "stones": weaker}, top)


def boxcover_eased(board: Mapping[str, Any]) -> Iterator[Eased]:
    """Without each point."""
    for i, point in enumerate(board["points"]):
        if len(board["points"]) > 1:
            fewer = {**board, "points": _without(board["points"], i)}
            yield ("point", *point), boxcover.fewest_squares(fewer)


def sokoban_eased(rows: Sequence[str], objective: str) -> Iterator[Eased]:
    """Without each wall that is not on the rim; without each box, together with each goal.

    Cells that the player cannot get to are wall.
    """
    kinds = {cell: rows[cell[1]][cell[0]] for cell in _cells(rows, " -_.$*@+")}
    reach = flood(kinds, _cells(rows, "@+"), " -_.$*@+")
    width = max(map(len, rows))
    rows = [
        "".join(row[x] if (x, y) in reach else "#" for x in range(width))
        for y, row in enumerate(rows)
    ]

    def best(eased: Sequence[str]) -> Any:
        found = sokoban.best(eased, _METRICS[objective])
        return found if found is None or len(found) > 1 else found[0]

    for x, y in _cells(rows, "#"):
        if 0 < x < width - 1 and 0 < y < len(rows) - 1:
            yield ("wall", x, y), best(_with(rows, (x, y), " "))
    boxes = list(_cells(rows, "$*"))
    for box in boxes if len(boxes) > 1 else ():
        lighter = _with(rows, box, _NO_BOX[rows[box[1]][box[0]]])
        for goal in _cells(lighter, ".*+"):
            fewer = _with(lighter, goal, _NO_GOAL[lighter[goal[1]][goal[0]]])
            yield ("box and goal", *box, *goal), best(fewer)
