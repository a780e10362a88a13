"""Text forms of robots: Robot Reboot Unicode, JSON lines, game ids.

ASP facts are in ``facts.py``, drawings in ASCII in ``drawings.py``, dumps in ``dumps.py``.

The Unicode form has 2H+1 lines of 2W+1 characters: both indices odd is a cell, one odd a wall slot,
both even a junction, drawn from its arms.
"""

from __future__ import annotations

import codecs
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gridproof.errors import InputError, InvalidMove, ParseError, did_you_mean, shorten
from gridproof.files.boards import (
    Block,
    Header,
    headers_of,
    json_writer,
    read_boards,
    split_header,
    strange_symbol,
)
from gridproof.files.metadata import is_metadata
from gridproof.game import AnyGame
from gridproof.games.robots.formats.borders import is_drawing
from gridproof.games.robots.formats.drawings import read_drawing, without_gaps
from gridproof.games.robots.formats.dumps import DUMP, DumpError, read_dump
from gridproof.games.robots.formats.facts import is_facts, parse_facts, write_facts
from gridproof.games.robots.formats.forms import GLYPHS, TARGET, UNICODE
from gridproof.games.robots.level import MAX_SIDE, OPTIONS, SIDES, RobotsLevel
from gridproof.games.robots.quadrants import OFFSETS, ORDER, SIZE, assemble, quarter
from gridproof.games.robots.recognise import GAME_ID, MARK
from gridproof.grid import Direction, Pos, junction
from gridproof.level import BoardFault, Origin
from gridproof.options import find_option
from gridproof.scene import Edge
from gridproof.specs import FileFormat
from gridproof.strict_json import Field

__all__ = [
    "FILE_FORMATS",
    "read",
    "read_solution",
    "write_solution",
    "write_unicode",
]

#: Characters of what is no dump that are kept.
_SHOWN: Final = 80
#: Moves below a board, as `robots --gen` prints them.
_SOLUTION = re.compile(r"\s*[0-9][UDLR](?:\s*,?\s*[0-9][UDLR])*\s*")


def parse_block(block: Block, options: Mapping[str, Any]) -> Iterator[RobotsLevel]:
    """Yield the boards of a text block: one in Unicode, or one game id a line."""
    if not block.rows:
        raise ParseError("there is no board below these header lines", block.line)
    rows = block.rows
    while len(rows) > 1 and _SOLUTION.fullmatch(rows[-1]):
        rows = rows[:-1]
    block = replace(block, rows=rows)
    if any(GAME_ID.fullmatch(row.strip().upper()) for row in rows):
        for number, row in enumerate(rows, block.line):
            yield _parse_game_id(block, row, number, options)
    elif rows[0].startswith(MARK):
        yield from _parse_dumps(block, options)
    elif is_drawing(rows[0]):
        said, notes, pitch = read_drawing(rows, block.line)
        _check_headers(block, said)
        origin = Origin("", block.line, None, notes=notes)
        if pitch == 2:  # a cell a second line and column, like in Unicode
            start = rows[0].index("+")
            origin = Origin("", block.line + 1, start + 2, pitch=2, notes=notes)
        yield RobotsLevel(origin=origin, **(said | dict(options)))
    else:
        yield _parse_unicode(block, options)


def _parse_dumps(block: Block, options: Mapping[str, Any]) -> Iterator[RobotsLevel]:
    """Yield the board of a block of :func:`dump_blocks`."""
    match = DUMP.match("\n".join(block.rows))
    if match is None:
        raise ParseError(f"this is no dump `{MARK}…!…!`", block.line)
    try:
        said = read_dump(match)
    except DumpError as error:
        raise ParseError(str(error), block.line) from None
    _check_headers(block, said)
    yield RobotsLevel(origin=Origin("", block.line, None), **(said | dict(options)))


