"""boxcover: reductions, components, rows and trees as steps of a pseudo-Boolean proof.

The problem is the whole covering problem: a variable for each square, a constraint for each point,
and the claim that fewer squares than the bound are laid. Each square that is left has a literal,
and each point that is left the constraint that one of its squares is laid; ``left`` is the
constraint on the number of those that are laid besides the ones that reductions count. A dropped
square and the one that stands for it become one new variable, which is 1 if one of them is; so do
two squares that are folded. All of this is true of every cover, so that nothing has to be argued
about smallest ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.limits import Ticker
from gridproof.proof.boxcover import Cover, components, maximal_squares
from gridproof.proof.claims import Claim
from gridproof.proof.pseudo_boolean.log import Log, Refutation
from gridproof.proof.pseudo_boolean.tree import Columns, Tree
from gridproof.proof.pseudo_boolean.windows import window
from gridproof.proof.tree import no_groups

__all__ = ["squares"]


def squares(claim: Claim[BoxcoverLevel], source: Iterator[Any], ticker: Ticker) -> Refutation:
    """Return the refutation of covers that have fewer squares than an accepted claim says.

    Args:
        claim: that is accepted.
        source: its records.
        ticker: looked at.
    """
    assert isinstance(claim.bound, int)
    writer = _Writer(claim.level, claim.bound, ticker)
    for _ in range(next(source)):
        for name, *numbers in next(source):
            ticker.check()
            writer.reduce(name, numbers)
    for points in components(writer.cover, ticker):
        writer.component(points, source)
    return writer.refuted()


class _Writer:
    """The covering problem as far as it is reduced.

    Attributes:
        cover: the points and squares that are left.
    """

    def __init__(self, level: BoxcoverLevel, bound: int, ticker: Ticker) -> None:
        found = maximal_squares(level.points, level.side, ticker)
        self.cover = Cover(found, ticker)
        self._ticker = ticker
        self._log = Log()
        self._literal = {square: self._log.variable() for square in self.cover.squares}
        self._rows = {
            point: self._log.axiom({self._literal[square]: 1 for square in sorted(on)}, 1)
            for point, on in sorted(self.cover.points.items())
        }
        everything = dict.fromkeys(self._literal.values(), -1)
        self._left = self._log.axiom(everything, 1 - bound)

    def reduce(self, name: str, numbers: Sequence[int]) -> None:
        """Write a reduction, and do it."""
        if name == "forced":
            (p,) = numbers
            (square,) = self.cover.points[p]
            gone = list(self.cover.squares[square])
            self._count(self._rows[p])
            self.cover.force(p)
            self._forget(gone)
        elif name == "point":
            self.cover.drop_point(*numbers)
            self._forget(numbers)
        elif name == "square":
            s, t = numbers
            if self.cover.squares[s]:  # else it is laid in vain, or was forced
                self._literal[t], either = self._either(s, t, self.cover.squares[t])
                self._count(either)
            self.cover.drop_square(s, t)
        else:
            self._fold(*numbers)

    def _fold(self, s: int) -> None:
        """Write that two squares become one, and do it."""
        a, b = self.cover.squares[s]
        (one,) = self.cover.points[a] - {s}
        (other,) = self.cover.points[b] - {s}
        union = self.cover.squares[one] | self.cover.squares[other]
        both = [(self._rows[a], 1), (self._rows[b], 1)]
        literal, either = self._either(one, other, union - {a, b})
        # s + one >= 1, s + other >= 1, one + other >= literal: half of the sum, rounded up.
        self._count(self._log.add([*both, (either, 1)], divisor=2))
        self.cover.fold(s)
        self._forget([a, b])
        self._literal[max(self.cover.squares)] = literal

    def _either(self, s: int, t: int, points: Iterable[int]) -> tuple[int, int]:
        """Put a new literal for two squares into the rows of points.

        Returns:
            The literal, and the number of the constraint that it holds only if one of them does.
        """
        log, literals = self._log, {square: self._literal[square] for square in (s, t)}
        new = log.variable()
        only_if = log.imply(new, dict.fromkeys(literals.values(), 1), 1)
        if_square = {square: log.imply(-new, {x: -1}, 0) for square, x in literals.items()}
        for p in points:
            on = [(if_square[square], 1) for square in self.cover.points[p] & {s, t}]
            row = log.add([(self._rows[p], 1), *on], saturate=True)
            self._forget([p])
            self._rows[p] = row
        log.drop(if_square.values())
        return new, only_if

    def component(self, points: Sequence[int], source: Iterator[Any]) -> None:
        """Write that a component needs more squares than its records say."""
        most, extra = next(source)
        numbers = sorted(set().union(*(self.cover.points[p] for p in points)))
        literals = [self._literal[square] for square in numbers]
        rows: list[int | None] = [self._rows[p] for p in points]
        for _ in range(extra):
            name, what, flat = next(source)
            if name == "window":
                rows.append(self._window(what, flat, literals))
            elif name == "round":
                rows.append(self._rounding(what, flat))
            else:
                rows.append(self._cases(_weights(flat, literals), what, literals, rows, source))
        needed = self._cases(dict.fromkeys(literals, 1), most, literals, rows, source)
        if needed is not None:
            self._count(needed)

    def _cases(
        self,
        weights: Mapping[int, int],
        most: int,
        literals: Sequence[int],
        rows: Sequence[int | None],
        source: Iterator[Any],
    ) -> int | None:
        """Derive that columns weigh more than ``most``, by a tree of the rows that are known."""
        log = self._log
        enough = log.variable()
        at_least = log.imply(enough, weights, most + 1)
        at_most = log.imply(-enough, {x: -weight for x, weight in weights.items()}, -most)
        tree = Tree(rows, at_most, Columns([[x] for x in literals]), no_groups)
        proven = tree.write(log, source, self._ticker, unless=[enough])
        return log.add([(at_least, 1), (proven, most + 1)]) if most >= 0 else None

    def _rounding(self, unit: int, flat: Sequence[int]) -> int | None:
        priced = zip(flat[::2], flat[1::2], strict=True)
        parts = [(self._rows[p], price) for p, price in priced if price]
        return self._log.add(parts, divisor=unit) if parts else None

    def _window(
        self, points: Sequence[int], flat: Sequence[int], literals: Sequence[int]
    ) -> int | None:
        traces: dict[int, int] = {}
        for place, p in enumerate(points):
            for square in self.cover.points[p]:
                x = self._literal[square]
                traces[x] = traces.get(x, 0) | 1 << place
        places = [self._rows[p] for p in points]
        return window(self._log, places, traces, _weights(flat, literals), self._ticker)

    def refuted(self) -> Refutation:
        """Return the whole: no more squares may be laid than none, and more are."""
        return self._log.refuted(self._left)

    def _count(self, number: int) -> None:
        """Add a constraint to that on the number of squares that are laid."""
        self._left = self._log.add([(self._left, 1), (number, 1)])

    def _forget(self, points: Iterable[int]) -> None:
        self._log.drop([self._rows.pop(p) for p in points])


def _weights(flat: Sequence[int], literals: Sequence[int]) -> dict[int, int]:
    pairs = zip(flat[::2], flat[1::2], strict=True)
    return {literals[column]: weight for column, weight in pairs}
