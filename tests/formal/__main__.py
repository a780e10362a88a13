"""Compares both checkers: on certificates, forgeries, and random changes of certificates.

Run by `make formal-test`; `ARGS="--changes 100000"` makes so many changes of each kind. It ends
with 1 if they differ on any file.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from gridproof.proof.checking import check
from tests.formal import damages, distances, plain, squares
from tests.formal.comparing import PROGRAM, Case, Comparison, verdicts

KINDS = {"squares": squares, "damages": damages, "distances": distances, "plain": plain}


def times(cases: Sequence[Case], folder: Path) -> Iterator[str]:
    """Yield a row a certificate: CPU seconds of both checkers, in each the file read anew."""
    yield f"{'certificate':<14} {'bytes':>8} {'python':>9} {'program':>9}"
    for case in cases:
        path = folder / "timed.gpc"
        path.write_bytes(case.data)
        started = process_time()
        assert check(path).accepted
        own = process_time() - started
        again = _children()
        verdicts([path])
        yield f"{case.name:<14} {len(case.data):>8,} {own:>9.3f} {_children() - again:>9.3f}"


def _children() -> float:
    """Return the CPU seconds of processes that have ended."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Compare; return the exit code."""
    parser = ArgumentParser(prog="python -m tests.formal", description=__doc__)
    parser.add_argument("--changes", type=int, default=2000, help="of each kind, at random (2000)")
    parser.add_argument("--kind", choices=KINDS, help="one kind only")
    parser.add_argument("--seed", type=int, default=0, help="of the changes (0)")
    options = parser.parse_args()
    if not PROGRAM.exists():
        sys.exit(f"{PROGRAM} is not built: `make formal` builds it")
    failed = False
    for kind in [options.kind] if options.kind else KINDS:
        with TemporaryDirectory() as name:
            failed |= not agree(kind, Path(name), options.changes, options.seed)
    return int(failed)


def agree(kind: str, folder: Path, changes: int, seed: int) -> bool:
    """Return whether both checkers agree on all files of a kind; prints what was found."""
    own = KINDS[kind]
    every = list(own.certificates(folder))
    agreed = True
    for what, cases, wanted in (
        ("certificates", every, "both accept"),
        ("forgeries", own.forgeries(), "both refuse"),
        ("changes", own.changes(changes, seed), None),
    ):
        comparison = Comparison(folder)
        comparison.add(cases)
        print(f"{kind}, {what}: ", *comparison.lines(), sep="\n  ")
        agreed &= not comparison.differing
        agreed &= wanted is None or set(comparison.counts) == {wanted}
    print(*times(every[-10:], folder), sep="\n")
    return agreed


if __name__ == "__main__":
    sys.exit(main())