def dump_blocks(text: str) -> Iterator[Block]:
    """Yield the dumps of a text, each with the title and headers that stand right above it.

    All else is taken for the message around them.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    number, counted, end = 1, 0, 0
    at = text.find(MARK)
    while at >= 0:
        number += text.count("\n", counted, at)
        counted = at
        match = DUMP.match(text, at)
        above = text[end:at]
        end = match.end() if match else at + len(MARK)
        said = text[at:end] if match else text[at : at + _SHOWN].partition("\n")[0]
        block = Block(number, said.split("\n"))
        _say_above(block, above.split("\n"))
        yield block
        at = text.find(MARK, end)


def _say_above(block: Block, lines: Sequence[str]) -> None:
    """Give a dump the lines above it, up to a blank one, that say a title, metadata or options."""
    if lines[-1].strip():
        return  # something stands before it in its line
    for number, line in zip(itertools.count(block.line - 1, -1), reversed(lines[:-1])):
        if not line.strip():
            return
        if line.lstrip().startswith(";"):
            block.titles.insert(0, line.lstrip()[1:].strip())
        elif (header := split_header(line)) is not None:
            known = find_option(OPTIONS, header[0]) is not None or is_metadata(header[0])
            if known or did_you_mean(header[0], [option.name for option in OPTIONS]):
                name, value, column = header
                block.headers.insert(0, Header(name, value, number, column))


def _parse_unicode(block: Block, options: Mapping[str, Any]) -> RobotsLevel:
    rows = [row.rstrip() for row in block.rows]
    size = len(rows[0])
    if len(rows) < 3 or len(rows) % 2 == 0:
        message = f"the board has {len(rows)} lines; H rows of cells take 2H+1 lines"
        raise ParseError(message, block.line + len(rows) - 1)
    if size < 3 or size % 2 == 0:
        message = f"the board is {size} characters wide; W columns of cells take 2W+1"
        raise ParseError(message, block.line, size)
    for number, row in enumerate(rows, block.line):
        if len(row) != size:
            message = f"this line has {len(row)} characters, the first one {size}"
            raise ParseError(message, number, min(len(row), size) + 1)
    width, height = size // 2, len(rows) // 2
    robots: list[tuple[int, Pos]] = []
    targets: list[Pos] = []
    walls: set[Edge] = set()
    for y in range(height):
        for x in range(width):
            char = rows[2 * y + 1][2 * x + 1]
            if char in GLYPHS:
                robots.append((GLYPHS.index(char), Pos(x, y)))
            elif char == TARGET:
                targets.append(Pos(x, y))
            elif char != " ":
                line, column = block.line + 2 * y + 1, 2 * x + 2
                message, hint = strange_symbol(char, UNICODE.cells, RobotsLevel.game)
                raise ParseError(message, line, column, hint)
            # Liberal: whatever stands in a wall slot is a wall, junctions are not looked at.
            if x + 1 < width and rows[2 * y + 1][2 * x + 2] != " ":
                walls.add((x, y, "E"))
            if y + 1 < height and rows[2 * y + 2][2 * x + 1] != " ":
                walls.add((x, y, "S"))
    if len(targets) > 1:
        x, y = targets[1]
        raise ParseError("a second target", block.line + 2 * y + 1, 2 * x + 2)
    if targets:
        _check_headers(block, {"target": targets[0]})
    return RobotsLevel(
        width=width,
        height=height,
        walls=frozenset(walls),
        robots=tuple(sorted(robots)),
        origin=Origin("", block.line + 1, 2, pitch=2),
        **({"target": targets[0] if targets else None} | dict(options)),
    )


def _check_headers(block: Block, shown: Mapping[str, Any]) -> None:
    """Refuse headers that contradict what the board itself shows, by the level's attributes."""
    for header in block.headers:
        for option in OPTIONS:
            if option.attribute != header.name.replace("-", "_").replace(" ", "_"):
                continue
            value = shown.get(option.attribute)
            if value is not None and option.parse(header.value) != value:
                message = f"the board below says otherwise: {option.name} {option.show(value)}"
                raise ParseError(message, header.line, header.column)


def _parse_game_id(block: Block, row: str, line: int, options: Mapping[str, Any]) -> RobotsLevel:
    match = GAME_ID.fullmatch(row.strip().upper())
    if match is None:
        message = f"`{shorten(row.strip())}` is not a game id"
        raise ParseError(message, line, 1, "such as 0765+42+2E21BD0F+93")
    quadrants, count, goal, robots, target = match.groups()
    cells = [_cell(robots[i : i + 2]) for i in range(0, len(robots), 2)]
    if len(cells) != int(count, 16):
        message = f"the game id says {int(count, 16)} robots and places {len(cells)}"
        raise ParseError(message, line, len(row) - len(row.lstrip()) + match.start(4) + 1)
    said = {"target": _cell(target), "target_robot": "any" if goal == "F" else int(goal, 16)}
    _check_headers(block, said)
    return RobotsLevel(
        width=16,
        height=16,
        walls=assemble([ORDER[int(digit, 16)] for digit in quadrants]),
        robots=tuple(enumerate(cells)),
        origin=Origin("", line, None),
        **(said | dict(options)),
    )


