"""A slice of each attack: the server stays quick, small and open, and ends when it is told to."""

from __future__ import annotations

import gc
import json
import random
import resource
import signal
import socket
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gridproof.design.level_id import find_generator, make
from gridproof.files.shipped import collection
from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.registry import games
from gridproof.strict_json import Field
from gridproof.web.app import Site
from gridproof.web.bounded_session import BoundedSession
from gridproof.web.connections import max_connections
from gridproof.web.held import Held
from gridproof.web.open_board import BoardFile
from gridproof.web.packing import unpack
from gridproof.web.play import Play
from gridproof.web.play_requests import Act, Watch
from gridproof.web.settings import Settings
from gridproof.web.work import Opened
from tests.processes.watching import descendants, is_there, until
from tests.samples import sample_levels, shipped_place, shipped_sample
from tests.web.attacks import WISHES, board_of_merge, half_request, held_body, post, text_of_points
from tests.web.server import Client, serving

each_game = pytest.mark.parametrize("game", games().values(), ids=games())
linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux")

BOARD = "#####\n#@$.#\n#####\n"
#: A small board, and what a page gets of it by a worker.
OPEN = {"text": BOARD, "game": "sokoban"}
#: Seconds after which nobody waits for a server any longer.
GUARD = 60


def connected(site: Client) -> socket.socket:
    """A connection to a server."""
    place = (site.base_url.host, site.base_url.port)
    return socket.create_connection(place, timeout=GUARD)


def sent(site: Client, data: bytes) -> socket.socket:
    """A connection that has sent something, or as much of it as was taken."""
    connection = connected(site)
    connection.sendall(data)
    return connection


def said(connection: socket.socket) -> str:
    """All that a server says on a connection until it closes it."""
    parts = []
    try:
        while part := connection.recv(1 << 16):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts).decode()


def is_at_rest(server: Site) -> bool:
    """Return whether no worker has anything to do, and nobody waits for one."""
    return not server.services.queue._running and not server.services.queue._queue


# ------------------------------------------------------------------ weights


def real(data: bytes) -> int:
    """Bytes of the objects of a packed play-through, without those of other threads."""
    unpack(data)  # what is shared by all is there
    return min(traced(data) for _ in range(3))


def traced(data: bytes) -> int:
    gc.collect()
    tracemalloc.start()
    play = unpack(data)
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert play
    return size


def held(level: Level, moves: int = 0) -> Held:
    """A play-through as a server holds it, after some moves at random."""
    play = Play(BoundedSession(level))
    session, rng = play.session, random.Random(moves)
    for _ in range(moves):
        legal = [
            m for _, m in zip(range(8), session.game.legal(level, session.state), strict=False)
        ]
        if not legal:
            break
        list(play._move(partial(session.apply, rng.choice(legal)), 10_000))
    file = BoardFile.of([level], level.game)
    return Held(Opened.of(play, file, Settings(), {"later": True}), Settings())


@each_game
def test_weights_bound_the_memory_of_objects(game: AnyGame) -> None:
    spec = find_generator(game)
    levels = [*sample_levels(game.id)[:3], make(game, spec, random.Random(1))]
    for level in levels:
        for moves in (0, 40):
            play = held(level, moves)
            size = real(play.packed())
            assert size <= play.weight <= 12 * size + 20_000, (level.title, moves)


def test_weights_grow_with_moves_and_solutions() -> None:
    level = sample_levels("sokoban")[0]
    play = Play(BoundedSession(level))
    weights = [play.weight]
    for _ in range(100):
        for move in ("L", "R"):
            play.session.apply(move)
        weights.append(play.weight)
    assert weights == sorted(weights)
    guessed = play.weight
    play.weigh()
    assert play.weight <= guessed <= 10 * play.weight


