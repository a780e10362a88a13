"""Boards of robots as ASP facts, in the forms of the competition's and clingo's instances.

A board a file: its size, walls, robots and target by ``dim``, ``barrier``, ``pos`` and ``target``.
Targets to choose from, ``available_target``, are a board each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from gridproof.errors import InputError, ParseError
from gridproof.games.robots.formats.asp import Fact, Program, blanked
from gridproof.games.robots.level import MAX_SIDE, RobotsLevel, wall_beside
from gridproof.grid import Direction, Pos
from gridproof.level import Origin
from gridproof.scene import Edge

__all__ = ["COLOURS", "is_facts", "parse_facts", "write_facts"]

#: Names of robots; the competition's instances use the first four.
COLOURS: Final = (
    *("red", "green", "blue", "yellow", "silver"),
    *("robot5", "robot6", "robot7", "robot8", "robot9"),
)

_FIRST_FACT: Final = re.compile(r"\s*[a-z]\w*\s*\([^()\n]*\)\s*\.", re.ASCII)
_FIRST_RULE: Final = re.compile(r"\s*(?:#[a-z]+\b|:-|[a-z]\w*\s*(?:\([^\n]*?\)\s*)?:-)", re.ASCII)
_POSITIONS: Final = ("pos", "position", "initial_pos", "init_pos", "start")
_BARRIERS: Final = ("barrier", "wall")
_TARGETS: Final = ("target", "goal")
_AVAILABLE: Final = "available_target"
_KNOWN: Final = frozenset({"dim", _AVAILABLE, *_POSITIONS, *_BARRIERS, *_TARGETS})
_BOARD_FACT: Final = re.compile(
    rf"(?:^|[.])[ \t]*(?P<name>{'|'.join(sorted(_KNOWN))})[ \t]*\(", re.MULTILINE
)
_SIDES: Final = {
    "east": Direction.R,
    "west": Direction.L,
    "north": Direction.U,
    "south": Direction.D,
}
#: Words for a target that is every robot's.
_ANY: Final = ("any", "all", "white", "wild", "vortex", "cosmic", "multi")


def is_facts(text: str) -> bool:
    """Return True if `text` is a program in ASP that says a board.

    Its first statement is a fact; or it is a rule, and a fact of a board follows; or the size and
    something else of a board are said somewhere.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        text = blanked(text)
    except ParseError:
        return _BOARD_FACT.search(text) is not None
    if _FIRST_FACT.match(text):
        return True
    said = {match["name"] for match in _BOARD_FACT.finditer(text)}
    return bool(said) and (_FIRST_RULE.match(text) is not None or ("dim" in said and len(said) > 1))


class _FactsBoard:
    """The content of the facts."""

    def __init__(self) -> None:
        self.dims: set[int] = set()
        self.barriers: dict[tuple[int, int, Direction], Fact] = {}
        self.robots: dict[str, tuple[Pos, Fact]] = {}
        #: (name of the robot, cell, fact, title)
        self.targets: list[tuple[str, Pos, Fact, str]] = []
        self.available: list[tuple[str, Pos, Fact, str]] = []

    def take(self, fact: Fact) -> None:
        """Take a fact.

        Raises:
            ParseError: it has other arguments, or contradicts another one.
        """
        if fact.name == "dim":
            _count(fact, 1)
            self.dims.add(fact.whole(0, 1, MAX_SIDE + 1))
        elif fact.name in _BARRIERS:
            self._barrier(fact)
        elif fact.name in _POSITIONS:
            # The fourth argument is the time, and boards show the beginning.
            if len(fact.terms) == 4 and fact.terms[3] == 0:
                fact.terms = fact.terms[:3]
            _count(fact, 3)
            colour = str(fact.terms[0])
            if colour in self.robots:
                fact.fault(f"a second position of `{colour}`; a file of facts holds one board")
            self.robots[colour] = _cell(fact, 1), fact
        elif fact.name in _TARGETS:
            if len(fact.terms) == 2:
                fact.terms = ("any", *fact.terms)
            _count(fact, 3)
            if self.targets:
                fact.fault("a second target; a file of facts holds one board")
            self.targets.append((str(fact.terms[0]), _cell(fact, 1), fact, ""))
        else:
            _count(fact, 4)
            colour, shape = map(str, fact.terms[:2])
            self.available.append((colour, _cell(fact, 2), fact, f"{colour} {shape}"))

    def _barrier(self, fact: Fact) -> None:
        if len(fact.terms) == 4:
            vector = fact.terms[2:]
            side = next((d for d in Direction if (d.dx, d.dy) == vector), None)
            if side is None:
                fact.fault("the side must be `1,0`, `-1,0`, `0,-1` or `0,1`")
        else:
            _count(fact, 3)
            side = _SIDES.get(str(fact.terms[2]))
            if side is None:
                fact.fault("the side must be " + ", ".join(f"`{name}`" for name in _SIDES))
        x, y = (fact.whole(index, 0, MAX_SIDE + 1) - 1 for index in (0, 1))
        self.barriers.setdefault((x, y, side), fact)