def _cell(hexadecimal: str) -> Pos:
    y, x = divmod(int(hexadecimal, 16), 16)
    return Pos(x, y)


def parse_json(board: Field, options: Mapping[str, Any]) -> RobotsLevel:
    """Return the board of a JSON object: walls ``[x, y, "E"|"S"]``, robots ``[x, y]``."""
    cells = board["robots"].cells()
    said = board.get("robot_numbers")
    numbers: Sequence[int] = range(len(cells))
    if said is not None:
        numbers = [number.whole() for number in said.entries(len(cells), "a number a robot")]
    walls: set[Edge] = set()
    for wall in board["walls"].entries():
        match wall.value:  # boards may have a hundred thousand walls
            case [x, y, "E" | "S" as side] if (
                type(x) is type(y) is int and max(abs(x), abs(y)) < MAX_SIDE
            ):
                walls.add((x, y, side))
            case _:
                column, row, said = wall.entries(3, 'a wall [x, y, "E"] or [x, y, "S"]')
                walls.add((column.whole(), row.whole(), said.text("ES")))
    return RobotsLevel(
        width=board["width"].whole(1),
        height=board["height"].whole(1),
        walls=frozenset(walls),
        robots=tuple(sorted(zip(numbers, cells, strict=True))),
        **dict(options),
    )


# The parts of the drawing, each by one byte: junctions by their arms (1 up, 2 down, 4 left,
# 8 right), then walls, cells and robots.
_JUNCTIONS: Final = (
    junction(bool(arms & 1), bool(arms & 2), bool(arms & 4), bool(arms & 8)) for arms in range(16)
)
_SYMBOLS: Final = "".join((*_JUNCTIONS, " ┃━", TARGET, GLYPHS))
_FREE, _UPRIGHT, _LEVEL, _TARGET, _ROBOT = range(16, 21)


def _where(side: int, there: int, otherwise: int) -> bytes:
    """Return a table for ``bytes.translate``, of the sides of cells."""
    return bytes(there if sides & side else otherwise for sides in range(256))


_EAST, _SOUTH = _where(SIDES[Direction.R], 1, 0), _where(SIDES[Direction.D], 1, 0)
_DRAWN_EAST, _DRAWN_SOUTH = _where(1, _UPRIGHT, _FREE), _where(1, _LEVEL, _FREE)


def write_unicode(level: RobotsLevel) -> list[str]:
    """Return the 2H+1 lines of the Robot Reboot form."""
    # Rows of bytes are worked on at once: the digest of each solved board is made of this form.
    width, closed = level.width, level.closed
    cells = bytearray([_FREE]) * (width * level.height)
    if level.target is not None:
        cells[level.target_cell] = _TARGET
    for number, cell in level.robots:
        cells[cell.y * width + cell.x] = _ROBOT + number
    lines: list[str] = []
    joined = int.from_bytes

    def draw(outer: bytes, inner: bytes | bytearray) -> None:
        line = bytearray(2 * width + 1)
        line[::2], line[1::2] = outer, inner
        lines.append(codecs.charmap_decode(line, "strict", _SYMBOLS)[0])

    # 1 where a wall stands: above and below the present line of junctions, the left border first;
    # and left and right of them, with a place beyond both borders.
    above, south = bytes(width + 1), b"\0" + b"\1" * width + b"\0"
    for start in range(0, len(closed) + 1, width):
        row = closed[start : start + width]
        below = b"\1" + row.translate(_EAST) if row else bytes(width + 1)
        arms = joined(above) + 2 * joined(below) + 4 * joined(south[:-1]) + 8 * joined(south[1:])
        draw(arms.to_bytes(width + 1), south[1:-1].translate(_DRAWN_SOUTH))
        if row:
            draw(below.translate(_DRAWN_EAST), cells[start : start + width])
            above, south = below, b"\0" + row.translate(_SOUTH) + b"\0"
    return lines


