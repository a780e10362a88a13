"""Certificates as pseudo-Boolean proofs, read by VeriPB, an outside program.

    python benchmarks/veripb.py --veripb PROGRAM [--version 2.0] CERTIFICATE …

Prints a row for each certificate that has such a proof: its kind, constraints of the problem, steps
and bytes of the proof, seconds of our check, of writing, and of VeriPB (its processor time), and
its verdict. A total stands below. VeriPB before its version 2 takes ``--version 1.2``.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rich.table import Table

from gridproof.cli import messages
from gridproof.errors import InputError
from gridproof.proof.checking import check
from gridproof.proof.pseudo_boolean.export import refutation

_HEAD: Final = ("certificate", "kind", "constraints", "steps", "bytes", "check s", "write s")


def row(path: Path, veripb: list[str], version: str) -> Iterator[str]:
    """Yield the cells of a certificate; the last one is empty if VeriPB accepts it.

    Raises:
        InputError: it has no such proof.
    """
    begun = time.process_time()
    verdict = check(path)
    checked = time.process_time()
    made = refutation(path, verdict)
    proof = made.proof(version)
    written = time.process_time()
    yield from (path.stem, verdict.kind or "", str(len(made.constraints)), str(len(made.steps)))
    yield from (str(len(proof)), f"{checked - begun:.2f}", f"{written - checked:.2f}")
    with tempfile.TemporaryDirectory() as folder:
        names = [f"{folder}/{path.stem}.{ending}" for ending in ("opb", "pbp")]
        for name, text in zip(names, (made.problem, proof), strict=True):
            Path(name).write_text(text)
        spent = os.times().children_user
        done = subprocess.run([*veripb, *names], capture_output=True, text=True, check=False)
        yield f"{os.times().children_user - spent:.2f}"
    said = "VERIFIED UNSAT" in done.stdout or "succeeded" in done.stdout
    accepted = done.returncode == 0 and said
    yield "" if accepted else (done.stdout + done.stderr)[-200:]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("certificates", nargs="+", type=Path)
    parser.add_argument("--veripb", required=True, help="the program, with its arguments")
    parser.add_argument("--version", default="2.0", help="of the proof format")
    options = parser.parse_args()
    table = Table(*_HEAD, "VeriPB s", "refused", box=None)
    accepted = refused = 0
    for path in options.certificates:
        try:
            cells = list(row(path, options.veripb.split(), options.version))
        except InputError as problem:
            messages.note(str(problem))
            continue
        table.add_row(*cells)
        accepted, refused = accepted + (not cells[-1]), refused + bool(cells[-1])
    messages.stdout().print(table)
    messages.out(f"{accepted} accepted, {refused} refused")


if __name__ == "__main__":
    main()
