"""Boards of robots as ASP facts, in the form of the competition's instances.

A board a file: its size, walls, robots and target by ``dim``, ``barrier``, ``pos`` and ``target``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NoReturn

from gridproof.errors import InputError, ParseError, shorten
from gridproof.game import Origin
from gridproof.games.robots.level import MAX_SIDE, RobotsLevel, wall_beside
from gridproof.grid import Direction, Pos
from gridproof.options import whole_number
from gridproof.scene import Edge

__all__ = ["COLOURS", "is_facts", "parse_facts", "write_facts"]

#: Names of robots; the competition's instances use the first four.
COLOURS: Final = (
    *("red", "green", "blue", "yellow", "silver"),
    *("robot5", "robot6", "robot7", "robot8", "robot9"),
)

_COMMENT = re.compile("%[^\n]*")
_FIRST_FACT = re.compile(r"(?:\s|%[^\n]*)*+[a-z]\w*\([^()\n]*\)\s*\.")
_FACT = re.compile(r"([a-z]\w*)\s*(?:\(([^()]*)\)\s*)?\.")
_SPACE = re.compile(r"\s*")
_SIDES: Final = {
    "east": Direction.R,
    "west": Direction.L,
    "north": Direction.U,
    "south": Direction.D,
}


def is_facts(text: str) -> bool:
    """Whether ``text`` is a file of ASP facts: a fact is the first in it that is no comment."""
    return _FIRST_FACT.match(text) is not None


def parse_facts(text: str, options: Mapping[str, Any]) -> RobotsLevel:
    """The board of a file of ASP facts (cells from 1; walls on any side; other facts ignored).

    Barriers on the border say nothing new. There is one board a file: a robot's second position and
    a second target are faults, even where they repeat the first.
    """
    dims: set[int] = set()
    barriers: dict[tuple[int, int, Direction], _Fact] = {}
    robots: dict[str, tuple[Pos, _Fact]] = {}
    targets: dict[str, tuple[Pos, _Fact]] = {}
    for fact in _facts(text):
        match fact.name:
            case "dim":
                (said,) = fact.arguments(1)
                low, _, high = said.partition("..")
                first = fact.whole(low, 1)
                dims.update(range(first, fact.whole(high, first) + 1) if high else [first])
            case "barrier":
                x, y, name = fact.arguments(3)
                if name not in _SIDES:
                    fact.fault("the side must be " + ", ".join(f"`{side}`" for side in _SIDES))
                key = (fact.whole(x, 0) - 1, fact.whole(y, 0) - 1, _SIDES[name])
                barriers.setdefault(key, fact)
            case "pos":
                colour, x, y = fact.arguments(3)
                if colour in robots:
                    fact.fault(f"a second position of `{colour}`; a file of facts holds one board")
                robots[colour] = Pos(fact.whole(x, 1) - 1, fact.whole(y, 1) - 1), fact
            case "target":
                colour, x, y = fact.arguments(3)
                if targets:
                    fact.fault("a second target; a file of facts holds one board")
                targets[colour] = Pos(fact.whole(x, 1) - 1, fact.whole(y, 1) - 1), fact
    if not dims:
        raise ParseError("the facts do not give the size, `dim(1). dim(2). …`", 1)
    side = max(dims)
    if len(dims) < side:
        missing = min(set(range(1, side)) - dims)
        raise ParseError(f"the facts say `dim({side}).` but not `dim({missing}).`", 1)
    walls: set[Edge] = set()
    for (column, row, direction), fact in barriers.items():
        cell = Pos(column, row)
        beyond = cell.step(direction)
        inside = cell.within(side, side) + beyond.within(side, side)
        if not inside:
            fact.fault(f"not on the board of {side} × {side} cells")
        if inside == 2:
            walls.add(wall_beside(cell, direction))
    for cell, fact in (*robots.values(), *targets.values()):
        if not cell.within(side, side):
            fact.fault(f"not on the board of {side} × {side} cells")
    colours = sorted(robots, key=_colour_rank)
    goal: dict[str, Any] = {}
    for colour, (cell, fact) in targets.items():
        if colour not in robots:
            fact.fault(f"the target robot `{colour}` has no position")
        goal = {"target": cell, "target_robot": colours.index(colour)}
    return RobotsLevel(
        width=side,
        height=side,
        walls=frozenset(walls),
        robots=tuple((number, robots[colour][0]) for number, colour in enumerate(colours)),
        origin=Origin("", 1, None),
        **(goal | dict(options)),
    )


def _colour_rank(colour: str) -> tuple[int, str]:
    return (COLOURS.index(colour) if colour in COLOURS else len(COLOURS), colour)


def _facts(text: str) -> Iterator[_Fact]:
    """The facts of a text without its comments; whatever else stands there is a fault."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if (at := text.find("%*")) >= 0:
        raise _fault_at(text, at, "comments over several lines, `%* … *%`, are not read")
    text = _COMMENT.sub(lambda comment: " " * len(comment[0]), text)
    at = 0
    while (at := _space_end(text, at)) < len(text):
        match = _FACT.match(text, at)
        if match is None:
            what = shorten(text[at : at + 100].partition("\n")[0].rstrip())
            raise _fault_at(text, at, f"`{what}` is not a fact, such as `pos(red,1,1).`")
        yield _Fact(match)
        at = match.end()


def _space_end(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    assert match is not None  # it may be empty
    return match.end()


class _Fact:
    """One fact and where it stands."""

    __slots__ = ("_match",)

    def __init__(self, match: re.Match[str]) -> None:
        self._match = match

    @property
    def name(self) -> str:
        return self._match[1]

    def fault(self, message: str) -> NoReturn:
        shown = shorten(" ".join(self._match[0].split()))
        raise _fault_at(self._match.string, self._match.start(), f"`{shown}`: {message}")

    def arguments(self, count: int) -> list[str]:
        found = [argument.strip() for argument in (self._match[2] or "").split(",")]
        if len(found) != count or not all(found):
            self.fault(f"`{self.name}` takes {count} argument{'s' * (count != 1)}")
        return found

    def whole(self, text: str, least: int) -> int:
        """A number that is not much larger than boards are."""
        try:
            return whole_number(text.strip(), least, MAX_SIDE + 1)
        except ValueError as error:
            self.fault(f"`{shorten(text)}` {error}")


def _fault_at(text: str, at: int, message: str) -> ParseError:
    line = text.count("\n", 0, at) + 1
    return ParseError(message, line, at - text.rfind("\n", 0, at))


def write_facts(level: RobotsLevel) -> str:
    """The board as ASP facts.

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