def json_record(level: RobotsLevel) -> dict[str, Any]:
    """Return the fields of a board in JSON."""
    return {
        "width": level.width,
        "height": level.height,
        "walls": [list(wall) for wall in sorted(level.walls)],
        "robots": [list(cell) for _, cell in level.robots],
        "robot_numbers": [number for number, _ in level.robots],
        "target_robot": level.target_robot,
        "target": None if level.target is None else list(level.target),
    }


def write_game_id(level: RobotsLevel) -> str:
    """Return the board as a game id.

    Raises:
        InputError: it is not made of official quadrants, or has a rule or robots an id cannot say.
    """
    numbers = [number for number, _ in level.robots]
    if numbers != list(range(len(numbers))) or level.ricochet or level.target is None:
        raise InputError(
            "a game id needs robots numbered without gaps, a target, and no `ricochet`"
        )
    quadrants = _find_quadrants(level) if (level.width, level.height) == (16, 16) else None
    if quadrants is None:
        raise InputError("a game id needs a board made of four official quadrants")
    goal = "F" if level.target_robot == "any" else f"{level.target_robot:X}"
    cells = "".join(f"{cell.y:X}{cell.x:X}" for _, cell in level.robots)
    target = f"{level.target.y:X}{level.target.x:X}"
    return f"{quadrants}+{len(numbers):X}{goal}+{cells}+{target}"


def _find_quadrants(level: RobotsLevel) -> str | None:
    """Return the four hex digits of the quadrants that make up the board, or None."""
    digits = ""
    for place in range(4):
        wanted = _inside(level.walls, place)
        fitting = [
            i for i, name in enumerate(ORDER) if _inside(quarter(name, place), place) == wanted
        ]
        if len(fitting) != 1:
            return None
        digits += f"{fitting[0]:X}"
    return digits if assemble([ORDER[int(d, 16)] for d in digits]) == level.walls else None


def _inside(walls: frozenset[Edge], place: int) -> frozenset[Edge]:
    """Return the walls inside one quarter of the board, away from the seams."""
    left, top = OFFSETS[place]
    return frozenset(
        (x, y, side)
        for x, y, side in walls
        if Pos(x - left, y - top).within(SIZE - (side == "E"), SIZE - (side == "S"))
    )


def read_solution(level: RobotsLevel, text: str) -> list[str]:
    """Return the moves of ``0D,0L,0U``; spaces and line breaks may stand between them too.

    Raises:
        InvalidMove: a part of the text has another length.
    """
    moves = text.replace(",", " ").split()
    for move in moves:
        if len(move) != 2:
            raise InvalidMove(move, "a solution is written like `0D,0L,0U`")
    return moves


def write_solution(level: RobotsLevel, moves: Sequence[str]) -> str:
    """Return the moves as ``0D,0L,0U``."""
    return ",".join(moves)


def write_text(game: AnyGame, level: RobotsLevel) -> str:
    """Return the board in the Robot Reboot form; a header gives the target if a robot is on it."""
    robot_on_target = any(cell == level.target for _, cell in level.robots)
    drawn = () if robot_on_target else ("target",)
    return "\n".join(headers_of(game, level, drawn=drawn) + write_unicode(level)) + "\n"


def read(
    game: AnyGame, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
) -> Iterator[RobotsLevel | BoardFault]:
    """Read all boards of a file, see :meth:`gridproof.game.Game.read`."""
    if not is_facts(text):
        return read_boards(
            game,
            without_gaps(text),
            source,
            options,
            parse_block,
            parse_json,
            blocks=dump_blocks if MARK in text else None,
        )

    # Facts are one program a file, whatever blank lines and comments stand between them.
    def parse_program(block: Block, values: Mapping[str, Any]) -> Iterator[RobotsLevel]:
        yield from parse_facts(text, values)

    return read_boards(game, "facts", source, options, parse_program, parse_json)


FILE_FORMATS: Final = (
    FileFormat("text", write_text),
    FileFormat("json", json_writer(json_record), separator=""),
    FileFormat("game-id", lambda game, level: write_game_id(level) + "\n"),
    FileFormat("asp", lambda game, level: write_facts(level) + "\n", single_board=True),
)
