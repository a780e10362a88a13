"""Instances of hard problems that a verb is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any

from cyclopts import Parameter

from gridproof.cli.parameters import group, whole
from gridproof.errors import InputError
from gridproof.files.reading import read_text
from gridproof.reduction import AnySource

__all__ = ["RandomOptions", "one_instance"]


@group
@dataclass(frozen=True, kw_only=True)
class RandomOptions:
    """A random instance.

    Attributes:
        random: its size; None: it is not random.
        seed: of the random numbers; None is 0.
    """

    random: Annotated[
        str | None,
        Parameter(
            metavar="SIZE", help="Instead of a file: an instance of this size, such as `5,12`."
        ),
    ] = None
    seed: Annotated[
        int | None,
        Parameter(
            metavar="NUMBER", help="Seed of `--random`; 0 if none is given.", converter=whole
        ),
    ] = None


def one_instance(
    source: AnySource,
    files: Sequence[str],
    sample: RandomOptions,
    options: Mapping[str, Any] | None = None,
) -> Any:
    """Return the instance that is named: one file's, or a random one.

    Args:
        source: the problem.
        files: as named.
        sample: the size and the seed of a random one.
        options: of the instance, by attribute.

    Raises:
        InputError: none is named, or several are, or it cannot be read or made.
    """
    random, seed = sample.random, sample.seed
    if len(files) + (random is not None) != 1:
        raise InputError(
            "name one instance",
            hint=f"a file with an instance of {source.title}, `-` for standard input, or "
            f"`--random {source.parameters}`",
        )
    if seed is not None and random is None:
        raise InputError(
            "`--seed` goes with `--random`", hint="leave it out, or give a size with `--random`"
        )
    if random is not None:
        return source.random(random, Random(seed or 0), options)
    return source.read(read_text(files[0]), files[0], options)
