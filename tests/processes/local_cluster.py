"""A Dask cluster of processes of this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from tests.processes.watching import until

__all__ = ["Cluster", "workers"]

ROOT = Path(__file__).parents[2]


class Cluster:
    """A scheduler, and workers with one thread each.

    Attributes:
        address: of the scheduler.
        processes: all of them.
        scheduler: one of them.
    """

    def __init__(self, folder: Path, allowed_failures: int = 3) -> None:
        self._folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self._environment = os.environ | {
            "PYTHONPATH": str(ROOT),
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(allowed_failures),
        }
        said = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--port", "0", "--scheduler-file", said)
        until(lambda: said.exists() and said.read_text().endswith("}"))
        self.address: str = json.loads(said.read_text())["address"]

    def add(self, *options: str) -> subprocess.Popen[bytes]:
        """Starts a worker; its process, or its nanny's."""
        return self._start(
            "worker", self.address, "--nthreads", "1", "--local-directory", self._folder, *options
        )

    def _start(self, what: str, *options: str | Path) -> subprocess.Popen[bytes]:
        with (self._folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", what, "--no-dashboard", *options],
                stdout=log,
                stderr=log,
                env=self._environment,
            )
        self.processes.append(process)
        return process

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        for process in self.processes:  # one that cannot reach another any more ends late
            process.kill()
        for process in self.processes:
            process.wait()


def workers(client: Any, number: int = 2) -> list[int]:
    """The processes of the workers, when so many are there."""
    client.wait_for_workers(number, timeout=300)
    return list(client.run(os.getpid).values())
