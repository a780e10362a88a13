"""Maps and instances as the checkers of certificates read them (:mod:`gridproof.proof`)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from gridproof.errors import InternalError
from gridproof.grid import Pos
from gridproof.limits import Stopped, Ticker
from gridproof.proof.making import MadeProof
from gridproof.reduction import Encoding, Evidence
from gridproof.reductions.refuting import Tree, bounded_below, refutation, relaxed_bound
from gridproof.reductions.sources.cnf import Formula
from gridproof.reductions.sources.formula import SOURCE as FORMULAS
from gridproof.reductions.sources.graph import SOURCE as GRAPHS
from gridproof.reductions.sources.graph import CoverProblem
from gridproof.registry import game_of
from gridproof.result import StopReason

__all__ = ["flat", "of_cover", "of_formula", "path", "proof"]

#: Cells of a record, so that none is too long.
_CELLS: Final = 1 << 14


def flat(cells: Iterable[Pos]) -> list[int]:
    """Return cells as a record has them."""
    return [*itertools.chain(*cells)]


def path(cells: Sequence[Pos]) -> Iterator[Any]:
    """Yield the records of a path: the number of its cells, then these."""
    yield len(cells)
    for start in range(0, len(cells), _CELLS):
        yield flat(cells[start : start + _CELLS])


def of_formula(formula: Formula) -> Mapping[str, Any]:
    """Return a formula without its names."""
    return {FORMULAS.id: FORMULAS.claimed(formula)}


def of_cover(
    problem: CoverProblem, edges: Iterable[tuple[Sequence[Pos], Sequence[Pos]]]
) -> Evidence:
    """Return the evidence of a graph's board.

    Args:
        problem: the graph, and the largest size of a cover.
        edges: for each edge the places of moves along its path, and the items between them.
    """
    records = itertools.chain.from_iterable(
        path([cell for pair in itertools.zip_longest(*edge) for cell in pair if cell is not None])
        for edge in edges
    )
    return Evidence("covers", records, {GRAPHS.id: GRAPHS.claimed(problem)})


def proof(encoding: Encoding, given: Evidence, witness: Any, ticker: Ticker) -> MadeProof:
    """Return the records of a certificate, and the best bound that there is time for.

    Args:
        encoding: a board that its audit passes.
        given: the evidence of the board.
        witness: of the instance, a smallest one; None: it has none.
        ticker: if its time is up, the bound is weaker.

    Raises:
        Stopped: by Ctrl-C.
    """
    k, graph = encoding.k, given.instance.get("graph")
    if graph is None:
        formula = given.instance["formula"]
        found = None
        if witness is None:
            found = _in_time(lambda: refutation(formula["variables"], formula["clauses"], ticker))
        return MadeProof(k + (found is not None), itertools.chain(given.records, found or ()))
    numbers: dict[str, int] = {}
    for name in itertools.chain(*graph["edges"]):
        numbers.setdefault(name, len(numbers))
    edges = [(numbers[u], numbers[v]) for u, v in graph["edges"]]
    size = graph["cover"]
    least, tree = relaxed_bound(edges, Ticker(cancel=ticker.cancel))
    smallest = size + 1 if witness is None else len(witness)
    if least < smallest:
        found = _in_time(lambda: bounded_below(edges, smallest, ticker))
        least, tree = (least, tree) if found is None else (smallest, found)
    if game_of(encoding.level).objective().sense == "max":
        bound = k - (least > size)
        return MadeProof(bound, itertools.chain(given.records, tree if bound < k else [[1, []]]))
    return MadeProof(k - size + least, itertools.chain(given.records, tree))


def _in_time(search: Callable[[], Tree | None]) -> Tree | None:
    """Return the result of a search; None if its time is up.

    Raises:
        InternalError: it finds that there is nothing to find.
        Stopped: by Ctrl-C.
    """
    try:
        tree = search()
    except Stopped as stopped:
        if stopped.reason is StopReason.INTERRUPTED:
            raise
        return None
    if tree is None:
        raise InternalError("an instance without a witness has one")
    return tree