def test_large_boards_are_held_packed() -> None:
    with serving() as (site, server):
        opened = site.open(**board_of_merge(120))
        (_, play), *_ = server.services.plays._kept.values()
        assert play.id == opened["play"]
        assert play._play is None
        assert play.weight < 300_000
        # What it is asked is answered all the same.
        page = site.open(copy=play.id)
        assert page["record"]["width"] == 120
        done = site.do(page["play"], ["point", [0, 0]], ["press", "right"])
        assert done["state"]["at"] == 0
        assert site.get(f"/api/plays/{play.id}/files/board").text.count("type") > 120
        assert is_at_rest(server)


def test_all_play_throughs_have_one_budget() -> None:
    with serving(Settings(kept=400_000)) as (site, server):
        names = [site.open(**board_of_merge(120))["play"] for _ in range(4)]
        assert len(server.services.plays) < 4
        weights = [play.weight for _, play in server.services.plays._kept.values()]
        assert sum(weights) == server.services.plays.weight <= 400_000
        assert site.ask(f"/{names[0]}/do", 404, do=[])["gone"]
        site.do(names[-1])
        small = site.open(**OPEN)["play"]
        before = server.services.plays.weight
        site.do(small, *[["press", key] for key in ("right", "left") * 8])
        assert server.services.plays.weight > before
        weights = [play.weight for _, play in server.services.plays._kept.values()]
        assert sum(weights) == server.services.plays.weight


def test_what_is_too_heavy_is_not_kept() -> None:
    with serving(Settings(heaviest=20_000)) as (site, server):
        assert "takes more than" in site.ask("", 413, **board_of_merge(120))["error"]
        shown = board_of_merge(40) | {"later": False}
        assert "is larger than" in site.ask("", 413, **shown)["error"]
        site.open(**OPEN)
        assert len(server.services.plays) == 1


def test_answers_count_until_they_are_sent() -> None:
    with serving(Settings(in_flight=1 << 17)) as (site, server):
        play = site.open(**board_of_merge(120))["play"]
        refused = site.post("/api/plays", json={"copy": play})
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert "too many large requests" in refused.json()["error"]
        site.open(copy=play, later=True)
        assert server.services.flight.load == 0
        # A move is refused before it is made, and never after.
        server.services.flight.add(1 << 17)
        assert "too many" in site.ask(f"/{play}/do", 503, do=[])["error"]
        server.services.flight.add(-(1 << 17))
        with_room = site.do(play, ["press", "right"])
        assert with_room["state"]["at"] == 0


# ------------------------------------------------------------------ work


def test_small_moves_need_no_worker_and_long_ones_do() -> None:
    small = held(sample_levels("sokoban")[0])
    wishes = [Field(["press", "left"])]
    assert small.quick(Act(wishes, 10))
    assert small.quick(Act(wishes * 16, 10))
    assert small.quick(Act([Field(["follow", False, 0, 20_000])], 10)) is None
    assert small.quick(Act([Field(["follow", False, 0, 1 << 70])], 10)) is None
    assert small.quick(Watch(False)) is None
    assert small.quick(Act(wishes * 256, 10)) is None


def test_every_shipped_board_is_held_as_an_object() -> None:
    for name in ("sokoban", "merge/reductions", "boxcover/reductions", "bombcover/reductions"):
        for level in collection(name).levels:
            play = held(level)
            assert play.quick(Act([Field(["press", "left"])], 10)), level.title


@each_game
def test_a_worker_answers_as_this_process_does(game: AnyGame, monkeypatch: Any) -> None:
    """The same wishes, done here and by a worker, lead to the same answers."""
    _, level = shipped_sample(game.id)
    keys = [["press", key] for keys in game.keys for key in keys.names][:8]
    wishes = [*keys, ["undo"], ["redo"], ["warn", False], ["restart"], ["warn", True]]
    with serving() as (site, _):
        answers = []
        for limit in (1 << 30, 0):
            monkeypatch.setattr("gridproof.web.held._QUICK_WORK", limit)
            opened = site.open(**shipped_place(game.id))
            play = opened.pop("play")
            answers.append([opened, *(site.do(play, wish) for wish in wishes)])
            answers[-1].append(site.do(play, *wishes))
        assert answers[0] == answers[1]
        assert level.title == answers[0][0]["title"]


