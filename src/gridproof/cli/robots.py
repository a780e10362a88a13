"""``gridproof robots``: the Robot Reboot assignment's own command line, board on standard input."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.errors import InputError
from gridproof.games.robots.formats import write_unicode
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.rules import initial, parse_move, slide
from gridproof.grid import Pos
from gridproof.loading import STDIN, read_file
from gridproof.result import Status
from gridproof.solving import solve as solve_level

__all__ = ["command"]


def command(
    *,
    solve: Annotated[bool, Parameter(help="Print a shortest solution.", negative="")] = False,
    test: Annotated[
        str | None, Parameter(help="Print the board after a move: `[robot,direction]`.")
    ] = None,
) -> int:
    """Solve or move on a Robot Reboot board that is read from standard input.

    `--solve` prints the moves as `0D,0L,0U`; an unsolvable board is said so, with exit code 1.
    """
    if solve == (test is not None):
        raise InputError("say either `--solve` or `--test=[robot,direction]`")
    levels = read_file(STDIN, game="robots")
    if len(levels) != 1:
        raise InputError(f"{STDIN} holds {len(levels)} boards; one is expected")
    (level,) = levels
    assert isinstance(level, RobotsLevel)
    return _solve(level) if test is None else _test(level, test)


def _solve(level: RobotsLevel) -> int:
    result = solve_level(level)
    if result.solution is not None:
        messages.out(result.solution)
        return ExitCode.ANSWERED
    if result.status is Status.INFEASIBLE:
        messages.error("the board has no solution")
        return ExitCode.NO
    messages.error(f"stopped without a solution: {result.stop_reason}")
    return ExitCode.UNFINISHED


def _test(level: RobotsLevel, test: str) -> int:
    """Prints the board after one move; a blocked robot stays where it is."""
    match = re.fullmatch(r"\[?\s*(\d)\s*,\s*([UDLR])\s*\]?", test, re.ASCII)
    if match is None:
        raise InputError(f"`--test` takes `[robot,direction]`, such as `[0,U]`: {test}")
    number, direction = parse_move(match[1] + match[2])
    if number not in level.index:
        raise InputError(f"there is no robot {number} on this board")
    stop = slide(level, initial(level).cells, level.index[number], direction)
    robots = dict(level.robots) | {number: Pos(stop % level.width, stop // level.width)}
    for line in write_unicode(replace(level, robots=tuple(sorted(robots.items())))):
        messages.out(line)
    return ExitCode.ANSWERED
