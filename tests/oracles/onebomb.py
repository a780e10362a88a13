"""One bomb: try every sequence of bomb cells, and search each board that results for a path."""

from collections.abc import Sequence

from tests.oracles.kept import kept

Cell = tuple[int, int]
Board = tuple[str, ...]

DIRECTIONS = ((0, -1), (0, 1), (-1, 0), (1, 0))


def _find(rows: Sequence[str], wanted: str) -> Cell:
    cells = [(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char == wanted]
    if len(cells) != 1:
        raise ValueError(f"the board needs exactly one {wanted}")
    return cells[0]


def _at(board: Board, x: int, y: int) -> str:
    """Return the thing on a cell; outside the board is rock."""
    if 0 <= y < len(board) and 0 <= x < len(board[y]):
        return board[y][x]
    return "X"


def _explode(board: Board, bomb: Cell, radius: int | None, blast: str) -> Board:
    """The board after a bomb on a cell that is not rock."""
    cleared = {bomb}
    for dx, dy in DIRECTIONS:
        x, y = bomb
        length = 0
        while radius is None or length < radius:
            x, y, length = x + dx, y + dy, length + 1
            if _at(board, x, y) == "X":
                break
            if _at(board, x, y) == "#":
                cleared.add((x, y))
                if blast == "classic":
                    break
    return tuple(
        "".join("." if (x, y) in cleared and char == "#" else char for x, char in enumerate(row))
        for y, row in enumerate(board)
    )


def _path_length(board: Board) -> int | None:
    """The length of the shortest path from P to K over cells that are neither rock nor brick."""
    goal = _find(board, "K")
    layer = {_find(board, "P")}
    seen = set(layer)
    length = 0
    while layer:
        if goal in layer:
            return length
        neighbours = {(x + dx, y + dy) for x, y in layer for dx, dy in DIRECTIONS}
        layer = {cell for cell in neighbours if _at(board, *cell) not in "X#"} - seen
        seen |= layer
        length += 1
    return None


@kept
def shortest(
    rows: Sequence[str], *, radius: int | None = None, bombs: int = 1, blast: str = "pierce"
) -> int | None:
    """The shortest path from P to K after 1 to `bombs` bombs, or None where there is none."""
    if bombs < 1 or (radius is not None and radius < 0) or blast not in ("pierce", "classic"):
        raise ValueError("bad option")
    boards: set[Board] = {tuple(rows)}
    lengths: list[int] = []
    for _ in range(bombs):
        boards = {
            _explode(board, (x, y), radius, blast)
            for board in boards
            for y, row in enumerate(board)
            for x, char in enumerate(row)
            if char != "X"
        }
        for board in boards:
            length = _path_length(board)
            if length is not None:
                lengths.append(length)
    return min(lengths, default=None)
