"""bombcover: no play clears the board with fewer explosions. Plans of patterns, and a tree.

A bomb fits a *pattern*: a cell to set it on, and on each arm with crates one crate that is gone
after the explosion, as all nearer ones are before it. A pattern is *active* on a set of crates if
its cell can be reached while these stand, none of them is nearer than its crates, and one of its
crates is among them. The bomb that is the first to take a crate of a set fits a pattern that is
active on it. So each set, whatever it is, asks for one of its active patterns: a row of the tree
(``docs/explanation/certificates-bombcover.md`` has the proofs).

The file names sets; which patterns are active on them is found here.
"""

from __future__ import annotations

import functools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby, product
from typing import Any, NamedTuple

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.limits import Ticker
from gridproof.proof.claims import Claim, Counts, Records, Refused, bits, bounded, need, whole
from gridproof.proof.tree import Program, Row, check_tree

__all__ = ["MAX_PATTERNS", "CrateBoard", "Pattern", "Plans", "check", "check_sums"]

#: More patterns than this are too many for a check.
MAX_PATTERNS = 1_000_000
#: Of a cell that is walked to, and one in a table; of a site seen along a line, a pattern, and a
#: pattern in a row: estimates.
_BYTES_A_STEP, _BYTES_A_CELL, _BYTES_A_SITE, _BYTES_A_PATTERN, _BYTES_A_TERM = (
    100,
    500,
    400,
    500,
    16,
)
#: The largest number in a sum of rows, and the largest sum before it is divided.
_LARGEST, _LARGEST_SUM = 1 << 30, 1 << 62
_STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))


class CrateBoard:
    """The reach of players, and the crates that a bomb on each cell sees.

    A cell is y * width + x. Crates are numbered from 0 in reading order: those that can be reached
    over crates and empty cells, which are the ones that have to go.

    Attributes:
        crates: their cells.
        number: of the crate on a cell.
        arms: cell → on each arm its crates, nearest first; only arms with crates, and only cells
            that can be reached and see some.
    """

    def __init__(self, level: BombcoverLevel, ticker: Ticker) -> None:
        self._level, self._ticker = level, ticker
        self._starts = [cell.y * level.width + cell.x for cell in level.players]
        self.crates = [cell for cell in sorted(self.reach(())) if level.cells[cell] == "x"]
        self.number = {cell: i for i, cell in enumerate(self.crates)}
        self.arms: dict[int, list[list[int]]] = {}
        size, width = level.width * level.height, level.width
        columns = (range(x, size, width) for x in range(width))
        rows = (range(y, y + width) for y in range(0, size, width))
        for line in (*columns, *rows):
            self._look_along(line)

    def _look_along(self, line: range) -> None:
        """Add the two arms along a line to those of its cells."""
        radius = self._level.radius or len(line)
        for wall, cells in groupby(line, lambda cell: self._level.cells[cell] == "#"):
            run = list(cells)
            crates = [i for i, cell in enumerate(run) if cell in self.number]
            if wall or not crates:
                continue
            for i, cell in enumerate(run):
                self._ticker.check()
                self._ticker.allocate(_BYTES_A_SITE)
                lower = [self.number[run[k]] for k in reversed(crates) if 0 < i - k <= radius]
                upper = [self.number[run[k]] for k in crates if 0 < k - i <= radius]
                if lower or upper:
                    self.arms.setdefault(cell, []).extend(filter(None, (lower, upper)))

    def _next(self, cell: int, step: tuple[int, int]) -> int | None:
        """Return the cell beside another one; None: there is wall."""
        width, height = self._level.width, self._level.height
        x, y = cell % width + step[0], cell // width + step[1]
        inside = 0 <= x < width and 0 <= y < height
        return y * width + x if inside and self._level.cells[y * width + x] != "#" else None

    def _around(self, cell: int) -> Iterator[int]:
        self._ticker.check()
        for step in _STEPS:
            beside = self._next(cell, step)
            if beside is not None:
                yield beside

    def reach(self, standing: Iterable[int]) -> set[int]:
        """Return the cells that some player can get to if of all crates just these are left.

        Args:
            standing: cells of crates.
        """
        closed = set(standing)
        found = set(self._starts)
        waiting = list(self._starts)
        while waiting:
            for cell in self._around(waiting.pop()):
                if cell not in found and cell not in closed:
                    self._ticker.allocate(_BYTES_A_STEP)
                    found.add(cell)
                    waiting.append(cell)
        self._ticker.allocate(-_BYTES_A_STEP * (len(found) - len(set(self._starts))))
        return found

    @cached_property
    def _room(self) -> dict[int, int]:
        """Cell → number of its room: the empty cells that are connected at the start."""
        rooms: dict[int, int] = {}
        for start in self.arms:
            if start in rooms or start in self.number:
                continue
            rooms[start] = start
            waiting = [start]
            while waiting:
                for cell in self._around(waiting.pop()):
                    if cell not in rooms and self._level.cells[cell] != "x":
                        self._ticker.allocate(_BYTES_A_STEP)
                        rooms[cell] = start
                        waiting.append(cell)
        return rooms

    def replaces(self, q: int, p: int) -> bool:
        """Return True if a bomb on q does all that one on p does, whenever p can be reached.

        q is empty from the start, and can be reached as soon as p can. Each arm of p is the
        beginning of an arm of q, but for the crate on p itself, which is gone by then: so the first
        crate that is left on the one is the first on the other. If arms pierce, q sees all crates
        that p sees.
        """
        if q in self.number or p == q:
            return False
        near = self._around(p) if p in self.number else (p,)
        if all(self._room.get(cell) != self._room[q] for cell in near):
            return False
        own = self.number.get(p)
        seen = [[crate for crate in arm if crate != own] for arm in self.arms[q]]
        if self._level.pierce:
            return set().union(*self.arms[p]) <= set().union(*seen)
        return all(any(arm == other[: len(arm)] for other in seen) for arm in self.arms[p])

    @cached_property
    def _depth_first(self) -> tuple[dict[int, int], dict[int, list[tuple[int, int]]]]:
        """Cell → when it was entered; crate → spans of these times, of what it cuts off.

        A depth-first search from the players has no edges across: all that lies below a child of a
        crate's cell is cut off by the crate, unless an edge leads from there to above it, or a
        player starts there (articulation points).
        """
        entered: dict[int, int] = {}
        parent: dict[int, int] = {}
        waiting = [(cell, -1) for cell in self._starts]
        while waiting:
            cell, above = waiting.pop()
            if cell not in entered:
                self._ticker.allocate(_BYTES_A_CELL)
                entered[cell], parent[cell] = len(entered), above
                waiting += [(beside, cell) for beside in self._around(cell)]
        highest = {
            cell: min(entered[beside] for beside in (cell, *self._around(cell))) for cell in entered
        }
        highest.update((cell, -1) for cell in self._starts)
        last = dict(entered)
        spans: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for cell in sorted(entered, key=lambda cell: -entered[cell]):
            above = parent[cell]
            if above < 0:
                continue
            if above in self.number and highest[cell] >= entered[above]:
                spans[self.number[above]].append((entered[cell], last[cell]))
            highest[above] = min(highest[above], highest[cell])
            last[above] = max(last[above], last[cell])
        return entered, spans

    def cuts_off(self, crate: int, cell: int) -> bool:
        """Return True if one crate elsewhere alone makes a cell unreachable while it stands."""
        entered, spans = self._depth_first
        return any(first <= entered[cell] <= end for first, end in spans.get(crate, ()))


