"""Certificates of runs: made in a run's process, kept as files in a folder beside the store.

The folder of the store ``results.db`` is ``results.db.certificates``. The SHA-256 of a certificate
at the time the checker accepted it stands in the run's result.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gridproof.batch.store import Finished, Store
from gridproof.errors import GridproofError
from gridproof.files.temporary import temporary_folder
from gridproof.files.writing import make_folder, partial_file, write_file
from gridproof.limits import CancelToken
from gridproof.result import Progress, Result, StopReason
from gridproof.solving.certify import certified
from gridproof.solving.requests import SolveRequest

__all__ = ["Certifying", "Proven", "certificate_file", "copied_certificate", "damaged", "keep"]


@dataclass(frozen=True)
class Proven:
    """The record of a board's result, and its certificate.

    Attributes:
        said: the result's record.
        certificate: the file; None: there is none, and the record says why.
    """

    said: Mapping[str, Any]
    certificate: bytes | None = None


@dataclass(frozen=True)
class Certifying:
    """A board to solve, and its result to certify. A failure of the latter leaves the result."""

    solving: SolveRequest

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> Proven:
        """Solve and certify it here and now."""
        result = self.solving.answer(cancel, progress)
        with temporary_folder() as folder:
            path = folder / "c.gpc"
            try:
                result = certified(result, path, limits=self.solving.limits, cancel=cancel)
                data = None if result.certificate is None else path.read_bytes()
            except GridproofError as problem:
                return _without(result, f"{type(problem).__name__}: {problem}")
            except MemoryError:
                return _without(result, str(StopReason.MEMORY_LIMIT))
        return Proven(result.to_json(), data)


def _without(result: Result, reason: str) -> Proven:
    """Return the result of a board that was solved, with the reason for the missing certificate."""
    return Proven(replace(result, notes={**result.notes, "uncertified": reason}).to_json())


def certificate_file(store: str, key: str) -> Path:
    """Return the path of a run's certificate.

    Args:
        store: path of the store.
        key: of the run.
    """
    return Path(f"{store}.certificates", f"{key[:20]}.gpc")


def keep(store: Store, key: str, made: Proven) -> Mapping[str, Any]:
    """Keep the certificate of a run; its record says where.

    Raises:
        InputError: it cannot be written.
    """
    if made.certificate is None:
        return made.said
    path = certificate_file(store.path, key)
    beside = path.parents[1]
    make_folder(path.parent, below=beside)
    write_file(path, made.certificate, below=beside)
    return {**made.said, "certificate": {**made.said["certificate"], "file": path.name}}


def damaged(store: Store) -> Iterator[tuple[str, str]]:
    """Yield the keys of runs whose certificate is not what the checker accepted, and the fault."""
    for key, sha256 in store.certificates():
        if (reason := _fault(store.path, key, sha256)) is not None:
            yield key, reason


def _fault(store: str, key: str, sha256: str) -> str | None:
    """Return the fault of a certificate's file; None if it is the file that was accepted.

    Args:
        store: path of the store.
        key: of the run.
        sha256: of the certificate that was accepted.
    """
    path = certificate_file(store, key)
    try:
        with path.open("rb") as file:
            same = hashlib.file_digest(file, "sha256").hexdigest() == sha256
    except OSError as problem:
        return f"the certificate {path} cannot be read: {problem.strerror}"
    return None if same else f"the certificate {path} is another one than was checked"


def copied_certificate(
    store: str, one: Finished, folder: Path, *, below: Path
) -> tuple[str | None, str]:
    """Copy the certificate of a run, if it is what the checker accepted.

    Args:
        store: path of the store.
        one: a run that asked for a certificate, and has a result.
        folder: where to; it is made if there is none.
        below: the folder, which is there, from which on no link is followed.

    Returns:
        The name of the copy, or None; and why there is none, or "".

    Raises:
        InputError: it cannot be written.
    """
    made = (one.result or {}).get("certificate")
    if made is None:
        return None, f"not certified: {(one.result or {})['notes']['uncertified']}"
    if (reason := _fault(store, one.run.key, made["sha256"])) is not None:
        return None, reason
    path = certificate_file(store, one.run.key)
    make_folder(folder, below=below)
    with partial_file(folder / path.name, below=below) as copy, path.open("rb") as file:
        shutil.copyfileobj(file, copy.file)
    return path.name, ""
