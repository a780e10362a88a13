"""The forms of boards and solutions as data, see :class:`gridproof.forms.TextForm`."""

from __future__ import annotations

from typing import Final

from gridproof.forms import Entry, Symbol, TextForm
from gridproof.games.robots.formats.borders import BORDER
from gridproof.games.robots.level import MAX_ROBOTS, MAX_SIDE
from gridproof.games.robots.recognise import MARK

__all__ = ["DRAWING", "FORMS", "GLYPHS", "NOTATIONS", "TARGET", "UNICODE"]

#: Robots 0 to 9, U+25A3 25A0 25B2 25C6 25C7 25C8 25C9 25E9 25ED 25F2.
GLYPHS: Final = "▣■▲◆◇◈◉◩◭◲"
TARGET: Final = "◎"

_SIDE: Final = f"a whole number from 1 to {MAX_SIDE}"
_CELL: Final = "column and row from 0"
_FACT_CELL: Final = "column and row from 1"

_ROWS: Final = """\
┏━━━┳━━━┓
┃▣  ┃   ┃
┃       ┃
┃       ┃
┃  ━    ┃
┃      ◎┃
┃       ┃
┃    ■  ┃
┗━━━━━━━┛
"""

UNICODE: Final = TextForm(
    id="text",
    title="Robot Reboot",
    summary="cells and walls drawn in Unicode: 2H+1 lines of 2W+1 characters",
    expects="a frame of `┏━┓` and `┃`, with robots `▣■▲` and a target `◎`",
    symbols=(
        Symbol(" ", "a free cell; or no wall, between two cells"),
        Symbol(GLYPHS, f"robots 0 to {MAX_ROBOTS - 1}, in this order"),
        Symbol(TARGET, "the target; under a robot it is said by the header `target`"),
        Symbol("┃━╹╺╻╸┏┓┗┛┣┫┳┻╋", "a wall, or where walls meet", others=True),
    ),
    used_by="the Robot Reboot assignment of a course on Prolog in Ghent",
    notes="""\
- Cells stand in every second line and column. Between two cells stands a blank or a wall; the
  characters where four cells meet are not looked at.
- A line of moves below the board, `0D,0L,0U`, is read over: `gridproof robots --gen` prints one.
""",
    example=f"; Around a corner\n{_ROWS}",
    variants={
        "in thin lines": """\
┌───┬───┐
│▣  │   │
│   ╵   │
│       │
│  ──   │
│      ◎│
│       │
│    ■  │
└───────┘
""",
        "with moves below": f"{_ROWS}0D,0R\n",
    },
)

DRAWING: Final = TextForm(
    id="drawing",
    title="drawing in ASCII",
    summary="cells and walls as people draw them, with `+` where four cells meet",
    expects="a frame of `+-+-+` and `|`",
    symbols=(
        Symbol("+", "where walls may meet; it is not looked at", others=True),
        Symbol("-=_━─", "a wall above or below a cell"),
        Symbol("|!¦┃│", "a wall beside a cell"),
        Symbol(" .·", "a free cell; or no wall"),
        Symbol(":", "no wall beside a cell"),
        Symbol("0123456789", "a robot with its number"),
        Symbol("ABCDEFGHIJKLMNPQRSTUVWYZ", "a robot: `R G B Y S` are robots 0 to 4"),
        Symbol("xX*oO◎", "the target"),
        Symbol("abcdefghijklmnpqrstuvwyz", "the target of the robot with that capital letter"),
        Symbol("#█", "a cell that is closed on all sides"),
    ),
    mark=BORDER,
    used_by="forum posts, small programs, and DriftingDroids, which lists robots and goal below",
    notes="""\
- Cells may be one character wide (`+-+-+`) or more (`+---+---+`). `T` is the target where no other
  one is drawn.
""",
    example="+-+-+-+\n|0    |\n+ + + +\n|  x|1|\n+-+-+-+\n",
    variants={
        "with wide cells": "+---+---+---+\n| 0         |\n+   +   +   +\n|     x | 1 |\n"
        "+---+---+---+\n",
        "with letters": "+-+-+-+\n|R . .|\n+ + + +\n|. r|G|\n+-+-+-+\n",
        "with a list below": " --- --- ---\n| 0   .   . |\n             \n| .   X | 1 |\n"
        " --- --- ---\nrobot #0 (0, 0)\nrobot #1 (2, 1)\ngoal #0 (1, 1)\n",
    },
)

