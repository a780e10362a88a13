"""Files as other programs write them, made for these tests; each stands for a layout."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from typing import Final

from gridproof.games.robots.level import SIDES, RobotsLevel
from gridproof.grid import Direction

__all__ = ["DRAWINGS", "DUMPS", "GRAPHS", "LISTS", "PROGRAMS", "dump", "packed_dump"]

_FACTS: Final = "dim(1..4).\nbarrier(2,1,east).\npos(red,1,1). pos(blue,4,4).\ntarget(red,4,1).\n"
#: Programs in ASP that all say one board, by what is special.
PROGRAMS: Final = {
    "facts": _FACTS,
    "one by one": _FACTS.replace("dim(1..4)", "dim(1). dim(2). dim(3). dim(4)"),
    "rules below": _FACTS + "length(3).\nrobot(R) :- pos(R,_,_).\n#show robot/1.\n",
    "rules above": "#program base.\n{ a(X) : dim(X) }.\n:- a(1), not a(2).\n" + _FACTS,
    "a constant": "#const n=4.\n" + _FACTS.replace("1..4", "1..n").replace("4,4", "n,n"),
    "a sum": "#const n = 5.\n" + _FACTS.replace("1..4", "1..n-1"),
    "comments": "%* a board\n of 4 × 4 *%\n% dim(9).\n" + _FACTS.replace("\n", " % x.\n"),
    "vectors": _FACTS.replace("2,1,east", " 2, 1, 1,0"),
    "from the other side": _FACTS.replace("2,1,east", "3,1,west"),
    "positions": _FACTS.replace("pos(", "position("),
    "positions with times": _FACTS.replace("1,1)", "1,1,0)").replace("4,4)", "4,4,0)"),
    "initial positions": _FACTS.replace("pos(", "initial_pos("),
    "available": _FACTS.replace("target(red,", "available_target(red, moon, "),
    "a goal": _FACTS.replace("target", "goal"),
    "alternatives": _FACTS.replace("dim(1..4)", "dim(1;2;3..4)") + "robot(red;blue).\n",
    "spaces": _FACTS.replace(",", " , ").replace("(", " ( ").replace(".\n", " .\n"),
    "DOS": _FACTS.replace("\n", "\r\n"),
    "a script": "#script (lua)\nfunction f() return 1. end\n#end.\n" + _FACTS,
    "a quoted text": '#include "a.lp".\n' + _FACTS,
}

_NARROW: Final = "+-+-+-+\n|0    |\n+ + + +\n|  x|1|\n+-+-+-+\n"
#: Drawings of one board, by what is special.
DRAWINGS: Final = {
    "narrow": _NARROW,
    "wide": "+---+---+---+\n| 0         |\n+   +   +   +\n|     x | 1 |\n+---+---+---+\n",
    "dots": _NARROW.replace("|0    |", "|0 . .|").replace("|  x", "|. x"),
    "a star": _NARROW.replace("x", "*"),
    "letters": _NARROW.replace("0", "R").replace("1", "B"),
    "a small letter": _NARROW.replace("0", "R").replace("1", "B").replace("x", "r"),
    "bare ends": _NARROW.replace("|0    |", "|0"),
    "indented": "".join(f"  {line}\n" for line in _NARROW.split("\n") if line),
    "solved below": _NARROW + "1L,0R,0D\n",
    "open junctions": " --- --- ---\n| 0   .   . |\n             \n| .   X | 1 |\n --- --- ---\n"
    "robot #0 (0, 0)\nrobot #1 (2, 1)\ngoal #0 (1, 1)\n",
    "a title": "# 1\n" + _NARROW,
}


def packed_dump(data: bytes) -> str:
    """Return the bytes of a board as a dump of DriftingDroids."""
    packed = base64.b64encode(len(data).to_bytes(4) + zlib.compress(data, 9)).decode()
    return f"!DriftingDroids_game!{zlib.crc32(packed.encode()):08X}!{packed}!\n"


def dump(level: RobotsLevel) -> bytes:
    """Return the bytes of a board, with walls on both sides and the border."""
    cells = level.width * level.height
    data = bytearray([0]) + level.width.to_bytes(4) + level.height.to_bytes(4)
    data += bytes([len(level.robots)])
    for _, cell in level.robots:
        data += level.number_of(cell).to_bytes(4)
    data += bytes(4)
    for side in (Direction.U, Direction.R, Direction.D, Direction.L):
        data += bytes(bool(level.closed[cell] & SIDES[side]) for cell in range(cells))
    robot = 255 if level.target_robot == "any" else level.target_robot
    goal = (1 << 32) - 1 if level.target is None else level.target_cell
    data += (1).to_bytes(4) + bytes(6) + goal.to_bytes(4) + bytes([robot, 0, 1])
    return bytes(data)


def _dumps() -> dict[str, str]:
    from gridproof.games.robots.game import GAME

    (level,) = GAME.read(_FACTS)
    assert isinstance(level, RobotsLevel)
    whole = packed_dump(dump(level))
    lines = "\n".join(whole[i : i + 30] for i in range(0, len(whole), 30))
    return {"one line": whole, "wrapped": lines, "two": whole + whole}


#: Dumps of the board of :data:`PROGRAMS`.
DUMPS: Final = _dumps()

#: Graphs in the forms that are read, by what is special: a cycle of four vertices and a fifth one.
GRAPHS: Final = {
    "edges": "5\n1 2\n2 3\n3 4\n4 1\n",
    "counts": "5 4\n1 2\n2 3\n3 4\n4 1\n",
    "counts and comments": "# a graph\n% more\n5 4\n1 2 # x\n2 3\n\n3 4\n4 1\n",
    "counts from 0": "5 4\n0 1\n1 2\n2 3\n3 0\n",
    "DIMACS": "c x\np edge 5 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n",
    "DIMACS, both ways": "p col 5 8\n"
    + "".join(f"e {u} {v}\ne {v} {u}\n" for u, v in ("12", "23", "34", "41")),
    "PACE": "c x\np tw 5 4\n1 2\n2 3\n3 4\n4 1\n",
    "PACE, tree depth": "p td 5 4\n1 2\n2 3\n3 4\n4 1\n",
    "METIS": "% x\n5 4\n2 4\n1 3\n2 4\n3 1\n\n",
    "METIS with weights": "5 4 011\n7 2 1 4 1\n7 1 1 3 1\n7 2 1 4 1\n7 3 1 1 1\n7\n",
    "Matrix Market": "%%MatrixMarket matrix coordinate pattern symmetric\n%\n5 5 4\n"
    "2 1\n3 2\n4 3\n4 1\n",
    "Matrix Market, both ways": "%%MatrixMarket matrix coordinate integer general\n5 5 8\n"
    + "".join(f"{u} {v} 1\n{v} {u} 1\n" for u, v in ("12", "23", "34", "41")),
    "sparse6": ":DaWJ\n",
    "graph6": ">>graph6<<Dl?\n",
}

_PAIR: Final = '[{{"title": "A", {0}}},\n {{"title": "B", {0}}}]\n'
#: Lists in JSON of two boards, by game.
LISTS: Final[dict[str, Sequence[str]]] = {
    "sokoban": [_PAIR.format('"rows": ["######", "#@$ .#", "######"]')],
    "bombcover": [_PAIR.format('"rows": ["@.x"]')],
    "onebomb": [_PAIR.format('"rows": ["P.K"]')],
    "merge": [
        _PAIR.format(
            '"n": 2, "heroes": [{"x": 0, "y": 0, "type": 1}], "stones": [{"x": 1, "y": 0, "hp": 1}]'
        )
    ],
    "boxcover": [_PAIR.format('"side": 1, "points": [[0, 0], [3, 3]]')],
    "robots": [
        _PAIR.format('"width": 2, "height": 2, "walls": [], "robots": [[0, 0]], "target": [1, 1]')
    ],
}
