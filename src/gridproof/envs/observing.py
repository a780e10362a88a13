"""Positions as arrays: a plane for each kind of thing in pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from gridproof.errors import InputError
from gridproof.game import AnyGame
from gridproof.grid import Pos
from gridproof.level import Level
from gridproof.options import find_option
from gridproof.scene import Scene, Sprite

__all__ = ["Array", "Observer"]

Array = NDArray[np.int32]

_HIGHEST: Final = int(np.iinfo(np.int32).max)
#: Cells that belong to no board: what is beside a small one, where the largest one needs more room.
_OUTSIDE: Final = "outside"
_WALLS: Final = ("wall to the east", "wall to the south")


class Observer:
    """The observations of the positions of some levels, always in one form.

    The planes come from pictures: one for each kind of thing, or several where things of a kind
    differ by their tint. Pictures leave out the level's options and the numbers of
    :meth:`gridproof.game.Game.unseen`; these have planes with the same number everywhere.

    Args:
        game: the game of the levels.
        levels: they settle the size of observations, and the planes.

    Attributes:
        size: columns and rows.
        planes: the meaning of each plane.
        space: all observations: whole numbers by plane, row and column.
    """

    def __init__(self, game: AnyGame, levels: Sequence[Level]) -> None:
        self._game = game
        pictures = [game.picture(level, game.initial(level)) for level in levels]
        self.size = (max(p.width for p in pictures), max(p.height for p in pictures))
        things = {(s.kind, s.tint) for picture in pictures for s in picture.sprites}
        names: list[str] = []
        self._plane: dict[tuple[str, int], int] = {}
        self._first: dict[str, int] = {}  # of each kind
        for kind in dict.fromkeys((_OUTSIDE, *game.kinds)):
            tints = sorted(tint for other, tint in things if other == kind) or [0]
            self._first[kind] = len(names)
            for tint in tints:
                self._plane[kind, tint] = len(names)
                names.append(kind if len(tints) == 1 else f"{kind} {_name(tint)}")
        self._walled = any(picture.edges is not None for picture in pictures)
        if self._walled:
            names += _WALLS
        self._options = list(self._varied(levels))
        names += (f"option {name}" for name, _ in self._options)
        self._unseen = max(len(game.unseen(level, game.initial(level))) for level in levels)
        names += (f"number {number}" for number in range(1, self._unseen + 1))
        self.planes: tuple[str, ...] = tuple(names)
        lowest = np.zeros((len(names), *reversed(self.size)), np.int32)
        lowest[len(names) - self._unseen :] = -_HIGHEST
        self.space = Box(lowest, np.full_like(lowest, _HIGHEST), dtype=np.int32)

    def _varied(self, levels: Sequence[Level]) -> Iterator[tuple[str, list[str] | None]]:
        """Yield the options in which the levels differ, each with its texts if it has no numbers.

        An option that names a cell is drawn on the board.
        """
        for option in self._game.options:
            values = [getattr(level, option.attribute) for level in levels]
            if any(value != values[0] for value in values) and not any(
                isinstance(value, Pos) for value in values
            ):
                numbers = all(value is None or isinstance(value, int) for value in values)
                texts = None if numbers else sorted({option.show(value) for value in values})
                yield option.name, texts

    def ground(self, level: Level) -> Array:
        """Return all that never changes on a level.

        Raises:
            InputError: the level does not fit the planes.
        """
        backdrop = self._game.backdrop(level)
        start = self._game.scene(level, self._game.initial(level))
        width, height = backdrop.width, backdrop.height
        if width > self.size[0] or height > self.size[1]:
            raise InputError(
                f"a board of {width} × {height} cells does not fit observations of "
                f"{self.size[0]} × {self.size[1]}"
            )
        for sprite in (*backdrop.sprites, *start.sprites):
            if (sprite.kind, sprite.tint) not in self._plane:
                raise InputError(f"observations have no plane for {sprite.words}")
        if backdrop.edges is not None and not self._walled:
            raise InputError("observations have no planes for thin walls")
        unseen = len(self._game.unseen(level, self._game.initial(level)))
        if unseen > self._unseen:
            raise InputError("the level has more numbers besides its picture than observations")
        planes = np.zeros(self.space.shape, np.int32)
        outside = planes[self._first[_OUTSIDE]]
        outside[height:], outside[:, width:] = 1, 1
        self._draw(planes, backdrop)
        place = len(self._plane)
        if self._walled:
            for x, y, side in backdrop.edges or ():
                planes[place + "ES".index(side), y, x] = 1
            place += len(_WALLS)
        for number, (name, texts) in enumerate(self._options, place):
            planes[number] = self._code(level, name, texts)
        return planes

    def _code(self, level: Level, name: str, texts: list[str] | None) -> int:
        """Return the number that stands for an option's value.

        Raises:
            InputError: none does.
        """
        option = find_option(self._game.options, name)
        assert option is not None
        value = getattr(level, option.attribute)
        if texts is None and (value is None or isinstance(value, int)):
            return min(value or 0, _HIGHEST)
        text = option.show(value)
        if texts is None or text not in texts:
            raise InputError(f"observations do not know option `{option.name}` as {text}")
        return texts.index(text)

    def observe(self, ground: Array, level: Level, state: Any) -> Array:
        """Return a position, over what :meth:`ground` gave for its level."""
        planes = ground.copy()
        self._draw(planes, self._game.scene(level, state))
        if self._unseen:
            numbers = self._game.unseen(level, state)
            first = len(planes) - self._unseen
            for place, number in enumerate(numbers, first):
                planes[place] = number
        return planes

    def _draw(self, planes: Array, scene: Scene) -> None:
        """Add the things of a scene.

        Tints that come up later count as the first one of the kind.
        """
        for tiles in scene.tiles:
            codes = np.frombuffer(tiles.codes, np.uint8).reshape(scene.height, scene.width)
            for code, kind in enumerate(tiles.kinds):
                if kind:
                    plane = planes[self._first[kind]]
                    plane[: scene.height, : scene.width] += codes == code
        for sprite in scene.sprites:
            plane = self._plane.get((sprite.kind, sprite.tint))
            if plane is None:
                plane = self._first[sprite.kind]
            x, y = sprite.x, sprite.y
            if sprite.width == sprite.height == 1:
                planes[plane, y, x] += _amount(sprite)
            else:
                planes[plane, y : y + sprite.height, x : x + sprite.width] += _amount(sprite)


def _amount(sprite: Sprite) -> int:
    """Return the number of a thing: its level, the number written on it, or 1.

    The number is ignored where it only tells the thing from others of its kind.
    """
    if sprite.level:
        return sprite.level
    if sprite.tint or not sprite.sign.isdecimal():
        return 1
    return min(int(sprite.sign), _HIGHEST) or 1


def _name(tint: int) -> str:
    """Return the name of one of several things; a tint of -1 is of all of them."""
    return "any" if tint < 0 else str(tint)
