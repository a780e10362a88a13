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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.limits import Ticker, paced
from gridproof.proof.claims import Claim, Counts, Records, bounded, need
from gridproof.proof.reductions.boards import Blasts, cells, check_named, clauses_of, floor, refuted
from gridproof.proof.reductions.conditions import Cell, Conditions

__all__ = ["Crate", "Extra", "Loops", "check", "conditions"]

#: Crates of a loop in a slot at most; all ways to pair them are tried.
MAX_IN_SLOT: Final = 8
#: Crates between two walls of a row or column at most.
MAX_IN_LINE: Final = 100
_BYTES_A_CELL: Final = 24

#: Two crates of loops that may go together: their numbers, the smaller one first.
Pair: TypeAlias = tuple[int, int]
#: The crates to both sides of a cell, up to the next walls: i is that of a loop, ~j another.
Sides: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]


class Crate(NamedTuple):
    """A crate of a loop: of which variable (from 1), and in which slot (from 0)."""

    cell: Cell
    variable: int
    slot: int


class Extra(NamedTuple):
    """A crate in the way of a clause's (from 0), and the variable with whose crates it falls."""

    cell: Cell
    clause: int
    variable: int


class Loops(NamedTuple):
    """The loops, clauses and extras that a certificate or a map describes.

    Attributes:
        crates: of all loops.
        slots: by variable and slot the numbers of these.
        bombs: by variable where bombs clear its loop if it is false, and if it is true.
        marks: the crate of each clause.
        extras: crates besides.
        takers: by the number of a mark, or of an extra after these, and by literal: the bombs that
            have to have it; not by literal: all bombs of the literal.
    """

    crates: list[Crate]
    slots: dict[int, list[range]]
    bombs: dict[int, tuple[Sequence[Cell], Sequence[Cell]]]
    marks: list[Cell]
    extras: Sequence[Extra] = ()
    takers: Mapping[tuple[int, int], Sequence[Cell]] = {}

    def of(self, number: int) -> int:
        """Return the clause (from 0) of a mark or an extra."""
        beyond = number - len(self.marks)
        return number if beyond < 0 else self.extras[beyond].clause

    def name(self, number: int, found: Conditions) -> str:
        """Return the name of a crate for people: ~j is a mark or an extra."""
        if number >= 0:
            _, variable, slot = self.crates[number]
            whose, last = found.variable(variable), len(self.slots[variable]) - 1
            corner = {0: "left", last: "right"}.get(slot)
            return f"{corner} corner of {whose}" if corner else f"crate of {whose} in slot {slot}"
        clause = self.of(~number) + 1
        if ~number < len(self.marks):
            return f"the crate of clause {clause}"
        whose = found.variable(self.extras[~number - len(self.marks)].variable)
        return f"the extra crate of {whose} in slot {clause}"

    def both(self, pair: Pair, found: Conditions) -> str:
        """Return a pair as text for people."""
        where = " and ".join(found.place(self.crates[i].cell) for i in pair)
        return f"the pair of {' and '.join(self.name(i, found) for i in pair)} ({where})"


class Falls(NamedTuple):
    """The crates that explosions may take together if each has two crates of loops.

    Attributes:
        partners: by crate of a loop those that it may go with.
        takers: by mark or extra the pairs with which it may fall, each with a cell of a bomb.
        at_once: a pair and an extra, where the mark of the same clause may fall besides.
    """

    partners: list[set[int]]
    takers: list[dict[Pair, Cell]]
    at_once: set[tuple[Pair, int]]


