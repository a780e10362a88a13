"""The web app under load and under attack: how quick it stays, and how large it grows.

    python -m benchmarks.web [--server PROGRAM]... [--seconds 60] [--only NAME]...

Each PROGRAM, such as ``gridproof`` of another installation, is measured in turn; without one it is
this installation. Servers run on the loopback address, on free ports, and are ended. Every attack
is bounded in count and time. Linux only.

A *ping* is one move on a small board, ten times a second. Memory is that of the server and of its
workers together, at its largest.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rich.table import Table
from tests.processes.watching import descendants
from tests.web.attacks import WISHES, board_of_merge, half_request, held_body, post, text_of_points

from gridproof.cli import messages
from gridproof.experiments.machine import stamp
from gridproof.processes.memory import process_size

#: Seconds that an attack takes at most, and that a ping is waited for.
MAX: Final = 90.0
PATIENCE: Final = 60.0
#: Requests a second, and the share of them that open a board.
RATE: Final = 200
OPENS: Final = 0.07
BOARD: Final = "########\n#.$ $ .#\n#@     #\n########\n"


@dataclass
class Measured:
    """The harm that an attack did to a server.

    Attributes:
        pings: seconds of each ping; those without an answer took PATIENCE.
        memory: bytes of the server and of its workers, at their largest.
        own: bytes of the server alone, at its largest.
        notes: what else was seen.
    """

    pings: list[float] = field(default_factory=list)
    memory: int = 0
    own: int = 0
    notes: str = ""

    def part(self, share: float) -> float:
        """Return the seconds that this share of the pings took at most."""
        ordered = sorted(self.pings)
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0


class Target:
    """A server that is attacked.

    Args:
        program: what serves.
        files: that it may open; None: as this process.
    """

    def __init__(self, program: list[str], files: int | None = None) -> None:
        def limit() -> None:
            if files is not None:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        self.complaints = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the server
        self.process = subprocess.Popen(
            [*program, "serve", "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=self.complaints,
            preexec_fn=limit,
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().strip().rstrip(b"/").rpartition(b":")[2])

    def sizes(self) -> tuple[int, int]:
        """Return bytes of the server, and of it with its workers."""
        own = process_size(self.process.pid)
        return own, own + sum(map(process_size, descendants(self.process.pid)))

    def said(self) -> int:
        """Return bytes that it wrote to standard error."""
        return self.complaints.seek(0, 2)

    def end(self) -> float:
        """Return seconds that it takes to end."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        took = time.monotonic() - began
        self.process.kill()
        self.process.wait()
        return took

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a connection."""
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, data: bytes) -> tuple[int, Any]:
        """Return the status of an answer, and its JSON; 0 if there is none."""
        writer = None
        try:
            reader, writer = await self.connect()
            writer.write(data)
            answer = await reader.read(-1)
            head, _, body = answer.partition(b"\r\n\r\n")
            if b"chunked" in head:
                return int(head.split()[1]), None
            return int(head.split()[1]), json.loads(body or b"null")
        except (OSError, IndexError, ValueError):
            return 0, None
        finally:
            if writer is not None:
                writer.close()

    async def opened(self, record: dict[str, Any]) -> str:
        """Return the name of a new play-through."""
        _, answer = await self.ask(post("/api/plays", record))
        return str((answer or {}).get("play", ""))


@asynccontextmanager
async def watched(target: Target) -> AsyncIterator[Measured]:
    """Ping a server, and weigh it, as long as something else goes on."""
    measured = Measured()
    play = await target.opened({"text": BOARD, "game": "sokoban", "later": True})
    pings: set[asyncio.Task[None]] = set()
    keys = 0

    async def ping() -> None:
        nonlocal keys
        keys += 1
        key = "right" if keys % 2 else "left"
        began = time.monotonic()
        status = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                status, _ = await target.ask(
                    post(f"/api/plays/{play}/do", {"do": [["press", key]]})
                )
        took = time.monotonic() - began
        measured.pings.append(took if status == 200 else PATIENCE)

    async def watch() -> None:
        while True:
            own, memory = target.sizes()
            measured.own, measured.memory = max(own, measured.own), max(memory, measured.memory)
            task = asyncio.ensure_future(ping())
            pings.add(task)
            task.add_done_callback(pings.discard)
            await asyncio.sleep(0.1)

    watching = asyncio.ensure_future(watch())
    try:
        yield measured
        await asyncio.sleep(0.5)
    finally:
        watching.cancel()
        if pings:
            await asyncio.wait(pings, timeout=PATIENCE)


async def large_boards(target: Target, measured: Measured) -> None:
    """Send 30 boards of 250 x 250 cells, one after another."""
    statuses = []
    for _ in range(30):
        status, _ = await target.ask(post("/api/plays", board_of_merge(250)))
        statuses.append(status)
    own, _ = target.sizes()
    measured.notes = f"{statuses.count(201)} opened, then {own >> 20} MiB"


async def many_points(target: Target, measured: Measured) -> None:
    """Send a board of 1,000,000 points."""
    began = time.monotonic()
    status, _ = await target.ask(post("/api/plays", text_of_points(1_000_000)))
    measured.notes = f"answer {status or 'none'} after {time.monotonic() - began:.1f} s"


async def long_moves(target: Target, measured: Measured) -> None:
    """Send 256 moves of a board of 150 x 150 cells in one request."""
    play = await target.opened(board_of_merge(150))
    keys = [["press", key] for _ in range(64) for key in ("enter", "right", "enter", "down")]
    began = time.monotonic()
    status, _ = await target.ask(post(f"/api/plays/{play}/do", {"do": keys}))
    measured.notes = f"answer {status or 'none'} after {time.monotonic() - began:.1f} s"


async def abandoned_reductions(target: Target, measured: Measured) -> None:
    """Ask for five reductions whose clients leave; then a small one."""
    for _ in range(5):
        _, writer = await target.connect()
        writer.write(post("/api/reduce", WISHES))
        await asyncio.sleep(0.1)
        writer.close()
    began = time.monotonic()
    status = 503
    small = {"reduction": "sat-to-bombcover", "text": "x | y", "options": {}}
    while status == 503 and time.monotonic() - began < 4 * MAX:
        status, _ = await target.ask(post("/api/reduce", small))
        await asyncio.sleep(0.1 if status == 503 else 0)
    measured.notes = f"the next one: {status or 'none'} after {time.monotonic() - began:.1f} s"


async def half_requests(target: Target, measured: Measured) -> None:
    """Hold 400 connections with half a request each for 15 s."""
    await _held(target, half_request(), 400, 15)


async def held_bodies(target: Target, measured: Measured) -> None:
    """Hold 60 bodies of 20 MiB that lack their last byte for 15 s."""
    await _held(target, held_body(20 << 20), 60, 15)


async def _held(target: Target, data: bytes, count: int, seconds: float) -> None:
    async def send(writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            writer.write(data)
            await writer.drain()

    writers, sending = [], []
    for _ in range(count):
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(2):
                _, writer = await target.connect()
            writers.append(writer)
            sending.append(asyncio.ensure_future(send(writer)))
    await asyncio.sleep(seconds)
    for task in sending:
        task.cancel()
    for writer in writers:
        writer.transport.abort()


Attack = Callable[[Target, Measured], Awaitable[None]]
#: Each attack with the number of files that the server may open; None: as this process.
ATTACKS: Final[dict[str, tuple[Attack, int | None]]] = {
    "large-boards": (large_boards, None),
    "points": (many_points, None),
    "moves": (long_moves, None),
    "reductions": (abandoned_reductions, None),
    "heads": (half_requests, 256),
    "bodies": (held_bodies, None),
}


async def attack(program: list[str], name: str) -> tuple[Measured, float, int]:
    """Return the harm of an attack, seconds until the server ended, and bytes of complaints."""
    act, files = ATTACKS[name]
    target = Target(program, files)
    try:
        async with watched(target) as measured:
            with suppress(TimeoutError):
                async with asyncio.timeout(4 * MAX if act is abandoned_reductions else MAX):
                    await act(target, measured)
    finally:
        took = target.end()
    return measured, took, target.said()


async def ended_while(program: list[str], name: str) -> float:
    """Return seconds that a server takes to end while an attack runs."""
    act, files = ATTACKS[name]
    target = Target(program, files)
    attacking = asyncio.ensure_future(act(target, Measured()))
    await asyncio.sleep(3)
    took = await asyncio.to_thread(target.end)
    attacking.cancel()
    await asyncio.wait({attacking})
    return took


async def load(program: list[str], seconds: float) -> tuple[Measured, Counter[int]]:
    """Send RATE requests a second, each timed from when it was due; return refusals too.

    Most are moves; OPENS of them open a board: a shipped one, or a text of 20 x 20 cells.
    """
    target = Target(program)
    measured, refused = Measured(), Counter[int]()
    rng = random.Random(0)
    names: list[str] = []
    for _ in range(20):
        names.append(await target.opened({"text": BOARD, "game": "sokoban", "later": True}))
    connections: asyncio.LifoQueue[Any] = asyncio.LifoQueue()

    async def ask(data: bytes, *, anew: bool) -> tuple[int, bytes]:
        if anew or connections.empty():
            reader, writer = await target.connect()
        else:
            reader, writer = connections.get_nowait()
        try:
            writer.write(data)
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().split(b"content-length: ")[1].split()[0])
            body = await reader.readexactly(length)
        except BaseException:
            writer.close()
            raise
        connections.put_nowait((reader, writer))
        return int(head.split()[1]), body

    async def one(due: float) -> None:
        if rng.random() < OPENS:
            if rng.random() < 0.5:
                wish = {"collection": "sokoban", "number": rng.randint(1, 4)}
            else:
                wish = {**board_of_merge(20), "later": False}
            path = "/api/plays"
        else:
            path = f"/api/plays/{rng.choice(names)}/do"
            wish = {"do": [["press", rng.choice(("left", "right", "up", "down", "u"))]]}
        for anew in (False, True):
            try:
                status, body = await ask(post(path, wish, alive=True), anew=anew)
                break
            except (OSError, asyncio.IncompleteReadError):  # it was closed for being idle
                status, body = 0, b""
        measured.pings.append(time.monotonic() - due)
        if status == 201:
            names[rng.randrange(len(names))] = json.loads(body)["play"]
        if status not in (200, 201):
            refused[status] += 1

    tasks = []
    began = time.monotonic()
    for number in range(int(seconds * RATE)):
        due = began + number / RATE
        await asyncio.sleep(max(due - time.monotonic(), 0))
        tasks.append(asyncio.ensure_future(one(due)))
        if number % RATE == 0:
            own, memory = target.sizes()
            measured.own, measured.memory = max(own, measured.own), max(memory, measured.memory)
    await asyncio.wait(tasks, timeout=PATIENCE)
    target.end()
    return measured, refused


def main() -> None:
    """Measure each server, and prints two tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--server", action="append", default=[], type=Path)
    parser.add_argument("--seconds", default=60.0, type=float)
    parser.add_argument("--only", action="append", default=[], choices=["load", *ATTACKS])
    asked = parser.parse_args()
    programs = [[str(path)] for path in asked.server] or [[sys.executable, "-m", "gridproof"]]
    names = asked.only or ["load", *ATTACKS]
    loads = Table("server", "requests", "refused", "p50 ms", "p99 ms", "MiB", "with workers")
    table = Table("attack", "server", "pings", "p50 s", "worst s", "MiB", "with workers")
    for column in ("complaints", "ends after s", "ends in it s", "notes"):
        table.add_column(column)
    for number, program in enumerate(programs, 1):
        if "load" in names:
            measured, refused = asyncio.run(load(program, asked.seconds))
            loads.add_row(
                str(number),
                f"{len(measured.pings):,}",
                ", ".join(f"{count} x {status}" for status, count in refused.items()) or "0",
                f"{measured.part(0.5) * 1000:.1f}",
                f"{measured.part(0.99) * 1000:.1f}",
                str(measured.own >> 20),
                str(measured.memory >> 20),
            )
    for name in names:
        for number, program in enumerate(programs, 1):
            if name in ATTACKS:
                measured, took, said = asyncio.run(attack(program, name))
                table.add_row(
                    name,
                    str(number),
                    str(len(measured.pings)),
                    f"{measured.part(0.5):.3f}",
                    f"{measured.part(1):.2f}",
                    str(measured.own >> 20),
                    str(measured.memory >> 20),
                    f"{said:,} B",
                    f"{took:.2f}",
                    f"{asyncio.run(ended_while(program, name)):.2f}",
                    measured.notes,
                )
    for each in (loads, table):
        if each.row_count:
            messages.stdout().print(each)
    messages.hint(stamp())


if __name__ == "__main__":
    main()
