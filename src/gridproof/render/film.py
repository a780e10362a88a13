"""A solution as a moving picture, for forums and read-me files: GIF or animated PNG."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from gridproof.errors import InputError, MissingPart
from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.registry import game_of
from gridproof.render.png import png
from gridproof.scene import Scene

__all__ = ["MAX_FRAMES", "check_ending", "film"]

#: The kinds of files, by their ending.
_KINDS: Final = {".gif": "GIF", ".png": "PNG"}
#: Pictures of one film at most.
MAX_FRAMES: Final = 2000
#: Milliseconds that the start, a picture within a move, one after a move, and the end are seen.
_START, _WITHIN, _AFTER, _END = 800, 90, 220, 2000
#: Pixels a cell, and of the longer side at most, unless a scale is given.
_CELL, _SIDE = 32, 640


def check_ending(ending: str) -> None:
    """Check the ending of a file.

    Raises:
        InputError: films have another one.
    """
    if ending not in _KINDS:
        raise InputError(
            f"a film is a {' or a '.join(_KINDS)}, not a `{ending}`",
            hint="name the file `film.gif`",
        )


def film(
    level: Level,
    moves: Sequence[str],
    *,
    game: AnyGame | str | None = None,
    ending: str = ".gif",
    scale: float | None = None,
    theme: Literal["light", "dark"] = "light",
) -> bytes:
    """Return moves as a moving picture that begins anew at its end.

    Args:
        level: the board.
        moves: from its start.
        game: its game, or the game's id; None looks it up by ``level.game``.
        ending: of the file: ``.gif``, or ``.png`` for an animated PNG.
        scale: pixels a cell; None: 32, or less on large boards.
        theme: for light or dark surroundings.

    Raises:
        MoveError: a move cannot be made.
        InputError: there are too many pictures, or they are too large, or there is no such kind.
        MissingPart: Pillow or resvg is not installed.
    """
    check_ending(ending)
    try:
        from PIL import Image
    except ImportError:
        raise MissingPart("films need Pillow", hint="pip install 'gridproof[film]'") from None
    found = game_of(level, game)
    side = max(level.width, level.height, 1)
    size = scale or min(_CELL, _SIDE / side)
    pictures: list[Image.Image] = []
    times: list[int] = []
    for scene, milliseconds in _shown(found, level, moves):
        if len(pictures) == MAX_FRAMES:
            raise InputError(
                f"a film has at most {MAX_FRAMES:,} pictures",
                hint="write a page that plays the solution: `--html`",
            )
        data = png(scene, scale=size, theme=theme)
        pictures.append(Image.open(io.BytesIO(data)).convert("RGB"))
        times.append(milliseconds)
    first, *others = pictures
    written = io.BytesIO()
    first.save(
        written,
        format=_KINDS[ending],
        save_all=True,
        append_images=others,
        duration=times,
        loop=0,
        optimize=True,
    )
    return written.getvalue()


def _shown(game: AnyGame, level: Level, moves: Sequence[str]) -> Iterator[tuple[Scene, int]]:
    """Yield the scenes of a play, each with the milliseconds that it is seen."""
    backdrop, state = game.backdrop(level), game.initial(level)
    yield game.scene(level, state).over(backdrop), _START
    for number, move in enumerate(moves, 1):
        _, *way = game.frames(level, state, move)
        for scene in way[:-1]:
            yield scene.over(backdrop), _WITHIN
        state, _ = game.apply(level, state, move)
        yield way[-1].over(backdrop), _END if number == len(moves) else _AFTER
