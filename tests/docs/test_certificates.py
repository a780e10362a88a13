"""The page on certificates says of each kind of proof which checkers it has."""

from __future__ import annotations

import re
from pathlib import Path

from gridproof.proof.kinds import REDUCTIONS, kinds
from gridproof.registry import games

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "explanation" / "certificates.md"
PROGRAM = ROOT / "formal" / "gridproof_check.ml"


def rows() -> dict[str, list[str]]:
    """The cells of the table of checkers, by kind."""
    _, section = PAGE.read_text(encoding="utf-8").split("## The checkers of each kind")
    found: dict[str, list[str]] = {}
    for line in section.split("\n## ")[0].splitlines():
        if line.startswith(("| `", "| reductions")):
            names, *cells = [cell.strip() for cell in line.strip("|").split("|")]
            found |= dict.fromkeys(re.findall(r"`(\w+)`", names) or [names], cells)
    return found


def test_each_kind_has_a_row() -> None:
    reductions = {spec.id for spec in REDUCTIONS}
    known = {kind for game in games().values() for kind in kinds(game)} - reductions
    assert set(rows()) == known | {"reductions"}


def test_the_kinds_of_the_verified_program_are_named() -> None:
    verified = set(re.findall(r'\(\w+_reader\.names, "(\w+)", ', PROGRAM.read_text("utf-8")))
    assert verified
    assert {kind for kind, cells in rows().items() if cells[-1].startswith("yes")} == verified