def _count(fact: Fact, count: int) -> None:
    if len(fact.terms) != count or "" in fact.terms:
        fact.fault(f"`{fact.name}` takes {count} argument{'s' * (count != 1)}")


def _cell(fact: Fact, index: int) -> Pos:
    x, y = (fact.whole(place, 1, MAX_SIDE + 1) - 1 for place in (index, index + 1))
    return Pos(x, y)


def parse_facts(text: str, options: Mapping[str, Any]) -> Iterator[RobotsLevel]:
    """Yield the boards of a program in ASP (cells from 1; walls on any side; other facts ignored).

    Barriers on the border say nothing new. There is one board a file: a robot's second position and
    a second target are faults, even where they repeat the first. Without a target each available
    target is that of one board.

    Raises:
        ParseError: the facts are no board.
    """
    board, program = _FactsBoard(), Program(text, _KNOWN)
    for fact in program:
        board.take(fact)
    if not board.dims:
        raise ParseError("the facts do not give the size, `dim(1). dim(2). …`", 1)
    side = max(board.dims)
    if len(board.dims) < side:
        missing = min(set(range(1, side)) - board.dims)
        raise ParseError(f"the facts say `dim({side}).` but not `dim({missing}).`", 1)
    walls: set[Edge] = set()
    for (column, row, direction), fact in board.barriers.items():
        cell = Pos(column, row)
        inside = cell.within(side, side) + cell.step(direction).within(side, side)
        if not inside:
            fact.fault(f"not on the board of {side} × {side} cells")
        if inside == 2:
            walls.add(wall_beside(cell, direction))
    targets = board.targets or board.available
    places = [*board.robots.values(), *((cell, fact) for _, cell, fact, _ in targets)]
    for cell, fact in places:
        if not cell.within(side, side):
            fact.fault(f"not on the board of {side} × {side} cells")
    colours = sorted(board.robots, key=_colour_rank)
    notes = () if not program.rules else (_unread(program.rules),)
    level = RobotsLevel(
        width=side,
        height=side,
        walls=frozenset(walls),
        robots=tuple((number, board.robots[colour][0]) for number, colour in enumerate(colours)),
        origin=Origin("", 1, None, notes=notes),
        **dict(options),
    )
    if not targets:
        yield level
    for colour, cell, fact, title in targets:
        if colour not in board.robots and colour not in _ANY:
            fact.fault(f"the target robot `{colour}` has no position")
        robot = colours.index(colour) if colour in board.robots else "any"
        said = {"target": cell, "target_robot": robot} | dict(options)
        info = {"title": title} if title else {}
        yield replace(level, info=info, **said)


def _unread(rules: int) -> str:
    return "1 rule is not read" if rules == 1 else f"{rules} rules are not read"


def _colour_rank(colour: str) -> tuple[int, str]:
    return (COLOURS.index(colour) if colour in COLOURS else len(COLOURS), colour)


def write_facts(level: RobotsLevel) -> str:
    """Return the board as ASP facts.

    Raises:
        InputError: the facts cannot express it (rectangles, gaps, no single target robot).
    """
    numbers = [number for number, _ in level.robots]
    if (
        level.width != level.height
        or numbers != list(range(len(numbers)))
        or level.target is None
        or level.target_robot == "any"
        or level.ricochet
    ):
        raise InputError(
            "ASP facts need a square board, robots numbered without gaps, a target with its robot, "
            "and no `ricochet`"
        )
    facts = [f"dim({i})." for i in range(1, level.width + 1)]
    facts += [
        f"barrier({x + 1},{y + 1},{'east' if side == 'E' else 'south'})."
        for x, y, side in sorted(level.walls)
    ]
    facts += [f"pos({COLOURS[n]},{cell.x + 1},{cell.y + 1})." for n, cell in level.robots]
    target = f"{level.target.x + 1},{level.target.y + 1}"
    facts.append(f"target({COLOURS[level.target_robot]},{target}).")
    return "\n".join(facts)
