"""
The ticker and the fixed-budget table of the kernels, bound for their tests.
"""

from collections.abc import Callable


class Ticker:
    """Counts nodes and tells a kernel when to stop."""

    def __init__(self, nodes: int, seconds: float, poll: Callable[[int], bool], clock: Callable[[], float]) -> None: ...

    def tick(self) -> bool:
        """Counts one more node; False: stop instead."""

    def going(self) -> bool:
        """Counts a step that is no node; False: stop."""

    @property
    def nodes(self) -> int:
        """Nodes counted so far."""

    @property
    def stop(self) -> str:
        """Name of the stop reason."""

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
