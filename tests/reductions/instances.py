"""Small instances of every source problem, for the tests of all reductions."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from gridproof.errors import InputError
from gridproof.reduction import AnyReduction, Encoding, Switchboard, find_reduction
from gridproof.reductions.reduce import reduce

__all__ = ["NO", "Sample", "samples", "values_of", "witness_of"]

#: By the id of the source: texts of instances that have no witness.
NO: Mapping[str, Sequence[str]] = {
    "formula": ("x\n!x\n", "x | y\nx | !y\n!x | y\n!x | !y\n"),
    "graph": ("cover: 0\n1 2\n", "cover: 1\n1 2\n2 3\n3 4\n", "cover: 1\n1 2\n2 3\n3 1\n"),
}
#: By the id of the reduction: options that boards are made with besides the defaults.
VARIANTS: Mapping[str, Sequence[Mapping[str, str]]] = {
    "sat-to-bombcover": [{"variant": "pierce"}],
    "sat-to-bombcover-range": [{"radius": "4", "pierce": "yes"}],
    "sat-to-boxcover": [{"side": "4"}, {"side": "7"}],
    "vc-to-bombcover": [{"radius": "1"}, {"radius": "3"}],
    "vc-to-boxcover": [{"side": "1"}, {"side": "5"}],
}


@dataclass(frozen=True)
class Sample:
    """A board and what is true of it.

    Attributes:
        encoding: the board.
        witness: of the instance, found by its source; None: there is none.
    """

    encoding: Encoding
    witness: Any


@functools.cache
def samples(name: str) -> tuple[Sample, ...]:
    """Boards of a reduction: of random instances, and of some that are a "no"."""
    reduction = find_reduction(name)
    found = []
    for options in ({}, *VARIANTS.get(name, ())):
        # Boards of other options are like those of the defaults: there are fewer of them.
        for instance in _instances(reduction, seeds=1 if options else 2):
            try:
                encoding = reduce(name, instance, options)
            except InputError:  # it is not made for this one
                continue
            found.append(Sample(encoding, reduction.source.solve(instance)))
    assert {sample.witness is None for sample in found} == {True, False}, "no yes, or no no"
    return tuple(found)


def _instances(reduction: AnyReduction, seeds: int) -> list[Any]:
    source = reduction.source
    sizes = source.sizes[: 2 * seeds + 1]
    assert source.id in NO, f"say instances of {source.id} without a witness here"
    found = [
        source.random(size, Random(17 * number + seed))
        for number, size in enumerate(sizes)
        for seed in range(seeds)
    ]
    return [source.read(source.example), *found, *map(source.read, NO[source.id])]


def witness_of(encoding: Encoding, values: Sequence[int], board: Switchboard | None = None) -> Any:
    """Return the witness that values of the switchboard's choices mean; it need not be right."""
    reduction = find_reduction(encoding.reduction)
    choices = (board or reduction.switchboard(encoding)).choices
    names = [choice.values[value].name for choice, value in zip(choices, values, strict=True)]
    if reduction.source.id == "formula":
        assert len(choices) == len(encoding.instance.names)
        return tuple(name == "true" for name in names)
    assert len(choices) == len(encoding.instance.graph.names)
    return frozenset(vertex for vertex, name in enumerate(names) if name == "chosen")


def values_of(encoding: Encoding, witness: Any) -> list[int]:
    """The value of each choice of the switchboard that a witness stands for."""
    board = find_reduction(encoding.reduction).switchboard(encoding)
    choices = board.choices
    values = [0] * len(choices)
    for number, choice in enumerate(choices):
        for value in range(len(choice.values)):
            values[number] = value
            said = witness_of(encoding, values, board)
            agrees = (
                said[number] == witness[number]
                if isinstance(said, tuple)
                else ((number in said) == (number in witness))
            )
            if agrees:
                break
        else:
            raise AssertionError(f"no value of {choice.name} is what the witness says")
    return values
