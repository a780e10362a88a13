"""Reductions at work: instances become boards, solutions are mapped to and fro, boards are audited.

Mapped solutions are replayed by the rules of the board's game, and checked against the instance.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from gridproof.arguments import check_function, explained, kind_of, names_file
from gridproof.errors import InputError, InternalError, MissingPart, ParseError, shorten
from gridproof.files.reading import read_boards
from gridproof.level import Fault
from gridproof.limits import CancelToken, Ticker, signals_cancel, token_of
from gridproof.options import option_values
from gridproof.proof.claims import Claim
from gridproof.proof.making import Unproven
from gridproof.reduction import Certificate, Condition, Encoding, find_reduction, reductions
from gridproof.reductions.evidence import proof
from gridproof.registry import find_game, game_of
from gridproof.result import Certified, Limits, Progress, Value, first
from gridproof.scene import Mark, Scene, Stroke
from gridproof.solving.certify import staged, write_proof
from gridproof.solving.solve import at_least_as_good
from gridproof.strict_json import Field, FieldError, json_values
from gridproof.verifying import disproof, verify
from gridproof.visible import visible

__all__ = [
    "audit",
    "certify",
    "contradiction",
    "encoding_record",
    "lift",
    "load_encoding",
    "lower",
    "overlay",
    "reduce",
    "save_encoding",
]

#: Seconds to bound the optimum of a board whose header says one.
_PATIENCE: Final = 10.0
#: The version of saved encodings.
_VERSION: Final = 1


@explained
def reduce(name: str, instance: Any, options: Mapping[str, Any] | None = None) -> Encoding:
    """Reduce an instance to its board.

    Args:
        name: id of the reduction.
        instance: of its source problem, or its text.
        options: of the reduction, by name; as text or values.

    Raises:
        UnknownName: there is no such reduction or option.
        InputError: the text or an option is wrong, or the instance has no board.
    """
    if isinstance(instance, str) and instance in reductions():
        raise InputError("`reduce` takes the name of the reduction first, and then the instance")
    reduction = find_reduction(name)
    if isinstance(instance, str):
        try:
            instance = reduction.source.read(instance)
        except InputError:
            if names_file(instance):
                name = shorten(instance)
                raise InputError(
                    f"`reduce` takes the text of an instance, and `{name}` names a file; "
                    "`Path(…).read_text()` reads it"
                ) from None
            raise
    elif not isinstance(instance, type(reduction.source.read(reduction.source.example))):
        raise InputError(
            f"an instance is a text or what `find_reduction(…).source.read` makes of one, not "
            f"{kind_of(instance)}"
        )
    values = {option.attribute: option.default for option in reduction.options}
    values |= option_values(name, reduction.options, options)
    return reduction.encode(instance, values)


def lift(encoding: Encoding, witness: Any) -> list[str]:
    """Return the moves that a witness becomes: replayed, and at least as good as ``k``.

    Args:
        encoding: the board.
        witness: of its instance, or its text.

    Raises:
        InputError: the witness is not right (the message says what it does not meet), or the board
            is not a sound one.
        InternalError: the moves do not solve a sound board so well: a bug.
    """
    reduction = find_reduction(encoding.reduction)
    source = reduction.source
    if isinstance(witness, str):
        witness = source.read_witness(encoding.instance, witness)
    faults = source.faults(encoding.instance, witness)
    if faults:
        raise InputError(f"this is no witness: {'; '.join(faults[:3])}")
    moves = reduction.lift(encoding, witness)
    fault = _falls_short(encoding, moves)
    if fault is not None:
        for found in audit(encoding).faults:
            raise InputError(f"the map does not fit the board: {found}")
        raise InternalError(f"a witness became moves that do not do: {fault}")
    return moves


def lower(encoding: Encoding, moves: Sequence[str] | str) -> Any:
    """Return the witness that a solution becomes: checked against the instance.

    Args:
        encoding: the board.
        moves: a solution at least as good as ``k``, one by one or as a text in the game's notation.

    Raises:
        InputError: the moves do not solve the board so well, or no witness follows from them
            because the board is not a sound one.
    """
    reduction, game = find_reduction(encoding.reduction), game_of(encoding.level)
    if isinstance(moves, str):
        moves = game.read_solution(encoding.level, moves)
    fault = _falls_short(encoding, moves)
    if fault is not None:
        raise InputError(f"nothing follows from this solution: {fault}")
    witness = reduction.lower(encoding, moves)
    faults = reduction.source.faults(encoding.instance, witness)
    if faults:
        said = "; ".join(faults[:3])
        raise InputError(
            f"the solution is valid and good enough, but no witness follows from it: {said}",
            hint="this board is not a sound one: `gridproof reduce audit` says where",
        )
    return witness


def audit(encoding: Encoding) -> Certificate:
    """Check the theorem's conditions on this very board, and that its header says no other k."""
    found = find_reduction(encoding.reduction).audit(encoding)
    said = encoding.level.info.get("k", str(encoding.k))
    if not found.passed or said == str(encoding.k):
        return found
    fault = Fault(f"the board's header says `k: {shorten(said)}`, but k is {encoding.k}")
    header = Condition("header", "the board's header says no other k", (fault,), 1)
    return Certificate((*found.conditions, header))


