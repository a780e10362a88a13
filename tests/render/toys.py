"""Small reductions for the tests of pages: they build boards that stand for instances, unchecked.

Bombs clear their boards as the proofs say, but no audit looks at anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from gridproof.game import Level
from gridproof.grid import Pos
from gridproof.reduction import (
    Certificate,
    Choice,
    Condition,
    Demand,
    Encoding,
    Part,
    Switchboard,
    Value,
    Way,
)
from gridproof.reductions.formula import Formula
from gridproof.reductions.graph import Graph
from gridproof.scene import Window
from gridproof.verifying import verify
from tests.samples import GAMES, level_of

EXAMPLE = Formula(("x", "y", "z"), ((1, -2, 3), (-1, 2, 3)))
CONTRADICTION = Formula(("x",), ((1,), (-1,)))
ALL_EIGHT = Formula(
    ("x", "y", "z"), tuple((a, 2 * b, 3 * c) for a in (1, -1) for b in (1, -1) for c in (1, -1))
)
LADDER = Graph(tuple("123456"), ((0, 1), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (4, 5)))


class Brute:
    """A source problem whose instances are objects, solved by trying everything."""

    def __init__(self, name: str) -> None:
        self.id = name
        self.title = {"formula": "3-SAT", "graph": "planar vertex cover"}[name]
        self.options = ()

    def faults(self, instance: Any, witness: Any) -> list[str]:
        if isinstance(instance, Formula):
            return [f"clause {i + 1} is false" for i in instance.unmet(witness)]
        edges = instance.graph.edges
        missed = [f"edge {i}" for i, edge in enumerate(edges) if not witness & set(edge)]
        return missed + ["too many"] * (len(witness) > instance.size)

    def solve(self, instance: Any) -> Any:
        if isinstance(instance, Formula):
            every: Any = product((True, False), repeat=len(instance.names))
        else:
            count = len(instance.graph.names)
            every = map(frozenset, combinations(range(count), instance.size))
        return next((each for each in every if not self.faults(instance, each)), None)

    def write_witness(self, instance: Any, witness: Any) -> str:
        if isinstance(instance, Formula):
            return " ".join("!" * (not v) + n for n, v in zip(instance.names, witness, strict=True))
        return " ".join(instance.graph.names[v] for v in sorted(witness))


@dataclass(frozen=True)
class Loops:
    """The geometry of loops of a formula: see the proof of 3-SAT → Bomb-cover."""

    formula: Formula

    @property
    def sides(self) -> tuple[int, int]:
        return len(self.formula.names), len(self.formula.clauses)

    def rows(self, i: int) -> tuple[int, int, int]:
        """Upper row, row below it, and lowest row of a loop, counted from 1."""
        many, _ = self.sides
        top = 2 + 3 * (many - i)
        return top, top + 1, 3 * many + 3 + 3 * (i - 1)

    def columns(self, i: int) -> tuple[int, int]:
        many, clauses = self.sides
        return 3 * many - 2 - 3 * (i - 1), 3 * many + 15 * clauses + 2 + 3 * (i - 1)

    def slot(self, j: int) -> int:
        return 3 * self.sides[0] + 15 * j

    def sign(self, i: int, j: int) -> int:
        """1, -1 or 0: how a variable (from 1) occurs in a clause (from 0)."""
        return next((1 if v > 0 else -1 for v in self.formula.clauses[j] if abs(v) == i), 0)

    def drawn(self) -> list[str]:
        many, clauses = self.sides
        width, height = 15 * clauses + 6 * many + 1, 6 * many + 3
        board = [["#"] * width for _ in range(height)]
        for i in range(1, many + 1):
            (top, below, low), (left, right) = self.rows(i), self.columns(i)
            for y in range(top, low + 1):
                for x in range(left, right + 1):
                    if y in (top, below, low - 1, low) or x in (left, left + 1, right - 1, right):
                        board[y][x] = "."
            board[below][3 * many + 15 * clauses] = "#"
            board[low][left] = board[low][right] = "x"
            board[low + 1][3 * many + 15 * clauses // 2] = "."
            for j in range(clauses):
                start = self.slot(j)
                upper, lower = {
                    1: ("..x.x.....#x.x.", "#.....x.x......"),
                    -1: ("..x.......#..x.", "#.....x.x......"),
                    0: ("..x.......#..x.", "#...x.x........"),
                }[self.sign(i, j)]
                board[top][start : start + 15] = upper
                board[below][start : start + 15] = lower
                if i > 1:
                    board[below + 1][start + 7] = "."
        for j in range(clauses):
            board[1][self.slot(j) + 7] = "x"
        board[6 * many + 1][3 * many + 15 * clauses // 2] = "@"
        return ["".join(row) for row in board]

    def bombs(self, i: int, value: bool) -> list[Pos]:
        (top, below, low), (left, right) = self.rows(i), self.columns(i)
        cells = []
        if value:
            cells.append(Pos((left + right) // 2, low))
        else:
            cells += [Pos(left, top), Pos(right, top)]
        for j in range(self.sides[1]):
            start, sign = self.slot(j), self.sign(i, j)
            alpha = {1: [(3, top), (7, below), (12, top)], -1: [(2, below), (13, below)]}
            beta = {1: [(4, below), (11, below)], -1: [(7, below)], 0: [(5, below)]}
            offsets = alpha.get(sign, alpha[-1]) if value else beta[sign]
            cells += [Pos(start + x, y) for x, y in offsets]
            if j and not value:
                cells.append(Pos(start, top))
        return cells


class ToyFormula:
    """3-SAT → Bomb-cover."""

    id, title, game = "toy-formula", "3-SAT → Bomb-cover", "bombcover"
    summary = "A formula can be met exactly if its board can be cleared with k explosions."
    published = ""
    source: Any = Brute("formula")
    options = ()

    def encode(self, formula: Any, options: Mapping[str, Any]) -> Encoding:
        loops = Loops(formula)
        level = level_of("bombcover", {"rows": loops.drawn()})
        k = sum(len(loops.bombs(i + 1, True)) for i in range(len(formula.names)))
        level = level.with_info(title=str(formula), k=str(k))
        return Encoding(self.id, formula, options, level, k, {})

    def lift(self, encoding: Encoding, witness: Sequence[bool]) -> list[str]:
        loops = Loops(encoding.instance)
        cells = [c for i, v in enumerate(witness) for c in loops.bombs(i + 1, v)]
        return moves(encoding.level, cells)

    def lower(self, encoding: Encoding, moves: Sequence[str]) -> Any:
        return self.source.solve(encoding.instance)

    def audit(self, encoding: Encoding) -> Certificate:
        conditions = (("S0", "All cells are connected."), ("S1", "No cell sees three wire crates."))
        return Certificate(tuple(Condition(name, text, checked=42) for name, text in conditions))

    def parts(self, encoding: Encoding) -> list[Part]:
        formula = encoding.instance
        loops = Loops(formula)
        parts = []
        for i, name in enumerate(formula.names, 1):
            (top, _, low), (left, right) = loops.rows(i), loops.columns(i)
            wide, high = right - left + 1, low - top + 1
            areas = (
                Window(left, top, wide, 2),
                Window(left, low - 1, wide, 2),
                Window(left, top, 2, high),
                Window(right - 1, top, 2, high),
            )
            parts.append(Part(f"loop of {name}", i - 1, areas))
            for j in range(len(formula.clauses)):
                tile = {1: "TRUE tile", -1: "FALSE tile", 0: "ABSENT tile"}[loops.sign(i, j)]
                area = Window(loops.slot(j), top, 15, 2)
                sign = {1: name, -1: f"¬{name}", 0: ""}[loops.sign(i, j)]
                parts.append(Part(tile, None, (area,), sign=sign))
        for j in range(len(formula.clauses)):
            high = 3 * len(formula.names) + 1
            area = Window(loops.slot(j), 1, 15, high)
            parts.append(Part(f"slot of clause {j + 1}: {formula.clause(j)}", None, (area,)))
        return parts

    def switchboard(self, encoding: Encoding) -> Switchboard:
        formula = encoding.instance
        loops = Loops(formula)
        choices = tuple(
            Choice(
                name,
                (
                    Value("false", tuple(loops.bombs(i + 1, False))),
                    Value("true", tuple(loops.bombs(i + 1, True))),
                ),
                i,
            )
            for i, name in enumerate(formula.names)
        )
        demands = tuple(
            Demand(
                f"clause {j + 1}",
                tuple(Way(abs(v) - 1, int(v > 0)) for v in sorted(clause, key=abs)),
                (Pos(loops.slot(j) + 7, 1),),
                (Pos(loops.slot(j) + 7, 2),),
            )
            for j, clause in enumerate(formula.clauses)
        )
        return Switchboard("explosions", encoding.k, choices, demands)

    def warnings(self, encoding: Encoding) -> tuple[str, ...]:
        return ()


class ToyGraph(ToyFormula):
    """Vertex cover of a part of the grid → Bomb-cover of radius 1."""

    id, title = "toy-graph", "Planar vertex cover → Bomb-1-cover"
    summary = (
        "A graph has a cover of K vertices exactly if its board can be cleared in K explosions."
    )
    published = "Somebody 1999"
    source = Brute("graph")

    def encode(self, instance: Any, options: Mapping[str, Any]) -> Encoding:
        board = [list("#########"), list("#.......#")]
        board += [list("#.#####.#") for _ in range(3)]
        board += [list("#.......#"), list("#########")]
        for vertex in range(6):
            x, y = self._cell(vertex)
            board[y][x] = "."
        for u, v in instance.graph.edges:
            x, y = self._crate(u, v)
            board[y][x] = "x"
        board[1][1] = "@"
        rows = ["".join(row) for row in board]
        level = level_of("bombcover", {"rows": rows}, {"radius": "1"})
        level = level.with_info(title=f"Cover of {instance.size} vertices", k=str(instance.size))
        return Encoding(self.id, instance, options, level, instance.size, {})

    def _cell(self, vertex: int) -> Pos:
        return Pos(2 + 2 * (vertex % 3), 2 + 2 * (vertex // 3))

    def _crate(self, u: int, v: int) -> Pos:
        a, b = self._cell(u), self._cell(v)
        return Pos((a.x + b.x) // 2, (a.y + b.y) // 2)

    def lift(self, encoding: Encoding, witness: Any) -> list[str]:
        return moves(encoding.level, [self._cell(v) for v in sorted(witness)])

    def parts(self, encoding: Encoding) -> list[Part]:
        graph = encoding.instance.graph
        parts = [
            Part(f"vertex {name}", v, (Window(*self._cell(v), 1, 1),), sign=name)
            for v, name in enumerate(graph.names)
        ]
        for u, v in graph.edges:
            text = f"edge {graph.names[u]}–{graph.names[v]}"
            parts.append(Part(text, u, line=(self._cell(u), self._crate(u, v), self._cell(v))))
        return parts

    def switchboard(self, encoding: Encoding) -> Switchboard:
        graph = encoding.instance.graph
        places = [(float(v % 3), float(v // 3)) for v in range(6)]
        choices = tuple(
            Choice(
                f"vertex {name}",
                (Value("not chosen"), Value("chosen", (self._cell(v),))),
                v,
                places[v],
            )
            for v, name in enumerate(graph.names)
        )
        demands = tuple(
            Demand(
                f"edge {graph.names[u]}–{graph.names[v]}",
                (Way(u, 1), Way(v, 1)),
                (self._crate(u, v),),
                (self._cell(u),),
                (places[u], places[v]),
            )
            for u, v in graph.edges
        )
        return Switchboard("explosions", encoding.k, choices, demands)


def moves(level: Level, cells: Sequence[Pos]) -> list[str]:
    """Bombs at cells as moves."""
    made = [f"{cell.x},{cell.y}" for cell in cells]
    verdict = verify(GAMES[level.game], level, made)
    assert verdict.valid, verdict.fault
    return made


TOYS: Mapping[str, Any] = {toy.id: toy for toy in (ToyFormula(), ToyGraph())}
