"""Boards as plain records, turned and mirrored; and what two boards that are one puzzle share."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Cell = tuple[int, int]

SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))


def _turn(cell: Cell, symmetry: int, last: Cell) -> Cell:
    """A cell after symmetry 0-7; the board's last cell is given: (0, 0) turns an offset."""
    (x, y), (right, bottom) = cell, last
    if symmetry >= 4:
        x = right - x
    for _ in range(symmetry % 4):
        x, y, right, bottom = bottom - y, x, bottom, right
    return x, y


def _rows(rows: Sequence[str], symmetry: int) -> list[str]:
    width, height = max(map(len, rows)), len(rows)
    kinds = {
        _turn((x, y), symmetry, (width - 1, height - 1)): char
        for y, row in enumerate(rows)
        for x, char in enumerate(row.ljust(width, "#"))
    }
    if symmetry % 2:
        width, height = height, width
    return ["".join(kinds[x, y] for x in range(width)) for y in range(height)]


def turned(board: Mapping[str, Any], symmetry: int) -> dict[str, Any]:
    """A record after one of the eight symmetries (0: as it is).

    Attack vectors of merge have to be lists of offsets by type.
    """
    new = dict(board)
    if "rows" in board:
        new["rows"] = _rows(board["rows"], symmetry)
        return new
    if "points" in board:
        new["points"] = [list(_turn((x, y), symmetry, (0, 0))) for x, y in board["points"]]
        return new
    last = board["width"] - 1, board["height"] - 1
    if symmetry % 2:
        new["width"], new["height"] = board["height"], board["width"]

    def at(x: int, y: int) -> Cell:
        return _turn((x, y), symmetry, last)

    for name in ("heroes", "stones"):
        if name in board:
            cells = [(thing, at(thing["x"], thing["y"])) for thing in board[name]]
            new[name] = [{**thing, "x": x, "y": y} for thing, (x, y) in cells]
    if "attack" in board:
        new["attack"] = {
            kind: [list(_turn((dx, dy), symmetry, (0, 0))) for dx, dy in vector]
            for kind, vector in board["attack"].items()
        }
    if "robots" in board:
        new["robots"] = [list(at(x, y)) for x, y in board["robots"]]
        new["target"] = list(at(*board["target"]))
        new["walls"] = []
        for x, y, side in board["walls"]:
            one, other = at(x, y), at(x + (side == "E"), y + (side == "S"))
            new["walls"].append([*min(one, other), "E" if one[1] == other[1] else "S"])
    return new


def flood(kinds: Mapping[Cell, str], start: Iterable[Cell], open_to: str) -> set[Cell]:
    """All cells that one can get to over such kinds of cell."""
    found = set(start)
    todo = list(found)
    while todo:
        x, y = todo.pop()
        for cell in ((x + dx, y + dy) for dx, dy in SIDES):
            if cell not in found and kinds.get(cell, "#") in open_to:
                found.add(cell)
                todo.append(cell)
    return found


def _from_corner(cells: Iterable[Cell], corner: Cell) -> tuple[Cell, ...]:
    return tuple(sorted((x - corner[0], y - corner[1]) for x, y in cells))


def _corner(cells: Iterable[Cell]) -> Cell:
    xs, ys = zip(*cells, strict=True)
    return min(xs), min(ys)


def _kinds(board: Mapping[str, Any]) -> dict[Cell, str]:
    return {(x, y): char for y, row in enumerate(board["rows"]) for x, char in enumerate(row)}


def _sokoban(board: Mapping[str, Any]) -> Any:
    """Return the cells that the player can get to and walk on, boxes, goals."""
    kinds = _kinds(board)
    player = [cell for cell, kind in kinds.items() if kind in "@+"]
    reach = flood(kinds, player, " -_.$*@+")
    return tuple(
        _from_corner(cells, _corner(reach))
        for cells in (
            reach,
            flood(kinds, player, " -_.@+"),
            [cell for cell in reach if kinds[cell] in "$*"],
            [cell for cell in reach if kinds[cell] in ".*+"],
        )
    )


def _bombcover(board: Mapping[str, Any]) -> Any:
    """All that can be reached."""
    kinds = _kinds(board)
    reach = flood(kinds, [cell for cell, kind in kinds.items() if kind == "@"], " .x@")
    x0, y0 = _corner(reach)
    return sorted((x - x0, y - y0, kinds[x, y].replace(" ", ".")) for x, y in reach)


def _onebomb(board: Mapping[str, Any]) -> Any:
    """All."""
    return list(board["rows"])


def _robots(board: Mapping[str, Any]) -> Any:
    """Return groups of equal robots, without their numbers."""
    numbers = board.get("robot_numbers") or range(len(board["robots"]))
    placed = [
        (n == board["target_robot"], *cell)
        for n, cell in zip(numbers, board["robots"], strict=True)
    ]
    walls = sorted(map(tuple, board["walls"]))
    return board["width"], board["height"], walls, tuple(board["target"]), sorted(placed)


def _merge(board: Mapping[str, Any]) -> Any:
    """Heroes that can merge, with what they strike and who is of their type; stones."""
    many = Counter(hero["type"] for hero in board["heroes"])
    heroes = [hero for hero in board["heroes"] if many[hero["type"]] > 1]
    heroes.sort(key=lambda hero: (hero["y"], hero["x"]))
    types = list(dict.fromkeys(hero["type"] for hero in heroes))
    things = [(thing["x"], thing["y"]) for thing in (*heroes, *board["stones"])]
    x0, y0 = _corner(things or [(0, 0)])
    return (
        [
            (
                (hero["x"] - x0, hero["y"] - y0, types.index(hero["type"])),
                sorted(map(tuple, board["attack"][str(hero["type"])])),
            )
            for hero in heroes
        ],
        sorted((stone["x"] - x0, stone["y"] - y0, stone["hp"]) for stone in board["stones"]),
    )


def _boxcover(board: Mapping[str, Any]) -> Any:
    """The points, wherever they lie."""
    points = [(x, y) for x, y in board["points"]]
    return _from_corner(set(points), _corner(points))


FORMS: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "sokoban": _sokoban,
    "bombcover": _bombcover,
    "onebomb": _onebomb,
    "robots": _robots,
    "merge": _merge,
    "boxcover": _boxcover,
}


def shared(game: str, board: Mapping[str, Any], options: Sequence[str]) -> str:
    """Return the mark of all boards that are one puzzle, no others: the least of eight forms."""
    said = [(name, str(board[name])) for name in options if name in board]
    return min(repr((FORMS[game](turned(board, symmetry)), said)) for symmetry in range(8))
