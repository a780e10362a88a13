"""Good input of each kind, from which damaged input is made."""

from __future__ import annotations

import base64
import functools
import hashlib
import json
import tempfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from gridproof.errors import InputError
from gridproof.level import Level
from gridproof.playing.session import Session
from gridproof.reduction import reductions
from gridproof.reductions import reduce as reducing
from gridproof.registry import games
from gridproof.solving.certify import certify
from tests.foreign import DRAWINGS, DUMPS, GRAPHS, LISTS, PROGRAMS
from tests.samples import GAMES, random_levels

__all__ = [
    "certificate",
    "certificates",
    "formulas",
    "graphs",
    "levels",
    "maps",
    "packed",
    "plans",
    "saves",
]

_HEADS = ("; A title\nauthor: Ana\n", "# 1\n", "Level: 3\ndate: 2020-01-01\n", "")


@functools.cache
def _boards(game: str) -> Sequence[Level]:
    return list(random_levels(game, 3, seed=7))


@functools.cache
def levels(game: str) -> Sequence[str]:
    """Return files of a game in all its formats, and what others write."""
    found: list[str] = []
    for form in GAMES[game].formats:
        texts = []
        for level in _boards(game):
            try:
                texts.append(GAMES[game].write(level, form))
            except InputError:
                continue
        found += texts
        found += [head + text for head, text in zip(_HEADS, texts, strict=False)]
        found += ["\n".join(texts[:3])]
        if form == "json":
            found.append(f"[{','.join(text.strip() for text in texts[:3])}]")
    if game == "robots":
        found += [*PROGRAMS.values(), *DRAWINGS.values(), *DUMPS.values(), "0765+42+2E21BD0F+93"]
    return [*found, *LISTS.get(game, ())]


@functools.cache
def formulas() -> Sequence[str]:
    """Return formulas in both forms."""
    source = reductions()["sat-to-boxcover"].source
    made = [source.random(size, Random(size)) for size in source.sizes]
    plain = ["x | !y | z\n!x | y\n", "(a ∨ ¬b) ∧ c # end\n", source.example]
    ends = "c SATLIB\np cnf 3 2\n1 -2 3 0\n-1 2\n3 0\n%\n0\n"
    return [*plain, ends, *map(source.write, made)]


@functools.cache
def graphs() -> Sequence[str]:
    """Return graphs in all forms."""
    source = reductions()["vc-to-merge"].source
    made = [source.random(size, Random(size)) for size in source.sizes]
    return [*GRAPHS.values(), source.example, *map(source.write, made)]


def plans() -> Sequence[str]:
    """Return plans of batches."""
    whole = """limits = { time = 10, memory = "2GiB" }
certify = true

[[boards]]
set = "small"
game = "bombcover"
generator = "random"
parameters = { width = 8, height = 8 }
count = 100
seed = 7

[[runs]]
games = ["sokoban", "bombcover"]
objective = "explosions"
solvers = ["optimal"]
limits = { time = 60, nodes = 1000 }
"""
    return [whole, whole.replace("[[runs]]", "[[runs]]\noptions = { fold = true }")]


@functools.cache
def certificates() -> Sequence[str]:
    """Return small certificates of all games: the header line and the lines of records."""
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "proof.gpc"
        for game in games().values():
            for level in _boards(game.id)[:2]:
                try:
                    certify(level, path, game=game)
                except InputError:
                    continue
                if path.exists() and path.stat().st_size < 20_000:
                    header, _, rest = path.read_bytes().partition(b"\n")
                    records = zlib.decompressobj().decompress(rest)
                    found.append((header + b"\n" + records).decode())
                path.unlink(missing_ok=True)
    return found


def certificate(text: str) -> bytes:
    """Return a certificate of a header line and lines of records, its checksum right."""
    header, _, records = text.encode(errors="replace").partition(b"\n")
    data = header + b"\n" + zlib.compress(records)
    return data + b"\n" + hashlib.sha256(data).hexdigest().encode() + b"\n"


@functools.cache
def saves() -> Sequence[str]:
    """Return saved play-throughs with a few moves."""
    found = []
    for game in games().values():
        for level in _boards(game.id)[:2]:
            session = Session(level)
            for _ in range(3):
                move = next(game.legal(level, session.state), None)
                if move is not None:
                    session.apply(move)
            found.append(session.save())
    return found


def packed(text: str) -> str:
    """Return a text as addresses hold it."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    data = packer.compress(text.encode(errors="surrogatepass")) + packer.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@functools.cache
def maps() -> Sequence[str]:
    """Return encodings of small instances as files."""
    found = []
    for name, reduction in reductions().items():
        source = reduction.source
        instance = source.random(source.sizes[0], Random(name))
        defaults = {option.attribute: option.default for option in reduction.options}
        found.append(reducing.save_encoding(reducing.reduce(name, instance, defaults)))
    return [text for text in found if len(text) < 100_000]


def results() -> Mapping[str, str]:
    """Return what `solve --json` and others print, by what it is."""
    return {"solve": json.dumps({"v": 1, "level": 1, "solution": "lluurR", "digest": "00"})}
