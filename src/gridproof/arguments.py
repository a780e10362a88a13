"""Checks of arguments: a mistake is one line that says what to give instead."""

from __future__ import annotations

import functools
import inspect
import os
import re
from collections.abc import Callable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any, Final, TypeVar, cast

from gridproof.errors import BadCall, InputError, did_you_mean, shorten

__all__ = [
    "check_function",
    "check_moves",
    "check_table",
    "check_text",
    "explained",
    "file_name",
    "kind_of",
    "names_file",
    "seconds",
    "shown_value",
    "whole_number",
]

C = TypeVar("C", bound=Callable[..., Any])
#: Arguments that are taken for limits where a function has none of that name.
_LIMITS: Final = ("time", "timeout", "time_limit", "seconds", "nodes", "memory", "max_cost")
#: A text that is no board, but may name a file.
_FILE: Final = re.compile(r"\S[^\n]*\.\w{1,8}|[\w.+-]+://\S+")

#: Values that messages show as they are.
_SHOWN: Final = (bool, int, float, complex, str, bytes, list, tuple, dict, set)

#: The next step for values of some kinds if a text is expected.
_TEXT_OF = {
    bytes: "; `.decode()` makes a text of bytes",
    bytearray: "; `bytes(…).decode()` makes a text of it",
    dict: "; `json.dumps` makes a text of a dict",
}


def kind_of(value: object) -> str:
    """Return the kind of a value, in the words of messages."""
    if value is None:
        return "None"
    name = "Path" if isinstance(value, os.PathLike) else type(value).__name__
    return name if name == "bytes" else f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def check_text(value: object, what: str, instead: str = "") -> None:
    """Refuse a value that is no text.

    Args:
        value: what is given.
        what: the kind it should have, with an article: "the name of a solver".
        instead: what to do with another value; "" says what makes a text of it.

    Raises:
        InputError: it is none.
    """
    if not isinstance(value, str):
        advice = next((said for kind, said in _TEXT_OF.items() if isinstance(value, kind)), "")
        advice = f"; {instead}" if instead else advice
        raise InputError(f"{what} is a text, not {kind_of(value)}{advice}")


def check_table(value: object, what: str) -> None:
    """Refuse a value that is neither None nor a mapping from names.

    Raises:
        InputError: it is neither.
    """
    if value is not None and not isinstance(value, Mapping):
        raise InputError(f"{what} are a dict from names to values, not {kind_of(value)}")


def check_moves(value: object, what: str) -> None:
    """Refuse a value that is neither a text nor a sequence of texts.

    Raises:
        InputError: it is neither.
    """
    if isinstance(value, str):
        return
    if isinstance(value, bytes) or not isinstance(value, Sequence):
        has_moves = hasattr(value, "moves")
        check_text(value, what, "take its `.moves`" if has_moves else "")
    moves = cast(Sequence[object], value)
    if all(issubclass(kind, str) for kind in set(map(type, moves))):
        return
    other = next(move for move in moves if not isinstance(move, str))
    raise InputError(f"{what} is a text or a list of texts; one of them is {kind_of(other)}")


def shown_value(value: object) -> str:
    """Return a value as messages show it: short, or its kind where it is an object."""
    if value is None or type(value) in _SHOWN:
        try:
            return shorten(repr(value))
        except ValueError:  # more digits than Python writes
            return "a number with thousands of digits"
    return kind_of(value)


def whole_number(value: Any, what: str, least: int = 0) -> int:
    """Return a whole number; NumPy's are taken too.

    Args:
        value: what is given.
        what: the meaning of the value, with an article: "a seed".
        least: the smallest number allowed.

    Raises:
        InputError: it is none, or less.
    """
    is_whole = isinstance(value, Integral) and not isinstance(value, bool)
    if is_whole and value >= least:
        return int(value)
    raise InputError(f"{what} is a whole number from {least}, not {shown_value(value)}")


