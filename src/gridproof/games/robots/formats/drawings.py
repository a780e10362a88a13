"""Boards of robots drawn in ASCII, as people and programs draw them.

Lines of junctions and of cells take turns, and so do columns: ``+-+-+`` above ``|0  |``, or
``+---+---+`` above ``| 0 |   |``; the junctions may be blank. A robot is a digit or a capital
letter, the target ``x``, ``*``, ``o``, ``T``, or the small letter of its robot; ``#`` is a cell
with walls all around.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from gridproof.errors import ParseError
from gridproof.files.boards import lines_of, strange_symbol, symbols_hint
from gridproof.games.robots.formats.borders import OPEN_BORDER
from gridproof.games.robots.formats.facts import COLOURS
from gridproof.games.robots.formats.forms import DRAWING
from gridproof.games.robots.level import RobotsLevel, wall_beside
from gridproof.grid import Direction, Pos

__all__ = ["read_drawing", "without_gaps"]

_OPEN: Final = re.compile(OPEN_BORDER)
_GAPS: Final = re.compile(rf"^{OPEN_BORDER}$", re.MULTILINE)
#: Lines below a drawing of DriftingDroids, with cells from 0.
_LISTED: Final = re.compile(r"(robot|goal) #(-?\d{1,3}) \((\d{1,3}), (\d{1,3})\)\s*", re.ASCII)
_TARGETS: Final = "xX*oO◎"
_FREE: Final = " .·"
_WALLS: Final = {False: "|!¦┃│", True: "-=_━─"}
_CLOSED: Final = "#█"
_HINT: Final = symbols_hint(DRAWING.cells, RobotsLevel.game)
#: The initial of a colour → its place among the robots.
_INITIALS: Final = {name[0].upper(): number for number, name in enumerate(COLOURS[:5])}


def without_gaps(text: str) -> str:
    """Return a text with junctions in the blank lines of drawings that have none."""
    if not _GAPS.search(text):
        return text
    lines = list(lines_of(text))
    opened: int | None = None
    for number, line in enumerate(lines):
        if _OPEN.fullmatch(line):
            if opened is not None and len(line.rstrip()) == len(lines[opened].rstrip()):
                for gap in range(opened + 2, number, 2):
                    if not lines[gap].strip():
                        lines[gap] = "+   " * (len(line.rstrip()) // 4) + "+"
                opened = None
            else:
                opened = number
    return "\n".join(lines)


def read_drawing(rows: Sequence[str], line: int) -> tuple[dict[str, Any], tuple[str, ...], int]:
    """Return the attributes of the level that is drawn, notes, and the columns of a cell.

    Args:
        rows: the lines of the drawing.
        line: number of the first one.

    Raises:
        ParseError: it is no drawing of a board.
    """
    rows, listed = _without_list(rows)
    start = len(rows[0]) - len(rows[0].lstrip()) if "+" in rows[0] else 0
    rows = [row.rstrip() for row in rows]
    top = rows[0][start:]
    pitch = top.index("+", 1) if "+" in top else 4
    size = len(top) if "+" in top else len(top) + 1
    if (size - 1) % pitch or any(top[x] not in "+ " for x in range(0, len(top), pitch)):
        raise ParseError("the cells of this drawing are not equally wide", line, start + 1)
    if len(rows) < 3 or len(rows) % 2 == 0:
        message = f"the drawing has {len(rows)} lines; H rows of cells take 2H+1 lines"
        raise ParseError(message, line + len(rows) - 1)
    for number, row in enumerate(rows, line):
        if len(row) > start + size or row[:start].strip():
            at = min(start, len(row) - len(row.lstrip())) if row[:start].strip() else start + size
            message = f"this line does not lie within the drawing, {size} characters wide"
            raise ParseError(message, number, at + 1)
    grid = [row[start:].ljust(size) for row in rows]
    level, notes, pitch = _read(grid, pitch, line, start)
    if listed is not None:
        level["target"] = Pos(int(listed[3]), int(listed[4]))
        level["target_robot"] = "any" if listed[2] == "-1" else int(listed[2])
        notes = ()
    return level, notes, pitch


def _without_list(rows: Sequence[str]) -> tuple[Sequence[str], re.Match[str] | None]:
    """Return the rows above a list of robots and the goal, and the line of the goal."""
    goal = None
    while rows and (match := _LISTED.fullmatch(rows[-1])):
        goal = match if match[1] == "goal" else goal
        rows = rows[:-1]
    return rows, goal


def _read(
    grid: Sequence[str], pitch: int, line: int, start: int
) -> tuple[dict[str, Any], tuple[str, ...], int]:
    width, height = (len(grid[0]) - 1) // pitch, len(grid) // 2
    walls = set()
    found: dict[str, Pos] = {}

    def slot(y: int, left: int, right: int, *, level: bool) -> bool:
        """Return True if a wall stands in a part of a line."""
        said = grid[y][left:right].strip(" ")
        strange = said.strip(_WALLS[level] + ".+:" * (not level))
        if strange:
            at = grid[y].index(strange[0], left)
            raise ParseError(f"`{strange[0]}` is no wall", line + y, start + at + 1, _HINT)
        return bool(said.strip(".+:"))

    for y in range(height):
        for x in range(width):
            here, left = Pos(x, y), x * pitch
            said = grid[2 * y + 1][left + 1 : left + pitch].strip(_FREE)
            at = start + grid[2 * y + 1].index(said[0], left + 1) + 1 if said else 0
            if len(said) > 1:
                raise ParseError(f"`{said}` is not one cell", line + 2 * y + 1, at, _HINT)
            closed = bool(said) and said in _CLOSED
            if said and not closed:
                if not (said.isascii() and said.isalnum()) and said not in _TARGETS:
                    message, hint = strange_symbol(said, DRAWING.cells, RobotsLevel.game)
                    raise ParseError(message, line + 2 * y + 1, at, hint)
                if said in found:
                    raise ParseError(f"a second `{said}`", line + 2 * y + 1, at)
                found[said] = here
            sides = (
                (Direction.L, slot(2 * y + 1, left, left + 1, level=False)),
                (Direction.R, slot(2 * y + 1, left + pitch, left + pitch + 1, level=False)),
                (Direction.U, slot(2 * y, left + 1, left + pitch, level=True)),
                (Direction.D, slot(2 * y + 2, left + 1, left + pitch, level=True)),
            )
            for side, wall in sides:
                if (wall or closed) and here.step(side).within(width, height):
                    walls.add(wall_beside(here, side))
    said_robots, notes = _robots(found, line)
    return {"width": width, "height": height, "walls": frozenset(walls)} | said_robots, notes, pitch


def _robots(found: dict[str, Pos], line: int) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return robots and target by what stands for them, and notes."""
    targets = [sign for sign in found if sign in _TARGETS]
    letters = [sign for sign in found if sign not in targets]
    small = [s for s in letters if s.islower() and s.upper() in letters]
    targets += small
    if not targets and "T" in letters and len(letters) > 1:
        targets, letters = ["T"], [sign for sign in letters if sign != "T"]
    robots = sorted((s for s in letters if s not in small), key=_rank)
    if len(targets) > 1:
        said = " and ".join(f"`{sign}`" for sign in targets)
        raise ParseError(f"a second target: {said} are targets", line)
    notes = []
    if all(map(str.isdigit, robots)):
        numbers = [int(sign) for sign in robots]
    else:
        numbers = list(range(len(robots)))
        named = ", ".join(f"{sign} is robot {number}" for number, sign in enumerate(robots))
        notes.append(f"robots have numbers: {named}")
    level: dict[str, Any] = {
        "robots": tuple((n, found[sign]) for n, sign in zip(numbers, robots, strict=True))
    }
    for sign in targets:
        level["target"] = found[sign]
        if sign in small:
            level["target_robot"] = numbers[robots.index(sign.upper())]
        elif len(numbers) == 1:
            level["target_robot"] = numbers[0]
        elif len(robots) > 1:
            notes.append("the target is taken for robot 0; `target-robot: any` is for all")
    return level, tuple(notes)


def _rank(sign: str) -> tuple[int, str]:
    return (-1 if sign.isdigit() else _INITIALS.get(sign.upper(), len(_INITIALS)), sign)
