"""Text forms of a sokoban board: XSB with its relatives, the course's form, JSON lines.

XSB: ``#`` wall, ``@`` player, ``$`` box, ``.`` goal, ``+`` and ``*`` player and box on a goal;
floor is a space, ``-`` or ``_``. The .sok form has letters for them as well (``p b o P B``), and
run-length encoding, in which ``|`` ends a row; .slc is XML. The course (Theory of Computer Games,
National Taiwan University, 2018) has lines ``N M`` and N rows of M cells. Outside is wall in all
of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from textwrap import wrap
from typing import Any, Final

from gridproof.errors import ParseError
from gridproof.files.boards import (
    Block,
    headers_of,
    json_writer,
    one_line,
    read_boards,
    strange_symbol,
)
from gridproof.game import AnyGame
from gridproof.games.sokoban.formats.collection import (
    SokobanBlock,
    blocks,
    is_plain_title,
)
from gridproof.games.sokoban.formats.forms import CELLS, ENCODING
from gridproof.games.sokoban.formats.lines import size
from gridproof.games.sokoban.formats.rle import RunLengthError, decode
from gridproof.games.sokoban.formats.variants import is_sokoban, refusal
from gridproof.games.sokoban.level import FLOOR, GOAL, MAX_SIDE, TOO_LARGE, WALL, SokobanLevel
from gridproof.games.sokoban.recognise import is_slc
from gridproof.grid import Pos
from gridproof.level import BoardFault, Origin
from gridproof.specs import FileFormat
from gridproof.strict_json import Field, FieldError, is_json, json_values

__all__ = [
    "FILE_FORMATS",
    "board_blocks",
    "read",
    "saved_solutions",
    "write_rows",
]

_KINDS: Final = frozenset(CELLS)
_PLAIN: Final = str.maketrans("-_pPbBo", "  @+$*.")
_TERRAIN: Final = str.maketrans("@+$*", " . .")
#: Letters of a solution in a line of .sok.
_COLUMNS: Final = 70


def board_blocks(text: str) -> Iterator[SokobanBlock]:
    """Return the boards of a file, in XML or not, with what the file says of them."""
    if not is_slc(text):
        return blocks(text)
    from gridproof.games.sokoban.formats.slc import slc_blocks  # XML takes a while to import

    return slc_blocks(text)


def saved_solutions(text: str) -> list[tuple[str, ...]]:
    """Return the solutions that are saved in a file, board by board."""
    if not is_json(text):
        return [tuple(play.moves for play in block.plays) for block in board_blocks(text)]
    saved = [record.get("solution") for _, record in json_values(text) if isinstance(record, dict)]
    return [(moves,) if isinstance(moves, str) and moves else () for moves in saved]


def parse_block(block: Block, options: Mapping[str, Any]) -> Iterator[SokobanLevel]:
    """Yield the board of a text block."""
    column = block.column if isinstance(block, SokobanBlock) else 1
    if not block.rows:
        raise ParseError("there is no board below these header lines", block.line)
    if (said := size(block.rows[0])) is not None:
        yield _parse_course(block, said)
    elif any(ENCODING & set(row) for row in block.rows):
        yield _parse_encoded(block)
    else:
        found = _from_rows(block.rows, Origin("", block.line, column), cropped=True)
        yield _without_rules(block, found) if isinstance(block, SokobanBlock) else found


def _without_rules(block: SokobanBlock, level: SokobanLevel) -> SokobanLevel:
    """Return the level without rows that only part it from other boards of the file."""
    reached = {level.cell(number).y for number in level.reach}
    first = int(block.edges[0] and 0 not in reached)
    last = len(block.rows) - (block.edges[1] and len(block.rows) - 1 not in reached)
    if first >= last or last - first == len(block.rows):
        return level
    origin = Origin("", block.line + first, block.column)
    return _from_rows(block.rows[first:last], origin, cropped=True)


def _parse_course(block: Block, said: tuple[int, int]) -> SokobanLevel:
    height, width = said
    rows = [row[:width] + row[width:].rstrip() for row in block.rows[1:]]
    if len(rows) != height:
        count = f"{len(rows)} row{'s' * (len(rows) != 1)}"
        message = f"the board has {count}, its size says {height}"
        line = block.line if len(rows) < height else block.line + height + 1
        raise ParseError(message, line, 1)
    for number, row in enumerate(rows, block.line + 1):
        if len(row) != width:
            message = f"this row has {len(row)} cells, the size says {width}"
            raise ParseError(message, number, min(len(row), width) + 1)
    return _from_rows(rows, Origin("", block.line + 1))


def _parse_encoded(block: Block) -> SokobanLevel:
    rows: list[str] = []
    room = MAX_SIDE * (MAX_SIDE + 1)  # for the cells of the largest board, and the ends of its rows
    for number, line in enumerate(block.rows, block.line):
        try:
            more = decode(line, room)
        except RunLengthError as error:
            raise ParseError(str(error), number, error.at + 1) from None
        room -= len(more)
        rows += more.removesuffix("|").split("|")
    if not any(rows):
        raise ParseError("there is no cell in this board", block.line)
    return _from_rows(rows, Origin("", block.line, None), cropped=True)


def _from_rows(
    rows: Sequence[str], origin: Origin | None = None, *, cropped: bool = False
) -> SokobanLevel:
    """Return the level of rows that need not be equally long.

    Blanks at the ends of rows are floor as they are anywhere else.

    Args:
        rows: the cells.
        origin: where they stand in a file.
        cropped: at the right columns are left out that only hold blanks at the ends of rows, if the
            player cannot get there: editors leave them behind.

    Raises:
        ParseError: a character is no cell, or the board is too large.
    """
    width, height = max(map(len, rows)), len(rows)
    line = 1 if origin is None else origin.line
    if cropped and width > MAX_SIDE:
        rows = [row[:MAX_SIDE] + row[MAX_SIDE:].rstrip(" ") for row in rows]
        width = max(map(len, rows))
    if max(width, height) > MAX_SIDE:
        raise ParseError(TOO_LARGE, line)
    for y, row in enumerate(rows):
        if not _KINDS.issuperset(row):
            x, char = next((x, char) for x, char in enumerate(row) if char not in _KINDS)
            raise _strange_cell(char, Pos(x, y), origin)
    text = "".join(row.ljust(width, WALL) for row in rows).translate(_PLAIN)
    level = SokobanLevel(
        width=width,
        height=height,
        cells=text.translate(_TERRAIN),
        boxes=_cells(text, width, "$*"),
        players=_cells(text, width, "@+"),
        origin=origin,
    )
    if cropped:
        bare = [len(row.rstrip(" ")) for row in rows]
        ends = (c for c in level.reach if c % width >= bare[c // width])
        used = max([*bare, *(c % width + 1 for c in ends)])
        if used < width:
            return _from_rows([row[:used] for row in rows], origin)
    # Beyond the ends of short rows is outside: wall where the player could step there, and
    # otherwise as blank as what stands to the left of the board.
    short = [(y * width + len(row), (y + 1) * width) for y, row in enumerate(rows)]
    if all(start == end for start, end in short):
        return level
    cells, reach = list(level.cells), level.reach
    up, down, left, right = level.beyond.values()
    for start, end in short:
        for n in range(start, end):
            if reach.isdisjoint((up[n], down[n], left[n], right[n])):
                cells[n] = FLOOR
    padded = replace(level, cells="".join(cells))
    vars(padded)["reach"] = reach
    return padded


def _strange_cell(char: str, cell: Pos, origin: Origin | None) -> ParseError:
    message, hint = strange_symbol(char, CELLS, SokobanLevel.game)
    if origin is None or origin.column is None:
        line = 1 if origin is None else origin.line
        return ParseError(f"{message} ({cell.for_people})", line, hint=hint)
    return ParseError(message, origin.line + cell.y, origin.column + cell.x, hint)


def _cells(text: str, width: int, chars: str) -> tuple[Pos, ...]:
    return tuple(Pos(i % width, i // width) for i, char in enumerate(text) if char in chars)


def parse_json(board: Field, options: Mapping[str, Any]) -> SokobanLevel:
    """Return the board of a JSON object with ``rows``, which need not be equally long."""
    for name in ("game", "variant"):
        said = board.get(name)
        if said is not None and not is_sokoban(said.text()):
            raise FieldError(refusal(said.text()))
    field = board["rows"]
    rows = [row.text() for row in field.entries()]
    if not any(rows):
        field.fault("must hold a row that is not empty")
    try:
        return _from_rows(rows)
    except ParseError as error:
        field.fault(f"is not a board: {error}", error.hint)


def write_rows(level: SokobanLevel) -> list[str]:
    """Return the rows of XSB; floor is ``-`` where spaces at the ends of rows would get lost."""
    dashed = _dashed(level)
    spaced = [row.replace("-", " ").rstrip() for row in dashed]
    if all(spaced):
        again = _from_rows(spaced)
        if (again.width, again.cells) == (level.width, level.cells):
            return spaced
    return dashed


def _dashed(level: SokobanLevel) -> list[str]:
    cells = list(level.cells.replace(FLOOR, "-"))
    for pieces, off_goal, on_goal in ((level.boxes, "$", "*"), (level.players, "@", "+")):
        for cell in pieces:
            cells[level.number(cell)] = on_goal if level.at(cell) == GOAL else off_goal
    return ["".join(cells[i : i + level.width]) for i in range(0, len(cells), level.width)]


def write_text(game: AnyGame, level: SokobanLevel) -> str:
    """Return the board as XSB below its title and header lines."""
    return "\n".join(_headers(game, level) + write_rows(level)) + "\n"


def _headers(game: AnyGame, level: SokobanLevel) -> list[str]:
    """Return the title, as `; text` where that is read back as it is, and the header lines."""
    said = headers_of(game, level)
    if said and said[0].startswith("; ") and not is_plain_title(said[0]):
        said[0] = f"title: {said[0][2:]}"
    return said


def write_sok(game: AnyGame, level: SokobanLevel, solutions: Sequence[str] = ()) -> str:
    """Return the board as .sok has it: its metadata and known solutions stand below the rows."""
    said = [_capitalised(line) for line in headers_of(game, level)]
    plays = [line for moves in solutions for line in ("", "Solution", *wrap(moves, _COLUMNS))]
    return "\n".join([*write_rows(level), *said, *plays]) + "\n"


def _capitalised(line: str) -> str:
    title = line.removeprefix("; ")
    return f"Title: {title}" if title != line else line[0].upper() + line[1:]


def _sok_file(
    game: AnyGame, levels: Sequence[SokobanLevel], solutions: Sequence[Sequence[str]]
) -> str:
    known = solutions or [()] * len(levels)
    return "\n".join(map(partial(write_sok, game), levels, known))


def write_xml(levels: Sequence[SokobanLevel]) -> str:
    """Return the boards as one .slc file."""
    from gridproof.games.sokoban.formats.slc import write_slc

    return write_slc(
        [
            ({name: one_line(text) for name, text in level.info.items()}, write_rows(level))
            for level in levels
        ]
    )


def write_course(game: AnyGame, level: SokobanLevel) -> str:
    """Return the size and the rows as the course has them, below the title and header lines."""
    lines = [*_headers(game, level), f"{level.height} {level.width}", *_dashed(level)]
    return "\n".join(lines) + "\n"


def json_record(level: SokobanLevel) -> dict[str, Any]:
    """Return the fields of a board in JSON."""
    return {"rows": write_rows(level)}


def read(
    game: AnyGame, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
) -> Iterator[SokobanLevel | BoardFault]:
    """Read all boards of a file, see :meth:`gridproof.game.Game.read`."""
    return read_boards(game, text, source, options, parse_block, parse_json, blocks=board_blocks)


FILE_FORMATS: Final = (
    FileFormat("text", write_text),
    FileFormat("json", json_writer(json_record), separator=""),
    FileFormat("course", write_course),
    FileFormat("xsb", write_text),
    FileFormat("sok", write_sok, file=_sok_file),
    FileFormat(
        "slc",
        lambda game, level: write_xml([level]),
        file=lambda game, levels, solutions: write_xml(levels),
        whole_file=True,
    ),
)
