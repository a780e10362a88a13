"""Every reader of the whole, each as one call on one input."""

from __future__ import annotations

import functools
import itertools
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from gridproof.batch.plan_file import read_plan
from gridproof.cli.solutions import find_solutions
from gridproof.design.level_id import read_id
from gridproof.errors import GridproofError
from gridproof.files.addresses import unpack_address
from gridproof.files.notes import heard_by
from gridproof.files.reading import read_text, scan
from gridproof.game import AnyGame
from gridproof.level import BoardFault, Level
from gridproof.playing.session import Session
from gridproof.proof.checking import check
from gridproof.reduction import reductions
from gridproof.reductions import reduce as reducing
from gridproof.registry import games
from gridproof.result import Limits
from tests import foreign
from tests.fuzz import samples
from tests.fuzz.mutations import damaged, damaged_bytes
from tests.hostile import SOURCE, check_message
from tests.samples import GAMES, random_levels

__all__ = ["READERS", "Reader", "run"]

#: Boards of one input that are looked at.
_MAX_BOARDS: Final = 200
#: What a certificate may take to be checked.
_LIMITS: Final = Limits(time=0.3, nodes=20_000, memory=64 << 20)


class Reader(NamedTuple):
    """A reader: how an input is made from a generator of random numbers, and what reads it."""

    make: Callable[[Random], Any]
    read: Callable[[Any], None]


def _items(items: Any) -> None:
    for item in itertools.islice(items, _MAX_BOARDS):
        if isinstance(item, BoardFault):
            assert item.line >= 1
            check_message(item.message)
        else:
            assert isinstance(item, Level)


def _levels(game: AnyGame) -> Reader:
    def read(text: str) -> None:
        _items(game.read(text, SOURCE))

    return Reader(lambda rng: damaged(samples.levels(game.id), rng), read)


@functools.cache
def _every_level() -> list[str]:
    return [text for game in GAMES for text in samples.levels(game)]


def _any_level(text: str) -> None:
    _items(scan(text, SOURCE)[1])


def _in_file(name: str, read: Callable[[str], Any]) -> Callable[[bytes], None]:
    """Read from a file, which is written again for each input."""
    folder = tempfile.TemporaryDirectory(prefix="fuzz-")
    path = Path(folder.name) / name

    def from_file(data: bytes) -> None:
        path.write_bytes(data)
        read(str(path))

    from_file.folder = folder  # type: ignore[attr-defined]  # as long as the reader lives
    return from_file


def _file(path: str) -> None:
    _items(scan(read_text(path), path)[1])


def _solutions(game: AnyGame) -> Reader:
    level = next(random_levels(game.id, 1))
    moves = list(itertools.islice(game.legal(level, game.initial(level)), 5))
    texts = [game.write_solution(level, moves[:n]) for n in range(1, len(moves) + 1)]

    def read(text: str) -> None:
        for found in find_solutions(text):
            game.read_solution(level, found.text)

    return Reader(lambda rng: damaged([*texts, *samples.results().values()], rng), read)


def _moves(game: AnyGame) -> Reader:
    """Moves as `apply` takes them."""
    level = next(random_levels(game.id, 1))
    moves = list(itertools.islice(game.legal(level, game.initial(level)), 5)) or ["x"]

    def read(text: str) -> None:
        game.apply(level, game.initial(level), text)

    return Reader(lambda rng: damaged(moves, rng), read)


def _dump(rng: Random) -> str:
    """A dump whose checksum is right, of damaged bytes."""
    level = rng.choice(list(random_levels("robots", 2)))
    data = bytearray(foreign.dump(level))
    for _ in range(rng.choice((1, 1, 2, 5))):
        data[rng.randrange(len(data))] = rng.choice((0, 1, 127, 255, rng.randrange(256)))
    return foreign.packed_dump(bytes(data[: rng.choice((len(data), rng.randrange(len(data) + 1)))]))


def _address(rng: Random) -> str:
    text = damaged(samples.saves(), rng)
    return samples.packed(text) if rng.random() < 0.8 else damaged([samples.packed(text)], rng)


def _saved(text: str) -> None:
    Session.load(text)


def _opened(shared: str) -> None:
    Session.load(unpack_address(shared))


def _source(name: str, texts: Callable[[], Any], witness: str) -> Mapping[str, Reader]:
    source = reductions()[name].source
    instance = source.read(source.example, "example")

    def read(text: str) -> None:
        for said in source.notes(source.read(text, SOURCE)):
            check_message(said)

    def read_witness(text: str) -> None:
        source.faults(instance, source.read_witness(instance, text))

    return {
        source.id: Reader(lambda rng: damaged(texts(), rng), read),
        f"witness of a {source.id}": Reader(lambda rng: damaged([witness], rng), read_witness),
    }


def _readers() -> dict[str, Reader]:
    registered = games().values()
    found = {f"levels of {game.id}": _levels(game) for game in GAMES.values()}
    found["levels"] = Reader(lambda rng: damaged(_every_level(), rng), _any_level)
    found["files"] = Reader(
        lambda rng: damaged_bytes(_every_level(), rng), _in_file("boards.txt", _file)
    )
    found["dumps of robots"] = Reader(_dump, _any_level)
    found |= _source("sat-to-boxcover", samples.formulas, "x !y z=1 w=0 1 -2 3 0")
    found |= _source("vc-to-merge", samples.graphs, "1, 2 3")
    found["plans"] = Reader(
        lambda rng: damaged(samples.plans(), rng).encode(errors="replace"),
        _in_file("plan.toml", read_plan),
    )
    found["certificates"] = Reader(
        lambda rng: samples.certificate(damaged(samples.certificates(), rng)),
        _in_file("proof.gpc", lambda path: check(path, limits=_LIMITS)),
    )
    found["saves"] = Reader(lambda rng: damaged(samples.saves(), rng), _saved)
    found["addresses"] = Reader(_address, _opened)
    found["maps"] = Reader(
        lambda rng: damaged(samples.maps(), rng), lambda text: _drop(reducing.load_encoding(text))
    )
    ids = ["robots:backward,width=5,height=5,robots=2#3.0@g1", "robots:random#1.0@g1"]
    found["IDs"] = Reader(lambda rng: damaged(ids, rng), lambda text: _drop(read_id(text)))
    found |= {f"solutions of {game.id}": _solutions(game) for game in registered}
    found |= {f"moves of {game.id}": _moves(game) for game in registered}
    return found


def _drop(value: Any) -> None:
    """Take a value that only counts as made."""


@functools.cache
def _cached() -> Mapping[str, Reader]:
    return _readers()


class _Readers(Mapping[str, Reader]):
    """The readers by name, made when first used."""

    def __getitem__(self, name: str) -> Reader:
        return _cached()[name]

    def __iter__(self) -> Any:
        return iter(_cached())

    def __len__(self) -> int:
        return len(_cached())


READERS: Final = _Readers()


def made(name: str, seed: int, number: int) -> Any:
    """Return the input of this number: a text, or bytes."""
    return READERS[name].make(Random(f"{name} {seed} {number}"))


def run(name: str, value: Any) -> bool:
    """Read an input; return whether it was taken. Whatever is not our own error is raised."""
    try:
        with heard_by(check_message):
            READERS[name].read(value)
    except GridproofError as refusal:
        for said in str(refusal).split("\n"):  # a message may name several faults
            check_message(said.replace("/", " "))
        check_message(refusal.hint or "")
        return False
    return True