def seconds(value: Any, what: str) -> float | None:
    """Return a number of seconds; None stands for none.

    Raises:
        InputError: it is none, or less than 0.
    """
    if value is None:
        return None
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if is_number and value >= 0:
        try:
            return float(value)
        except OverflowError:
            return float("inf")
    raise InputError(f"{what} is a number of seconds from 0, not {shown_value(value)}")


def check_function(value: object, what: str) -> None:
    """Refuse a value that is neither None nor callable.

    Raises:
        InputError: it is neither.
    """
    if value is not None and not callable(value):
        raise InputError(f"{what} is a function, not {shown_value(value)}")


def file_name(path: Any) -> str:
    """Return the name of a file, which may be given as a path.

    Raises:
        InputError: it is neither a text nor a path.
    """
    if isinstance(path, os.PathLike):
        path = os.fspath(path)
    check_text(path, "the name of a file", "a `str` or `pathlib.Path` names one")
    return str(path)


def names_file(text: str) -> bool:
    """Return True if a text, which is no board, looks like the name of a file or an address."""
    return _FILE.fullmatch(text.strip()) is not None


def explained(called: C) -> C:
    """Have a function, or a class, say what to give if it is called with other arguments.

    A call that Python cannot make raises :class:`gridproof.errors.BadCall`.
    """
    if isinstance(called, type):
        called.__init__ = explained(called.__init__)  # type: ignore[misc]
        return cast(C, called)

    @functools.wraps(called)
    def call(*args: Any, **named: Any) -> Any:
        try:
            return called(*args, **named)
        except TypeError as error:
            trace = error.__traceback__
            if trace is None or trace.tb_next is not None:  # it comes from inside
                raise
            raise _bad_call(called, args, named, error) from None

    if hasattr(called, "cache_clear"):
        call.cache_clear = called.cache_clear  # type: ignore[attr-defined]
    return cast(C, call)


def _bad_call(
    called: Callable[..., Any], args: tuple[Any, ...], named: Mapping[str, Any], error: TypeError
) -> TypeError:
    """Return the error of a call that Python refuses, with the arguments to give."""
    parameters = dict(inspect.signature(called).parameters)
    name = called.__qualname__
    if name.endswith(".__init__"):
        name, args = name.removesuffix(".__init__"), args[1:]
        del parameters["self"]
    placed = [p for p in parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    needed = [p.name for p in placed if p.default is p.empty]
    form = f"`{name}({', '.join(needed)}{', …' * (len(parameters) > len(needed))})`"
    takes_any = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    unknown = [argument for argument in named if argument not in parameters and not takes_any]
    if unknown:
        return BadCall(f"`{name}` has no argument {_unlike(unknown[0], list(parameters))}")
    if len(args) > len(placed):
        few = ", ".join(f"`{p.name}`" for p in placed) or "nothing"
        more = next((p.name for p in parameters.values() if p.kind is p.KEYWORD_ONLY), None)
        rest = f", and the rest by name, such as `{more}=…`" if more else ""
        given = "1 value is" if len(args) == 1 else f"{len(args)} values are"
        return BadCall(f"`{name}` takes {few} by place{rest}; {given} given")
    missing = [p for p in needed[len(args) :] if p not in named]
    if missing:
        which = " and ".join(f"`{p}`" for p in missing)
        return BadCall(f"`{name}` is called as {form}; {which} {_is(missing)} missing")
    twice = [p.name for p in placed[: len(args)] if p.name in named]
    if twice:
        return BadCall(f"`{name}` is called as {form}; `{twice[0]}` is given twice")
    return error


def _unlike(argument: str, known: Sequence[str]) -> str:
    """Return an argument that a function lacks, and what to give instead."""
    if argument in _LIMITS and "limits" in known:
        return f"`{argument}`; limits are given as `limits=Limits(time=…)`"
    near = did_you_mean(argument, known)
    return f"`{shorten(argument)}`; " + (near or f"it has {', '.join(known) or 'none'}")


def _is(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"
