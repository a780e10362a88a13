"""Wirings: formulas as loops, branches and stars of items, for games that remove linked items.

An *item* is a point of Box-cover or a crate of Bomb-r-cover. Two items are *linked* if one square,
or one blast if nothing stood in its way, could have both: what one move removes is always a clique
of links. A wiring names all items of a board:

- for each variable a **loop**, a cycle of linked items at positions 0, 1, …, K-1 (K even);
- for each literal of a clause a **branch**, a path of linked items at positions 1, 2, …, 2m. Item 1
  is at the **tip**: it is linked to the item at an even position p of the variable's loop and to
  the one after it (positive literal) or before it (negative literal);
- for each clause a **star**, an item that is linked to the last items of the clause's branches;
- **crossings**: an item may be at even positions of two loops or branches. Its neighbours w, e in
  one and n, s in the other are linked w-n, w-s, e-n and e-s.

Let I be the items at even positions (those of crossings once) and k = |I|.

**Theorem.** Suppose that the links are exactly those named above, and that

- no even item has its two neighbours linked to each other in a loop or a branch (with its star);
- the even item of a tip is no crossing, no two tips have the same two items of a loop, and the
  first item of a branch is not linked to the other neighbour of its tip's even item;
- each *group* fits one move: an even item with one neighbour in each loop or branch that it is in,
  and with the first item of the branch if these two are a tip.

Then the board can be cleared with k moves exactly if the formula is satisfiable; never with less.

*Proof.* No link joins two items of I, so a move has at most one of them, and k moves have exactly
one each. An odd item of a loop is linked to no item of I but its two neighbours, so it is removed
together with one of them; and a move has at most one of the two neighbours of an even item in each
loop. K/2 odd items among K/2 even ones: all even items take the next odd item (the variable is
true), or all take the one before (false). A star is removed with the last item of some branch. That
move does not have the odd item before it, which is removed with the even item before that one, and
so on back to item 1: it is removed at the tip, with the even item there. That move has an odd
neighbour of this item too, one that is linked to item 1: the literal is true. (All loops and
branches that cross are served at once: nothing was said of what else a move has.) Conversely, given
a true assignment let each loop take its direction; each branch of a true literal the direction away
from its loop, its item 1 being left to the tip; and each other branch the direction towards its
loop. These are k groups, and they have every item. QED

Where a loop crosses others, or itself, or the same one several times, makes no difference; nor
whether clauses have one, two or three literals; the loop of a variable in no clause is free.

**The plan.** On the grid of whole numbers, with items linked if they differ by at most 1 in both
coordinates (king's moves), a straight line is a path of links, a corner is one diagonal step, and
two straight lines that share an item are a crossing. Loops are flat octagons of height 4 one below
the other; branches go straight up and cross the loops above. At a tip the loop dips by one beside
the branch: to the left of it for a positive literal, to the right for a negative one. All crossings
lie where both coordinates are even. The two games realise these links as follows.

- Box-cover with squares of side T: a cell (u, v) becomes (s·u, s·v) with T/2 < s <= T. Then
  s·d <= T exactly if d <= 1. So every T >= 1 will do.
- Bomb-r-cover: (u, v) becomes (a·(u+v), a·(u-v)) with r/2 < a <= r. A step (1, 0) becomes (a, a),
  which is linked; (1, 1) becomes (2a, 0), linked; (2, 0) becomes (2a, 2a), neither on one line nor
  near enough; (2, 1) becomes (3a, a), no more so; (2, 2) becomes (4a, 0), too far. From the middle
  of four items (0, 0), (1, 0), (0, 1), (1, 1), a cell without a crate, a blast reaches just these,
  whatever was removed before. The crossing becomes the *quincunx*: a crate in the middle of the
  four corners of a square. Crates do not touch if a >= 2, so that the floor is connected for every
  r >= 2; on r = 1 see :mod:`gridproof.reductions.sat_to_bombcover_range`. Two lines of diagonal
  steps become a row and a column of crates 2a apart. They do not cross like this, as w and n are
  not linked: that is the crossing of the thesis's figure 14.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from gridproof.errors import InputError
from gridproof.grid import Pos
from gridproof.reductions.sources.cnf import Assignment, Formula
from gridproof.strict_json import Field

__all__ = ["MAX_ITEMS", "Visit", "Wiring", "groups", "items_of", "plan", "size_of_plan", "visits"]

#: Items of a board at most; it takes some seconds to make and to check.
MAX_ITEMS: Final = 500_000

#: Columns from one branch to the next, and rows from one loop to the next.
_COLUMN: Final = 4
_BAND: Final = 6
#: Rows from the upper to the lower side of a loop.
_HEIGHT: Final = 4
#: The row of the stars, above the uppermost loop at row 0.
_STARS: Final = 3


@dataclass(frozen=True)
class Wiring:
    """The cells of a formula's loops, branches and stars.

    Attributes:
        loops: for each variable the items of its loop, from position 0; true is forwards.
        branches: for each clause and each of its literals the items of the branch, from the loop.
        tips: for each of these literals the even position in its loop at which the branch begins.
        stars: for each clause.
    """

    loops: tuple[tuple[Pos, ...], ...]
    branches: tuple[tuple[tuple[Pos, ...], ...], ...]
    tips: tuple[tuple[int, ...], ...]
    stars: tuple[Pos, ...]

    def placed(self, place: Callable[[Pos], Pos]) -> Wiring:
        """Return the same wiring with every cell moved."""

        def moved(cells: tuple[Pos, ...]) -> tuple[Pos, ...]:
            return tuple(map(place, cells))

        return Wiring(
            tuple(map(moved, self.loops)),
            tuple(tuple(map(moved, clause)) for clause in self.branches),
            self.tips,
            moved(self.stars),
        )

    def written(self) -> dict[str, Any]:
        """Return the wiring as JSON."""
        return {
            "loops": [[list(cell) for cell in loop] for loop in self.loops],
            "branches": [
                [[list(cell) for cell in branch] for branch in clause] for clause in self.branches
            ],
            "tips": [list(clause) for clause in self.tips],
            "stars": [list(cell) for cell in self.stars],
        }

    @classmethod
    def read(cls, text: Mapping[str, Any], formula: Formula) -> Wiring:
        """Read the wiring that :meth:`written` wrote; its counts have to fit the formula.

        Raises:
            InputError: it is none.
        """
        whole = Field(text, "map")
        sizes = [len(clause) for clause in formula.clauses]
        clauses = f"a list for each of the {len(sizes)} clauses"

        def cells(field: Field) -> tuple[Pos, ...]:
            found = tuple(field.cells())
            if not found:
                field.fault("must not be empty")
            return found

        def of_literals(name: str) -> list[list[Field]]:
            return [
                entry.entries(size, f"a list for each of the clause's literals ({size})")
                for entry, size in zip(whole[name].entries(len(sizes), clauses), sizes, strict=True)
            ]

        variables = len(formula.names)
        entries = whole["loops"].entries(variables, f"a list for each of the {variables} variables")
        loops = tuple(map(cells, entries))
        tips = tuple(
            tuple(
                tip.whole(0, len(loops[abs(literal) - 1]) - 1)
                for literal, tip in zip(clause, found, strict=True)
            )
            for clause, found in zip(formula.clauses, of_literals("tips"), strict=True)
        )
        stars = whole["stars"].entries(len(sizes), f"a cell for each of the {len(sizes)} clauses")
        return cls(
            loops,
            tuple(tuple(map(cells, clause)) for clause in of_literals("branches")),
            tips,
            tuple(star.cell() for star in stars),
        )


class Visit(NamedTuple):
    """An even item in a loop or branch: what it takes, by the value of a variable.

    Attributes:
        variable: its number, from 0.
        true: the items taken along if the variable is true.
        false: those if it is false.
    """

    variable: int
    true: tuple[Pos, ...]
    false: tuple[Pos, ...]

    def taken(self, value: bool) -> tuple[Pos, ...]:
        """Return the items taken along for a value of the variable."""
        return self.true if value else self.false


def visits(formula: Formula, wiring: Wiring) -> dict[Pos, list[Visit]]:
    """Return the visits of each even item, loop by loop and branch by branch: two at a crossing.

    Tips are positions in their loops; all loops and branches have an even number of items.
    """
    found: dict[Pos, list[Visit]] = {}
    firsts: dict[tuple[int, int, bool], list[Pos]] = {}
    for clause, branches, tips in zip(formula.clauses, wiring.branches, wiring.tips, strict=True):
        for literal, branch, tip in zip(clause, branches, tips, strict=True):
            firsts.setdefault((abs(literal) - 1, tip, literal > 0), []).append(branch[0])
    for variable, loop in enumerate(wiring.loops):
        for position in range(0, len(loop), 2):
            true, false = (
                (loop[(position + step) % len(loop)], *firsts.get((variable, position, way), ()))
                for step, way in ((1, True), (-1, False))
            )
            found.setdefault(loop[position], []).append(Visit(variable, true, false))
    for clause, branches, star in zip(formula.clauses, wiring.branches, wiring.stars, strict=True):
        for literal, branch in zip(clause, branches, strict=True):
            path = (*branch, star)
            for index in range(1, len(branch), 2):
                away, back = (path[index + 1],), (path[index - 1],)
                true, false = (away, back) if literal > 0 else (back, away)
                found.setdefault(path[index], []).append(Visit(abs(literal) - 1, true, false))
    return found


def groups(formula: Formula, wiring: Wiring, assignment: Assignment) -> Iterator[tuple[Pos, ...]]:
    """Yield the groups of the proof for an assignment, each with its even item in front."""
    for item, meetings in visits(formula, wiring).items():
        taken = (visit.taken(assignment[visit.variable]) for visit in meetings)
        yield item, *dict.fromkeys(other for others in taken for other in others)


def items_of(wiring: Wiring) -> Iterator[Pos]:
    """Yield all items; those of crossings are named twice."""
    for loop in wiring.loops:
        yield from loop
    for clause in wiring.branches:
        for branch in clause:
            yield from branch
    yield from wiring.stars


# The plan, on the grid of whole numbers with y upwards.


class _Branch(NamedTuple):
    column: int
    positive: bool


def _branches_of(formula: Formula) -> list[list[_Branch]]:
    """Return the branches of each variable, from left to right."""
    found: list[list[_Branch]] = [[] for _ in formula.names]
    literals = (literal for clause in formula.clauses for literal in clause)
    for number, literal in enumerate(literals):
        found[abs(literal) - 1].append(_Branch(number * _COLUMN, literal > 0))
    return found


def _span(branches: list[_Branch]) -> tuple[int, int]:
    """Return the first and last columns of the straight sides of a loop.

    A tip takes a column beside the branch's own. Then the loop bends: no branch that it does not
    cross is nearer than 2, as the last column is at most 2 from a branch and branches are 4 apart.
    """
    if not branches:
        return -1, 1
    first, last = branches[0], branches[-1]
    return first.column - (not first.positive), last.column + last.positive


def size_of_plan(formula: Formula) -> int:
    """Return an upper bound of the number of items."""
    loops = sum(
        2 * (right - left) + 2 * _HEIGHT for left, right in map(_span, _branches_of(formula))
    )
    return loops + sum(
        _BAND * (abs(literal) - 1) + 2 * _STARS for clause in formula.clauses for literal in clause
    )


def plan(formula: Formula) -> Wiring:
    """Return the wiring of a formula, with king's moves as links.

    Raises:
        InputError: it would have more than :data:`MAX_ITEMS` items.
    """
    size = size_of_plan(formula)
    if size > MAX_ITEMS:
        raise InputError(
            f"the board would have about {size:,} items; up to {MAX_ITEMS:,} are made",
            hint="take a smaller graph or formula",
        )
    loops = [_loop(row, found) for row, found in enumerate(_branches_of(formula))]
    positions = [{cell: position for position, cell in enumerate(loop)} for loop in loops]
    branches, tips, stars = [], [], []
    column = 0
    for clause in formula.clauses:
        middle = len(clause) // 2
        star = Pos(column + middle * _COLUMN, _STARS)
        paths, starts = [], []
        for place, literal in enumerate(clause):
            variable = abs(literal) - 1
            foot = Pos(column, -_BAND * variable)
            paths.append(_path(foot, (middle > place) - (middle < place)))
            starts.append(positions[variable][foot])
            column += _COLUMN
        branches.append(tuple(paths))
        tips.append(tuple(starts))
        stars.append(star)
    return Wiring(tuple(loops), tuple(branches), tuple(tips), tuple(stars))


def _loop(row: int, branches: list[_Branch]) -> tuple[Pos, ...]:
    """Return a loop, clockwise, from an item at an even column of its upper side."""
    left, right = _span(branches)
    top, bottom = -_BAND * row, -_BAND * row - _HEIGHT
    dips = {branch.column + (-1 if branch.positive else 1) for branch in branches}
    cells = [Pos(x, top - (x in dips)) for x in range(left, right + 1)]
    cells += [Pos(right + 1, y) for y in range(top - 1, bottom, -1)]
    cells += [Pos(x, bottom) for x in range(right, left - 1, -1)]
    cells += [Pos(left - 1, y) for y in range(bottom + 1, top)]
    odd = left % 2
    return (*cells[odd:], *cells[:odd])


def _path(foot: Pos, aside: int) -> tuple[Pos, ...]:
    """Return a branch up from an item of its loop; its star is straight above, or ``aside``."""
    column = [Pos(foot.x, y) for y in range(foot.y + 1, _STARS + abs(aside))]
    beside = [Pos(foot.x + aside * x, _STARS + 1) for x in range(1, _COLUMN)] if aside else []
    return (*column, *beside)
