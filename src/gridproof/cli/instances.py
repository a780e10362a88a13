"""What the verbs that take an instance of a hard problem have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from gridproof.errors import InputError
from gridproof.files.reading import read_text
from gridproof.reduction import AnySource

__all__ = ["one_instance"]


def one_instance(
    source: AnySource,
    files: Sequence[str],
    random: str | None,
    seed: int | None,
    options: Mapping[str, Any] | None = None,
) -> Any:
    """The instance that is named: one file's, or a random one.

    Args:
        source: the problem.
        files: as named.
        random: the size of a random one.
        seed: of that; None is 0.
        options: of the instance, by attribute.

    Raises:
        InputError: none is named, or several are, or it cannot be read or made.
    """
    if len(files) + (random is not None) != 1:
        raise InputError(
            "name one instance",
            hint=f"a file with an instance of {source.title}, `-` for standard input, or "
            f"`--random {source.parameters}`",
        )
    if seed is not None and random is None:
        raise InputError("`--seed` goes with `--random`")
    if random is not None:
        return source.random(random, Random(seed or 0), options)
    return source.read(read_text(files[0]), files[0], options)