def test_opening_ends_in_time_and_within_memory() -> None:
    with serving(Settings(opening_time=0.1, opening=1)) as (site, server):
        refused = site.ask("", 413, **board_of_merge(400))
        assert "longer than 0.1 s" in refused["error"]
        assert "command line" in refused["hint"]
        until(lambda: is_at_rest(server))
        site.open(**shipped_place("sokoban"))
    with serving(Settings(opening_memory=8 << 20)) as (site, server):
        refused = site.ask("", 400, **text_of_points(100_000))
        assert "not enough memory" in refused["error"]
        site.open(**OPEN)


def test_moves_end_in_time(monkeypatch: Any) -> None:
    with serving(Settings(opening=1)) as (site, server):
        play = site.open(**board_of_merge(150))["play"]
        object.__setattr__(server.settings, "opening_time", 0.05)
        keys = [["press", key] for _ in range(64) for key in ("enter", "right", "enter", "down")]
        assert "longer than" in site.ask(f"/{play}/do", 413, do=keys)["error"]
        object.__setattr__(server.settings, "opening_time", GUARD)
        assert site.do(play)["state"]["at"] == 0


@pytest.mark.parametrize(
    ("path", "make"),
    [
        ("/api/plays", lambda: board_of_merge(500)),
        ("/api/reduce", lambda: WISHES),
        ("/api/plays", lambda: text_of_points(300_000)),
    ],
    ids=["open", "reduce", "points"],
)
def test_work_ends_with_its_client(path: str, make: Callable[[], Any]) -> None:
    record = make()
    settings = Settings(opening=1, solves=1, opening_time=600, time=600)
    with serving(settings) as (site, server):
        for accept in (b"", b"Accept: text/event-stream\r\n"):
            request = post(path, record).replace(b"Host:", accept + b"Host:", 1)
            leaving = [sent(site, request) for _ in range(3)]
            until(lambda: len(server.services.queue._queue) == 2)
            for connection in leaving:
                connection.close()
            until(lambda: is_at_rest(server))
        small = {"reduction": "sat-to-bombcover", "text": "x | y", "options": {}}
        assert site.post("/api/reduce", json=small).status_code == 200
        site.open(**OPEN)
        assert server.services.flight.load == 0


def test_small_boards_go_on_beside_large_ones() -> None:
    with serving(Settings(opening=2, opening_time=600)) as (site, server):
        large = [sent(site, post("/api/plays", board_of_merge(600))) for _ in range(3)]
        until(lambda: len(server.services.queue._queue) == 2)
        for _ in range(3):
            play = site.open(**OPEN)["play"]
            site.do(play, ["press", "right"])
        for connection in large:
            connection.close()
        until(lambda: is_at_rest(server))


def test_a_full_queue_says_when_to_come_again() -> None:
    with serving(Settings(opening=1, opening_waiting=1, opening_time=600)) as (site, server):
        large = [sent(site, post("/api/plays", board_of_merge(600))) for _ in range(2)]
        until(lambda: len(server.services.queue._queue) == 1)
        refused = site.post("/api/plays", json=OPEN)
        assert refused.status_code == 503
        assert int(refused.headers["retry-after"]) >= 1
        assert refused.json()["hint"] == f"try again in {refused.headers['retry-after']} s"
        for connection in large:
            connection.close()
        until(lambda: is_at_rest(server))


