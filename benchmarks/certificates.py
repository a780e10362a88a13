"""Certificates: their size, and how long they take to make and to check, beside the plain solve.

    python benchmarks/certificates.py [KIND …] [--seconds S] [--proof S] [--folder FOLDER]

Prints a table of the sets of boards that are registered here, of the games that have these kinds of
proof (or of games named themselves), or of all. A row is a set: how many of its boards the solver
proves (an optimum, or that there is none), how many of these proofs are certified in full, by which
kinds; bytes and seconds, the median and the most. Below it stands what is not certified, and why.
`reductions` is a table of its own, of boards that stand for random instances.
FOLDER holds the shared data. ``GRIDPROOF_BENCH=long`` takes the sets that take longer, too.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from rich.table import Table
from tests.samples import sample_levels

from gridproof.cli import messages
from gridproof.design.level_id import GeneratorConfig, find_generator
from gridproof.experiments.machine import stamp
from gridproof.files.reading import read_boards, read_file
from gridproof.files.shipped import collections
from gridproof.level import Level
from gridproof.limits import Ticker
from gridproof.proof.kinds import REDUCTIONS
from gridproof.reduction import find_reduction
from gridproof.reductions.reduce import audit, reduce
from gridproof.reductions.reduce import certify as certify_reduction
from gridproof.registry import find_game, games
from gridproof.result import Limits, Result, Status
from gridproof.solving.certify import certified
from gridproof.solving.solve import solve

#: Seconds for a board; and for its proof, and again for the check of it.
SECONDS: Final = 10.0
PROOF_SECONDS: Final = 120.0
_PROVEN: Final = (Status.OPTIMAL, Status.INFEASIBLE)


@dataclass(frozen=True)
class BoardSet:
    """Boards whose certificates are measured together.

    Attributes:
        name: what the table calls them.
        game: id of their game.
        boards: reads or draws them, from the folder with the shared data.
        objective: of the game, None: its first.
        seconds: a board at least, whatever is asked for.
        long: True if they are measured with ``GRIDPROOF_BENCH=long`` alone.
    """

    name: str
    game: str
    boards: Callable[[Path], Iterable[Level]]
    objective: str | None = None
    seconds: float = 0.0
    long: bool = False


def samples(game: str, folder: Path) -> list[Level]:
    """Return the sample levels of a game, and those of its collections beside the course."""
    others = [c for c in collections().values() if c.game == game != c.id]
    return [*sample_levels(game), *(level for found in others for level in found.levels)]


def shared(game: str, file: str, folder: Path) -> list[Level]:
    """Return the boards of a file of the shared data."""
    return read_file(str(folder / "data" / game / file), game=game)


def drawn(
    game: str, generator: str, count: int, parameters: Mapping[str, Any], folder: Path
) -> list[Level]:
    """Return the first boards of a generator."""
    found = find_game(game)
    config = GeneratorConfig(found, find_generator(found, generator), parameters)
    return [config.draw(f"{number}.0") for number in range(count)]


def every_game() -> Iterable[BoardSet]:
    """Yield a set of the sample levels of each game."""
    for game in games():
        yield BoardSet("samples", game, partial(samples, game))


def boxcover() -> Iterable[BoardSet]:
    """Return random points, one for each s²/4 unit squares of sides s; and reductions' boards."""
    for points, count in ((500, 4), (1000, 10), (1500, 4), (2000, 8), (3000, 3), (5000, 1)):
        boards = partial(drawn, "boxcover", "random", count, {"points": points, "side": 20})
        name, long = f"random, {points:,} points", points > 1000
        yield BoardSet(
            name, "boxcover", boards, seconds=600.0 if points > 2000 else 60.0, long=long
        )
    for reduction, sizes in (
        ("vc-to-boxcover", {"vertices": 50, "edges": 70}),
        ("vc-to-boxcover", {"vertices": 200, "edges": 280}),
        ("sat-to-boxcover", {"variables": 5, "clauses": 21}),
        ("sat-to-boxcover", {"variables": 8, "clauses": 34}),
    ):
        name = f"{reduction}, {', '.join(f'{number} {what}' for what, number in sizes.items())}"
        boards = partial(drawn, "boxcover", reduction, 3, sizes)
        yield BoardSet(name, "boxcover", boards, seconds=60.0)


