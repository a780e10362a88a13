"""The conditions of the proof on the very board, and what was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.level import Fault
from gridproof.reduction import Certificate, Encoding, Evidence
from gridproof.reductions.auditing import Audit, Promise
from gridproof.reductions.sources.graph import MAX_DEGREE
from gridproof.reductions.vc_to_bombcover.wiring import Table, misfits, read_table

__all__ = ["audit"]

_PROMISES: Final = (
    Promise(
        "G",
        "the map names the crates of each edge, 2·l + 1 of them with l at least 1, and a bomb cell"
        " for each vertex of the subdivision",
        ("paths",),
    ),
    Promise("D", "no vertex has more than three edges"),
    Promise("k", "k is the size of the cover and the sum L of all l"),
    Promise(
        "B",
        "the board has the radius that was asked for, pierces if that was, and has one player and"
        " no throwing; its crates are those that the map names, each once",
        ("items",),
    ),
    Promise(
        "L",
        "two crates in one line at most 2r apart, or at most r columns and r rows apart, share an"
        " end; no others do",
        ("links",),
    ),
    Promise(
        "H",
        "an explosion at a bomb cell at the start destroys all crates at its vertex",
        ("stars",),
    ),
    Promise("C", "the player can walk to each bomb cell at the start", ("walks",)),
)


def audit(encoding: Encoding, evidence: Callable[[Encoding], Evidence]) -> Certificate:
    """Check all conditions; those that mean nothing without an earlier one only if it holds.

    Raises:
        InputError: the map is not one of this reduction.
    """
    problem, level, table = encoding.instance, encoding.board(BombcoverLevel), read_table(encoding)
    found = Audit(_PROMISES, "crate")
    found.add("G", misfits(problem, table), len(table.vertices) + len(table.wires))
    if not found.passed:
        return found.certificate()
    degrees = problem.graph.degrees()
    high = (
        Fault(f"vertex {problem.graph.names[vertex]} has {degree} edges", table.vertices[vertex])
        for vertex, degree in enumerate(degrees)
        if degree > MAX_DEGREE
    )
    found.add("D", high, len(degrees))
    found.add("k", _size_faults(encoding))
    broken = [*rules.validate(level), *_off_board(level, table)]
    found.add("B", broken or _option_faults(level, encoding.options), level.width * level.height)
    if not broken:
        found.looked("H", 2 * sum(len(wire.crates) for wire in table.wires))
        found.check(encoding, evidence(encoding))
    return found.certificate()


def _size_faults(encoding: Encoding) -> Iterator[Fault]:
    size, k = encoding.instance.size, str(encoding.k)
    if size < 0:
        yield Fault(f"a cover cannot have {size} vertices")
    told = encoding.level.info.get("k", k)
    if told != k:
        yield Fault(f"the board says that k is {told}, not {k}")


def _off_board(level: BombcoverLevel, table: Table) -> Iterator[Fault]:
    wires = (cell for wire in table.wires for cell in (*wire.crates, *wire.bombs))
    for cell in (*table.vertices, *wires):
        if cell is not None and not cell.within(level.width, level.height):
            yield Fault("the map names a cell that is not on the board", cell)


def _option_faults(level: BombcoverLevel, options: Mapping[str, Any]) -> Iterator[Fault]:
    radius = options["radius"]
    if level.radius != radius:
        has = "no limit of" if level.radius is None else level.radius
        yield Fault(f"the board has {has} radius, where {radius} was asked for")
    if level.pierce != options["pierce"]:
        yield Fault(
            f"arms {'' if level.pierce else 'do not '}pierce on this board, unlike asked for"
        )
    if level.throw:
        yield Fault("bombs may be thrown on this board (option `throw`)")
    if len(level.players) != 1:
        yield Fault(f"there are {len(level.players)} players", level.players[1])
