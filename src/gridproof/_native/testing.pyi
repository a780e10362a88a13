"""The shared parts of the kernels, bound for their tests."""

from collections.abc import Callable, Sequence
from typing import Final


class SokobanPositions:
    """Positions on a board of Sokoban."""

    def __init__(self, width: int, height: int, cells: bytes, goals: Sequence[int]) -> None: ...

    def region(self, boxes: Sequence[int], player: int) -> list[int]:
        """The cells that the player gets to."""

    def regions(self, boxes: Sequence[int]) -> int:
        """The number of regions into which they cut the floor."""

    def broken_rooms(self, boxes: Sequence[int]) -> int:
        """
        The number of pairs of neighbouring rooms that they cut off from each other.
        """

    def hotspots(self, boxes: Sequence[int]) -> list[int]:
        """Boxes that cut goals off for others."""

    def macro(self, boxes: Sequence[int], player: int, pull: bool) -> list[tuple[int, int, int, int, int, int]]:
        """
        Places of the first box: box, player, region, its size, parts, place before.
        """

    def dead(self, boxes: Sequence[int], player: int) -> str | None:
        """
        The test that sees that nothing leads from there to a solution; None if none does.
        """

    def dead_by_pattern(self, boxes: Sequence[int], player: int) -> bool:
        """
        Tests whether some of the boxes are learned to be dead, or were before.
        """

    def movable(self, boxes: Sequence[int], player: int, pull: bool) -> bool:
        """Tests whether the first box can be moved at once."""

class SokobanBounds:
    """A level of Sokoban with bounds by tables."""

    def __init__(self, width: int, height: int, cells: bytes, boxes: Sequence[int], player: int, parts: Sequence[str], zone_squares: int) -> None: ...

    def grow(self, nodes: int) -> None:
        """Makes the tables that are worth it by then."""

    def learn(self, positions: Sequence[tuple[Sequence[int], int, int]]) -> bool:
        """Learns a zone; false if there is none."""

    def of(self, boxes: Sequence[int], player: int) -> int | None:
        """A position's bound; None if it is dead."""

    def after(self, boxes: Sequence[int], player: int, box: int, to: int) -> int | None:
        """That of the position after a push."""

    def frozen(self, boxes: Sequence[int], box: int) -> bool:
        """Tests whether that box has frozen."""

    def corral(self, boxes: Sequence[int], player: int) -> list[tuple[int, int]] | None:
        """
        The pushes a corral restricts play to; [] if it is dead, None if it is free.
        """

class SokobanImage:
    """A level of Sokoban turned or mirrored."""

    def __init__(self, width: int, height: int, cells: bytes, boxes: Sequence[int], player: int, number: int) -> None: ...

    def problem(self) -> tuple[int, int, bytes, list[int], int]:
        """Width, height, cells, boxes and player."""

    def back(self, moves: str) -> str:
        """The same play on the level itself."""

def sokoban_greedy_pulls(width: int, height: int, cells: bytes, boxes: Sequence[int], player: int, nodes: int) -> tuple[str | None, bool]:
    """
    Moves that solve it, or None, and whether nothing does; so many nodes a turn.
    """

class SokobanZones:
    """A level of Sokoban with zone tables."""

    def __init__(self, width: int, height: int, cells: bytes, boxes: Sequence[int], player: int) -> None: ...

    def has_costs(self) -> bool:
        """Tests whether boxes can be assigned to goals at all."""

    def push(self, box: int, direction: int) -> int | None:
        """A push's reduced cost; None: no such push."""

    def end(self, goal: int, player: int) -> int:
        """The cost of a box that ends there."""

    def base(self, boxes: Sequence[int], player: int) -> int | None:
        """The base to which all else is added; None if dead."""

    def add(self, zone: Sequence[int], taken: Sequence[int], memory: int) -> bool:
        """Builds one more zone; false if there is no room."""

    def falling_values(self, zone: Sequence[int], boxes: Sequence[int], player: int, most: int) -> list[int]:
        """
        A position's values while a zone is made, given up after `most` of them.
        """

    def choose(self, squares: int, work: int) -> list[int]:
        """Chooses zones; their sizes."""

    def learn(self, squares: int, positions: Sequence[tuple[Sequence[int], int, int]]) -> int:
        """Learns a zone; what it raises."""

    def excess(self, boxes: Sequence[int], player: int) -> tuple[int, int] | None:
        """By the chosen zones; None if dead."""

    def after(self, boxes: Sequence[int], player: int, box: int, to: int) -> tuple[int, int] | None:
        """The same after a push."""

    def value(self, zone: int, boxes: Sequence[int], player: int) -> int | None:
        """None if it is dead."""

    def clear(self, zone: Sequence[int], taken: Sequence[int], boxes: Sequence[int], player: int, most: int) -> int | None:
        """
        The least that it costs to clear a zone without goals; None if more than `most`.
        """

    def conflicts(self, boxes: Sequence[int], player: int, least: int, states: int) -> int | None:
        """The bound by zones that grow along conflicts; None if it is dead."""

class Ticker:
    """Counts nodes and tells a kernel when to stop."""

    def __init__(self, nodes: int, seconds: float, poll: Callable[[int], bool], clock: Callable[[], float]) -> None: ...

    def tick(self) -> bool:
        """Counts one more node; False: stop instead."""

    def extend(self, nodes: int) -> None:
        """Lets what the node limit has stopped go on."""

    @property
    def nodes(self) -> int:
        """Nodes counted so far."""

    @property
    def stop(self) -> str:
        """Name of the stop reason."""

class CoverProblem:
    """A covering program with costs of 1."""

    def __init__(self, columns: int) -> None: ...

    def add(self, columns: Sequence[int], sign: int, least: int) -> None:
        """Columns, increasing: sign * their sum >= least."""

    def needs_more_than(self, most: int) -> bool:
        """
        Tests whether prices prove, in whole numbers, that more than `most` is needed.
        """

class Store:
    """A store of numbers, with a number kept for each."""

    def __init__(self, budget_bytes: int) -> None: ...

    def insert(self, key: int, value: int) -> tuple[str, int | None]:
        """"added", "found" or "full", and the stored value."""

    def find(self, key: int) -> int | None:
        """The stored value, or None."""

    def __len__(self) -> int: ...

    min_bytes: Final[int] = ...
    """The bytes that it takes at any budget."""

    @property
    def bytes(self) -> int:
        """Bytes in use."""

    @property
    def peak_bytes(self) -> int:
        """Most bytes in use at any time."""

class Assignment:
    """Cheapest assignments of rows to columns."""

    def __init__(self, rows: int) -> None: ...

    def solve(self, costs: Sequence[Sequence[int]]) -> int | None:
        """
        The cost of the cheapest one, None if there is none; it starts from the prices of the
        costs before. costs: a row a list, 2**16 - 1 for no pair.
        """

    def keep(self, rows: Sequence[Sequence[int]]) -> None:
        """Keeps rows for update(), in place of others."""

    def update(self, numbers: Sequence[int]) -> int | None:
        """
        The same as solve() for some of the rows kept; in ascending order those that were in
        the update before cost nothing.
        """

    def with_row(self, i: int, row: Sequence[int], gap: int = 1) -> int | None:
        """
        The cost if row i were this one; the last solve() or update() has found one. All costs
        of assignments differ by multiples of the gap.
        """

    def with_rows(self, i: int, rows: Sequence[Sequence[int]]) -> list[int | None]:
        """The same for many rows in its place."""
