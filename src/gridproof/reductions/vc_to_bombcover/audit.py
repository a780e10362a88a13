"""The conditions of the proof, checked on the very board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import CRATE, EMPTY, BombcoverLevel
from gridproof.grid import Pos
from gridproof.level import Fault
from gridproof.reduction import MOST_TOLD, Condition, Encoding
from gridproof.reductions.graph import MAX_DEGREE
from gridproof.reductions.links import Numbers, link_faults
from gridproof.reductions.vc_to_bombcover.wiring import (
    Wiring,
    misfits,
    read_table,
    wiring_of,
)

__all__ = ["conditions"]

_GRAPH: Final = (
    "the map names the crates of each edge, 2·l + 1 of them with l at least 1, and a bomb cell for"
    " each vertex of the subdivision"
)
_DEGREE: Final = "no vertex has more than three edges"
_SIZE: Final = "k is the size of the cover and the sum L of all l"
_BOARD: Final = (
    "the board has the radius that was asked for, pierces if that was, and has one player and no"
    " throwing; its crates are those that the map names, each once"
)
_LINKS: Final = (
    "two crates in one line at most 2r apart, or at most r columns and r rows apart, share an end;"
    " no others do"
)
_BOMBS: Final = "an explosion at a bomb cell at the start destroys all crates at its vertex"
_WALKS: Final = "the player can walk to each bomb cell at the start"


def conditions(encoding: Encoding) -> Iterator[Condition]:
    """All conditions; those that mean nothing without an earlier one only if that one holds.

    Raises:
        InputError: the map is not one of this reduction.
    """
    problem, level, table = encoding.instance, encoding.board(BombcoverLevel), read_table(encoding)
    faults = misfits(problem, table)
    yield Condition.of("G", _GRAPH, faults, len(table.vertices) + len(table.wires))
    if faults:
        return
    wiring = wiring_of(problem, table)
    degrees = problem.graph.degrees()
    high = [
        Fault(f"vertex {problem.graph.names[vertex]} has {degree} edges", table.vertices[vertex])
        for vertex, degree in enumerate(degrees)
        if degree > MAX_DEGREE
    ]
    yield Condition.of("D", _DEGREE, high, len(degrees))
    yield Condition.of("k", _SIZE, _size_faults(encoding, wiring), 1)
    faults = rules.validate(level) + _off_board(level, wiring)
    if faults:
        yield Condition.of("B", _BOARD, faults, level.width * level.height)
        return
    faults = [*_option_faults(level, encoding.options), *_crate_faults(level, wiring)]
    yield Condition.of("B", _BOARD, faults, level.width * level.height)
    # No arm is longer than the board.
    longest = max(level.width, level.height)
    radius = longest if level.radius is None else min(level.radius, longest)
    faults, pairs = _link_faults(wiring, radius)
    yield Condition.of("L", _LINKS, faults, pairs)
    faults, arms = _bomb_faults(level, wiring, radius)
    yield Condition.of("H", _BOMBS, faults, arms)
    yield Condition.of("C", _WALKS, _walk_faults(level, wiring), len(wiring.bombs))


def _size_faults(encoding: Encoding, wiring: Wiring) -> list[Fault]:
    size, extra, k = encoding.instance.size, wiring.subdivision.extra, encoding.k
    faults = []
    if size < 0:
        faults.append(Fault(f"a cover cannot have {size} vertices"))
    if k != size + extra:
        faults.append(Fault(f"k is {k}, but the cover's {size} and L = {extra} are {size + extra}"))
    told = encoding.level.info.get("k", str(k))
    if told != str(k):
        faults.append(Fault(f"the board says that k is {told}, not {k}"))
    return faults


def _off_board(level: BombcoverLevel, wiring: Wiring) -> list[Fault]:
    return [
        Fault("the map names a cell that is not on the board", cell)
        for cell in (*wiring.crates, *wiring.bombs.values())
        if not cell.within(level.width, level.height)
    ]


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


def _crate_faults(level: BombcoverLevel, wiring: Wiring) -> Iterator[Fault]:
    stands = _cells(level) == ord(CRATE)
    for cell, times in Counter(wiring.crates).items():
        if times > 1:
            yield Fault(f"the map names this crate {times} times", cell)
        if not stands[cell.y, cell.x]:
            yield Fault("the map names a crate where none stands", cell)
        stands[cell.y, cell.x] = False
    for y, x in np.argwhere(stands)[:MOST_TOLD]:
        yield Fault("this crate is not in the map", Pos(int(x), int(y)))


def _cells(level: BombcoverLevel) -> NDArray[np.uint8]:
    """What stands on each cell, by row and column."""
    cells = np.frombuffer(level.cells.encode("ascii"), dtype=np.uint8)
    return cells.reshape(level.height, level.width)


def _link_faults(wiring: Wiring, radius: int) -> tuple[list[Fault], int]:
    """Pairs of crates that are wrongly linked, or wrongly not."""

    def linked(across: Numbers, down: Numbers) -> NDArray[np.bool_]:
        less, more = np.minimum(abs(across), abs(down)), np.maximum(abs(across), abs(down))
        found: NDArray[np.bool_] = (less == 0) | (more <= radius)
        return found

    return link_faults(wiring.subdivision, wiring.crates, 2 * radius, linked)


def _bomb_faults(level: BombcoverLevel, wiring: Wiring, radius: int) -> tuple[list[Fault], int]:
    """Bomb cells from which some crate at their vertex is not destroyed; and how many arms met."""
    crate = dict(zip(wiring.subdivision.items, wiring.crates, strict=True))
    faults = []
    arms = 0
    for node, cell in wiring.bombs.items():
        name = wiring.subdivision.name(node)
        if level.at(cell) != EMPTY:
            faults.append(Fault(f"the bomb cell of {name} is not empty", cell))
            continue
        for item in wiring.subdivision.at[node]:
            arms += 1
            why = _misses(level, cell, crate[item], radius)
            if why is not None:
                where = crate[item].for_people
                message = f"the bomb of {name} does not destroy the crate in {where}: {why}"
                faults.append(Fault(message, cell))
    return faults, arms


def _misses(level: BombcoverLevel, cell: Pos, crate: Pos, radius: int) -> str | None:
    """Why an explosion does not destroy a crate; None if it does."""
    dx, dy = crate.x - cell.x, crate.y - cell.y
    if level.at(crate) != CRATE:
        return "there is none"
    if (dx == 0) == (dy == 0):
        return "it is in no line with it"
    if abs(dx + dy) > radius:
        return "it is too far away"
    step = -1 if dx + dy < 0 else 1
    start = cell.y * level.width + cell.x
    pitch = step * (level.width if dx == 0 else 1)
    between = level.cells[start + pitch : crate.y * level.width + crate.x : pitch]
    return "something stands between" if between.strip(EMPTY) else None


def _walk_faults(level: BombcoverLevel, wiring: Wiring) -> list[Fault]:
    reached = rules.directly_reachable(level, rules.initial(level), 0)
    size = level.stride * level.height
    flags = np.frombuffer(reached.to_bytes(size // 8 + 1, "little"), dtype=np.uint8)
    walked = np.unpackbits(flags, bitorder="little")
    return [
        Fault(f"the player cannot walk to the bomb cell of {wiring.subdivision.name(node)}", cell)
        for node, cell in wiring.bombs.items()
        if not walked[level.bit(cell)]
    ]