def test_who_waits_is_told_the_place() -> None:
    with serving(Settings(opening=1, opening_time=600)) as (site, server):
        large = sent(site, post("/api/plays", board_of_merge(600)))
        until(lambda: len(server.services.queue._running) == 1)
        kinds = {"accept": "application/json, text/event-stream"}
        with site.stream("POST", "/api/plays", json=OPEN, headers=kinds) as answer:
            lines = (line for line in answer.iter_lines() if line.startswith("data: "))
            place = json.loads(next(lines).removeprefix("data: "))
            assert place["ahead"] == 0
            assert place["seconds"] >= 1
            large.close()
            *_, last = lines
        told = json.loads(last.removeprefix("data: "))
        assert told["status"] == 201
        site.do(told["body"]["play"], ["press", "right"])
        # Who has not to wait gets an answer at once, errors too.
        assert site.post("/api/plays", json=OPEN, headers=kinds).json()["play"]
        bad = site.post("/api/plays", json={"text": "?"}, headers=kinds)
        assert bad.status_code == 400


# ------------------------------------------------------------------ clients that are slow


def test_half_requests_shut_nobody_out() -> None:
    with serving(Settings(connections=10, head_seconds=0.5)) as (site, _server):
        held = [sent(site, half_request()) for _ in range(40)]
        with Client(base_url=site.base_url, timeout=GUARD) as client:
            play = client.open(**OPEN)["play"]
            assert client.do(play, ["press", "right"])["moves"] == ["R"]
        assert not any(map(said, held))  # all of them are closed
        for connection in held:
            connection.close()


def test_connections_that_are_used_are_not_closed_for_others() -> None:
    with serving(Settings(connections=2, solves=1)) as (site, server):
        running = [sent(site, post("/api/reduce", WISHES)) for _ in range(2)]
        queue = server.services.queue
        until(lambda: len(queue._running) == 1 and len(queue._queue) == 1)
        with connected(site) as third:
            assert "503" in said(third)
        for connection in running:
            connection.close()
        until(lambda: is_at_rest(server))


def test_bodies_have_to_come_in_time() -> None:
    with serving(Settings(body_seconds=0.3)) as (site, server):
        held = [sent(site, held_body(1 << 18)) for _ in range(5)]
        for connection in held:
            assert " 408 " in said(connection).split("\r\n")[0]
            connection.close()
        assert server.services.flight.load == 0
        site.open(**OPEN)


def test_bodies_have_to_come_at_a_rate() -> None:
    with serving(Settings(body_seconds=1, body_rate=1 << 30)) as (site, _):
        body = held_body(1 << 18)
        connection = sent(site, body[: 1 << 17])
        stop = threading.Event()

        def trickle() -> None:
            while not stop.wait(0.05):
                try:
                    connection.sendall(b"#")
                except OSError:
                    return

        slow = threading.Thread(target=trickle)
        slow.start()
        answer = said(connection)
        stop.set()
        slow.join()
        connection.close()
        assert " 408 " in answer.split("\r\n")[0]


def test_bodies_under_way_have_one_budget() -> None:
    with serving(Settings(in_flight=1 << 20)) as (site, server):
        held = [sent(site, held_body(1 << 19)) for _ in range(2)]
        until(lambda: server.services.flight.load > 1 << 19)
        refused = site.post("/api/plays", json={"text": "#" * (1 << 19)})
        assert refused.status_code == 503
        assert refused.headers["retry-after"]
        play = site.open(**OPEN)["play"]
        site.do(play, ["press", "right"])
        for connection in held:
            connection.close()
        until(lambda: server.services.flight.load == 0)
        assert site.post("/api/plays", json={"text": "#" * (1 << 19)}).status_code == 400


def test_answers_that_nobody_reads_are_given_up() -> None:
    with serving(Settings(body_seconds=0.2)) as (site, server):
        play = site.open(**board_of_merge(120))["play"]
        connection = socket.socket()  # with next to no room for what is not read
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(GUARD)
        connection.connect((site.base_url.host, site.base_url.port))
        copies = b"".join(post("/api/plays", {"copy": play}, alive=True) for _ in range(8))
        connection.sendall(copies)
        until(lambda: server.services.flight.load > 0)
        until(lambda: server.services.flight.load == 0 and is_at_rest(server))
        assert len(server.services.plays) < 8
        connection.close()


