"""3-SAT → Bomb-cover with explosions of unlimited range.

After R. van de Vlasakker, *Bomb-cover* (bachelor thesis, Leiden 2019), Lemma 1.2, with tiles of our
own: the thesis's tile for a variable that a clause does not name is unsound where a clause leaves
out two of them or more. It is there too, as ``variant=thesis``. Boards for explosions that pierce
crates, which the thesis leaves open, have other tiles: ``variant=pierce``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gridproof.errors import InputError
from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import MAX_SIDE, BombcoverLevel, bits
from gridproof.options import Option
from gridproof.reduction import Certificate, Encoding, Evidence, Part, Reduction, Switchboard
from gridproof.reductions import evidence
from gridproof.reductions.sat_to_bombcover import hole, view
from gridproof.reductions.sat_to_bombcover.gadgets import Gadgets
from gridproof.reductions.sat_to_bombcover.plan import VARIANTS, Plan
from gridproof.reductions.sources.cnf import Assignment, Formula
from gridproof.reductions.sources.formula import SOURCE

__all__ = ["REDUCTION"]


class _SatToBombcover(Reduction[Formula, Assignment]):
    """A loop of crates for each variable, cleared in one of two ways; a crate for each clause."""

    id = "sat-to-bombcover"
    title = "3-SAT → Bomb-cover"
    summary = "a formula is satisfiable exactly if its board can be cleared in k explosions"
    published = (
        "R. van de Vlasakker, Bomb-cover, bachelor thesis, Leiden 2019, Lemma 1.2; the tile for"
        " variables that a clause does not name is repaired, and the tiles for explosions that"
        " pierce are new: claimed proofs with machine-checked instances"
    )
    source = SOURCE
    game = "bombcover"
    usual_size = "3,2"
    version = 2
    options = (
        Option.choice(
            "variant",
            tuple(VARIANTS),
            "`sound`; `thesis`: the thesis's tile for variables that a clause does not name, which "
            "is unsound where it leaves out two; or `pierce`: explosions go through crates",
        ),
    )

    def encode(self, instance: Formula, options: Mapping[str, Any]) -> Encoding:
        variant = options["variant"]
        plan = Plan.of(instance, variant)
        if not plan.fits:
            raise InputError(
                f"{plan.variables} variables and {plan.clauses} clauses take a board of"
                f" {plan.width} × {plan.height} cells; bombcover has boards of at most"
                f" {MAX_SIDE} × {MAX_SIDE}",
                hint=f"{plan.slot} columns a clause, and 6 columns and {plan.rows + 4} rows a"
                " variable have to fit",
            )
        record = plan.map(instance)
        k = plan.k(instance)
        level = plan.level(instance)
        level = level.with_info(title=instance.title, k=str(k))
        return Encoding(self.id, instance, dict(options), level, k, record)

    def lift(self, encoding: Encoding, witness: Assignment) -> list[str]:
        gadgets = Gadgets.of(encoding.instance, encoding.map)
        return list(map(str, gadgets.clearing(witness)))

    def lower(self, encoding: Encoding, moves: Sequence[str]) -> Assignment:
        """Set a variable to true exactly if its loop's two lower crates fall together."""
        level = encoding.board(BombcoverLevel)
        fallen: dict[int, int] = {}  # by which move, by bit
        state = rules.initial(level)
        for number, move in enumerate(moves):
            play = rules.played(level, state, move)
            state = play.after
            fallen.update(dict.fromkeys(bits(play.destroyed), number))
        loops = Gadgets.of(encoding.instance, encoding.map).loops
        pairs = ([fallen.get(level.bit(corner)) for corner in loop.corners] for loop in loops)
        return tuple(left == right for left, right in pairs)

    def audit(self, encoding: Encoding) -> Certificate:
        from gridproof.reductions.sat_to_bombcover.audit import audit  # NumPy

        return audit(encoding)

    def evidence(self, encoding: Encoding) -> Evidence | None:
        """Return slots and bombs, for the checker of loops; None if there are extra crates."""
        gadgets = Gadgets.of(encoding.instance, encoding.map)
        if any(slot.extra for loop in gadgets.loops for slot in loop.slots):
            return None
        records: list[Any] = []
        for loop in gadgets.loops:
            left, right = loop.corners
            slots = ((left,), *(slot.crates for slot in loop.slots), (right,))
            flat = evidence.flat
            records.append(
                [[*map(flat, slots)], *(flat(loop.cells(value)) for value in (False, True))]
            )
        records.append(evidence.flat(gadgets.clauses))
        return Evidence("loops", records, evidence.of_formula(encoding.instance))

    def parts(self, encoding: Encoding) -> Sequence[Part]:
        return view.parts(encoding)

    def switchboard(self, encoding: Encoding) -> Switchboard:
        return view.switchboard(encoding)

    def warnings(self, encoding: Encoding) -> Sequence[str]:
        return hole.warnings(encoding)


#: The reduction.
REDUCTION: Final = _SatToBombcover()