def check(claim: Claim[BombcoverLevel], records: Records, ticker: Ticker) -> Counts:
    """Check that the board takes ``k`` explosions exactly if the formula is satisfiable.

    It never takes fewer. If the bound is larger than k, a tree follows that refutes the formula.

    Raises:
        Refused: a condition of the theorem does not hold, or the bound is not proven.
        Stopped: by a limit or Ctrl-C.
    """
    k = claim.stands_for["k"]
    variables, clauses = clauses_of(claim.stands_for, ticker)
    loops = _loops(variables, records, ticker)
    partners = conditions(claim.level, k, clauses, loops, Conditions(), ticker)
    nodes = refuted(claim.bound, k, variables, clauses, records, ticker)
    crates = len(loops.crates) + len(loops.marks)
    return {"crates": crates, "pairs": sum(map(len, partners)) // 2, "nodes": nodes}


def conditions(
    level: BombcoverLevel,
    k: int,
    clauses: Sequence[Sequence[int]],
    loops: Loops,
    found: Conditions,
    ticker: Ticker,
) -> list[set[int]]:
    """Check that a board stands for a formula; returns by crate of a loop those it may go with.

    Raises:
        Refused: a condition of the theorem does not hold.
        Stopped: by a limit or Ctrl-C.
    """
    found.need("board", level.radius is None, "explosions have a radius")
    marked = len(loops.marks) == len(clauses)
    found.need("board", marked, "there is not a crate for each clause")
    board = Blasts(level, ticker)
    wires, named = len(loops.crates), [crate.cell for crate in loops.crates]
    named += [*loops.marks, *(extra.cell for extra in loops.extras)]

    def name(number: int) -> str:
        return loops.name(number if number < wires else wires - 1 - number, found)

    once = "the file does not name each crate once"
    check_named(named, name, board.items, found, "board", once, ticker)
    found.need(
        "k",
        2 * k == wires,
        "k is not half the number of the crates of all loops",
        f"k is {k}, and the loops have {wires} crates",
    )
    found.looked("k", 1)
    found.settle("board", "k")
    numbers = _numbers(level, loops)
    _reached(board, level, loops, numbers, found, ticker)
    found.settle("S0")
    _cleared(level, loops, clauses, numbers, found, ticker)
    falls = _falls(level, loops, numbers, found, ticker)
    found.settle("C1", "C2", "S1", "S2")
    _decided(loops, clauses, falls, found, ticker)
    _shielded(loops, falls, found)
    return falls.partners


def _loops(variables: int, records: Records, ticker: Ticker) -> Loops:
    """Read a record by variable, ``[slots, false, true]``; then one with the clauses' crates."""
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
            bounded(len(here) <= MAX_IN_SLOT, f"a slot has more than {MAX_IN_SLOT} crates")
            corner = slot in (0, len(slots) - 1)
            need(
                len(here) == 1 if corner else len(here) % 2 == 0,
                "a corner has not one crate, or a slot has an odd number",
            )
    loops.marks.extend(cells(records.take()))
    return loops


def _numbers(level: BombcoverLevel, loops: Loops) -> dict[int, int]:
    """Return the numbers of crates by cell number: i is of a loop, ~j a mark or an extra."""
    numbers = {y * level.width + x: i for i, ((x, y), _, _) in enumerate(loops.crates)}
    others = (*loops.marks, *(extra.cell for extra in loops.extras))
    return numbers | {y * level.width + x: ~j for j, (x, y) in enumerate(others)}


def _reached(
    board: Blasts,
    level: BombcoverLevel,
    loops: Loops,
    numbers: Mapping[int, int],
    found: Conditions,
    ticker: Ticker,
) -> None:
    """Check that the player can walk to all bombs at the start, and so at any time."""
    reached = floor(level, ".x", ticker)
    x, y = level.players[0]
    home = reached[y * level.width + x]
    # Crates that nobody can reach need not be cleared.
    for place, number in numbers.items():
        ticker.check()
        if reached[place] != home:
            cell = place % level.width, place // level.width
            told = f"{loops.name(number, found)} cannot be reached"
            found.broken("S0", "a crate cannot be reached", told, cell)
    bombs = {bomb for ways in loops.bombs.values() for way in ways for bomb in way}
    for bomb in sorted(bombs):
        ticker.check()
        found.need("S0", board.starts(bomb), "the player cannot walk to a bomb", cell=bomb)
    found.looked("S0", len(numbers) + len(bombs))


def _cleared(
    level: BombcoverLevel,
    loops: Loops,
    clauses: Sequence[Sequence[int]],
    numbers: Mapping[int, int],
    found: Conditions,
    ticker: Ticker,
) -> None:
    """Check that a satisfying assignment clears the board, in any order of its bombs.

    The bombs of each loop's value are half as many as the loop's crates, and each of these is the
    first one on an arm, which it stays until it is gone. A literal has a bomb of its value for
    which the clause's crate is the first. Bombs that have to take extras come first, in any order;
    then a clause's crate has to be the first on an arm of a later bomb, extras left out.
    """
    literals: dict[int, list[int]] = {}
    for j, clause in enumerate(paced(clauses, ticker)):
        for literal in clause:
            literals.setdefault(literal, []).append(j)
    first_extra, bare, early = len(loops.marks), level, set[Cell]()
    if loops.extras:
        cells = list(level.cells)
        for (x, y), *_ in loops.extras:
            cells[y * level.width + x] = "."
        bare = replace(level, cells="".join(cells))
        early = {b for (j, _), some in loops.takers.items() if j >= first_extra for b in some}

    def hits(board: BombcoverLevel, bombs: Iterable[Cell]) -> set[int]:
        return {numbers[place] for bomb in paced(bombs, ticker) for place in _first(board, bomb)}

    for variable, ways in loops.bombs.items():
        own = {i for slot in loops.slots[variable] for i in slot}
        extras = [
            j for j, extra in enumerate(loops.extras, first_extra) if extra.variable == variable
        ]
        for literal, bombs in zip((-variable, variable), ways, strict=True):
            value = f"{found.variable(variable)} is {'true' if literal > 0 else 'false'}"
            found.need(
                "C1",
                2 * len(bombs) == len(own),
                "a loop has not half as many bombs as crates",
                f"{len(bombs)} bombs clear the {len(own)} crates of the loop where {value}",
                loops.crates[min(own)].cell if own else None,
            )
            hit = hits(level, bombs)
            late = [~j for j in extras if ~j not in hits(level, loops.takers[j, literal])]
            for i in (*sorted(own - hit), *late):
                here = loops.crates[i].cell if i >= 0 else loops.extras[~i - first_extra].cell
                found.broken(
                    "C1",
                    "a loop is not cleared by its bombs",
                    f"no bomb takes {loops.name(i, found)} where {value}",
                    here,
                )
            for j in literals.get(literal, ()):
                some = loops.takers.get((j, literal))
                last = hit if some is None else hits(bare, [b for b in some if b not in early])
                found.need(
                    "C2",
                    ~j in last,
                    "the bombs of a literal do not have its clause's crate",
                    f"no bomb of slot {j + 1} takes it where {value}",
                    loops.marks[j],
                )
    found.looked("C1", 2 * len(loops.crates))
    found.looked("C2", sum(map(len, clauses)))


def _first(level: BombcoverLevel, bomb: Cell) -> Iterator[int]:
    """Yield the places of the crates that an explosion on a cell of floor has first on its arms."""
    (x, y), width = bomb, level.width
    row = level.cells[y * width : (y + 1) * width]
    column = level.cells[x::width]
    for line, here, start, step in ((row, x, y * width, 1), (column, y, x, width)):
        before = len(line[:here].rstrip(".")) - 1
        behind = len(line) - len(line[here:].lstrip("."))
        for there in (before, behind):
            if line[there : there + 1] == "x":
                yield start + step * there


def _falls(
    level: BombcoverLevel,
    loops: Loops,
    numbers: Mapping[int, int],
    found: Conditions,
    ticker: Ticker,
) -> Falls:
    """Find the pairs that explosions may take if each has two crates of loops, after any play.

    An arm has one crate of those up to the next wall; all of them if it pierces. So if crates of
    loops lie in at most two directions from each cell (if it pierces: if they are at most two), an
    explosion has no more than two of them, and k explosions have two each. Then a clause's crate
    goes with a pair if it lies in another direction from the cell (if it pierces: in any).
    """
    marks = len(loops.marks)
    falls = Falls([set() for _ in loops.crates], [{} for _ in (*loops.marks, *loops.extras)], set())
    looked: set[tuple[int, int]] = set()
    checked = 0
    for at, (sides, more) in enumerate(zip(*_sides(level, numbers, ticker), strict=True)):
        key = id(sides), id(more)
        if key in looked:
            continue
        looked.add(key)
        ticker.check()
        rays = (*sides, *more)
        if level.pierce:
            wires = [[i] for ray in rays for i in ray if i >= 0]
            free = [[~i for i in ray if i < 0] for ray in rays]
        else:
            wires = [some for ray in rays if (some := [i for i in ray if i >= 0])]
            free = [[~i for i in ray] for ray in rays if all(i < 0 for i in ray)]
        cell = at % level.width, at // level.width
        few = len(wires) <= 2
        found.need("S1", few, "an explosion may take more than two crates of loops", cell=cell)
        rays_of = itertools.combinations(wires, 2) if few or found.thorough else ()
        for a, b in ((a, b) for near, far in rays_of for a in near for b in far):
            ticker.check()
            checked += 1
            pair = min(a, b), max(a, b)
            one, other = loops.crates[a], loops.crates[b]
            corners = len(loops.slots[one.variable]) - 1  # so far apart are only they
            near = abs(one.slot - other.slot) in (0, 1, corners)
            if not (one.variable == other.variable and near):
                found.broken(
                    "S2",
                    "two crates may go together that are not of one loop, and of slots side by"
                    " side",
                    f"this cell sees {loops.both(pair, found)}",
                    cell,
                )
                if found.enough("S2"):
                    break
            falls.partners[a].add(b)
            falls.partners[b].add(a)
            for j in itertools.chain(*free):
                falls.takers[j].setdefault(pair, cell)
            for ray, others in itertools.permutations(free, 2) if loops.extras else ():
                falls.at_once.update((pair, j) for j in ray if j >= marks and loops.of(j) in others)
    found.looked("S1", len(level.cells) - level.cells.count("#"))
    found.looked("S2", checked)
    return falls


def _sides(
    level: BombcoverLevel, numbers: Mapping[int, int], ticker: Ticker
) -> tuple[list[Sides], list[Sides]]:
    """Return each cell's crates to the left and right, and those above and below, row by row.

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
            bounded(len(stand) <= MAX_IN_LINE, f"a line has more than {MAX_IN_LINE} crates")
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
    """Return True if a literal of the clause is true whenever its crate goes with a pair.

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
        """Return True if the rest can be paired, given the counts of pairs with slots beside."""
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


def _decided(
    loops: Loops,
    clauses: Sequence[Sequence[int]],
    falls: Falls,
    found: Conditions,
    ticker: Ticker,
) -> None:
    """Check that a mark falls with two crates of a loop only if a literal of its clause is true.

    The same holds for an extra if the clause has no literal of that loop's variable.
    """
    shielded = {(extra.clause, extra.variable) for extra in loops.extras}
    checked = 0
    for number, pairs in enumerate(falls.takers):
        clause = loops.of(number)
        for pair, cell in pairs.items():
            ticker.check()
            variable = loops.crates[pair[0]].variable
            if (clause, variable) in shielded:
                continue
            checked += 1
            named = variable in map(abs, clauses[clause])
            inside = {loops.crates[i].slot for i in pair} == {clause + 1}
            if not _decides(loops, falls.partners, pair, clause + 1, clauses[clause]):
                found.broken(
                    "S4" if named and inside else "S3",
                    "a clause's crate may fall though no literal of the clause is true",
                    f"{loops.name(~number, found)} can fall with {loops.both(pair, found)},"
                    " though no literal of the clause is true",
                    cell,
                )
    found.looked("S3", checked)
    found.looked("S4", checked)


def _shielded(loops: Loops, falls: Falls, found: Conditions) -> None:
    """Check that a clause's crate does not fall with the loop of its extra.

    It could only after the extra, and so while another pair of the loop has that, or at once with
    it by another arm. Nor does the clause name the variable: in one of the ways to clear the loop
    both would fall then, with two pairs.
    """
    of_clause: dict[int, list[int]] = {}
    for number, extra in enumerate(loops.extras, len(loops.marks)):
        of_clause.setdefault(extra.clause, []).append(number)
    for clause, numbers in sorted(of_clause.items()):
        extras = [loops.extras[number - len(loops.marks)] for number in numbers]
        *before, last = (found.variable(extra.variable) for extra in extras)
        number, (cell, _, variable) = numbers[0], extras[0]
        if before:
            found.broken(
                "H1",
                "two extra crates are in the way of a clause's",
                f"clause {clause + 1} leaves out {', '.join(before)} and {last}: where an explosion"
                " of an outer loop takes the extra crate of an inner one, by its arm down the"
                " shaft, the inner loop takes the clause's crate",
                cell,
            )
            continue
        own = [
            [pair for pair in falls.takers[j] if loops.crates[pair[0]].variable == variable]
            for j in (clause, number)
        ]
        for pair, other in itertools.product(*own):
            both = (pair, number) in falls.at_once if pair == other else {*pair}.isdisjoint(other)
            if both:
                found.broken(
                    "H1",
                    "a clause's crate may fall with the loop of its extra crate",
                    f"{loops.name(~clause, found)} can fall with {loops.both(pair, found)}, and"
                    f" {loops.name(~number, found)} with {loops.both(other, found)}",
                    falls.takers[clause][pair],
                )
    found.looked("H1", len(loops.extras))
