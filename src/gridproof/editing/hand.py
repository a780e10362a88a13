"""Drawing by keys: a cell in hand, a piece in hand, and all that was done, to be undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from gridproof.editing.draft import Draft
from gridproof.errors import InputError
from gridproof.grid import Direction, Pos
from gridproof.scene import Window
from gridproof.specs import Piece

__all__ = ["KEYS", "Hand"]

#: The keys of drawing, as help shows them, and their use; those of pieces come first.
KEYS: Final[Mapping[str, str]] = {
    "arrows": "go from cell to cell",
    "Space": "put the piece there, or take it away",
    "Shift-arrows": "draw on the way; where walls are thin, the wall on that side",
    "Delete": "clear the cell",
    "f": "fill the region with the piece",
    "r": "one corner of a rectangle; again: the other one",
    "l": "one end of a line; again: the other one",
    "u": "undo",
    "Ctrl-Y": "do it again",
    "|": "mirror the board left to right",
    "t": "turn it clockwise",
    "<": "one column less; > one more; - one row less; + one more",
}
_ARROWS: Final = {
    "up": Direction.U,
    "down": Direction.D,
    "left": Direction.L,
    "right": Direction.R,
}
#: Columns and rows that a key adds.
_GROWTH: Final = {"<": (-1, 0), ">": (1, 0), "-": (0, -1), "+": (0, 1)}


class Hand:
    """One who draws.

    Args:
        draft: the board at first.

    Attributes:
        draft: the board.
        cursor: the cell in hand.
        piece: the piece in hand.
        corner: the first corner of what is being drawn; None: nothing is.
        said: the last change, or the reason why it was not done.
    """

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.cursor = Pos(draft.window.left, draft.window.top)
        self.piece: Piece = draft.game.palette[0]
        self.corner: Pos | None = None
        self.said = ""
        self._past: list[Draft] = []
        self._future: list[Draft] = []

    def press(self, key: str) -> bool:
        """Do what a key means; return False if it means nothing here."""
        self.said = ""
        try:
            return self._press(key)
        except InputError as problem:
            self.said = str(problem)
            return True

    def _press(self, key: str) -> bool:
        if any(piece.key == key for piece in self.draft.game.palette):
            self._choose(key)
            return True
        if key in _ARROWS:
            self._go(_ARROWS[key])
        elif key.removeprefix("shift+") in _ARROWS:
            self._draw_on(_ARROWS[key.removeprefix("shift+")])
        elif key in _GROWTH:
            self._grow(*_GROWTH[key])
        elif (act := self._actions().get(key)) is not None:
            act()
        else:
            return False
        return True

    def _actions(self) -> Mapping[str, Callable[[], None]]:
        return {
            "space": self._use,
            "enter": self._use,
            "delete": lambda: self._change(self.draft.clear([self.cursor])),
            "backspace": lambda: self._change(self.draft.clear([self.cursor])),
            "f": self._fill,
            "r": lambda: self._between(_outline),
            "l": lambda: self._between(_line),
            "u": self._undo,
            "ctrl+z": self._undo,
            "ctrl+y": self._redo,
            "|": lambda: self._change(self.draft.mirror()),
            "t": lambda: self._change(self.draft.turn()),
        }

    def _choose(self, key: str) -> None:
        """Take the piece of a key in hand; where several share it, the next one."""
        pieces = [piece for piece in self.draft.game.palette if piece.key == key]
        at = pieces.index(self.piece) + 1 if self.piece in pieces and not self.piece.side else 0
        self.piece = pieces[at % len(pieces)]

    def _go(self, way: Direction) -> None:
        there = self.cursor.step(way)
        if self.draft.window.shows(there):
            self.cursor = there

    def _draw_on(self, way: Direction) -> None:
        walls = {piece.side: piece for piece in self.draft.game.palette if piece.side}
        if not walls:
            self._go(way)
            self._change(self.draft.put(self.piece.id, [self.cursor]))
            return
        back = way in (Direction.U, Direction.L)
        cell = self.cursor.step(way) if back else self.cursor
        piece = walls[Direction.R if way.dx else Direction.D]
        if self.draft.window.shows(cell):
            self._toggle(piece, cell)

    def _use(self) -> None:
        self._toggle(self.piece, self.cursor)

    def _toggle(self, piece: Piece, cell: Pos) -> None:
        stands = piece.id in self.draft.at(cell)
        self._change((self.draft.take if stands else self.draft.put)(piece.id, [cell]))

    def _fill(self) -> None:
        if self.piece.side:
            raise InputError("a thin wall fills no region")
        self._change(self.draft.put(self.piece.id, self.draft.region(self.cursor)))

    def _between(self, cells: Callable[[Pos, Pos], list[Pos]]) -> None:
        if self.corner is None:
            self.corner = self.cursor
            return
        corner, self.corner = self.corner, None
        self._change(self.draft.put(self.piece.id, cells(corner, self.cursor)))

    def _grow(self, columns: int, rows: int) -> None:
        left, top, width, height = self.draft.window
        draft = self.draft.crop(Window(left, top, width + columns, height + rows))
        self._change(draft)
        x = min(self.cursor.x, draft.window.left + draft.window.width - 1)
        y = min(self.cursor.y, draft.window.top + draft.window.height - 1)
        self.cursor = Pos(x, y)

    def _change(self, draft: Draft) -> None:
        if draft != self.draft:
            self._past.append(self.draft)
            self._future.clear()
            self.draft = draft

    def _undo(self) -> None:
        self._step(self._past, self._future)

    def _redo(self) -> None:
        self._step(self._future, self._past)

    def _step(self, source: list[Draft], other: list[Draft]) -> None:
        if source:
            other.append(self.draft)
            self.draft = source.pop()
            if not self.draft.window.shows(self.cursor):
                self.cursor = Pos(self.draft.window.left, self.draft.window.top)


def _outline(a: Pos, b: Pos) -> list[Pos]:
    """Return the cells on the edge of the rectangle between two."""
    columns = range(min(a.x, b.x), max(a.x, b.x) + 1)
    rows = range(min(a.y, b.y), max(a.y, b.y) + 1)
    return [
        Pos(x, y)
        for y in rows
        for x in columns
        if x in (columns[0], columns[-1]) or y in (rows[0], rows[-1])
    ]


def _line(a: Pos, b: Pos) -> list[Pos]:
    """Return the cells on the straight line between two."""
    count = max(abs(b.x - a.x), abs(b.y - a.y), 1)
    found = {
        Pos(round(a.x + (b.x - a.x) * i / count), round(a.y + (b.y - a.y) * i / count))
        for i in range(count + 1)
    }
    return sorted(found)