class Pattern(NamedTuple):
    """The possible effect of a bomb.

    Attributes:
        site: the cell that it is set on.
        before: crates that are gone when it goes off.
        targets: crates that are gone afterwards.
    """

    site: int
    before: tuple[int, ...]
    targets: tuple[int, ...]


class Plans:
    """The patterns of some sites, which are the columns, and the rows of sets of crates.

    Args:
        board: of the crates.
        sites: cells of bombs.
        pierce: True if arms do: then a bomb takes all that it sees, and nothing is nearer.
        ticker: looked at.

    Attributes:
        patterns: site by site.
    """

    def __init__(
        self, board: CrateBoard, sites: Iterable[int], pierce: bool, ticker: Ticker
    ) -> None:
        self._board, self._ticker = board, ticker
        self.patterns: list[Pattern] = []
        self._at_site: dict[int, range] = {}
        for site in sorted(sites):
            arms = board.arms[site]
            count = 1 if pierce else math.prod(map(len, arms))
            start = len(self.patterns)
            bounded(start + count <= MAX_PATTERNS, f"there are over {MAX_PATTERNS:,} patterns")
            self._at_site[site] = range(start, start + count)
            if pierce:
                ticker.allocate(_BYTES_A_PATTERN)
                self.patterns.append(Pattern(site, (), tuple(c for arm in arms for c in arm)))
                continue
            for chosen in product(*(range(len(arm)) for arm in arms)):
                ticker.check()
                ticker.allocate(_BYTES_A_PATTERN)
                before = [c for arm, n in zip(arms, chosen, strict=True) for c in arm[:n]]
                targets = [arm[n] for arm, n in zip(arms, chosen, strict=True)]
                self.patterns.append(Pattern(site, tuple(before), tuple(targets)))

    @cached_property
    def _for(self) -> list[int]:
        """By crate the patterns that are for it, as bits."""
        return self._with("targets")

    @cached_property
    def _behind(self) -> list[int]:
        """By crate the patterns that have it before them, as bits."""
        return self._with("before")

    def _with(self, part: str) -> list[int]:
        found = [bytearray() for _ in self._board.crates]
        for j, pattern in enumerate(self.patterns):
            self._ticker.check()
            for crate in getattr(pattern, part):
                row = found[crate]
                if len(row) <= j // 8:
                    self._ticker.allocate(j // 8 + 1 - len(row))
                    row.extend(bytes(j // 8 + 1 - len(row)))
                row[j // 8] |= 1 << j % 8
        return [int.from_bytes(row, "little") for row in found]

    def single_rows(self) -> list[Row]:
        """Return for each crate alone the patterns that are active on it."""
        active: list[list[int]] = [[] for _ in self._board.crates]
        for j, pattern in enumerate(self.patterns):
            self._ticker.check()
            self._ticker.allocate(_BYTES_A_TERM * len(pattern.targets))
            for crate in pattern.targets:
                if not self._board.cuts_off(crate, pattern.site):
                    active[crate].append(j)
        return [Row(columns, 1) for columns in active]

    def row(self, crates: Sequence[int]) -> Row:
        """Return the patterns that are active on a set of crates."""
        reached = self._board.reach(self._board.crates[crate] for crate in crates)
        active = 0
        for crate in crates:
            active |= self._for[crate]
        for crate in crates:
            active &= ~self._behind[crate]
        columns = [j for j in bits(active) if self.patterns[j].site in reached]
        self._ticker.check()
        self._ticker.allocate(_BYTES_A_TERM * len(columns))
        return Row(columns, 1)

    def group(self, rows: Sequence[Row], what: Any) -> list[int]:
        """Return the patterns that a branch speaks of.

        ``[site, crate, …]``: those of a site that are for all of these crates. ``[null, row, …]``:
        those that all of these rows have.
        """
        self._ticker.check()
        site, *numbers = what
        if site is None:
            return sorted(set.intersection(*(set(rows[n].columns) for n in numbers)))
        wanted = set(numbers)
        return [j for j in self._at_site[site] if wanted.issubset(self.patterns[j].targets)]


def check(claim: Claim[BombcoverLevel], records: Records, ticker: Ticker) -> Counts:
    """Read dropped sites, sets of crates, sums of rows, and the tree.

    Raises:
        Refused: the claim is not proven.
        Stopped: by a limit or Ctrl-C.
    """
    if not isinstance(claim.bound, int):
        raise Refused("a number of explosions is not claimed")
    board = CrateBoard(claim.level, ticker)
    drops, sets, sums = records.take()
    sites = set(board.arms)
    for _ in range(drops):
        p, q = records.take()
        need(q in sites, "a site is dropped for one that is not there")
        need(board.replaces(q, p), "a site is dropped for one that does less")
        sites.remove(p)
    plans = Plans(board, sites, claim.level.pierce, ticker)
    rows = plans.single_rows()
    for _ in range(sets):
        crates = records.take()
        need(len(crates) > 0, "a set of crates is empty")
        rows.append(plans.row(crates))
    check_sums(records, sums, rows, ticker)
    columns = len(plans.patterns)
    program = Program([1] * columns, claim.bound - 1, [0] * columns, [1] * columns)
    nodes = check_tree(records, rows, program, ticker, functools.partial(plans.group, rows))
    return {"patterns": columns, "rows": len(rows), "nodes": nodes}


def check_sums(records: Records, count: int, rows: list[Row], ticker: Ticker) -> None:
    """Add rows that sums of rows imply, ``[divisor, [row, times, …]]`` each.

    A sum of rows, whose columns are whole and not below 0, may be divided by a number, and then all
    coefficients rounded up: the left side grows, and as it is whole then, the right side may be
    rounded up as well.
    """
    for _ in range(count):
        divisor, flat = records.take()
        whole(divisor, 1, _LARGEST, "a divisor")
        least, total = 0, Counter[int]()
        for r, times in zip(flat[::2], flat[1::2], strict=True):
            ticker.check()
            whole(times, 1, _LARGEST, "how often a row is taken")
            columns, one, coefficients = rows[r]
            least += times * one
            for j, a in zip(columns, coefficients or [1] * len(columns), strict=True):
                total[j] += times * a
        large = max(least, *total.values(), 0) > _LARGEST_SUM
        bounded(not large, "a sum of rows has numbers that are too large")
        columns = sorted(total)
        ticker.allocate(2 * _BYTES_A_TERM * len(columns))
        rows.append(Row(columns, -(-least // divisor), [-(-total[j] // divisor) for j in columns]))
