"""``gridproof verify``: verify a solution with the rules alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.check import CheckOptions, checked, code_of, told
from gridproof.cli.exit_codes import ExitCode, worst
from gridproof.cli.inputs import Board, Boards, contradiction
from gridproof.cli.parameters import BoardOptions, JsonObject, ObjectiveId, Quiet
from gridproof.cli.progress import counting
from gridproof.cli.solutions import find_solutions, solution_text
from gridproof.errors import BadBoard, InputError, InternalError, shorten
from gridproof.level import Objective
from gridproof.limits import CancelToken
from gridproof.proof.checking import Verdict
from gridproof.registry import digest
from gridproof.result import Value, first
from gridproof.solving.messages import claim, tally
from gridproof.solving.verdict_messages import line, record
from gridproof.verifying import Verdict as Replay
from gridproof.verifying import verify
from gridproof.visible import visible

__all__ = ["command"]


def command(
    file: Annotated[str, Parameter(help="File with the board; `-` is standard input.")],
    solution: Annotated[
        str | None,
        Parameter(
            help="The solution in the game's notation: a file, `-`, or the text itself; without "
            "it, those that are saved in the file.",
            allow_leading_hyphen=True,  # a square's corner may be negative
        ),
    ] = None,
    /,
    *,
    selection: BoardOptions = BoardOptions(),
    objective: ObjectiveId = None,
    certificate: Annotated[
        str | None,
        Parameter(
            metavar="FILE", help="Also prove that it is optimal, by this certificate of the board."
        ),
    ] = None,
    limit_options: CheckOptions = CheckOptions(),
    quiet: Quiet = False,
    json: JsonObject = False,
) -> int:
    """Replay a solution with the rules alone: 0 valid, 1 not valid.

    A text is taken as a file if a file of that name exists. The output of
    `solve` and `solve --json` is read as well: every solution in it is replayed
    on its board. Without SOLUTION, so are all that are saved beside the
    boards. With `--certificate` the exit code is 0 only if the solution is
    optimal too, as that proves, which is checked first. Nothing native is
    loaded.

    Examples:
        gridproof solve board.txt > solution.txt
        gridproof verify board.txt solution.txt
        gridproof verify set.txt R --level 1
    """
    if solution is not None and solution.startswith("--"):
        raise InputError(
            f"`gridproof verify` has no option `{shorten(solution)}`",
            hint="`gridproof verify --help` names them",
        )
    if certificate is None and limit_options != CheckOptions():
        raise InputError(
            "`--time`, `--memory` and `--no-time-limit` are limits of a certificate's check",
            hint="name one with `--certificate`",
        )
    limits = limit_options.limits()
    proving = None
    if certificate is not None:
        proving = partial(
            checked,
            certificate,
            limits=limits,
            no_time_limit=limit_options.no_time_limit,
            quiet=quiet,
        )
    boards = Boards([file], selection, quiet=quiet)
    if solution is None:
        return _saved(boards, objective, certificate, proving, json=json)
    solutions = find_solutions(solution_text(solution))
    found = [
        (board, digest(board.game, board.level)) for board in counting(boards, "read", quiet=quiet)
    ]
    codes = [ExitCode.BAD_INPUT] if boards.problems else []
    if found and not solutions:
        raise InputError(
            "there is no solution in what `solve` has printed",
            hint="give a solution itself, or a file with one",
        )
    for said in solutions:
        fitting = said.boards(found)
        if len(fitting) > 1:
            raise InputError(
                f"{file} holds {len(fitting)} boards that this could be a solution of",
                hint="choose one with `--level`",
            )
        if not fitting:
            if found and selection.level is None:
                raise InputError(
                    f"solution, line {said.line}: {file} has no such board",
                    hint="name the file with the boards that were solved",
                )
            continue
        codes.append(_verified(fitting[0], said.text, objective, certificate, proving, json=json))
    return worst(codes)


def _saved(
    boards: Boards,
    objective: str | None,
    certificate: str | None,
    proving: Callable[..., Verdict] | None,
    *,
    json: bool,
) -> ExitCode:
    """Replay the solutions that are saved beside the boards.

    Raises:
        InputError: there is none.
    """
    codes: list[ExitCode] = []
    read = 0
    for board in boards:
        read += 1
        for text in board.solutions:
            codes.append(_verified(board, text, objective, certificate, proving, json=json))
    if boards.problems:
        codes.append(ExitCode.BAD_INPUT)
    elif not codes:
        them = "the board" if read == 1 else "the boards"
        raise InputError(
            f"{boards.files[0]}: no solution is saved beside {them}",
            hint="name one: a file, or the text itself",
        )
    return worst(codes)


def _verified(
    board: Board,
    text: str,
    objective: str | None,
    certificate: str | None,
    proving: Callable[..., Verdict] | None,
    *,
    json: bool,
) -> ExitCode:
    if (missing := board.game.missing(board.level)) is not None:
        raise BadBoard(f"{board.place}: {missing.message}: there is nothing to solve")
    proof, doubt = None, None
    if proving is not None:
        proof = proving(wanted=[board.level], token=CancelToken())
        objective = objective or proof.objective
    goal = board.game.objective(objective)
    verdict = verify(board.game, board.level, text, goal)
    if proof is not None:
        doubt = "it is no solution" if verdict.cost is None else _doubt(proof, goal, verdict.cost)
    if json:
        found = _record(board, goal, verdict)
        if proof is not None:
            found |= {"optimal": doubt is None, "doubt": doubt, "certificate": record(proof)}
        messages.print_json(found)
    else:
        _print(board, goal, verdict)
        if proof is not None:
            messages.out(line(certificate or "", proof))
            messages.out("OPTIMAL" if doubt is None else f"NOT PROVEN OPTIMAL  {doubt}")
    messages.flush()
    answer = ExitCode.ANSWERED if verdict.valid and doubt is None else ExitCode.NO
    codes = [answer]
    if proof is not None:
        codes += [code_of(proof), *told(certificate or "", proof)]
    if (said := contradiction(board, goal.id, verdict.cost, *_bound(proof, goal))) is not None:
        messages.error(f"{board.place}: {said}")
        return ExitCode.BAD_INPUT
    return worst(codes)


def _bound(proof: Verdict | None, goal: Objective) -> tuple[Value | None, bool]:
    """Return the bound that a certificate proves of an objective, and whether it is unsolvable."""
    if proof is None or not proof.accepted or proof.objective != goal.id:
        return None, False
    return proof.bound, proof.bound is None


def _doubt(proof: Verdict, goal: Objective, cost: Value) -> str | None:
    """Say why a certificate does not show that a solution is optimal; None: it does.

    Raises:
        InternalError: it is accepted, and excludes this solution.
    """
    if not proof.accepted:
        return "the certificate is not accepted"
    if proof.objective != goal.id:
        return f"the certificate is of objective `{proof.objective}`"
    if cost == proof.bound:
        return None
    if proof.bound is None or not _may_cost(cost, proof.bound, goal):
        raise InternalError("an accepted certificate excludes a solution that the rules accept")
    return f"proven is: {claim(proof.cost, proof.bound, goal.sense, goal.metrics)}"


def _may_cost(cost: Value, bound: Value, goal: Objective) -> bool:
    """Return True if a bound allows this cost; a bound of one number is of the first metric."""
    if isinstance(cost, tuple) and isinstance(bound, tuple):
        return cost >= bound if goal.sense == "min" else cost <= bound
    one, other = first(cost), first(bound)
    return one >= other if goal.sense == "min" else one <= other


def _record(board: Board, goal: Objective, verdict: Replay) -> dict[str, Any]:
    return {
        "file": board.file,
        "level": board.number,
        "title": board.level.info.get("title"),
        "game": board.game.id,
        "digest": digest(board.game, board.level),
        "objective": goal.id,
        "valid": verdict.valid,
        "cost": verdict.cost,
        "costs": dict(verdict.costs),
        "fault": verdict.fault,
        "move_number": verdict.move_number,
    }


def _print(board: Board, goal: Objective, verdict: Replay) -> None:
    if verdict.valid:
        messages.out(f"{board.name}  VALID  {tally(verdict.costs, goal.metrics)}")
        return
    messages.out(visible(f"{board.name}  NOT VALID  {verdict.fault}"))
    if verdict.position:
        messages.out(verdict.position)
