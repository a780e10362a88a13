"""Cuts from windows, for covers of few squares."""

from collections.abc import Sequence
from typing import Any

import gridproof.limits


class Windows:
    """Sets of neighbouring points, whose covers give cuts."""

    def __init__(self, points: Sequence[tuple[int, int]], squares: Sequence[Sequence[int]]) -> None:
        """points: (x, y); squares: the points of each, by their numbers."""

    def near(self, centre: int, size: int) -> list[int]:
        """The `size` points nearest to one."""

    def cuts(self, amounts: Sequence[float], size: int, centres: Sequence[int], times: int, *, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
        """
        Cuts that amounts of the squares violate, from windows of `size` points round the
        centres where amounts are not whole; no centre is in more than `times` windows. Returns
        cuts (squares, weights, their least sum in a cover), nodes (0), stop and seconds.
        """
