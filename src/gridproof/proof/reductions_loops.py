"""A formula as loops of crates on a board of bombcover: 3-SAT with explosions without a limit.

For each variable there is a loop of crates. They lie in *slots*: a left corner of one crate, a slot
for each clause with an even number of crates, a right corner of one crate. Each clause has one more
crate. In k explosions, half as many as the loops have crates, each explosion takes two of these.
The variable is called true if its corners go together.

``docs/explanation/certificates-reductions.md`` has the theorem and its proof.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.limits import Ticker, paced
from gridproof.proof.claims import Claim, Counts, Records, bounded, need
from gridproof.proof.reductions import Blasts, Cell, all_named, cells, clauses_of, floor, refuted

__all__ = ["check"]

#: Crates of a loop in a slot at most; all ways to pair them are tried.
MOST_IN_SLOT: Final = 8
#: Crates between two walls of a row or column at most.
MOST_IN_LINE: Final = 100
_BYTES_A_CELL: Final = 24

#: Two crates of loops that may go together: their numbers, the smaller one first.
Pair: TypeAlias = tuple[int, int]
#: The crates to both sides of a cell, up to the next walls: i is that of a loop, ~j a clause's.
Sides: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]


class Crate(NamedTuple):
    """A crate of a loop: of which variable (from 1), and in which slot (from 0)."""

    cell: Cell
    variable: int
    slot: int


class Loops(NamedTuple):
    """What the file tells.

    Attributes:
        crates: of all loops.
        slots: by variable and slot the numbers of these.
        bombs: by variable where bombs clear its loop if it is false, and if it is true.
        marks: the crate of each clause.
    """

    crates: list[Crate]
    slots: dict[int, list[range]]
    bombs: dict[int, tuple[list[Cell], list[Cell]]]
    marks: list[Cell]


def check(claim: Claim[BombcoverLevel], records: Records, ticker: Ticker) -> Counts:
    """Whether the board can be cleared in ``k`` explosions exactly if the formula is satisfiable.

    It cannot be in fewer. If the bound is larger than k, a tree follows that refutes the formula.

    Raises:
        Refused: a condition of the theorem does not hold, or the bound is not proven.
        Stopped: by a limit or Ctrl-C.
    """
    level, k = claim.level, claim.stands_for["k"]
    variables, clauses = clauses_of(claim.stands_for, ticker)
    need(level.radius is None, "explosions have a radius")
    loops = _loops(variables, records, ticker)
    need(len(loops.marks) == len(clauses), "there is not a crate for each clause")
    board = Blasts(level, ticker)
    named = [*(crate.cell for crate in loops.crates), *loops.marks]
    need(all_named(named, board.items, ticker), "the file does not name each crate once")
    need(2 * k == len(loops.crates), "k is not half the number of the crates of all loops")
    _cleared(board, level, loops, clauses, ticker)
    partners, takers = _pairs(level, loops, ticker)
    for j, pairs in enumerate(takers):
        for pair in pairs:
            ticker.check()
            need(
                _decides(loops, partners, pair, j + 1, clauses[j]),
                "a clause's crate may fall though no literal of the clause is true",
            )
    nodes = refuted(claim.bound, k, variables, clauses, records, ticker)
    return {"crates": len(named), "pairs": sum(map(len, partners)) // 2, "nodes": nodes}


def _loops(variables: int, records: Records, ticker: Ticker) -> Loops:
    """A record for each variable, ``[slots, false, true]``; then one with the clauses' crates."""
    loops = Loops([], {}, {}, [])
    for variable in range(1, variables + 1):
        slots, false, true = records.take()
        loops.bombs[variable] = cells(false), cells(true)
        loops.slots[variable] = []
        for slot, flat in enumerate(slots):
            ticker.check()
            first = len(loops.crates)
            loops.crates.extend(Crate(cell, variable, slot) for cell in cells(flat))
            here = range(first, len(loops.crates))
            loops.slots[variable].append(here)
            bounded(len(here) <= MOST_IN_SLOT, f"a slot has more than {MOST_IN_SLOT} crates")
            corner = slot in (0, len(slots) - 1)
            need(
                len(here) == 1 if corner else len(here) % 2 == 0,
                "a corner has not one crate, or a slot has an odd number",
            )
    loops.marks.extend(cells(records.take()))
    return loops


