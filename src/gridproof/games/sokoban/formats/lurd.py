"""Solutions as the community writes them: ``u d l r`` for steps, ``U D L R`` for pushes."""

from __future__ import annotations

from collections.abc import Sequence

from gridproof.errors import InvalidMove
from gridproof.games.sokoban import rules
from gridproof.games.sokoban.formats.rle import RunLengthError, decode
from gridproof.games.sokoban.level import SokobanLevel

__all__ = ["read_solution", "write_solution"]


def read_solution(level: SokobanLevel, text: str) -> list[str]:
    """Read the moves of a solution; case does not matter, since the rules know the pushes.

    Blanks and line breaks may stand anywhere, repeats may be counted (``3u2(rD)``), and the
    course's number of moves may stand on a line above.

    Raises:
        InvalidMove: something else is in it.
    """
    lines = text.split("\n")
    if len(lines) > 1 and lines[0].strip().isdecimal():
        del lines[0]
    try:
        letters = decode("".join("".join(lines).split()))
    except RunLengthError as error:
        raise InvalidMove(text.strip()[:20], str(error)) from None
    for letter in letters:
        if letter not in "udlrUDLR":
            raise InvalidMove(letter, "a solution is written with u, d, l, r; pushes in capitals")
    return list(letters.upper())


def write_solution(level: SokobanLevel, moves: Sequence[str]) -> str:
    """Write the moves, those that push in capitals."""
    state, text = rules.initial(level), ""
    for move in moves:
        state, gains = rules.apply(level, state, move)
        text += move if gains["pushes"] else move.lower()
    return text
