"""`gridproof serve` as a process: it answers, says what is wrong, and leaves nothing behind."""

from __future__ import annotations

import builtins
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from gridproof.errors import InputError
from gridproof.web.server import listening, shown
from tests.web.server import Client
from tests.web.test_solve import open_hard, until

#: Seconds after which a process that does not end is killed.
GUARD = 60


@contextmanager
def process(*options: str) -> Iterator[tuple[subprocess.Popen[str], Client]]:
    """`gridproof serve` on a free port, and a client of it."""
    started = subprocess.Popen(
        [sys.executable, "-m", "gridproof", "serve", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert started.stdout is not None
    try:
        with Client(base_url=started.stdout.readline().strip(), timeout=GUARD) as client:
            yield started, client
    finally:
        started.kill()
        started.communicate()


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    tasks = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(pid) for task in tasks for pid in task.read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_with_all_that_runs(ending: signal.Signals) -> None:
    with process() as (server, client):
        assert client.get("/").status_code == 200
        events = client.events(open_hard(client))
        until(events, "progress")
        workers = children(server.pid)
        assert workers
        server.send_signal(ending)
        assert [name for name, _ in events if name == "result"] == []
        _, err = server.communicate(timeout=GUARD)
        assert server.returncode == 130
        assert "Traceback" not in err
        assert "error" not in err
        for pid in workers:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)


def test_a_port_in_use_is_said(gridproof: Callable[..., Any]) -> None:
    with listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        done = gridproof("serve", "--port", port)
    assert done.code == 2
    assert f"cannot serve on 127.0.0.1:{port}: address already in use" in done.err
    assert "--port 0" in done.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--port", "70000"], "from 0 to 65535"),
        (["--port", "x"], "whole number"),
        (["--host", "no such host"], "cannot serve on"),
        (["--host", "x" * 300], "cannot serve on"),
        (["--host", "192.0.2.1"], "cannot serve on 192.0.2.1"),
        (["--jobs", "0"], "from 1"),
        (["--time", "-1"], "seconds"),
        (["--memory", "much"], "not a size"),
        (["board.txt"], "board.txt"),
    ],
)
def test_wrong_options_are_said(
    gridproof: Callable[..., Any], options: list[str], said: str
) -> None:
    done = gridproof("serve", *options)
    assert done.code == 2
    assert said in done.err


def test_a_missing_part_is_named(
    gridproof: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = builtins.__import__

    def without(name: str, *args: Any, **options: Any) -> Any:
        if name.partition(".")[0] == "uvicorn":
            raise ModuleNotFoundError("No module named 'uvicorn'", name="uvicorn")
        return found(name, *args, **options)

    for name in [name for name in sys.modules if name.startswith("gridproof.web.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without)
    done = gridproof("serve")
    assert done.code == 4
    assert "pip install 'gridproof[web]'" in done.err


def test_addresses_as_people_type_them() -> None:
    assert shown("127.0.0.1") == "127.0.0.1"
    assert shown("::1") == "[::1]"
    assert shown("0.0.0.0") == shown("::") == "localhost"


def test_windows_lets_no_two_servers_have_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = socket.SO_KEEPALIVE
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", stand_in, raising=False)
    with listening("127.0.0.1", 0) as bound:
        assert bound.getsockopt(socket.SOL_SOCKET, stand_in)
        assert not bound.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)


def test_answers_are_sent_at_once() -> None:
    """Without its protocol a socket waits 40 ms for more to send, as asyncio leaves it alone."""
    with listening("127.0.0.1", 0) as bound:
        assert bound.proto == socket.IPPROTO_TCP
    with pytest.raises(InputError):
        listening("127.0.0.1", 1 << 20)