FORMS: Final = (
    UNICODE,
    TextForm(
        id="json",
        title="JSON",
        summary="an object a board",
        expects="JSON with `walls` and `robots`",
        fields=(
            Entry("width", "the number of columns", _SIDE, required=True),
            Entry("height", "the number of rows", _SIDE, required=True),
            Entry(
                "walls",
                "walls inside the board, to the east or south of a cell",
                f'a list of `[x, y, "E"]` and `[x, y, "S"]`, {_CELL}',
                required=True,
            ),
            Entry("robots", "their cells", f"a list of `[x, y]`, {_CELL}", required=True),
            Entry("robot_numbers", "their numbers; 0, 1, … if it is missing", "a list of numbers"),
        ),
        notes="""\
- The target is the option `target`: `[x, y]`.
""",
        example='{"title": "Around a corner", "target": [3, 2], "width": 4, "height": 4, "walls": '
        '[[1, 0, "E"], [1, 1, "S"]], "robots": [[0, 0], [2, 3]], "robot_numbers": [0, 1], '
        '"target_robot": 0}\n',
        variants={
            "without numbers": '{"target": "3,2", "width": 4, "height": 4, "walls": '
            '[[1, 0, "E"], [1, 1, "S"]], "robots": [[0, 0], [2, 3]]}\n',
        },
    ),
    TextForm(
        id="game-id",
        title="game id",
        summary="a board of the printed game in hexadecimal digits, one a line",
        parts=(
            Entry("0765", "the four quadrants from the upper left, clockwise", "digits `0` to `F`"),
            Entry("42", "the number of robots, and the robot of the target", "`F`: any robot"),
            Entry("2E21BD0F", "the cells of the robots", "row and column from 0, a digit each"),
            Entry("93", "the cell of the target", "row and column from 0, a digit each"),
        ),
        used_by="DriftingDroids, which shows it for each board",
        notes="""\
- Boards that are not made of the 16 printed quadrants have no id. A line holds one board.
- An id has no room for a title.
""",
        example="0765+42+2E21BD0F+93\n",
        variants={"in small letters": "0765+42+2e21bd0f+93\n"},
    ),
    TextForm(
        id="asp",
        title="ASP facts",
        summary="facts of an answer set program, one board a file",
        expects="facts in ASP: `dim(1..16). pos(red,1,1). …`",
        parts=(
            Entry(
                "dim", "the numbers of all columns and rows", "`dim(1). dim(2). …`", required=True
            ),
            Entry(
                "barrier",
                "a wall of a cell; also `wall`",
                f"{_FACT_CELL}; `east`, `west`, `north`, `south`, or a vector `1,0`",
            ),
            Entry(
                "pos",
                "a robot; also `position`, `initial_pos`, `init_pos`, `start`",
                f"its colour; {_FACT_CELL}; the time 0 may follow",
            ),
            Entry("target", "the target; also `goal`", f"the colour of its robot; {_FACT_CELL}"),
            Entry(
                "available_target",
                "a target to choose; without `target` each is a board of its own",
                f"colour; shape; {_FACT_CELL}",
            ),
        ),
        used_by="the answer set programming competition, and clingo's examples",
        notes="""\
- Intervals, alternatives `1;2`, sums and `#const` are read. Rules are counted, and not read.
- Robots are numbered `red`, `green`, `blue`, `yellow`, `silver`; other colours follow by name.
- A target of `any`, `all`, `white`, `wild`, `vortex`, `cosmic` or `multi` is every robot's.
- We write squares with a target of one robot, without the option `ricochet`.
""",
        example="dim(1).\ndim(2).\ndim(3).\ndim(4).\nbarrier(2,1,east).\nbarrier(2,2,south).\n"
        "pos(red,1,1).\npos(green,3,4).\ntarget(red,4,3).\n",
        variants={
            "with intervals": "dim(1..4). wall(2,1,east). wall(2,3,north).\n"
            "initial_pos(red,1,1). initial_pos(green,3,4). goal(red,4,3).\n",
            "with a target to choose": "#const n=4. dim(1..n). barrier(2,1,1,0).\n"
            "barrier(2,2,0,1). pos(red,1,1,0). pos(green,3,n,0). available_target(red,moon,4,3).\n",
        },
    ),
    DRAWING,
    TextForm(
        id="dump",
        title="dump of DriftingDroids",
        summary="a board, packed by zlib and written in Base64, in one line or wrapped",
        expects=f"a dump `{MARK}…!…!`",
        parts=(
            Entry(MARK, "the beginning", required=True),
            Entry("3CF8DBD4", "a checksum of what follows, in hexadecimal", required=True),
            Entry("AAAAZ3ja…", "the packed board up to `!`, in Base64", required=True),
        ),
        mark=rf".*{MARK}.*",
        used_by="DriftingDroids, which passes boards on in this form",
        notes="""\
- Version 0 is read, and of several goals the one that is played. Text around it is read over.
""",
        example=f"{MARK}3CF8DBD4!AAAAZ3jaY2BgYGABYSYGCOADEYxAAOYxQkUZwSxkDJdjBCtmRJOE62Rg4AZy"
        "AA0FADo=!\n",
        variants={
            "wrapped": f"Try this one:\n{MARK}3CF8DBD4!AAAAZ3jaY2BgYGABYSYGCOADEYxAAOYx\n"
            "QkUZwSxkDJdjBCtmRJOE62Rg4AZyAA0FADo=!\n",
        },
    ),
)

NOTATIONS: Final = (
    TextForm(
        id="moves",
        title="slides",
        summary="slides in their order, with commas, blanks or line breaks between",
        parts=(
            Entry("0", "the number of a robot", f"`0` to `{MAX_ROBOTS - 1}`"),
            Entry("U D L R", "its direction: up, down, left, right"),
        ),
        used_by="the Robot Reboot assignment",
        example="0D,0L,0U",
        notes="""\
- `gridproof robots --solve` prints it for a board on standard input, as the assignment asks.
""",
        variants={"with blanks": "0D 0L 0U"},
    ),
)
