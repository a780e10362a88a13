"""What the kernels share, bound for its tests."""

from collections.abc import Callable, Sequence


class Ticker:
    """Counts nodes and tells a kernel when to stop."""

    def __init__(self, nodes: int, seconds: float, poll: Callable[[int], bool], clock: Callable[[], float]) -> None: ...

    def tick(self) -> bool:
        """Counts one more node; False: stop instead."""

    def going(self, arg: int, /) -> bool:
        """Counts a step that is no node; False: stop."""

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
        """Whether prices prove it in whole numbers."""

class Table:
    """A fixed-budget hash table from numbers to numbers."""

    def __init__(self, budget_bytes: int) -> None: ...

    def insert(self, key: int, value: int) -> tuple[str, int | None]:
        """"added", "found" or "full", and the stored value."""

    def find(self, key: int) -> int | None:
        """The stored value, or None."""

    def __len__(self) -> int: ...

    @property
    def bytes(self) -> int:
        """Bytes in use."""

    @property
    def peak_bytes(self) -> int:
        """Most bytes in use at any time."""
