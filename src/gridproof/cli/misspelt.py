"""Answers to a command line that names no verb or option: the names that there are, the nearest."""

from __future__ import annotations

from cyclopts import ArgumentCollection, CycloptsError
from cyclopts.exceptions import MissingArgumentError, UnknownCommandError, UnknownOptionError

from gridproof.cli.help import entry_of
from gridproof.errors import InputError, UnknownName

__all__ = ["of_usage"]


def of_usage(problem: CycloptsError) -> InputError:
    """Return the error that says what is wrong with a command line, and what would be right."""
    called = " ".join(["gridproof", *(problem.command_chain or ())])
    error = InputError(" ".join(str(problem).split()))
    option, options = _unknown_option(problem)
    if option:
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


def _unknown_option(problem: CycloptsError) -> tuple[str, list[str]]:
    """Return the option that is none of a verb's, or "", and those that are.

    There may be one as well where the verb lacks something else. The options are made only if they
    are asked for: that takes as long as reading the command line.
    """
    if isinstance(problem, UnknownOptionError):
        option = (problem.token.keyword or problem.token.value).partition("=")[0]
        return option, _options(problem.argument_collection)
    named = [token.partition("=")[0] for token in problem.unused_tokens or ()]
    named = [name for name in named if name.startswith("--")]
    verb = problem.app
    if not named or verb is None or verb.default_command is None:
        options = ["--help"]
    else:
        options = _options(verb.assemble_argument_collection())
    return next((name for name in named if name not in options), ""), options


def _options(arguments: ArgumentCollection) -> list[str]:
    """Return the names of all options of a verb."""
    named = [name for argument in arguments if argument.parse for name in argument.names]
    return [*(name for name in named if name.startswith("-")), "--help"]
