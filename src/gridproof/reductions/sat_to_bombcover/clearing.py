"""The conditions under which an assignment becomes a solution; see the audit's proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import CRATE, bits
from gridproof.grid import Pos
from gridproof.level import Fault
from gridproof.reduction import Condition
from gridproof.reductions.sat_to_bombcover.numbered import Audited
from gridproof.reductions.sat_to_bombcover.sight import Sight

__all__ = ["board", "count", "literals", "walk", "ways"]


def board(found: Audited) -> Condition:
    """Whether the board is what the map says, and the rules are the plain ones."""
    return Condition.of(
        "board",
        "one player, explosions of unlimited range, and the map's crates alone; no extra ones if"
        " arms pierce",
        _board_faults(found),
        len(found.crates),
    )


def _board_faults(found: Audited) -> Iterator[Fault]:
    level = found.level
    broken = rules.validate(level)
    if broken:
        yield from broken
        return
    if level.radius is not None or level.throw:
        yield Fault("the options `radius` and `throw` must be left alone")
    if level.pierce and found.extras:
        yield Fault("extra crates shield nothing from arms that pierce (option `pierce`)")
    if len(level.players) != 1:
        yield Fault(f"there must be one player, not {len(level.players)}")
    seen: set[Pos] = set()
    for number, crate in enumerate(found.crates):
        if level.at(crate) != CRATE:
            yield Fault(f"there is no crate here, and the map says {found.name(number)}", crate)
        elif crate in seen:
            yield Fault(f"the map names this crate twice, also as {found.name(number)}", crate)
        seen.add(crate)
    for bit in bits(level.crates):
        if level.cell(bit) not in seen:
            yield Fault("the map does not name this crate", level.cell(bit))


def count(found: Audited, k: int) -> Condition:
    """Whether k is the right one."""
    faults = []
    if 2 * k != found.wires:
        faults.append(Fault(f"k is {k}, and the loops have {found.wires} crates"))
    return Condition.of("k", "k is half the number of the crates of all loops", faults, 1)


def walk(found: Audited) -> Condition:
    """Whether bombs can be set where they belong."""
    level = found.level
    start = rules.cells_of(level, level.players)
    walked = _membership(rules.reach(level, start, level.open_cells & ~level.crates))
    reached = _membership(rules.reach(level, start, level.open_cells))
    bombs = sorted(
        {
            cell
            for loop in found.gadgets.loops
            for value in (False, True)
            for cell in loop.cells(value)
        }
    )

    def faults() -> Iterator[Fault]:
        for cell in bombs:
            if not cell.within(level.width, level.height) or not walked(level.bit(cell)):
                yield Fault("a bomb belongs here, and the player cannot walk here", cell)
        for number, crate in enumerate(found.crates):
            if not reached(level.bit(crate)):
                yield Fault(f"{found.name(number)} cannot be reached", crate)

    return Condition.of(
        "S0",
        "the player can walk to each cell of a bomb from the start, and each crate can be reached",
        faults(),
        len(bombs) + len(found.crates),
    )


def _membership(found: int) -> Callable[[int], bool]:
    """Tells whether a set of bits has a bit; of large sets a text is asked faster."""
    digits = f"{found:b}"[::-1]
    return lambda bit: bit < len(digits) and digits[bit] == "1"


def ways(found: Audited) -> Condition:
    """Whether each loop can be cleared in two ways."""
    return Condition.of(
        "C1",
        "for either value of a variable, half as many bombs as its loop has crates clear the loop:"
        " each crate, and each extra one in a slot of them, is the first on an arm of one",
        _way_faults(found),
        2 * found.wires,
    )


def _way_faults(found: Audited) -> Iterator[Fault]:
    sight = Sight(found.level, found.crates)
    sizes = np.bincount(found.loop, minlength=len(found.gadgets.loops))
    for value in (False, True):
        named = "true" if value else "false"
        hit = np.zeros(len(found.crates), dtype=bool)
        for variable, loop in enumerate(found.gadgets.loops):
            name = found.formula.names[variable]
            cells = loop.cells(value)
            if 2 * len(cells) != sizes[variable]:
                yield Fault(
                    f"{len(cells)} bombs clear the {sizes[variable]} crates of {name} = {named}",
                    loop.corners[0],
                )
            met = sight.nearest(found.places(cells)).ravel()
            met = met[(met >= 0) & (met < found.wires)]
            hit[met[found.loop[met] == variable]] = True
            for number, slot in enumerate(loop.slots):
                if slot.extra:
                    met = sight.nearest(found.places(slot.bombs[value])).ravel()
                    hit[met[met == found.extras[number, variable]]] = True
        hit[found.wires : found.marks] = True  # C2 asks for them
        for crate in np.flatnonzero(~hit).tolist():
            yield Fault(
                f"no bomb of the value {named} takes {found.name(crate)}", found.crates[crate]
            )


def literals(found: Audited) -> Condition:
    """Whether a true literal takes the crate of its clause."""
    return Condition.of(
        "C2",
        "for each literal, the crate of its clause is the first on an arm of a bomb in its slot,"
        " extra crates left out, which is set after those that take extra crates",
        _literal_faults(found),
        sum(map(len, found.formula.clauses)),
    )


def _literal_faults(found: Audited) -> Iterator[Fault]:
    sight = Sight(found.level, found.crates[: found.marks])
    early = {
        cell
        for loop in found.gadgets.loops
        for slot in loop.slots
        if slot.extra
        for cells in slot.bombs
        for cell in cells
    }
    for clause, literals in enumerate(found.formula.clauses):
        for literal in literals:
            slot = found.gadgets.loops[abs(literal) - 1].slots[clause]
            cells = [cell for cell in slot.bombs[literal > 0] if cell not in early]
            if not cells or found.wires + clause not in sight.nearest(found.places(cells)):
                said = found.formula.literal(literal)
                yield Fault(
                    f"no bomb of {said} in slot {clause + 1} takes the clause's crate",
                    found.gadgets.clauses[clause],
                )
