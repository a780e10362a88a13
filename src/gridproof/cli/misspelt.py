"""Answers to a command line that names no verb or option: the names that there are, the nearest."""

from __future__ import annotations

from collections.abc import Collection

from cyclopts import App, CycloptsError
from cyclopts.exceptions import MissingArgumentError, UnknownCommandError, UnknownOptionError

from gridproof.cli.help import entry_of
from gridproof.errors import InputError, UnknownName

__all__ = ["of_usage"]


def of_usage(problem: CycloptsError) -> InputError:
    """Return the error that says what is wrong with a command line, and what would be right."""
    called = " ".join(["gridproof", *(problem.command_chain or ())])
    error = InputError(" ".join(str(problem).split()))
    options = [] if problem.app is None else _options(problem.app)
    if option := _unknown_option(problem, options):
        error = UnknownName("option", option, options, f"`{called}`")
    elif isinstance(problem, MissingArgumentError) and problem.argument is not None:
        entry = entry_of(problem.argument)
        lacking = " ".join(filter(None, [entry.names[-1], entry.value]))
        error = InputError(f"`{called}` lacks `{lacking}`", hint=entry.summary)
    elif isinstance(problem, UnknownCommandError) and problem.unused_tokens and problem.app:
        verbs = [verb for verb in problem.app if not verb.startswith("-")]
        error = UnknownName("verb", problem.unused_tokens[0], verbs, f"`{called}`")
    error.hint = error.hint or f"`{called} --help` shows what can be said"
    return error


def _unknown_option(problem: CycloptsError, options: Collection[str]) -> str:
    """Return the option that is none of a verb's, also where the verb lacks another one; or ""."""
    if isinstance(problem, UnknownOptionError):
        return (problem.token.keyword or problem.token.value).partition("=")[0]
    named = (token.partition("=")[0] for token in problem.unused_tokens or ())
    return next((name for name in named if name.startswith("--") and name not in options), "")


def _options(verb: App) -> list[str]:
    """Return the names of all options of a verb."""
    arguments = [] if verb.default_command is None else verb.assemble_argument_collection()
    named = [name for argument in arguments if argument.parse for name in argument.names]
    return [*(name for name in named if name.startswith("-")), "--help"]