def _cleared(
    board: Blasts,
    level: BombcoverLevel,
    loops: Loops,
    clauses: Sequence[Sequence[int]],
    ticker: Ticker,
) -> None:
    """An assignment that makes the formula true clears the board, in any order of its bombs.

    The bombs of each loop's value can be walked to at the start, and so at any time. They are half
    as many as the loop's crates, and each of these is the first one on an arm, which it stays until
    it is gone. A literal has a bomb of its value for which the clause's crate is the first.
    """
    numbers = _numbers(level, loops)
    reached = floor(level, ".x", ticker)
    x, y = level.players[0]
    home = reached[y * level.width + x]
    # Crates that nobody can reach need not be cleared.
    within = all(reached[place] == home for place in paced(numbers, ticker))
    need(within, "a crate cannot be reached")
    literals: dict[int, list[int]] = {}
    for j, clause in enumerate(paced(clauses, ticker)):
        for literal in clause:
            literals.setdefault(literal, []).append(j)
    for variable, ways in loops.bombs.items():
        own = {i for slot in loops.slots[variable] for i in slot}
        for literal, bombs in zip((-variable, variable), ways, strict=True):
            need(2 * len(bombs) == len(own), "a loop has not half as many bombs as crates")
            hit: set[int] = set()
            for bomb in bombs:
                ticker.check()
                need(board.region(bomb) == board.home, "the player cannot walk to a bomb")
                hit.update(numbers[place] for place in _first(level, bomb))
            need(own <= hit, "a loop is not cleared by its bombs")
            clear = all(~j in hit for j in literals.get(literal, ()))
            need(clear, "the bombs of a literal do not have its clause's crate")


def _numbers(level: BombcoverLevel, loops: Loops) -> dict[int, int]:
    """By place in the board's cells the crates: i is that of a loop, ~j a clause's."""
    numbers = {y * level.width + x: i for i, ((x, y), _, _) in enumerate(loops.crates)}
    return numbers | {y * level.width + x: ~j for j, (x, y) in enumerate(loops.marks)}


def _first(level: BombcoverLevel, bomb: Cell) -> Iterator[int]:
    """The places of the crates that an explosion on a cell of floor has first on its arms."""
    (x, y), width = bomb, level.width
    row = level.cells[y * width : (y + 1) * width]
    column = level.cells[x::width]
    for line, here, start, step in ((row, x, y * width, 1), (column, y, x, width)):
        before = len(line[:here].rstrip(".")) - 1
        behind = len(line) - len(line[here:].lstrip("."))
        for there in (before, behind):
            if line[there : there + 1] == "x":
                yield start + step * there