def bombcover() -> Iterable[BoardSet]:
    """Return the boards with known optima, those of the thesis, and those of reductions."""
    yield BoardSet("known optima", "bombcover", partial(shared, "bombcover", "boards.jsonl"))
    for side, count in ((8, 40), (12, 20), (14, 12), (16, 12)):
        kind = {"width": side, "height": side, "empty": 0.5, "wall": 0.18}
        boards = partial(drawn, "bombcover", "random", count, kind)
        yield BoardSet(f"random, {side} × {side}", "bombcover", boards, seconds=60.0)
    for reduction, sizes, long in (
        ("sat-to-bombcover", {"variables": 4, "clauses": 17}, False),
        ("sat-to-bombcover", {"variables": 8, "clauses": 34}, True),
        ("sat-to-bombcover-range", {"variables": 4, "clauses": 17, "radius": 2}, True),
        ("vc-to-bombcover", {"vertices": 20, "edges": 28, "radius": 1}, False),
        ("vc-to-bombcover", {"vertices": 20, "edges": 28, "radius": 3}, False),
        ("vc-to-bombcover", {"vertices": 50, "edges": 70, "radius": 2}, True),
    ):
        name = f"{reduction}, {', '.join(f'{number} {what}' for what, number in sizes.items())}"
        boards = partial(drawn, "bombcover", reduction, 3, sizes)
        yield BoardSet(name, "bombcover", boards, seconds=60.0, long=long)


