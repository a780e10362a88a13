"""Admission, reachable addresses, and sentences as the answers to wrong requests."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import socket
import threading
import zlib
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest

from gridproof.files.addresses import MAX_SHARED
from gridproof.level import Level
from gridproof.web import answers, play_requests, replies
from gridproof.web.answers import Refusal
from gridproof.web.bounded_session import BoundedSession
from gridproof.web.guard import host_name
from gridproof.web.held import Held, Plays
from gridproof.web.open_board import BoardFile
from gridproof.web.packing import pack
from gridproof.web.play import Play
from gridproof.web.settings import Settings
from gridproof.web.work import Opened
from tests.hostile import TITLES, VALUES, check_message
from tests.samples import sample_levels
from tests.web.server import Client, serving

BOARD = "#####\n#@$.#\n#####\n"


class Markup(HTMLParser):
    """Counts scripts, and notes what does not belong on our pages."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts = 0
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        if tag == "img" or any(name.startswith("on") for name, _ in attrs):
            self.foreign.append(tag)


def raw(site: Client, request: str) -> tuple[int, str]:
    """The status and the text of the answer to a request that is sent as it stands."""
    place = (site.base_url.host, site.base_url.port)
    with socket.create_connection(place, timeout=10) as connection:
        connection.sendall(request.replace("\n", "\r\n").encode("latin-1"))
        answer = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
    return int(answer.split()[1]), answer


def test_all_answers_have_the_headers(site: Client) -> None:
    paths = ("/", "/play", "/play/x/1", "/static/app.js", "/api/boards", "/nothing", "/static/no")
    for path in paths:
        headers = site.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
        assert not [name for name in headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.2", "[::2]",
     "evil.example:8000", "localhost@evil.example", "a b", "", "[::1", "127.0.0.1,evil.example"],
)  # fmt: skip
def test_other_hosts_are_refused(site: Client, host: str) -> None:
    for path in ("/", "/api/boards", "/static/app.js"):
        status, text = raw(site, f"GET {path} HTTP/1.1\nHost: {host}\nConnection: close\n\n")
        assert status in (400, 403), text
        assert "<html" not in text


def test_own_names_are_answered(site: Client) -> None:
    port = site.base_url.port
    for host in ("localhost", f"LocalHost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}"):
        status, _ = raw(site, f"GET / HTTP/1.1\nHost: {host}\nConnection: close\n\n")
        assert status == 200
    for hosts in ("", "Host: localhost\nHost: localhost\n"):
        status, _ = raw(site, f"GET / HTTP/1.1\n{hosts}Connection: close\n\n")
        assert status == 400


def test_further_names_and_addresses() -> None:
    with serving(Settings(host="0.0.0.0", names=frozenset({"Boards.example"}))) as (site, _):
        for host, wanted in (
            ("boards.example", 200),
            ("192.0.2.7:80", 200),  # bound to all of them: an address cannot be taken over
            ("[2001:db8::1]", 200),
            ("other.example", 403),
        ):
            status, _ = raw(site, f"GET / HTTP/1.1\nHost: {host}\nConnection: close\n\n")
            assert status == wanted, host


def test_names_of_hosts() -> None:
    assert host_name("LOCALHOST.:80") == "localhost"
    assert host_name("[::1]:80") == "::1"
    for bad in ("", ":80", "a:b", "a/b", "a:123456", "::1", "a\n"):
        assert host_name(bad) is None