def contradiction(encoding: Encoding) -> str | None:
    """Return why the optimum in the header of an audited board is false; None: nothing says so.

    The instance is solved only where the header says an optimum.

    Args:
        encoding: a board that :func:`audit` passes.
    """
    game, said = game_of(encoding.level), encoding.level.info.get("optimum")
    if said is None:
        return None
    goal, reduction = game.objective(), find_reduction(encoding.reduction)
    cost: Value | None = None
    bound: Value | None = None
    try:
        witness = reduction.source.solve(encoding.instance)
        given = reduction.evidence(encoding)
        if given is not None:
            bound = proof(encoding, given, witness, Ticker(Limits(time=_PATIENCE))).bound
    except MissingPart:
        return None
    if witness is not None:
        cost = verify(game, encoding.level, lift(encoding, witness)).cost
    elif bound is None:  # no solution is as good as k
        bound = encoding.k + (1 if goal.sense == "min" else -1)
    found = disproof(game, said, goal.id, cost, bound)
    return found and f"CONTRADICTION: the board says `optimum: {said}`, but {found}"


def certify(
    encoding: Encoding,
    path: str | Path,
    *,
    limits: Limits | None = None,
    cancel: CancelToken | None = None,
    progress: Callable[[Progress], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[Certified, Value | None]:
    """Write a certificate of an audited board, which the checker has accepted.

    It claims that the board has a solution at least as good as ``k`` exactly if the instance is a
    "yes". Its bound is that of the best solution, as far as there is time to prove it. With it
    comes the solution that a witness becomes, if there is one.

    Args:
        encoding: a board that :func:`audit` passes.
        path: of the file; what stands there is replaced once the check has accepted the new one.
        limits: those of time and memory hold for the proof of the bound, and for the check again.
        cancel: set from elsewhere to stop.
        progress: called about every 50 ms.
        clock: seconds, monotonic.

    Returns:
        The written file, and the cost of the solution in it; None: it has no solution.

    Raises:
        InputError: the audit refuses the board, there is no checker of such boards, or the file
            cannot be written.
        MissingPart: what finds a witness is not installed.
        Stopped: by a limit or Ctrl-C; nothing is written.
        InternalError: the checker refuses what was made: a bug in gridproof.
    """
    reduction, game = find_reduction(encoding.reduction), game_of(encoding.level)
    for found in audit(encoding).faults:
        raise InputError(f"no certificate of this board: {found}")
    given = reduction.evidence(encoding)
    if given is None:
        raise InputError(f"there is no checker for boards of {reduction.id} such as this one")
    check_function(clock, "a clock")
    token, started = token_of(cancel), clock()
    with signals_cancel(token):
        own = Limits() if limits is None else Limits(time=limits.time, memory=limits.memory)
        making = staged(progress, "making the certificate", started, clock)
        ticker = Ticker(own, clock=clock, cancel=token, progress=making)
        witness = reduction.source.solve(encoding.instance)
        moves = None if witness is None else tuple(reduction.lift(encoding, witness))
        cost = None if moves is None else verify(game, encoding.level, moves).cost
        claim = Claim(
            game,
            encoding.level,
            game.objective(),
            encoding.k,
            cost,
            moves,
            {"k": encoding.k, **given.instance},
        )
        made = proof(encoding, given, witness, ticker)
        try:
            written = write_proof(
                path,
                given.kind,
                claim,
                made,
                ticker,
                progress=staged(progress, "checking the certificate", started, clock),
                clock=clock,
                since=started,
            )
        except Unproven as problem:
            raise InputError(f"no certificate of this board: {problem}") from None
    return written, cost


def _falls_short(encoding: Encoding, moves: Sequence[str]) -> str | None:
    """Return why moves are no solution at least as good as ``k``; None if they are."""
    game = game_of(encoding.level)
    verdict = verify(game, encoding.level, moves)
    if not verdict.valid or verdict.cost is None:
        return verdict.fault
    if not at_least_as_good(verdict.cost, encoding.k, game.objective().sense):
        metric = game.objective().metrics[0]
        return f"it has {first(verdict.cost)} {metric}; {encoding.k} are asked for"
    return None


# Encodings as text.


def save_encoding(encoding: Encoding) -> str:
    """Write an encoding as JSON text that :func:`load_encoding` reads back."""
    game = game_of(encoding.level)
    record = {"v": _VERSION} | encoding_record(encoding)
    record["level"] = game.write(encoding.level, game.canonical_format)
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def encoding_record(encoding: Encoding) -> dict[str, Any]:
    """Return all but the board of an encoding, as JSON."""
    reduction = find_reduction(encoding.reduction)
    return {
        "reduction": encoding.reduction,
        "instance": reduction.source.write(encoding.instance),
        "options": {o.name: o.show(encoding.options[o.attribute]) for o in reduction.options},
        "k": encoding.k,
        "game": encoding.level.game,
        "map": encoding.map,
    }


def load_encoding(text: str, source: str = "<string>") -> Encoding:
    """Read the encoding that a text holds; it is not trusted before :func:`audit` has checked it.

    Raises:
        InputError: the text is no encoding.
    """
    try:
        _, record = next(json_values(text), (1, ParseError("there is nothing", 1)))
        if isinstance(record, ParseError):
            raise InputError(f"{source}:{record.line}: {record}")
        whole = Field(record)
        version = whole["v"].whole()
        if version != _VERSION:
            whole["v"].fault(f"is {version}: this gridproof reads maps of version {_VERSION}")
        reduction = find_reduction(whole["reduction"].text())
        instance = reduction.source.read(whole["instance"].text(), f"{source}: instance")
        given = whole.get("options")
        options = {option.attribute: option.default for option in reduction.options}
        said = {} if given is None else given.table()
        options |= option_values(reduction.id, reduction.options, said)
        game = find_game(whole["game"].text())
        levels = read_boards(whole["level"].text(), f"{source}: level", game=game.id)
        if len(levels) != 1:
            raise InputError(f"{source}: holds {len(levels)} boards, where one belongs")
        k, table = whole["k"].whole(), whole["map"].table()
        return Encoding(reduction.id, instance, options, levels[0], k, table)
    except FieldError as error:
        raise InputError(f"{source}: {error}", hint=error.hint) from None


# Pictures.


def overlay(encoding: Encoding, scene: Scene) -> Scene:
    """Return a scene of the board, overlaid with the parts of the instance."""
    parts = find_reduction(encoding.reduction).parts(encoding)
    marks = tuple(
        Mark(
            area.left,
            area.top,
            part.tint,
            visible(part.text),
            width=area.width,
            height=area.height,
            sign=visible(part.sign) if not number else "",
        )
        for part in parts
        for number, area in enumerate(part.areas)
    )
    strokes = tuple(
        Stroke(part.line, part.tint or 0, visible(part.text)) for part in parts if part.line
    )
    return replace(scene, marks=(*scene.marks, *marks), strokes=(*scene.strokes, *strokes))
