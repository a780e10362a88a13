"""A whole solution as one picture: the positions on its way, in rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from gridproof.errors import shorten
from gridproof.game import AnyGame
from gridproof.grid import Pos
from gridproof.level import Level
from gridproof.registry import game_of
from gridproof.render.scene_diff import changed_things
from gridproof.render.shapes import number
from gridproof.render.svg import MARGIN, Drawing, description, document, view
from gridproof.render.theme import Theme
from gridproof.scene import Scene, Sprite
from gridproof.visible import html_text

__all__ = ["MAX_POSITIONS", "Position", "positions", "strip"]

#: Of longer solutions some positions are left out.
MAX_POSITIONS: Final = 24

#: In pixels: the largest side of a cell and of a position, the least width of a position, the
#: largest width of the whole; gaps and lines of text.
_CELL, _SIDE, _NARROWEST, _WIDTH = 40.0, 230.0, 70.0, 1000.0
_GAP, _LINE, _LETTERS, _LETTER = 16.0, 20.0, 14.0, 8.0
#: Around the cells of a position, in cells: half a thin wall.
_ROOM: Final = 0.08


#: A moving thing, and the cells on its way.
Way = tuple[Sprite, list[Pos]]


@dataclass(frozen=True)
class Position:
    """A position of a play-through.

    Attributes:
        number: the number of moves that led to it.
        words: the text about it.
        picture: its scene.
        ways: of the things that have moved since the position before; of traced ones, since the
            start.
    """

    number: int
    words: str
    picture: Scene
    ways: Sequence[Way]


def strip(
    level: Level,
    moves: Sequence[str],
    *,
    game: AnyGame | str | None = None,
    theme: Theme = "auto",
    facts: str = "",
) -> str:
    """Return the position at the start and those after each move, or after every few of many.

    Each one is numbered with its move, and shows the ways of things that have moved since the one
    before.

    Args:
        level: a level without faults.
        moves: legal moves from its start.
        game: its game, or the game's id; None looks it up by ``level.game``.
        theme: colours for light or dark surroundings; "auto" takes what the reader prefers.
        facts: a line about the solution.

    Raises:
        MoveError: a move cannot be made.
    """
    found = game_of(level, game)
    every = max(1, math.ceil(len(moves) / (MAX_POSITIONS - 1)))
    shown = list(positions(found, level, moves, every))
    _, _, wide, high = _box(shown[0].picture)
    cell = min(_CELL, _SIDE / max(wide, high))
    width, height = max(wide * cell, _NARROWEST), high * cell + _LINE
    columns = min(len(shown), int((_WIDTH - _GAP) / (width + _GAP)))
    drawing = Drawing()
    body = "".join(
        _framed(
            drawing,
            position,
            _GAP + place % columns * (width + _GAP),
            _GAP + place // columns * (height + _GAP),
            cell,
            width,
        )
        for place, position in enumerate(shown)
    )
    counted = f"{len(moves)} moves, a picture after every {every}" if every > 1 else ""
    lines = [line for line in (level.title or "", facts, counted) if line]
    right = max(columns * (width + _GAP), *(_long(line) + _GAP for line in lines or [""])) + _GAP
    bottom = _GAP + math.ceil(len(shown) / columns) * (height + _GAP)
    for line in lines:
        bottom += _LINE
        body += _text(line, _GAP, bottom - _LINE + _LETTERS, "text")
    bottom += _GAP if lines else 0
    paper = f'<rect class="paper" width="{number(right)}" height="{number(bottom)}" rx="12"/>'
    return document(
        drawing,
        paper + body,
        (0, 0, right, bottom),
        scale=1,
        theme=theme,
        title=level.title or "",
        label=" · ".join(lines) or f"{len(moves)} moves",
        text=f"{description(shown[0].picture)}\n{found.write_solution(level, moves)}",
    )


def positions(game: AnyGame, level: Level, moves: Sequence[str], every: int) -> Iterator[Position]:
    """Yield the start, the position after every few moves, and the last one.

    Raises:
        MoveError: a move cannot be made.
    """
    backdrop, state = game.backdrop(level), game.initial(level)
    scene = game.scene(level, state)
    ways: dict[str, Way] = {}
    bombs: dict[Pos, str] = {}
    yield Position(0, "start", scene.over(backdrop), ())
    for count, move in enumerate(moves, 1):
        for before, after in pairwise(game.frames(level, state, move)):
            gone = _follow(ways, before, after)
            for bomb in (sprite for sprite in gone if sprite.kind == "bomb"):
                cell = Pos(bomb.x, bomb.y)
                bombs[cell] = f"{bombs[cell]}+{count}" if cell in bombs else str(count)
            scene = after
        state, _ = game.apply(level, state, move)
        if count % every == 0 or count == len(moves):
            picture = replace(scene, sprites=(*scene.sprites, *_spent(scene, bombs))).over(backdrop)
            words = move if every == 1 else ""
            yield Position(count, words, picture, [(thing, [*way]) for thing, way in ways.values()])
            ways = {key: way for key, way in ways.items() if way[0].traced}


def _follow(ways: dict[str, Way], before: Scene, after: Scene) -> Iterable[Sprite]:
    """Add the ways from one scene to the next; return the things that are gone."""
    gone = []
    for old, new in changed_things(before, after):
        if old is None:
            continue
        if new is None:
            gone.append(old)
            continue
        start, end = Pos(old.x, old.y), Pos(new.x, new.y)
        if start != end:
            way = after.paths.get(new.id, (start, end))
            ways.setdefault(new.id, (new, [start]))[1].extend(way[1:])
    return gone


def _spent(scene: Scene, bombs: dict[Pos, str]) -> Iterator[Sprite]:
    """Yield the numbers of the bombs that went off, where the game does not show them itself."""
    marked = {(sprite.x, sprite.y) for sprite in scene.sprites if sprite.kind == "spent"}
    for cell, sign in bombs.items():
        if cell not in marked:
            yield Sprite(f"off{cell}", "spent", *cell, sign=sign, name=f"bomb {sign}")


def _framed(
    drawing: Drawing, position: Position, x: float, y: float, cell: float, width: float
) -> str:
    """Return a position with its number above it.

    Pictures narrower than ``width`` stand at its left.
    """
    left, top, wide, high = _box(position.picture)
    count = str(position.number)
    words = shorten(position.words, max(4, int(width / _LETTER) - len(count) - 2))
    return (
        _text(count, x, y + _LETTERS, "text", "700")
        + _text(words, x + (len(count) + 0.7) * _LETTER, y + _LETTERS, "quiet")
        + f'<svg x="{number(x)}" y="{number(y + _LINE)}" width="{number(wide * cell)}" '
        f'height="{number(high * cell)}" '
        f'viewBox="{number(left)} {number(top)} {number(wide)} {number(high)}">'
        f"{drawing.picture(position.picture, position.ways)}</svg>"
    )


def _box(picture: Scene) -> tuple[float, float, float, float]:
    """Return the cells of a position's picture, with less room around them than alone."""
    x, y, width, height = view(picture)
    less = MARGIN - _ROOM
    return x + less, y + less, width - 2 * less, height - 2 * less


def _text(text: str, x: float, y: float, name: str, weight: str = "400") -> str:
    if not text:
        return ""
    return (
        f'<text class="{name}" x="{number(x)}" y="{number(y)}" font-size="{number(_LETTERS)}" '
        f'font-weight="{weight}">{html_text(text)}</text>'
    )


def _long(text: str) -> float:
    """Return about the length of a text."""
    return len(text) * _LETTER
