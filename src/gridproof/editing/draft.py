"""A board while somebody draws it: pieces on cells, also where they are no level yet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from gridproof.errors import InputError
from gridproof.files.reading import read_boards
from gridproof.game import AnyGame
from gridproof.grid import Pos
from gridproof.level import Fault, Level
from gridproof.options import Option
from gridproof.scene import Window
from gridproof.specs import Piece

__all__ = ["MAX_CELLS", "START_SIDE", "Draft", "typed_options"]

#: Boards of more cells are edited as text.
MAX_CELLS: Final = 4096
#: Columns and rows of a new board.
START_SIDE: Final = 8
#: Cells of an endless plane, and of windows on it, lie within this distance of the origin.
_FAR: Final = 1_000_000


def typed_options(game: AnyGame) -> tuple[Option, ...]:
    """Return the options that are typed: an option with the name of a piece is drawn instead."""
    drawn = {piece.id for piece in game.palette}
    return tuple(option for option in game.options if option.name not in drawn)


@dataclass(frozen=True)
class Draft:
    """Pieces on the cells of a window.

    Windows begin at cell 0,0, but for those on an endless plane, where pieces may lie outside.

    Attributes:
        game: its rules.
        window: the cells that are seen.
        layout: the cells of each piece, by its id.
        options: values of the typed options, by attribute; those left out have their defaults.
        info: metadata of the level.
        whole: a level that is edited as text, as the palette does not have all that it holds; its
            draft has no pieces. None: a board that is drawn.
    """

    game: AnyGame
    window: Window
    layout: Mapping[str, frozenset[Pos]]
    options: Mapping[str, Any] = field(default_factory=dict)
    info: Mapping[str, str] = field(default_factory=dict)
    whole: Level | None = None

    def __post_init__(self) -> None:
        left, top, width, height = self.window
        if width < 1 or height < 1 or width * height > MAX_CELLS:
            raise InputError(
                f"boards are drawn with 1 to {MAX_CELLS} cells, not {width} × {height}",
                hint="write a larger board as text",
            )
        if max(abs(left), abs(top)) > _FAR:
            raise InputError("the window is too far away from the origin")

    @classmethod
    def empty(cls, game: AnyGame, width: int = START_SIDE, height: int = START_SIDE) -> Draft:
        """Return a draft without pieces; of a game that has none, the example of its rules.

        Raises:
            InputError: the board is too large.
        """
        if not game.palette:
            return cls.of(game, read_boards(game.about.board, game=game.id)[0])
        return cls(game, Window(0, 0, width, height), {})

    @classmethod
    def of(cls, game: AnyGame, level: Level) -> Draft:
        """Return the draft of a level, as text if it holds what the palette does not have.

        Raises:
            InputError: it is too large.
        """
        layout = game.layout(level) if game.palette else None
        options = {
            option.attribute: getattr(level, option.attribute) for option in typed_options(game)
        }
        if layout is None:
            whole = replace(level, info={})
            return cls(game, game.frame(level), {}, options, dict(level.info), whole)
        cells = {name: frozenset(found) for name, found in layout.items() if found}
        return cls(game, game.frame(level), cells, options, dict(level.info))

    @cached_property
    def palette(self) -> Mapping[str, Piece]:
        """The pieces that can be put, by id, lowest first."""
        if self.whole is not None:
            return {}
        return {piece.id: piece for piece in self.game.palette}

    def value(self, attribute: str) -> Any:
        """Return the value of a typed option; None if the game has no such option."""
        for option in typed_options(self.game):
            if option.attribute == attribute:
                return self.options.get(attribute, option.default)
        return None

    @cached_property
    def built(self) -> Level | Fault:
        """The level, which may have faults, or the reason that there is none."""
        if self.whole is not None:
            return replace(self.whole, info=self.info, **self.options)
        found: Level | Fault = self.game.built(
            self.window.width, self.window.height, self.layout, self.options
        )
        return found if isinstance(found, Fault) else replace(found, info=self.info)

    @cached_property
    def faults(self) -> Sequence[Fault]:
        """All that is to be mended before the board can be solved."""
        if isinstance(self.built, Fault):
            return [self.built]
        found = self.game.validate(self.built)
        if not found and (lack := self.game.missing(self.built)) is not None:
            found = [lack]
        if self.game.endless:  # a level counts cells in another way
            found = [replace(fault, cell=None) for fault in found]
        return found

    def level(self) -> Level:
        """Return the level.

        Raises:
            InputError: something is to be mended before.
        """
        if self.faults or isinstance(self.built, Fault):
            raise InputError(f"the board is not finished: {self.faults[0].message}")
        return self.built

    @cached_property
    def _standing(self) -> Mapping[Pos, tuple[str, ...]]:
        standing: dict[Pos, list[str]] = {}
        for name in self.palette:
            for cell in self.layout.get(name, ()):
                standing.setdefault(cell, []).append(name)
        return {cell: tuple(names) for cell, names in standing.items()}

    def at(self, cell: Pos) -> tuple[str, ...]:
        """Return the pieces of a cell by id, lowest first."""
        return self._standing.get(cell, ())

    # Changes; each returns another draft.

    def put(self, name: str, cells: Iterable[Pos]) -> Draft:
        """Put a piece on cells, in place of what cannot stand beside it.

        Raises:
            InputError: there is no such piece, or a cell is not in the window.
        """
        return self.lay(name, self._inside(cells))

    def lay(self, name: str, cells: Iterable[Pos]) -> Draft:
        """Put a piece on cells, which on an endless plane may lie outside of the window.

        Raises:
            InputError: there is no such piece, or a cell is out of reach.
        """
        piece, cells = self._piece(name), list(cells)
        for cell in cells:
            if not (self._is_reachable(cell) if self.game.endless else self.window.shows(cell)):
                raise InputError(f"the cell {cell} is not on the board")
        if piece.single:
            cells = cells[-1:]
        here = frozenset(cells)
        layout = dict(self.layout)
        for other in self.palette.values():
            if other.id == name and piece.single:
                layout[other.id] = frozenset()
            elif _excludes(piece, other):
                layout[other.id] = layout.get(other.id, frozenset()) - here
        layout[name] = layout.get(name, frozenset()) | here
        return self._with(layout)

    @staticmethod
    def _is_reachable(cell: Pos) -> bool:
        return max(abs(cell.x), abs(cell.y)) <= _FAR

    def clear(self, cells: Iterable[Pos]) -> Draft:
        """Take all pieces off cells; thin walls round them stay.

        Raises:
            InputError: a cell is not in the window.
        """
        here = frozenset(self._inside(cells))
        return self._with(
            {
                name: found if self.palette[name].side else found - here
                for name, found in self.layout.items()
            }
        )

    def take(self, name: str, cells: Iterable[Pos]) -> Draft:
        """Take a piece off cells.

        Raises:
            InputError: there is no such piece, or a cell is not in the window.
        """
        here = frozenset(self._inside(cells))
        name = self._piece(name).id
        return self._with({**self.layout, name: self.layout.get(name, frozenset()) - here})

    def region(self, cell: Pos) -> list[Pos]:
        """Return the cells that hang together with one and have the same pieces.

        Raises:
            InputError: the cell is not in the window.
        """
        (start,) = self._inside([cell])
        alike = self.at(start)
        found, stack = {start}, [start]
        while stack:
            x, y = stack.pop()
            for near in (Pos(x, y - 1), Pos(x - 1, y), Pos(x + 1, y), Pos(x, y + 1)):
                if near not in found and self.window.shows(near) and self.at(near) == alike:
                    found.add(near)
                    stack.append(near)
        return sorted(found)

    def move(self, part: Window, dx: int, dy: int, *, copy: bool = False) -> Draft:
        """Move the pieces of a part, or copies of them, over what is there.

        Pieces that leave the window are lost. A single piece is moved in any case.

        Args:
            part: a rectangle of cells.
            dx: columns to the right.
            dy: rows down.
            copy: True if the part stays as it is.
        """
        moved = {
            name: [cell for cell in found if part.shows(cell)]
            for name, found in self.layout.items()
        }
        draft = self if copy else self._without(part)
        target = Window(part.left + dx, part.top + dy, part.width, part.height)
        draft = draft._without(target)
        for name, found in moved.items():
            there = [Pos(x + dx, y + dy) for x, y in found]
            if there := [cell for cell in there if self.window.shows(cell)]:
                draft = draft.put(name, there)
        return draft

    def _without(self, part: Window) -> Draft:
        return self._with(
            {
                name: frozenset(cell for cell in found if not part.shows(cell))
                for name, found in self.layout.items()
            }
        )

    def crop(self, window: Window) -> Draft:
        """Show another window; pieces outside are lost, but for those on an endless plane.

        Raises:
            InputError: the board would be too large, or is edited as text.
        """
        self._check_drawn()
        if self.game.endless:
            return replace(self, window=window)
        layout = {
            name: frozenset(
                Pos(x - window.left, y - window.top) for x, y in found if window.shows(Pos(x, y))
            )
            for name, found in self.layout.items()
        }
        return replace(self._with(layout), window=Window(0, 0, window.width, window.height))

    def turn(self) -> Draft:
        """Turn the board clockwise by 90°, with all that has a direction.

        Raises:
            InputError: it is no level yet.
        """
        return self._changed(self.game.turn)

    def mirror(self) -> Draft:
        """Mirror the board left to right, with all that has a direction.

        Raises:
            InputError: it is no level yet.
        """
        return self._changed(self.game.mirror)

    def _changed(self, change: Callable[[Level], Level]) -> Draft:
        if isinstance(self.built, Fault):
            raise InputError(f"this cannot be done yet: {self.built.message}")
        return replace(Draft.of(self.game, change(self.built)), info=self.info)

    def _check_drawn(self) -> None:
        if self.whole is not None:
            raise InputError("the palette does not have all that this board holds; edit its text")

    def _piece(self, name: str) -> Piece:
        self._check_drawn()
        if name not in self.palette:
            raise InputError(
                f"there is no piece `{name}`", hint=f"pieces: {', '.join(self.palette)}"
            )
        return self.palette[name]

    def _inside(self, cells: Iterable[Pos]) -> list[Pos]:
        found = list(cells)
        for cell in found:
            if not self.window.shows(cell):
                raise InputError(f"the cell {cell} is not on the board")
        return found

    def _with(self, layout: Mapping[str, Collection[Pos]]) -> Draft:
        kept = {name: frozenset(found) for name, found in layout.items() if found}
        return replace(self, layout=kept)


def _excludes(piece: Piece, other: Piece) -> bool:
    """Return True if two pieces cannot share a cell."""
    if piece.side or other.side or piece.id == other.id:
        return False
    return piece.fills or other.fills or piece.layer == other.layer
