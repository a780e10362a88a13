"""Forged certificates of false claims, and checkers that lack one check."""

from __future__ import annotations

import ast
import hashlib
import io
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import gridproof.proof
from gridproof.level import Level
from gridproof.limits import Ticker
from gridproof.proof.certificate_file import write_certificate
from gridproof.proof.checking import Verdict, check, prove
from gridproof.proof.claims import Claim, Records, Refused
from gridproof.proof.reductions.conditions import Cell, Conditions
from gridproof.registry import digest

PROOF = Path(gridproof.proof.__file__).parent
#: The functions of a check that refuse, and which argument says why.
CHECKS = {"need": -1, "whole": -1}
#: Likewise the methods of the conditions of a reduction.
METHODS = {"need": 2, "broken": 1}


@dataclass(frozen=True)
class Forgery:
    """Records that would prove a false claim if one check were missing.

    Attributes:
        name: what is wrong with it.
        kind: of the proof.
        claim: false.
        records: of the file.
        check: words of the reason with which that one check refuses it.
    """

    name: str
    kind: str
    claim: Claim[Any]
    records: Sequence[Any]
    check: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}"

    def refusal(self) -> str | None:
        """The reason of a refusal; None if it is accepted."""
        return refusal(self.kind, self.claim, self.records)


@dataclass(frozen=True)
class FileForgery:
    """A whole file that would be accepted if one check were missing.

    Attributes:
        name: what is wrong with it.
        data: of the file.
        check: words of the reason with which that one check refuses it.
        level: the board of which it has to be; None: of any.
    """

    name: str
    data: bytes
    check: str
    level: Level | None = None

    def __str__(self) -> str:
        return f"file: {self.name}"

    def refusal(self) -> str | None:
        """The reason of a refusal; None if it is accepted."""
        return check_data(self.data, self.level).reason


def check_data(data: bytes, level: Level | None = None, **options: Any) -> Verdict:
    """Return the verdict on a file with these contents, under limits and the like."""
    with tempfile.NamedTemporaryFile(suffix=".gpc") as file:
        file.write(data)
        file.flush()
        return check(file.name, level=level, **options)


def header(claim: Claim[Any], kind: str, solution: str | None = None) -> dict[str, Any]:
    """The first line of a certificate, without what is the same in all of them."""
    game, level = claim.game, claim.level
    return {
        "kind": kind,
        "game": game.id,
        "rules": game.rules_version,
        "objective": claim.objective.id,
        "digest": digest(game, level),
        "board": game.write(level, game.canonical_format),
        "cost": claim.cost,
        "bound": claim.bound,
        "solution": solution,
    }


def packed(header: Mapping[str, Any], records: Iterable[Any] = ()) -> bytes:
    """A file with this first line, and these records."""
    file = io.BytesIO()
    write_certificate(file, header, records)
    return file.getvalue()


def sealed(data: bytes) -> bytes:
    """A first line and a stream, with the checksum that fits."""
    return data + b"\n" + hashlib.sha256(data).hexdigest().encode() + b"\n"


def refusal(kind: str, claim: Claim[Any], records: Sequence[Any]) -> str | None:
    """Why records are refused; None if they are accepted."""
    return reason_of(lambda: prove(kind, claim, Records(iter(records)), Ticker()))


def reason_of(check: Callable[[], object]) -> str | None:
    """Why a check refuses; None if it comes to its end."""
    try:
        check()
    except Refused as refused:
        return str(refused)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


@contextmanager
def without(check: str) -> Iterator[None]:
    """Takes out the checks whose reason has these words."""

    def lax(holds: bool, reason: str) -> None:
        if not holds and check not in reason:
            raise Refused(reason)

    modules = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith("gridproof.proof.") and hasattr(module, "need")
    ]

    def lax_condition(
        self: Conditions, name: str, reason: str, told: str = "", cell: Cell | None = None
    ) -> None:
        lax(False, reason)

    with (
        mock.patch.multiple("gridproof.proof.claims", need=lax),
        mock.patch.object(Conditions, "broken", lax_condition),
    ):
        patches = [mock.patch.object(module, "need", lax) for module in modules]
        for patch in patches:
            patch.start()
        try:
            yield
        finally:
            for patch in patches:
                patch.stop()


def checks(module: str) -> list[str]:
    """The longest fixed words of the reason of each check in a module of ``gridproof.proof``."""
    found = []
    for node in ast.walk(ast.parse((PROOF / f"{module}.py").read_text())):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        match node.func:
            case ast.Name(id=name) if name in CHECKS:
                reason = node.args[CHECKS[name]]
            case ast.Attribute(attr=name) if name in METHODS:
                reason = node.args[METHODS[name]]
            case _:
                continue
        if isinstance(reason, ast.JoinedStr):
            words = [part.value for part in reason.values if isinstance(part, ast.Constant)]
            found.append(max(map(str, words), key=len))
        elif isinstance(reason, ast.Constant):
            found.append(str(reason.value))
    return found


#: What a number is changed to, besides one more and one less.
_NUMBERS: tuple[Any, ...] = (0, 1, -1, 2, 1 << 40, -(1 << 40), True, None, "1", [], [0])


def mutated(records: Sequence[Any], rng: Random, changes: int = 1) -> list[Any]:
    """The records with some random changes, as if somebody had decoded them."""
    found = list(records)
    for _ in range(changes):
        found = _mutated(found, rng)
    return found


def _mutated(values: list[Any], rng: Random) -> list[Any]:
    """A list with one change in it, or in a list in it."""
    values = list(values)
    if not values:
        return [rng.choice(_NUMBERS)]
    at = rng.randrange(len(values))
    value = values[at]
    if isinstance(value, list) and rng.random() < 0.85:
        values[at] = _mutated(value, rng)
        return values
    change = rng.randrange(6)
    if change == 0:
        del values[at]
    elif change == 1:
        values.insert(at, value)
    elif change == 2:
        other = rng.randrange(len(values))
        values[at], values[other] = values[other], values[at]
    elif (change == 3 and isinstance(value, int)) or not isinstance(value, int):
        values[at] = rng.choice(_NUMBERS)
    else:
        values[at] = value + rng.choice((-2, -1, 1, 2))
    return values