def test_other_origins_are_refused(site: Client) -> None:
    own = f"http://{site.base_url.host}:{site.base_url.port}"
    for headers, wanted in (
        ({"origin": own}, 201),
        ({"origin": own, "sec-fetch-site": "same-origin"}, 201),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": f"http://localhost:{site.base_url.port}"}, 403),
        ({"origin": f"http://127.0.0.1:{site.base_url.port + 1}"}, 403),  # type: ignore[operator]
        ({"origin": own + ".evil.example"}, 403),
        ({"origin": "http://[::1"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
    ):
        wish = {"collection": "sokoban", "number": 1}
        answer = site.post("/api/plays", json=wish, headers=headers)
        assert answer.status_code == wanted, headers
        if wanted == 403:
            assert site.get("/api/boards", headers=headers).status_code == 403, headers
    # A link from elsewhere leads to a page, and to nothing else.
    assert site.get("/play", headers={"sec-fetch-site": "cross-site"}).status_code == 200


def test_forms_of_other_pages_change_nothing(site: Client) -> None:
    """A browser sends such forms to foreign servers without asking them first."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        body = json.dumps({"collection": "sokoban", "number": 1})
        answer = site.post("/api/plays", content=body, headers={"content-type": kind})
        assert answer.status_code == 415
    for path in ("/api/plays", "/api/plays/x/do"):
        assert site.get(path).status_code == 405
    assert site.put("/api/plays").status_code == 405
    assert site.options("/api/plays").status_code == 405


@pytest.mark.parametrize(
    "path",
    ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd",
     "/static/play.html", "/static/app.js/", "/static/%00", "/static/app.js%00", "/static/",
     "//etc/passwd", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/etc/passwd",
     "/pictures/../../../etc/passwd/1.svg", "/pictures/%2e%2e/LICENSE/1.svg",
     "/pictures/sokoban/LICENSE-Apache-2.0/1.svg", "/pictures/sokoban/0.svg",
     "/pictures/sokoban/999999999999999999999.svg", f"/pictures/sokoban/{'9' * 5000}.svg",
     "/pictures//1.svg", "/pictures/sokoban/1.txt",
     "/pictures/sokoban/1.svg?theme=../x", "/api/plays/../boards/x", "/api/../web/app.py",
     "/api/plays/x/files/../../../etc/passwd", "/src/gridproof/web/app.py"],
)  # fmt: skip
def test_no_file_can_be_reached(site: Client, path: str) -> None:
    status, text = raw(site, f"GET {path} HTTP/1.1\nHost: localhost\nConnection: close\n\n")
    assert status in (400, 404), text[:300]
    assert "root:" not in text
    assert "import" not in text


def test_no_file_can_be_opened(site: Client) -> None:
    for name in ("../sokoban", "/etc/passwd", "sokoban/../robots", "sokoban/LICENSE-Apache-2.0"):
        refused = site.ask("", 400, collection=name, number=1)
        assert "has no collection of boards" in refused["error"]


def test_files_of_pages_are_sent_once(site: Client) -> None:
    for path in ("/", "/static/app.js", "/pictures/sokoban/1.svg"):
        first = site.get(path)
        again = site.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


def requests() -> list[tuple[str, Any]]:
    return [
        ("", {"collection": "sokoban", "number": 1}),
        ("", {"text": BOARD, "game": "sokoban", "name": "x.txt"}),
        ("", {"save": "{}"}),
        ("", {"shared": "AAAA"}),
        ("", {"copy": "x"}),
        ("", {"of": "{play}", "number": 1}),
        ("/{play}/do", {"do": [["press", "left"]]}),
        ("/{play}/do", {"do": [["point", [1, 1]]]}),
        ("/{play}/do", {"do": [["follow", False, 0, 1]]}),
        ("/{play}/do", {"do": [["show", True]]}),
        ("/{play}/solve", {"here": "no flag", "all": False}),
        ("/{play}/cancel", {}),
        ("/{play}/watch", {"here": False}),
    ]


def test_wrong_requests_are_refused_in_a_sentence(site: Client) -> None:
    from tests.hostile import wrong_json

    play = site.open(text=BOARD, game="sokoban")["play"]
    rng = random.Random(0)
    for path, record in requests():
        text = json.dumps(record).replace("{play}", play)
        bad = list(wrong_json(json.loads(text)))
        for body in rng.sample(bad, min(60, len(bad))):
            answer = site.post(
                f"/api/plays{path}".replace("{play}", play),
                content=body.encode("utf-8", "surrogatepass"),
                headers={"content-type": "application/json"},
            )
            assert answer.status_code in (200, 201, 400, 404, 409, 413), (body[:200], answer.text)
            if answer.status_code >= 400:
                said = answer.json()
                check_message(said["error"])
                check_message(said["hint"] or "")
    assert site.do(play, ["press", "right"])["moves"] == ["R"]


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[]", b"{}{}", b"null", b'{"a":1,"a":2}'])
def test_other_bodies_are_refused(site: Client, body: bytes) -> None:
    kind = {"content-type": "application/json"}
    answer = site.post("/api/plays", content=body, headers=kind)
    assert answer.status_code == 400
    check_message(answer.json()["error"])


def test_values_of_all_kinds_are_no_moves(site: Client) -> None:
    play = site.open(text=BOARD, game="sokoban")["play"]
    for value in VALUES:
        body = f'{{"do": [["press", {value}]]}}'.encode("utf-8", "surrogatepass")
        answer = site.post(
            f"/api/plays/{play}/do", content=body, headers={"content-type": "application/json"}
        )
        assert answer.status_code in (200, 400), value[:50]
        assert "Traceback" not in answer.text


def test_bodies_have_a_limit() -> None:
    with serving(Settings(body=2000)) as (site, _):
        assert "larger than" in site.ask("", 413, text="#" * 2000)["error"]
        site.open(text=BOARD, game="sokoban")
        # A body whose length nobody says, too.
        answer = site.post(
            "/api/plays",
            content=iter([b'{"text": "', b"#" * 3000, b'"}']),
            headers={"content-type": "application/json"},
        )
        assert answer.status_code == 413
        # Nor can a length be said that the body does not have.
        head = "POST /api/plays HTTP/1.1\nHost: localhost\nContent-Type: application/json\n"
        for length in ("-1", "x", "99999999999999999999", "1e3"):
            status, _ = raw(site, f"{head}Content-Length: {length}\nConnection: close\n\n{{}}")
            assert status in (400, 413)


def test_boards_and_play_throughs_have_limits() -> None:
    with serving(Settings(cells=16, boards=2, moves=3)) as (site, _):
        two = f"{BOARD}\n{BOARD}"
        site.open(text=two, game="sokoban")
        assert "more than 2 boards" in site.ask("", 413, text=f"{two}\n{BOARD}")["error"]
        large = "######\n#@$ .#\n######\n"
        assert "up to 16 cells" in site.ask("", 413, text=large, game="sokoban")["error"]
        opened = site.open(text="####\n#@ #\n#$.#\n####\n", game="sokoban")
        play = opened["play"]
        keys = [["press", key] for key in ("right", "left", "right", "left", "right")]
        done = site.do(play, *keys)
        assert len(done["moves"]) == 3
        assert "ends after 3 moves" in done["said"]
        back = site.do(play, ["undo"], ["redo"], ["restart"])
        assert (back["said"], back["state"]["at"], back["state"]["total"]) == ("", 0, 3)
        save = json.dumps(opened["save"] | {"moves": ["R"] + ["L", "R"] * 2, "at": 5})
        assert "more than 3 moves" in site.ask("", 413, save=save)["error"]
        wishes = [["undo"]] * 257
        assert site.post(f"/api/plays/{play}/do", json={"do": wishes}).status_code == 413


def test_play_throughs_are_forgotten_and_opened_again() -> None:
    with serving(Settings(plays=2)) as (site, server):
        first = site.open(text=BOARD, game="sokoban")
        others = [site.open(text=BOARD, game="sokoban")["play"] for _ in range(2)]
        gone = site.ask(f"/{first['play']}/do", 404, do=[["press", "right"]])
        assert gone["gone"]
        assert "open the board again" in gone["hint"]
        assert len(server.services.plays) == 2
        site.open(save=json.dumps(first["save"]))
        # The one that was used last is kept.
        assert site.ask(f"/{others[0]}/do", 404, do=[])
        site.do(others[1])


def kept(level: Level, *more: Level, settings: Settings | None = None) -> Held:
    """A play-through of a level as the server keeps it; the file has further ones."""
    settings = settings or Settings()
    file = BoardFile.of([level, *more], level.game)
    opened = Opened.of(Play(BoundedSession(level)), file, settings, {"later": True})
    return Held(opened, settings)


def test_what_rests_too_long_or_weighs_too_much_is_forgotten() -> None:
    now = 0.0
    level = sample_levels("sokoban")[0]
    kept(level)  # a level keeps what is computed at its first use, and weighs more
    weight = kept(level).weight
    plays = Plays(Settings(idle=10, kept=2 * weight), clock=lambda: now)
    first, second, third = (kept(level) for _ in range(3))
    plays.add(first)
    now = 6
    plays.add(second)
    assert plays.get(first.id) is first
    now = 12
    assert plays.get(second.id) is second
    now = 17
    with pytest.raises(Refusal, match="does not know"):
        plays.get(first.id)
    plays.add(first)
    plays.add(third)  # too much together: the one that rested longest goes
    assert len(plays) == 2
    with pytest.raises(Refusal):
        plays.get(second.id)
    small = Plays(Settings(kept=1))  # one alone is never too much
    small.add(first)
    assert small.get(first.id) is first


def test_play_throughs_in_use_are_never_forgotten() -> None:
    level = sample_levels("sokoban")[0]

    async def run() -> None:
        plays = Plays(Settings(kept=1))
        used, *others = (kept(level) for _ in range(3))
        plays.add(used)
        async with used.lock:
            for other in others:
                plays.add(other)
            assert plays.get(used.id) is used
        assert len(plays) == 2

    asyncio.run(run())


def test_all_boards_of_a_file_and_the_positions_weigh() -> None:
    level = sample_levels("sokoban")[0]
    alone, of_three = kept(level), kept(level, level, level)
    assert of_three.weight - alone.weight > 2 * len(pack(level))
    session = BoundedSession(sample_levels("robots")[0])
    play = Play(session)
    before, held = play.weight, session.held
    moves = [next(iter(session.game.moves(session.level, session.state, session.objective)))]
    session.apply(moves[0])
    once = session.held
    assert once > held
    assert play.weight - before >= once - held
    # Positions of moves that were undone are still there, until another move takes their place.
    session.undo()
    assert session.held == once
    session.apply(moves[0])
    assert session.held == once
    assert play.copy().session.held == once


def test_a_play_through_ends_where_its_positions_hold_too_much(site: Client) -> None:
    board = "######\n#@   #\n# $ .#\n######\n"
    with serving(Settings(states=250)) as (small, _):
        opened = small.open(text=board, game="sokoban")
        play = opened["play"]
        keys = [["press", key] for key in ("down", "right", "up", "right", "down", "left")]
        pushes = [["press", key] for key in ("down", "right", "left", "right", "left")]
        done = small.do(play, *keys, *pushes)
        assert "ends after" in done["said"]
        assert "positions" in done["said"]
        made = done["state"]["at"]
        assert 0 < made == len(done["moves"])
        # Nothing else ends there; and what is longer cannot be opened.
        back = small.do(play, ["undo"], ["redo"])
        assert (back["said"], back["state"]["at"]) == ("", made)
        assert "ends after" in small.do(play, ["press", "left"])["said"]
        again = {"moves": done["moves"] * 100, "at": 0}
        save = json.dumps(opened["save"] | again)
        assert "positions" in small.ask("", 413, save=save)["error"]
        shorter = json.dumps(opened["save"] | {"moves": done["moves"], "at": made})
        assert small.open(save=shorter)["state"]["at"] == made


def test_large_requests_are_read_as_small_ones_are(site: Client) -> None:
    many = BOARD * 5000
    assert len(many) > 1 << 16
    assert (
        "more than"
        in site.ask(
            "", 413, text=many.replace("\n#####\n#####", "\n#####\n\n#####"), game="sokoban"
        )["error"]
    )
    for body in (b"[" + b" " * (1 << 17) + b"]", b"\xff" * (1 << 17)):
        answer = site.post("/api/plays", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400


def test_large_json_is_read_and_written_beside_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def noting(where: list[int], work: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any) -> Any:
            where.append(threading.get_ident())
            return work(*args)

        return noted

    loop: list[int] = []
    read: list[int] = []
    written: list[int] = []
    with serving() as (site, server):
        monkeypatch.setattr(server.services.plays, "add", noting(loop, server.services.plays.add))
        monkeypatch.setattr(replies, "read_json", noting(read, answers.read_json))
        monkeypatch.setattr(play_requests, "rendered", noting(written, answers.rendered))
        play = site.open(text=BOARD + "\n" * (1 << 16), game="sokoban")["play"]
        assert len(loop) == 1
        assert read == written == []  # a worker has done that
        site.solved(play)
        site.ask(f"/{play}/watch", here=False)
        site.do(play, ["press", "right"])
        assert len(written) == 2  # what was found, and the move
        answer = site.post(
            f"/api/plays/{play}/do", json={"do": [["press", "x"]], "more": " " * (1 << 17)}
        )
        assert answer.status_code == 200
        assert len(read) == 4
        assert read[-1] != loop[0]
        assert loop[0] not in written


def test_addresses_are_unpacked_with_care(site: Client) -> None:
    def shared(data: bytes) -> str:
        packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
        packed = packer.compress(data) + packer.flush()
        return base64.urlsafe_b64encode(packed).decode().rstrip("=")

    bomb = shared(b" " * (1 << 24))
    assert len(bomb) < MAX_SHARED
    assert "unpacks to more" in site.ask("", 413, shared=bomb)["error"]
    assert "too long" in site.ask("", 413, shared="A" * (MAX_SHARED + 1))["error"]
    good = shared(json.dumps(site.open(text=BOARD, game="sokoban")["save"]).encode())
    site.open(shared=good)
    rng = random.Random(0)
    for damaged in (
        *("", "A", "AA", "====", "é", "../..", "%41", good[:-3], good + "A", good[1:]),
        *(shared(text) for text in (b"", b"x", b"{}", b"[]", b"\xff", b'{"v":1}')),
        *(
            "".join(rng.choice("Aa0-_") if rng.random() < 0.1 else c for c in good)
            for _ in range(50)
        ),
    ):
        answer = site.post("/api/plays", json={"shared": damaged})
        assert answer.status_code in (201, 400)
        if answer.status_code == 400:
            check_message(answer.json()["error"])


def test_titles_are_texts_and_nothing_else(site: Client) -> None:
    hostile = (
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "</title></script><svg onload=alert(1)>",
        "' onclick='alert(1)",
        *TITLES,
    )
    for title in hostile:
        board = json.dumps({"game": "sokoban", "rows": ["#####", "#@$.#", "#####"], "title": title})
        answer = site.post("/api/plays", json={"text": board, "name": title})
        assert answer.status_code == 201, title[:50]
        opened = answer.json()
        assert opened["title"] in (None, " ".join(title.split("\n")).strip(), *opened["titles"])
        for name in ("page", "playable", "picture", "board"):
            file = site.get(f"/api/plays/{opened['play']}/files/{name}")
            assert file.status_code == 200
            assert file.headers["content-disposition"].isascii()
            if name != "board":
                markup = Markup()
                markup.feed(file.text)
                assert markup.scripts == (2 if name in ("page", "playable") else 0)
                assert not markup.foreign


def test_bad_boards_are_told_with_their_place(site: Client) -> None:
    bad = site.ask("", 400, text="; a\n#####\n#@?.#\n#####\n", game="sokoban", name="my file.txt")
    assert bad["error"].startswith("my file.txt:3:3: `?` is no symbol")
    assert bad["hint"].startswith("symbols:")
    (fault,) = bad["faults"]
    assert (fault["line"], fault["column"], fault["text"]) == (3, 3, "#@?.#")
    # Good boards beside bad ones are played.
    text = f"#####\n#@?.#\n#####\n\n; good\n{BOARD}"
    opened = site.open(text=text, game="sokoban")
    assert (opened["title"], opened["count"]) == ("good", 1)
    assert [fault["line"] for fault in opened["faults"]] == [2]
    unclear = site.ask("", 400, text="###\n#.@\n###")
    assert {"sokoban", "bombcover"} <= set(unclear["games"])
    assert "choose the game" in unclear["hint"]
    assert "--game" not in json.dumps(unclear)
    for text in ("", " \n", "hello", "{", '{"game": "chess"}'):
        check_message(site.ask("", 400, text=text)["error"])
    assert "sokoban" in site.ask("", 400, text="x", game="sokobann")["hint"]
    for name in ("../../x<b>\x00\n", "", "x" * 500):
        refused = site.ask("", 400, text="#", game="sokoban", name=name)
        assert "<b>" not in refused["error"]
        assert len(refused["error"].split(":")[0]) <= 60