def merge() -> Iterable[BoardSet]:
    """Return the boards with known optima, and random families."""
    known = partial(shared, "merge", "boards.jsonl")
    for objective in ("stones", "merges"):
        yield BoardSet(f"known optima, {objective}", "merge", known, objective=objective)
    for heroes in (40, 100, 200, 400):
        for density in ("sparse", "mid", "dense"):
            boards = partial(_merge_family, heroes, density)
            name, long = f"{heroes} heroes, {density}", heroes > 200
            yield BoardSet(name, "merge", boards, seconds=60.0, long=long)
    for vertices in (8, 20):
        sizes = {"vertices": vertices, "edges": vertices * 7 // 5}
        boards = partial(drawn, "merge", "vc-to-merge", 3, sizes)
        yield BoardSet(f"vc-to-merge, {vertices} vertices", "merge", boards, seconds=60.0)


def _merge_family(heroes: int, density: str, folder: Path) -> list[Level]:
    """Return a family, by hit points up to 1, 4 and 8, and by types, 1 and 3."""
    return [
        level
        for hp in (1, 4, 8)
        for types in (1, 3)
        for level in drawn(
            "merge",
            "random",
            1,
            {"heroes": heroes, "density": density, "hp": hp, "types": types},
            folder,
        )
    ]


def sokoban() -> Iterable[BoardSet]:
    """Yield level sets."""
    for number in range(1, 5):
        boards = partial(shared, "sokoban", f"microban{number}.txt")
        yield BoardSet(f"Microban {number}", "sokoban", boards)
        yield BoardSet(f"Microban {number}, moves", "sokoban", boards, objective="moves", long=True)
    hard = partial(shared, "sokoban", "boxoban_hard_first500.txt")
    yield BoardSet("Boxoban hard, first 500", "sokoban", hard)
    yield BoardSet("XSokoban", "sokoban", partial(shared, "sokoban", "xsokoban90.txt"), long=True)


def robots() -> Iterable[BoardSet]:
    """Return the boards with known optima by their sets, and maps of the Robot Reboot report."""
    for name, seconds in (
        *(("std16x4", 0.0), ("asp2015", 0.0), ("random", 0.0), ("robotreboot", 0.0)),
        ("hard", 120.0),
    ):
        yield BoardSet(name, "robots", partial(_robots_set, name), seconds=seconds)
    yield BoardSet("Robot Reboot maps", "robots", _robot_reboot_maps)


def _robots_set(name: str, folder: Path) -> list[Level]:
    lines = (folder / "data" / "robots" / "boards.jsonl").read_text().splitlines()
    texts = [line for line in lines if json.loads(line)["set"] == name]
    return [level for text in texts for level in read_boards(text, game="robots")]


def _robot_reboot_maps(folder: Path) -> list[Level]:
    maps = sorted((folder / "data" / "robots" / "robot_reboot_maps").glob("*.txt"))
    return [level for path in maps for level in read_file(str(path), game="robots")]


def onebomb() -> Iterable[BoardSet]:
    """Return the boards with known optima, and large ones."""
    yield BoardSet("known optima", "onebomb", partial(shared, "onebomb", "boards.jsonl"))
    for side in (1000, 4096):
        for family in ("open", "cluttered", "snake"):
            size = {"width": side, "height": side}
            boards = partial(drawn, "onebomb", family, 1, size)
            yield BoardSet(f"{family} {side}²", "onebomb", boards, seconds=120, long=side > 1000)


#: Each registers sets of boards.
REGISTERED: Final[Sequence[Callable[[], Iterable[BoardSet]]]] = (
    every_game,
    boxcover,
    bombcover,
    merge,
    sokoban,
    robots,
    onebomb,
)

#: Reductions, sizes of instances, options; the second formula is a "no".
STANDING: Final[Sequence[tuple[str, str, Mapping[str, Any]]]] = (
    ("sat-to-bombcover", "10,40", {}),
    ("sat-to-bombcover", "10,60", {}),
    ("sat-to-bombcover", "30,100", {}),
    ("sat-to-bombcover", "20,60", {"variant": "pierce"}),
    ("sat-to-bombcover-range", "10,30", {"radius": 2}),
    ("sat-to-boxcover", "30,120", {"side": 4}),
    ("vc-to-bombcover", "100", {"radius": 1}),
    ("vc-to-bombcover", "100", {"radius": 2}),
    ("vc-to-boxcover", "200", {"side": 2}),
    ("vc-to-merge", "100", {}),
)


def measure(
    folder: Path,
    wanted: Sequence[str] = (),
    seconds: float = SECONDS,
    proof_seconds: float = PROOF_SECONDS,
) -> None:
    """Print the table, and below it what is proven and has no certificate.

    Args:
        folder: with the shared data.
        wanted: kinds of proof, or games; none: all of them.
        seconds: for a board.
        proof_seconds: for its proof, and again for the check.

    Raises:
        FileNotFoundError: the folder has no data.
    """
    if not (folder / "data").is_dir():
        raise FileNotFoundError(folder / "data")
    long = os.environ.get("GRIDPROOF_BENCH") == "long"
    table = Table("game", "set", "s", "boards", "proven", "certified", "by")
    for what in ("bytes", "make s", "check s", "solve s"):
        table.add_column(f"{what}: median", justify="right")
        table.add_column("most", justify="right")
    missing: list[str] = []
    for boards in (boards for register in REGISTERED for boards in register()):
        named = {boards.game, *(spec.id for spec in find_game(boards.game).certificates)}
        if (wanted and named.isdisjoint(wanted)) or (boards.long and not long):
            continue
        limit = max(seconds, boards.seconds)
        results = _certified(boards, folder, limit, proof_seconds)
        messages.note(f"{boards.game}, {boards.name}: {len(results)} boards are measured")
        table.add_row(boards.game, boards.name, f"{limit:g}", *_row(results))
        missing += [
            f"{boards.game}, {boards.name}, {result.title or f'board {number}'}: "
            f"{result.status}, {result.notes.get('uncertified', 'a weaker bound alone')}"
            for number, result in enumerate(results, 1)
            if result.status in _PROVEN and result.proof != "certificate"
        ]
    messages.out(f"certificates; {stamp()}")
    messages.stdout().print(table)
    for line in missing:
        messages.out(messages.printable(line))
    if not wanted or not {"reductions", *(spec.id for spec in REDUCTIONS)}.isdisjoint(wanted):
        messages.stdout().print(_reductions(proof_seconds))


def _certified(
    boards: BoardSet, folder: Path, seconds: float, proof_seconds: float
) -> list[Result]:
    results = []
    with tempfile.TemporaryDirectory() as place:
        for level in boards.boards(folder):
            result = solve(
                level,
                game=boards.game,
                objective=boards.objective,
                limits=Limits(time=seconds),
            )
            limits = Limits(time=proof_seconds)
            results.append(certified(result, Path(place, "c.gpc"), limits=limits))
    return results


def _row(results: Sequence[Result]) -> list[str]:
    proven = [result for result in results if result.status in _PROVEN]
    full = [result for result in proven if result.proof == "certificate"]
    found = [result.certificate for result in results if result.certificate is not None]
    kinds = Counter(one.kind for one in found)
    columns: list[tuple[str, list[float]]] = [
        (",.0f", [one.size for one in found]),
        (".3f", [one.make_time for one in found]),
        (".3f", [one.check_time for one in found]),
        (".3f", [result.stats.wall_time for result in results]),
    ]
    return [
        *(str(len(results)), str(len(proven)), str(len(full))),
        ", ".join(f"{kind} {count}" for kind, count in kinds.most_common()),
        *(
            format(what(values), form) if values else "-"
            for form, values in columns
            for what in (statistics.median, max)
        ),
    ]


def _reductions(seconds: float) -> Table:
    """Return a row a board that stands for a random instance, and is certified to do so."""
    table = Table("reduction", "instance", "options", "cells", "k", "bound", "kind")
    for what in ("bytes", "audit s", "make s", "check s"):
        table.add_column(what, justify="right")
    for name, size, options in STANDING:
        encoding = reduce(name, find_reduction(name).source.random(size, Random(1)), options)
        level, ticker = encoding.level, Ticker()
        audit(encoding)
        audited = ticker.elapsed
        with tempfile.TemporaryDirectory() as place:
            made, _ = certify_reduction(encoding, Path(place, "c.gpc"), limits=Limits(time=seconds))
        messages.note(f"{name} of {size} is measured")
        table.add_row(
            name,
            size,
            ", ".join(f"{option}={value}" for option, value in options.items()),
            f"{level.width * level.height:,}",
            f"{encoding.k:,}",
            f"{made.bound:,}",
            made.kind,
            f"{made.size:,}",
            *(f"{number:.3f}" for number in (audited, made.make_time, made.check_time)),
        )
    return table


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Certificates, measured.")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="kinds of proof, or games")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--folder", type=Path, default=Path("../shared"))
    parser.add_argument("--proof", type=float, default=PROOF_SECONDS)
    said = parser.parse_args()
    measure(said.folder, said.kinds, said.seconds, said.proof)


if __name__ == "__main__":
    main()
