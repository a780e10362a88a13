"""The conditions of a theorem, as the check of a board meets them."""

from __future__ import annotations

from typing import TypeAlias

from gridproof.proof.claims import Refused

__all__ = ["Cell", "Conditions"]

Cell: TypeAlias = tuple[int, int]


class Conditions:
    """Conditions by the names that a theorem gives them; the first that fails refuses the board.

    An audit of a reduction overrides all but :meth:`need`: it goes on, tells each fault with its
    cell, and says what was looked at.

    Attributes:
        item: what has to go, as messages call it: "crate", "point", "stone".
        source: what names the items: "file", "map".
        thorough: True to tell as well what cannot fail alone.
    """

    item, source, thorough = "item", "file", False

    def need(
        self, name: str, holds: bool, reason: str, told: str = "", cell: Cell | None = None
    ) -> None:
        """Refuse the board unless something holds that a condition asks for.

        Raises:
            Refused: it does not.
        """
        if not holds:
            self.broken(name, reason, told, cell)

    def broken(self, name: str, reason: str, told: str = "", cell: Cell | None = None) -> None:
        """Refuse the board.

        Args:
            name: of the condition that fails.
            reason: in general.
            told: in particular, if there is more to say.
            cell: where it fails.

        Raises:
            Refused: always.
        """
        where = "" if cell is None else f", at {cell[0]},{cell[1]}"
        raise Refused(f"{reason}{told and ': '}{told}{where}")

    def looked(self, name: str, count: int) -> None:
        """Note that a condition was checked, for `count` things."""

    def enough(self, name: str) -> bool:
        """Return True if a condition fails at more cells than are reported."""
        return False

    def settle(self, *names: str) -> None:
        """End the check if one of these conditions fails: others mean nothing without them."""

    def variable(self, number: int) -> str:
        """Return the name of a variable (from 1)."""
        return f"variable {number}"

    def place(self, cell: Cell) -> str:
        """Return a cell as text within a message."""
        return f"{cell[0]},{cell[1]}"