def test_heads_have_a_size() -> None:
    endless = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * (1 << 16)
    with serving() as (site, _), sent(site, endless) as connection:
        assert " 400 " in said(connection).split("\r\n")[0]


# ------------------------------------------------------------------ processes


@contextmanager
def process(files: int | None = None) -> Iterator[tuple[subprocess.Popen[bytes], Client]]:
    """`gridproof serve` on a free port with so many files, and a client of it."""

    def limit() -> None:
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    started = subprocess.Popen(
        [sys.executable, "-m", "gridproof", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=limit,
    )
    assert started.stdout is not None
    try:
        address = started.stdout.readline().decode().strip()
        with Client(base_url=address, timeout=GUARD) as client:
            yield started, client
    finally:
        started.kill()
        started.communicate()


@linux
def test_too_many_connections_are_no_flood_of_complaints() -> None:
    with process(files=200) as (server, client):
        held = []
        for _ in range(400):
            with suppress(OSError):
                held.append(sent(client, half_request()))
        play = client.open(**shipped_place("sokoban"))["play"]
        client.do(play, ["press", "left"])
        for connection in held:
            connection.close()
        server.send_signal(signal.SIGTERM)
        _, complaints = server.communicate(timeout=GUARD)
        assert len(complaints) < 1000, complaints[:2000]


def test_connections_leave_room_for_other_files(monkeypatch: Any) -> None:
    for soft, hard, most in ((256, 256, 96), (256, 4096, 512), (64, 64, 8), (-1, -1, 512)):
        limits = [soft, hard]
        monkeypatch.setattr(resource, "getrlimit", lambda _, limits=limits: tuple(limits))
        monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
        assert max_connections() == most


def nothing(client: Client) -> list[socket.socket]:
    return []


def solving(client: Client) -> list[socket.socket]:
    play = client.open(**board_of_merge(30))["play"]
    return [sent(client, post(f"/api/plays/{play}/solve", {"here": False, "all": True}))]


def opening(client: Client) -> list[socket.socket]:
    return [sent(client, post("/api/plays", board_of_merge(900))) for _ in range(4)]


def reducing(client: Client) -> list[socket.socket]:
    return [sent(client, post("/api/reduce", WISHES)) for _ in range(4)]


def moving(client: Client) -> list[socket.socket]:
    play = client.open(**board_of_merge(150))["play"]
    keys = [["press", key] for _ in range(64) for key in ("enter", "right", "enter", "down")]
    return [sent(client, post(f"/api/plays/{play}/do", {"do": keys})) for _ in range(3)]


def half_sent(client: Client) -> list[socket.socket]:
    halves = [sent(client, half_request()) for _ in range(10)]
    return halves + [sent(client, held_body(1 << 20)) for _ in range(5)]


def drawing(client: Client) -> list[socket.socket]:
    wish = {"game": "sokoban", "wishes": {"min-cost": "900"}}
    return [sent(client, post("/api/levels", wish)) for _ in range(4)]


STATES = [nothing, solving, opening, reducing, moving, half_sent, drawing]


@linux
@pytest.mark.parametrize(
    ("state", "ending"),
    [
        *((state, signal.SIGTERM) for state in STATES),
        *((state, signal.SIGINT) for state in (nothing, opening)),
    ],
)
def test_a_signal_ends_it_in_every_state(
    state: Callable[[Client], list[socket.socket]], ending: signal.Signals
) -> None:
    with process() as (server, client):
        held = state(client)
        client.get("/static/app.js")
        workers = list(descendants(server.pid))
        server.send_signal(ending)
        _, complaints = server.communicate(timeout=GUARD)
        assert server.returncode == 130
        assert b"Traceback" not in complaints
        assert b"running task" not in complaints
        until(lambda: not any(map(is_there, workers)))
        for connection in held:
            connection.close()
