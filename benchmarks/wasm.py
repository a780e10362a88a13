"""Kernels in WebAssembly beside the compiled ones: seconds, nodes and memory on ten boards a game.

``make wasm`` builds them; Node runs them. Each board is solved twice, and the second time counts:
by then Node has compiled what it runs often. A third time a Node of its own solves it, whose
largest memory of a kernel is told: memories of WebAssembly grow by pages, and never shrink.
"""

from __future__ import annotations

import base64
import gzip
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, zip_longest

from rich.table import Table
from tools.node_kernels import NodeHost, modules, served
from tools.wasm import TARGET

from gridproof.cli import messages
from gridproof.experiments.machine import stamp
from gridproof.files.shipped import collection, collections
from gridproof.level import Level
from gridproof.registry import games
from gridproof.result import Limits, Result
from gridproof.solving.solve import solve

BOARDS = 10
LIMITS = Limits(memory=1 << 30, nodes=1_000_000)


@dataclass(frozen=True)
class Run:
    """A result, and what it took.

    Attributes:
        result: the result.
        seconds: of the CPU, of Python and of Node.
        memory: bytes, as the compiled kernel counts its tables; of WebAssembly, all of its memory.
    """

    result: Result
    seconds: float
    memory: int

    @property
    def counts(self) -> tuple[object, ...]:
        """All that is the same on equal kernels."""
        found, stats = self.result, self.result.stats
        return found.status, found.cost, found.bound, stats.expanded, stats.generated


def side_by_side() -> None:
    """Print a row a board, a row a game, and the sizes and start times of the kernels."""
    seconds, memory = ("native s", "wasm s", "ratio"), ("native MB", "wasm MB")
    table = Table("game", "board", "cost", "nodes", "equal", *seconds, *memory)
    host = NodeHost()
    for game in games():
        pairs = [_pair(level, host) for level in _boards(game)]
        for number, pair in enumerate(pairs, 1):
            table.add_row(game, str(number), str(pair[0].result.cost), *_cells([pair]))
        table.add_row(game, "all", "", *_cells(pairs), style="bold")
    host.close()
    messages.stdout().print(table)
    for line in _sizes():
        print(line)
    print(stamp())


def _boards(game: str) -> list[Level]:
    """Return the last boards of each collection of a game in turn; courses end with hard ones."""
    named = [name for name in collections() if name.partition("/")[0] == game]
    levels = [reversed(collection(name).levels) for name in named]
    mixed = chain.from_iterable(zip_longest(*levels))
    return list(islice((level for level in mixed if level is not None), BOARDS))


def _pair(level: Level, host: NodeHost) -> tuple[Run, Run]:
    native = _run(level, host)
    with served(host):
        wasm = _run(level, host)
    return native, replace(wasm, memory=_memory(level))


def _memory(level: Level) -> int:
    """Return the bytes of the largest memory of a kernel that solves a board."""
    host = NodeHost()
    with served(host):
        solve(level, limits=LIMITS)
    host.close()
    return host.memory


def _run(level: Level, host: NodeHost) -> Run:
    solve(level, limits=LIMITS)
    began = time.process_time() + host.cpu_seconds
    result = solve(level, limits=LIMITS)
    seconds = time.process_time() + host.cpu_seconds - began
    return Run(result, seconds, result.stats.peak_memory)


def _cells(pairs: Sequence[tuple[Run, Run]]) -> Iterator[str]:
    """Yield nodes, whether all counts are equal, seconds, their ratio, and memory of both."""
    native, wasm = (sum(pair[i].seconds for pair in pairs) for i in (0, 1))
    yield f"{sum(pair[0].result.stats.expanded for pair in pairs):,}"
    yield "yes" if all(pair[0].counts == pair[1].counts for pair in pairs) else "no"
    yield f"{native:.3f}"
    yield f"{wasm:.3f}"
    yield f"{wasm / native:.2f}"
    for i in (0, 1):
        yield f"{max(pair[i].memory for pair in pairs) / 1e6:.1f}"


def _sizes() -> Iterator[str]:
    """Yield a line a kernel: its bytes, those in a page, and the start of Node with it."""
    for path in sorted(TARGET.glob("*.wasm")):
        code = path.read_bytes()
        packed = len(base64.b64encode(gzip.compress(code, 9)))
        host = NodeHost()
        began = time.perf_counter()
        modules(host, [path.stem])
        seconds = time.perf_counter() - began
        host.close()
        yield f"{path.stem}: {len(code):,} bytes, {packed:,} in a page; ready in {seconds:.2f} s"