def _pairs(
    level: BombcoverLevel, loops: Loops, ticker: Ticker
) -> tuple[list[set[int]], list[set[Pair]]]:
    """The pairs that explosions may take if each has two crates of loops, whatever went before.

    An arm has one crate of those up to the next wall; all of them if it pierces. So if crates of
    loops lie in at most two directions from each cell (if it pierces: if they are at most two), an
    explosion has no more than two of them, and k explosions have two each. Then a clause's crate
    goes with a pair if it lies in another direction from the cell (if it pierces: in any).

    Returns:
        By crate of a loop those that it may go with; by clause the pairs with which its crate may.
    """
    partners: list[set[int]] = [set() for _ in loops.crates]
    takers: list[set[Pair]] = [set() for _ in loops.marks]
    looked: set[tuple[int, int]] = set()
    for sides, more in zip(*_sides(level, _numbers(level, loops), ticker), strict=True):
        key = id(sides), id(more)
        if key in looked:
            continue
        looked.add(key)
        ticker.check()
        rays = (*sides, *more)
        if level.pierce:
            wires = [[i] for ray in rays for i in ray if i >= 0]
            fall = [~i for ray in rays for i in ray if i < 0]
        else:
            wires = [found for ray in rays if (found := [i for i in ray if i >= 0])]
            fall = [~i for ray in rays if all(i < 0 for i in ray) for i in ray]
        need(len(wires) <= 2, "an explosion may take more than two crates of loops")
        for a, b in itertools.product(*wires) if len(wires) == 2 else ():
            ticker.check()
            one, other = loops.crates[a], loops.crates[b]
            corners = len(loops.slots[one.variable]) - 1  # so far apart are only they
            need(
                one.variable == other.variable and abs(one.slot - other.slot) in (0, 1, corners),
                "two crates may go together that are not of one loop, and of slots side by side",
            )
            partners[a].add(b)
            partners[b].add(a)
            for j in fall:
                takers[j].add((min(a, b), max(a, b)))
    return partners, takers


def _sides(
    level: BombcoverLevel, numbers: Mapping[int, int], ticker: Ticker
) -> tuple[list[Sides], list[Sides]]:
    """For each cell, row by row, the crates to its left and right, and those above and below it.

    Cells with the same ones have the same object. Walls have none.
    """
    none: Sides = ((), ())
    width, height = level.width, level.height
    ticker.allocate(_BYTES_A_CELL * len(level.cells))
    across, down = [none] * len(level.cells), [none] * len(level.cells)
    lines = itertools.chain(
        ((across, y * width, 1, level.cells[y * width : (y + 1) * width]) for y in range(height)),
        ((down, x, width, level.cells[x::width]) for x in range(width)),
    )
    for found, start, step, line in lines:
        for run in re.finditer(r"[^#]*x[^#]*", line):
            ticker.check()
            stand = [run.start() + crate.start() for crate in re.finditer("x", run.group())]
            bounded(len(stand) <= MOST_IN_LINE, f"a line has more than {MOST_IN_LINE} crates")
            here = tuple(numbers[start + step * at] for at in stand)
            begin = run.start()
            for i, end in enumerate((*stand, run.end())):
                for first, last, behind in ((begin, end, i), (end, end + 1, i + 1)):
                    if first < last <= run.end():
                        places = slice(start + step * first, start + step * (last - 1) + 1, step)
                        found[places] = [(here[:i], here[behind:])] * (last - first)
                begin = end + 1
    return across, down


def _decides(
    loops: Loops,
    partners: Sequence[set[int]],
    pair: Pair,
    slot: int,
    clause: Sequence[int],
) -> bool:
    """Whether a literal of the clause is true where its crate goes with a pair.

    All crates of loops go in pairs. Slots between the corners are even, so from slot to slot go
    pairs in an odd number everywhere, or in an even one: even if the corners go together, that is,
    if the variable is true. So if the pair is of one slot, and the other crates of the slot cannot
    be paired such that the literal is false, it is true.
    """
    variable = loops.crates[pair[0]].variable
    if {loops.crates[i].slot for i in pair} != {slot}:
        return False
    left = [i for i in loops.slots[variable][slot] if i not in pair]

    def paired(rest: Sequence[int], before: int, behind: int, odd: bool) -> bool:
        """Whether the rest can be, so many others going with crates of the slots beside."""
        if not rest:
            return before % 2 == behind % 2 == odd
        crate, *others = rest
        sides = {loops.crates[j].slot - slot for j in partners[crate]}
        return (
            (-1 in sides and paired(others, before + 1, behind, odd))
            or (1 in sides and paired(others, before, behind + 1, odd))
            or any(
                paired([i for i in others if i != j], before, behind, odd)
                for j in others
                if j in partners[crate]
            )
        )

    return any(
        not paired(left, 0, 0, literal > 0) for literal in clause if abs(literal) == variable
    )
