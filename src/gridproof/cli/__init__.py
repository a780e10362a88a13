"""The command line: one module a verb, imported when the verb is called."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from gridproof import __version__
from gridproof.cli.exit_codes import ExitCode, of_error
from gridproof.errors import GridproofError, missing_part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cyclopts import App

__all__ = ["VERBS", "app", "main"]

#: Verb → its module under ``gridproof.cli`` and its line in the overview.
VERBS = {
    "list": ("list_games", "Games with objectives, solvers, generators, options and formats."),
    "show": ("show", "Draw boards, or write them in another format."),
    "solve": ("solve", "Solve every board of the files to proven optimum."),
    "verify": ("verify", "Replay a solution with the rules alone."),
    "certify": ("certify", "Solve boards, and write certificates of what is proven."),
    "check": ("check", "Accept certificates, by the rules alone, or say why not."),
    "generate": ("generate", "Make levels of a wanted size and difficulty from a seed."),
    "rate": ("rate", "Say how hard boards are, where moves go, what would make them easier."),
    "curate": ("curate", "Make a collection of boards, the easiest first, without doubles."),
    "reduce": ("reduce", "Hard problems as boards, their solutions to and fro, and an audit."),
    "export": ("export", "Boards and formulas for other programs, and their answers back."),
    "play": ("play", "Play in the terminal; without a file, the shipped levels."),
    "draw": ("draw", "Draw a board in the terminal, with a verdict after each stroke."),
    "robots": ("robots", "The Robot Reboot assignment's command line (board on stdin)."),
    "sokoban": ("sokoban", "The course's program: boards on stdin, fewest moves on stdout."),
    "onebomb": ("onebomb", "The olympiad's program: boards on stdin, answers on stdout."),
    "serve": ("serve", "The web app on this machine: choose, play, solve and share boards."),
    "batch": ("batch", "Many boards with many solvers into a file of results, resumable."),
    "experiment": ("experiment", "Repeat a published table, beside its figures."),
    "completion": ("completion", "Complete verbs and options in bash, zsh, fish or PowerShell."),
    "doctor": ("doctor", "Versions, build, and which optional parts are present."),
}
#: Those that have verbs of their own: the module says them as an ``app``.
_WITH_VERBS = {"batch", "reduce"}
_SUMMARY = "Models, plays, solves, verifies, generates, rates and draws grid puzzles."


def app() -> App:
    """Return the command line as an object; no verb's module is imported yet."""
    from gridproof.cli import messages
    from gridproof.cli.command_line import CommandLine

    root = CommandLine(
        name="gridproof",
        help=_SUMMARY,
        version=__version__,
        help_format="plaintext",
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
        console=messages.lazy_stdout(),
    )
    for verb, (module, _) in VERBS.items():
        entry = "app" if verb in _WITH_VERBS else "command"
        root.command(f"gridproof.cli.{module}:{entry}", name=verb)
    return root


def overview() -> str:
    """Return the text of `gridproof --help`, without Cyclopts, whose import takes a while."""
    from textwrap import fill

    verbs = "\n".join(f"  {verb:<10} {summary}" for verb, (_, summary) in VERBS.items())
    codes = "\n".join(
        fill(code.meaning, 80, initial_indent=f"  {code:<10} ", subsequent_indent=" " * 13)
        for code in ExitCode
    )
    return (
        f"Usage: gridproof VERB …\n\n{_SUMMARY}\n\n"
        f"Verbs (`gridproof VERB --help` says more):\n{verbs}\n\nExit codes:\n{codes}"
    )


def main(tokens: Sequence[str] | None = None) -> None:
    """Run the command line, and end the process with the exit code of the run."""
    import gc

    signals_interrupt()
    try:
        code = run(sys.argv[1:] if tokens is None else tokens)
    except KeyboardInterrupt:  # in the moments before or after the run proper
        code = ExitCode.INTERRUPTED
    gc.freeze()  # what all modules hold is not searched for cycles once more: 10 ms
    sys.exit(code)


def signals_interrupt() -> None:
    """Make SIGTERM (`timeout`, clusters) and SIGHUP (a closed terminal) the same as Ctrl-C.

    A signal that was ignored when the process began (`nohup`, a job in the background) stays so.
    """
    import signal

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


def run(tokens: Sequence[str]) -> int:
    """Run the command line; return the exit code. No exception leaves it."""
    from gridproof.cli import messages
    from gridproof.files.notes import heard_by

    messages.prepare_streams()
    try:
        with heard_by(messages.note):
            code = _run(tokens)
        messages.flush()
    except KeyboardInterrupt:
        messages.error("interrupted")
        return ExitCode.INTERRUPTED
    except BrokenPipeError:  # the reader of our output has left: nothing more to say
        _forget_output()
        return ExitCode.ANSWERED
    except OSError as problem:
        name = problem.filename or "standard output"
        messages.error(f"{name}: {problem.strerror or problem}")
        _forget_output()
        return ExitCode.BAD_INPUT
    except GridproofError as problem:
        messages.report(problem)
        return of_error(problem)
    except ImportError as problem:
        messages.report(missing_part(problem, "gridproof"))
        return ExitCode.MISSING_PART
    except MemoryError:
        messages.error("there is not enough memory for this")
        return ExitCode.UNFINISHED
    except Exception as problem:
        if isinstance(problem.__cause__, KeyboardInterrupt):  # in the making of a class
            messages.error("interrupted")
            return ExitCode.INTERRUPTED
        messages.error(f"internal error: {type(problem).__name__}: {problem}")
        messages.hint("this is a bug; set GRIDPROOF_DEBUG=1 to see where it comes from")
        from gridproof.environment_variables import DEBUG

        if DEBUG.is_set:
            raise
        return ExitCode.INTERNAL_ERROR
    return code


def _run(tokens: Sequence[str]) -> int:
    from gridproof.cli import messages

    if not tokens or tokens[0] in ("--help", "-h"):
        messages.out(overview())
        return ExitCode.ANSWERED

    if tokens[0] == "play" and len(tokens) < 3 and not tokens[-1].startswith("-"):
        from gridproof.cli import playing  # as soon as can be: without Cyclopts

        return playing.run(*tokens[1:])

    from cyclopts import CycloptsError

    from gridproof.files.temporary import sweep_temporary_folders

    sweep_temporary_folders()
    try:
        code = app()(_name_stdin(tokens), result_action="return_value")
    except CycloptsError as problem:
        from gridproof.cli.misspelt import of_usage

        messages.report(of_usage(problem))
        return ExitCode.BAD_INPUT
    return code if isinstance(code, int) else ExitCode.ANSWERED


def _forget_output() -> None:
    """Keep Python from flushing standard output once more at its end, and failing again."""
    import os

    devnull = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(devnull, sys.stdout.fileno())
    except (AttributeError, OSError, ValueError):  # closed, or a stand-in without a file
        sys.stdout = None
    finally:
        os.close(devnull)


def _name_stdin(tokens: Sequence[str]) -> list[str]:
    """Return the tokens, with the name of standard input for ``-``, an option to Cyclopts."""
    if not any(token.endswith("-") for token in tokens):
        return list(tokens)
    import re

    from gridproof.files.reading import STDIN

    return [re.sub(r"\A(--[a-z-]+=)?-\Z", rf"\g<1>{STDIN}", token) for token in tokens]
