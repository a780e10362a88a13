"""Every game can be played to its end through the web app, and nobody disturbs anybody."""

from __future__ import annotations

import base64
import json
import threading
import zlib
from html import escape
from typing import Any

import pytest

from gridproof.design.level_id import find_generator, make
from gridproof.files.shipped import collection, collections
from gridproof.game import AnyGame
from gridproof.playing.session import Session
from gridproof.registry import games
from gridproof.render.about import goal_line, goal_of
from gridproof.render.playable import playable_page
from gridproof.solving.solve import solve
from tests.plays import cells_for, keys_for
from tests.samples import sample_levels, shipped_place, shipped_sample
from tests.web.server import Client, serving

each_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())


def packed(save: Any) -> str:
    """A play-through as pages put it into addresses."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    data = packer.compress(json.dumps(save).encode()) + packer.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def opened(site: Client, game: AnyGame) -> tuple[Any, Session]:
    """A board of a game, on the server and here: a shipped one, or else one that is made."""
    if game.id in collections():
        _, level = shipped_sample(game.id)
        return site.open(**shipped_place(game.id)), Session(level, game=game)
    import random

    level = make(game, find_generator(game, None), random.Random(0))
    return site.open(text=game.write(level), game=game.id), Session(level, game=game)


class Mirror:
    """The play-through that a page knows: moves, as the server tells how they change."""

    def __init__(self, opened: Any) -> None:
        self.play = opened["play"]
        self.moves = opened["save"]["moves"]
        self.state = opened["state"]

    def do(self, site: Client, *wishes: Any) -> Any:
        done = site.do(self.play, *wishes)
        self.moves[done["kept"] :] = done["moves"]
        self.state = done["state"]
        assert len(self.moves) == self.state["total"]
        return done


@each_game
def test_every_game_can_be_played_by_keys(site: Client, game: AnyGame) -> None:
    answer, session = opened(site, game)
    page = Mirror(answer)
    session.cursor = session.in_hand
    for move in solve(session.level, game=game).moves or ():
        for key in keys_for(session, move) or ():
            page.do(site, ["press", key])
            session.press(key)
    assert page.moves == list(session.moves)
    result = site.solved(page.play)  # where more moves can be made, it tells that this is the end
    assert result["state"]["solved"]
    if answer["card"] is not None:
        assert result["state"]["own"] == answer["card"]["optimum"]
    assert result["state"]["verdict"].startswith("✓ ")
    assert result["state"]["verdict"].endswith(" · best possible, proven")


@each_game
def test_every_game_can_be_played_by_pointing(site: Client, game: AnyGame) -> None:
    answer, session = opened(site, game)
    page = Mirror(answer)
    session.cursor = session.in_hand
    for move in solve(session.level, game=game).moves or ():
        for cell in cells_for(session, move) or ():
            page.do(site, ["point", list(cell)])
            session.point(cell)
    assert page.moves == list(session.moves)
    assert site.solved(page.play)["state"]["solved"]


@each_game
def test_a_solved_level_stays_solved(site: Client, game: AnyGame) -> None:
    """Keys that repeat and points change nothing, in one request or in several."""
    answer, session = opened(site, game)
    page = Mirror(answer)
    count = site.solved(page.play)["moves"]
    page.do(site, ["follow", False, 0, count])
    assert page.state["frozen"]
    made, keys = list(page.moves), [name for keys in game.keys for name in keys.names]
    presses = [["press", key] for key in (*keys, *keys)]
    points = [["point", [x, y]] for y in session.scene.rows for x in session.scene.columns]
    requests: list[list[Any]] = [presses[:64], points[:64], *([press] for press in presses)]
    for wishes in requests:
        done = page.do(site, *wishes)
        assert (done["steps"], done["said"], page.moves) == ([], "", made)
        assert page.state["solved"]
        assert page.state["at"] == count
    page.do(site, ["undo"])
    assert not page.state["frozen"]
    page.do(site, ["redo"])
    assert page.state["frozen"]
    page.do(site, ["restart"])
    assert not page.state["frozen"]
    assert page.state["at"] == 0


def test_keys_that_repeat_the_last_move_come_in_the_same_request(site: Client) -> None:
    page = Mirror(site.open(text="#######\n#@ $. #\n#######\n", game="sokoban"))
    page.do(site, *[["press", "right"]] * 9)
    assert page.moves == ["R", "R"]
    assert page.state["solved"]


@each_game
def test_counters_are_those_of_the_position(site: Client, game: AnyGame) -> None:
    answer, session = opened(site, game)
    page = Mirror(answer)
    session.cursor = session.in_hand
    for move in solve(session.level, game=game).moves or ():
        for key in keys_for(session, move) or ():
            page.do(site, ["press", key])
            session.press(key)
        assert page.state["caption"] == session.scene.caption
        assert page.state["at"] == len(session.moves)


@each_game
def test_moves_are_taken_back_and_made_again(site: Client, game: AnyGame) -> None:
    answer, _ = opened(site, game)
    page = Mirror(answer)
    result = site.solved(page.play)
    count = result["moves"]
    page.do(site, ["follow", False, 0, count])
    made = list(page.moves)
    assert (page.state["at"], page.state["total"]) == (count, count)
    assert page.state["solved"]
    page.do(site, ["undo"], ["undo"], ["redo"])
    assert (page.state["at"], page.state["total"]) == (max(count - 2, 0) + 1, count)
    page.do(site, ["restart"])
    assert (page.state["at"], page.moves) == (0, made)
    assert page.do(site, ["undo"])["steps"] == []
    page.do(site, ["redo"])
    assert page.moves == made
    # A hint's move is shown, and taken back.
    site.solved(page.play, here=True)
    shown = page.do(site, ["show", True])
    assert [step.get("preview") for step in shown["steps"]] == [True, None]
    assert (page.state["at"], page.moves) == (1, made)
    # Following makes only what is missing.
    assert len(page.do(site, ["follow", True, 0, count])["steps"]) == count  # one goes to the place
    assert page.moves[0] == made[0]
    assert page.state["solved"]
    page.do(site, ["restart"], ["follow", False, 0, count])
    assert page.moves == made


def test_what_was_done_before_a_refusal_is_told(site: Client) -> None:
    level = sample_levels("sokoban")[0]
    first = solve(level, game="sokoban").moves
    assert first is not None
    page = Mirror(site.open(**shipped_place("sokoban")))
    # Nothing was solved, so nothing can be shown; the move before it was made all the same.
    key = {"u": "up", "d": "down", "l": "left", "r": "right"}[first[0].lower()]
    done = page.do(site, ["press", key], ["show", True])
    assert done["said"] == "nothing was solved yet"
    assert len(done["steps"]) == 1
    assert page.moves == list(first[:1])
    site.ask(f"/{page.play}/do", 409, do=[["show", True], ["press", key]])
    assert page.do(site)["state"]["at"] == 1


@each_game
def test_a_solution_can_be_watched(site: Client, game: AnyGame) -> None:
    answer, session = opened(site, game)
    result = site.solved(answer["play"])
    film = site.ask(f"/{answer['play']}/watch", here=False)
    assert film["steps"]
    assert film["solution"]
    assert "optimal" in film["facts"]
    verdict = game.read_solution(session.level, film["solution"])
    assert len(verdict) == result["moves"]


def test_all_optimal_solutions_are_listed(site: Client) -> None:
    for game in games().values():
        if not any("all-solutions" in spec.supports for spec in game.solvers):
            continue
        answer, _ = opened(site, game)
        assert answer["lists_all"]
        result = site.solved(answer["play"], all=True)
        film = site.ask(f"/{answer['play']}/watch", here=False)
        assert result["listed"] == 1 + len(film.get("solutions", []))


def test_what_cannot_be_done_is_said_and_changes_nothing(site: Client) -> None:
    page = Mirror(site.open(text="#####\n#@$.#\n#####\n", game="sokoban"))
    done = page.do(site, ["press", "left"])
    assert done["said"] == "a wall is in the way left"
    assert (done["steps"], page.moves) == ([], [])
    done = page.do(site, ["press", "x"], ["point", [900, 900]])
    assert (done["said"], done["steps"]) == ("", [])


def test_a_lost_position_is_told(site: Client) -> None:
    page = Mirror(site.open(text="######\n#@$ .#\n#  ###\n######\n", game="sokoban"))
    page.do(site, ["press", "down"])
    assert not page.state["lost"]
    page = Mirror(site.open(text="#####\n#@$ #\n#  .#\n#####\n", game="sokoban"))
    page.do(site, ["press", "right"])
    assert page.state["lost"]
    assert page.state["verdict"].startswith("✗ Dead: this box can never get to a goal.")


def crosses(step: Any) -> list[str]:
    return [entry[0] for entry in step["frames"][-1].get("set", ()) if "crossed" in entry[0]]


def test_boxes_that_make_a_position_dead_are_crossed(site: Client) -> None:
    page = Mirror(site.open(text="########\n#.$ $ .#\n#@     #\n########\n", game="sokoban"))
    done = page.do(site, ["press", "up"], ["press", "right"])
    assert page.state["dead"]
    assert page.state["lost"]
    assert "these 2 boxes can never all get to goals" in page.state["verdict"]
    assert [step["move"] for step in done["steps"]] == ["U", "R"]
    crossed = crosses(done["steps"][-1])
    assert len(crossed) == 2
    again = site.open(copy=page.play)
    first = [entry[0] for entry in again["record"]["first"]["sprites"]]
    assert set(crossed) <= set(first)
    looks = again["record"]["looks"]  # a page that is opened is told all of them
    assert all(entry[1] < len(looks) for entry in again["record"]["first"]["sprites"])
    assert "crossed" in {look[0] for look in looks}
    done = page.do(site, ["warn", False])
    assert sorted(done["steps"][-1]["frames"][-1]["gone"]) == sorted(crossed)
    assert not page.state["lost"]
    assert not page.state["verdict"]
    assert page.do(site, ["press", "down"])["state"]["dead"] is False
    done = page.do(site, ["warn", True])
    assert crosses(done["steps"][-1]) == crossed
    assert page.state["dead"]
    done = page.do(site, ["undo"], ["undo"])
    assert sorted(done["steps"][0]["frames"][0]["gone"]) == sorted(crossed)
    assert not page.state["dead"]


def test_two_pages_do_not_disturb_each_other(site: Client) -> None:
    pages = [Mirror(site.open(**shipped_place("sokoban"))) for _ in range(2)]
    ways = ("left", "right"), ("right", "left")

    def play(page: Mirror, keys: tuple[str, str]) -> None:
        with Client(base_url=site.base_url, timeout=60) as client:
            for _ in range(20):
                for key in keys:
                    page.do(client, ["press", key])

    threads = [threading.Thread(target=play, args=pair) for pair in zip(pages, ways, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert pages[0].moves == ["L", "R"] * 20
    assert pages[1].moves == ["R", "L"] * 20


def test_a_copy_is_a_play_through_of_its_own(site: Client) -> None:
    first = Mirror(site.open(**shipped_place("sokoban")))
    first.do(site, ["press", "left"], ["press", "right"], ["undo"])
    site.solved(first.play)
    second = Mirror(answer := site.open(copy=first.play))
    assert (second.moves, second.state["at"]) == (["L", "R"], 1)
    assert "best 4" in second.state["counter"]
    assert {"collection": answer["source"], "number": answer["number"]} == shipped_place("sokoban")
    second.do(site, ["undo"])
    first.do(site, ["redo"])
    assert (first.state["at"], second.state["at"]) == (2, 0)


@each_game
def test_a_solution_that_is_shown_is_not_the_players_own(site: Client, game: AnyGame) -> None:
    answer, _ = opened(site, game)
    assert answer["state"]["own"] is None
    result = site.solved(answer["play"])
    done = site.do(answer["play"], ["follow", False, 0, result["moves"]])
    assert done["state"]["solved"]
    assert done["state"]["own"] is None


@each_game
def test_a_position_goes_through_an_address(site: Client, game: AnyGame) -> None:
    answer, _ = opened(site, game)
    page = Mirror(answer)
    site.solved(page.play)
    page.do(site, ["follow", False, 0, 1])
    save = {**answer["save"], "moves": page.moves, "at": page.state["at"]}
    there = site.open(shared=packed(save))
    assert there["save"] == save
    assert there["state"]["counter"].split(" · ")[0] == page.state["counter"].split(" · ")[0]
    # The same board, in its collection, and by another server, which has started meanwhile.
    with serving() as (other, _):
        again = other.open(save=json.dumps(save), **shipped_place(game.id))
    assert again["save"] == save
    assert again["count"] == len(collection(game.id).levels)


def test_a_page_can_hand_a_board_over_to_another(site: Client) -> None:
    chosen = site.open(text="; one\n#####\n#@$.#\n#####\n", game="sokoban", later=True)
    assert set(chosen) == {"play", "faults"}
    assert site.open(copy=chosen["play"])["title"] == "one"


def test_boards_of_one_file_follow_each_other(site: Client) -> None:
    text = "; one\n#####\n#@$.#\n#####\n\n; two\n######\n#@ $.#\n######\n"
    first = site.open(text=text, game="sokoban")
    assert (first["title"], first["number"], first["count"]) == ("one", 1, 2)
    second = site.open(of=first["play"], number=2)
    assert (second["title"], second["number"], second["titles"]) == ("two", 2, ["one", "two"])
    refused = site.ask("", 400, of=first["play"], number=3)
    assert "from 1 to 2" in refused["error"]


def test_another_objective_keeps_the_moves(site: Client) -> None:
    page = Mirror(answer := site.open(**shipped_place("sokoban")))
    page.do(site, ["press", "left"])
    save = {**answer["save"], "moves": page.moves, "at": 1, "objective": "moves"}
    again = site.open(save=json.dumps(save), **shipped_place("sokoban"))
    assert again["objective"] == "moves"
    assert again["state"]["counter"].startswith("1 move")


@each_game
def test_everything_can_be_kept(site: Client, game: AnyGame) -> None:
    answer, session = opened(site, game)
    play = answer["play"]
    site.solved(play)

    def file(name: str) -> Any:
        kept = site.get(f"/api/plays/{play}/files/{name}")
        assert kept.status_code == 200
        assert kept.headers["content-disposition"].startswith(f'attachment; filename="{game.id}-')
        return kept

    assert list(game.read(file("board").text, "f")) == [session.level]
    solution = game.read_solution(session.level, file("solution").text)
    session_there = Session.load(file("save").text)
    assert session_there.level == session.level
    for move in solution:
        session.apply(move)
    assert session.game.complete(session.level, session.state, session.objective)
    assert file("picture").text.startswith("<svg")
    assert file("page").text.startswith("<!doctype html>")
    assert site.get(f"/api/plays/{play}/files/secret").status_code == 404


@each_game
def test_a_page_to_play_on_is_kept_or_refused(site: Client, game: AnyGame) -> None:
    answer, session = opened(site, game)
    kept = site.get(f"/api/plays/{answer['play']}/files/playable")
    if not all(playable_page([session.level], game=game).playable):
        assert kept.status_code == 409
        assert "too many positions" in kept.json()["error"]
    else:
        assert kept.status_code == 200
        assert kept.text.startswith("<!doctype html>")


@each_game
def test_the_task_stands_above_the_board(site: Client, game: AnyGame) -> None:
    answer, session = opened(site, game)
    asked = (game, session.level, session.objective.id)
    assert answer["state"]["goal"] == goal_line(*asked)
    site.solved(answer["play"])
    state = site.do(answer["play"], ["warn", True])["state"]
    assert state["goal"] == goal_line(*asked, solve(session.level, game=game))


@each_game
def test_the_rules_are_sent_for_each_objective(site: Client, game: AnyGame) -> None:
    for objective in game.objectives:
        answer = site.get(f"/api/rules/{game.id}/{objective.id}")
        assert answer.status_code == 200
        assert escape(goal_of(game, objective.id)) in answer.text
    assert site.get(f"/api/rules/{game.id}/nothing").status_code == 400
