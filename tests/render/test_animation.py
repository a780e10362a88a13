"""Records: what a player is told is what the scenes show, at every step, of every game."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pytest

from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.playing.session import Session
from gridproof.render.animation import SMALL_BOARD, Recorder, file_name, inlined, record
from gridproof.scene import Scene, Sprite
from tests.hostile import TITLES
from tests.samples import GAMES, generated, level_of, random_levels, sample_levels

Json = dict[str, Any]
#: What is known of a thing: kind, words, column, row.
Things = dict[str, tuple[str, str, int, int]]

STEPS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}


def some_moves(game: AnyGame, level: Level, most: int = 12) -> list[str]:
    """A random play, by moves of all kinds."""
    rng = random.Random(f"{game.id} {level.width} {level.height}")
    state, moves = game.initial(level), []
    for _ in range(most):
        legal = list(islice(game.legal(level, state), 200))
        if not legal:
            break
        kinds: dict[str, list[str]] = {}
        for move in legal:
            kinds.setdefault(re.sub(r"[0-9]", "", move), []).append(move)
        moves.append(rng.choice(kinds[rng.choice(sorted(kinds))]))
        state, _ = game.apply(level, state, moves[-1])
    return moves


def levels(game: str) -> Iterator[Level]:
    yield from sample_levels(game)[:6]
    yield from random_levels(game, 3)


def unrolled(steps: Sequence[Json], places: dict[str, list[Any]]) -> Iterator[Json]:
    """The steps, each of a walk by itself; ``places`` are the things' entries, kept up to date."""
    for step in steps:
        if "walk" in step:
            for count, letter in re.findall(r"(\d*)([UDLR])", step["way"]):
                for _ in range(int(count or 1)):
                    dx, dy = STEPS[letter]
                    key, look, x, y = places[step["walk"]]
                    places[key] = [key, look, x + dx, y + dy]
                    yield {"move": letter, "frames": [{"set": [places[key]]}]}
        else:
            for frame in step["frames"]:
                places.update({entry[0]: entry for entry in frame.get("set", ())})
            yield step


def replayed(made: Json, steps: Sequence[Json]) -> Iterator[tuple[str, Things, str]]:
    """Move, things and caption at each position that a record tells, the first one in front."""
    looks = made["looks"]
    things: Things = {}

    def put(entry: list[Any]) -> None:
        key, look, x, y = entry
        things[key] = (looks[look][0], looks[look][3], x, y)

    for entry in made["first"]["sprites"]:
        put(entry)
    caption = made["first"]["caption"]
    yield "", dict(things), caption
    places = {entry[0]: entry for entry in made["first"]["sprites"]}
    for step in unrolled(steps, places):
        for frame in step["frames"]:
            for entry in frame.get("set", ()):
                put(entry)
            for key in frame.get("gone", ()):
                del things[key]
            caption = frame.get("caption", caption)
        yield step["move"], dict(things), caption


def shown(scene: Scene) -> Things:
    """The things of a scene, its tiles included."""
    found = {s.id: (s.kind, s.words, s.x, s.y) for s in scene.sprites}
    for layer, tiles in enumerate(scene.tiles):
        for cell, code in zip(
            scene.window.cells(scene.width, scene.height), tiles.codes, strict=True
        ):
            if code:
                kind = tiles.kinds[code]
                found[f"t{layer}.{cell}"] = (kind, kind, *cell)
    return found


def cells(corners: list[list[int]]) -> Iterator[tuple[int, int]]:
    """The cells of a way with these corners."""
    x, y = corners[0]
    yield x, y
    for right, down in corners[1:]:
        while (x, y) != (right, down):
            x, y = x + (right > x) - (right < x), y + (down > y) - (down < y)
            yield x, y


def without_bombs(things: Things) -> Things:
    """Without the numbers that records leave where bombs went off."""
    return {key: thing for key, thing in things.items() if not key.startswith("off")}


@pytest.mark.parametrize("name", GAMES)
def test_a_record_tells_what_the_scenes_show(name: str) -> None:
    game = GAMES[name]
    for level in levels(name):
        moves = some_moves(game, level)
        made = json.loads(inlined(record(level, [moves], game=game)))
        fixed = {s.id: (s.kind, s.words, s.x, s.y) for s in game.backdrop(level).sprites}
        state = game.initial(level)
        told = list(replayed(made, made["steps"]))
        assert len(told) == len(moves) + 1
        for number, (move, things, caption) in enumerate(told):
            if number:
                assert move == moves[number - 1]
                state, _ = game.apply(level, state, move)
            scene = game.scene(level, state)
            assert without_bombs(things) == fixed | shown(scene)
            assert caption == scene.caption


@pytest.mark.parametrize("name", GAMES)
def test_frames_between_positions_are_told_as_well(name: str) -> None:
    game = GAMES[name]
    level = next(levels(name))
    state = game.initial(level)
    recorder = Recorder(game.backdrop(level), game.scene(level, state))
    recorder.head()
    for move in some_moves(game, level):
        frames = list(game.frames(level, state, move))
        step = recorder.step(move, frames[1:])
        assert len(step["frames"]) == len(frames) - 1
        for scene, frame in zip(frames[1:], step["frames"], strict=True):
            told = frame.get("paths", {})
            assert {key: list(cells(told[key])) for key in told} == {
                key: [tuple(cell) for cell in way] for key, way in scene.paths.items()
            }
        state, _ = game.apply(level, state, move)


@pytest.mark.parametrize("name", GAMES)
def test_play_with_undo_and_cursor_is_told(name: str) -> None:
    """A play in the web app: moves, moved cursors, undo, redo; each look and symbol comes once."""
    game = GAMES[name]
    for level in levels(name):
        session = Session(level, game=game)
        recorder = Recorder(session.backdrop, session.scene)
        made = recorder.head()
        steps: list[Json] = []

        def tell(move: str, scenes: list[Scene], session: Session = session) -> None:
            step = recorder.step(move, scenes, number=len(session.moves))  # noqa: B023
            made["looks"] += step.get("looks", [])  # noqa: B023
            steps.append(step)  # noqa: B023
            _, things, caption = list(replayed(made, steps))[-1]  # noqa: B023
            fixed = {s.id: (s.kind, s.words, s.x, s.y) for s in session.backdrop.sprites}
            assert without_bombs(things) == fixed | shown(session.scene)
            assert caption == session.scene.caption
            marks = [thing for key, thing in things.items() if key.startswith("off")]
            numbers = [int(n) for _, words, *_ in marks for n in words[5:].split("+")]
            assert all(n <= len(session.moves) for n in numbers)

        for move in some_moves(game, level, 6):
            before = session.state
            session.apply(move)
            tell(move, [*list(game.frames(level, before, move))[1:], session.scene])
        while session.undo():
            tell("", [session.scene])
            assert steps[-1]["back"]
        for key in ("right", "down", "tab", "space", "left"):
            if isinstance(game.interpret(level, session.state, session.cursor, key), str):
                continue
            if session.press(key):
                tell("", [session.scene])
        assert len({json.dumps(look) for look in made["looks"]}) == len(made["looks"])


def test_walks_are_runs() -> None:
    """A thousand steps of a walker take a line."""
    rows = ["P" + "." * 40, "." * 41, "." * 40 + "K"]
    level = level_of("onebomb", {"rows": rows})
    moves = ["bomb 20,0", "D", *"R" * 30, "D", *"R" * 10]
    made = record(level, [moves])
    assert [set(step) for step in made["steps"]] == [
        {"move", "frames"},
        {"move", "frames"},  # he comes onto the board
        {"walk", "way"},
    ]
    assert made["steps"][2] == {"walk": "player", "way": "30RD10R"}
    assert made["traced"] == ["player"]
    assert made["steps"][1]["frames"][0]["paths"] == {"player": [[0, 0], [0, 1]]}


def test_what_is_pushed_or_changes_is_no_walk() -> None:
    level = level_of("sokoban", {"rows": ["#######", "#@ $ .#", "#######"]})
    made = record(level, [list("RRR")])
    first, *others = made["steps"]
    assert first == {"walk": "player", "way": "R"}
    assert [step["move"] for step in others] == ["R", "R"]


def test_bombs_leave_their_numbers() -> None:
    level = level_of("bombcover", {"rows": ["#######", "#x.@.x#", "#######"]})
    made = record(level, [["3,1", "2,1"]])
    *_, (_, things, _) = replayed(made, made["steps"])
    marks = {thing for key, thing in things.items() if key.startswith("off")}
    assert marks == {("spent", "bomb 1", 3, 1), ("spent", "bomb 2", 2, 1)}


def test_bombs_of_one_cell_share_a_mark_and_undo_takes_them_away() -> None:
    scene = Scene(3, 1, ())
    lit = Scene(3, 1, (Sprite("bomb", "bomb", 1, 0),))
    recorder = Recorder(scene, scene)
    recorder.head()
    for number in (1, 2):
        step = recorder.step("bang", [lit, scene])
        (entry,) = step["frames"][1]["set"]
        assert entry[0] == "off1,0"
        assert step["looks"][-1][3] == ("bomb 1" if number == 1 else "bomb 1+2")
    (entry,) = recorder.step("", [scene], number=1)["frames"][0]["set"]
    assert entry[0] == "off1,0"
    assert recorder.step("", [scene], number=0)["frames"][0]["gone"] == ["off1,0"]
    assert recorder.head()["first"]["sprites"] == []


def test_several_solutions_start_at_the_same_position() -> None:
    game, level = GAMES["robots"], sample_levels("robots")[0]
    solutions = [["0U", "0L"], ["1R", "2D", "0U"], ["2R"]]
    made = record(level, solutions)
    played = [made, *made["solutions"]]
    for moves, part in zip(solutions, played, strict=True):
        state = game.initial(level)
        for move in moves:
            state, _ = game.apply(level, state, move)
        *_, (_, things, _) = replayed(made, part["steps"])
        scene = game.scene(level, state)
        assert {k: v for k, v in things.items() if k in shown(scene)} == shown(scene)
        assert part["solution"] == game.write_solution(level, moves)


def test_moves_before_lead_to_the_first_scene() -> None:
    game, level = GAMES["robots"], sample_levels("robots")[0]
    made = record(level, [["1R"]], before=["0U", "0L"])
    state = game.initial(level)
    for move in ("0U", "0L"):
        state, _ = game.apply(level, state, move)
    _, things, _ = next(replayed(made, []))
    scene = game.scene(level, state)
    assert {k: v for k, v in things.items() if k in shown(scene)} == shown(scene)
    assert len(made["steps"]) == 1
    assert next(replayed(record(level, [["1R"]], start=state), []))[1] == things


@pytest.mark.parametrize("side", [60, 220])
def test_tiles_of_larger_boards_are_in_the_backdrop(side: int) -> None:
    """A falling tile is painted over, and comes back with an undo."""
    level = generated("bombcover", "random", width=side, height=side)
    assert side * side > SMALL_BOARD
    game = GAMES["bombcover"]
    state = game.initial(level)
    recorder = Recorder(game.backdrop(level), game.scene(level, state))
    made = recorder.head()
    assert made["ground"] is None
    assert len(made["first"]["sprites"]) == len(level.players)
    assert ("data:image/png" in made["defs"]) == (side > 200)
    for move in game.legal(level, state):
        after, _ = game.apply(level, state, move)
        if after.crates != state.crates:
            break
    step = recorder.step(move, list(game.frames(level, state, move))[1:])
    (paint,) = (frame["paint"] for frame in step["frames"] if "paint" in frame)
    assert 'class="floor"' in paint
    back = recorder.step("", [game.scene(level, state)], number=0)
    assert "<path" in back["frames"][0]["paint"]
    assert back["frames"][0]["paint"] != paint


@pytest.mark.parametrize("name", GAMES)
def test_every_cell_is_told_in_words(name: str) -> None:
    for level in levels(name):
        made = record(level, game=GAMES[name])
        ground = made["ground"]
        assert [len(row) for row in ground["rows"]] == [made["width"]] * made["height"]
        codes = {ord(char) - ord("0") for row in ground["rows"] for char in row}
        assert codes <= set(range(len(ground["names"])))
        assert all(look[3] for look in made["looks"])


def test_thin_walls_are_told() -> None:
    level = next(level for level in sample_levels("robots") if level.width != level.height)
    ground = record(level)["ground"]
    sides = {side for name in ground["names"] for side in name.split(", ")[1:]}
    assert sides <= {"wall above", "wall below", "wall to the left", "wall to the right"}
    for side, other, (dx, dy) in (
        ("wall to the right", "wall to the left", (1, 0)),
        ("wall below", "wall above", (0, 1)),
    ):
        for y in range(level.height - dy):
            for x in range(level.width - dx):
                here, there = (
                    ground["names"][ord(ground["rows"][b][a]) - ord("0")]
                    for a, b in ((x, y), (x + dx, y + dy))
                )
                assert (side in here) == (other in there)


def test_marks_come_with_their_drawing() -> None:
    from gridproof.scene import Mark

    scene = Scene(3, 2, ())
    marked = Scene(3, 2, (), marks=(Mark(1, 1, 2, "variable <x>"),))
    made = Recorder(marked, scene).head()
    assert made["marks"] == [[1, 1, 2, "variable <x>", 1, 1]]
    assert "variable &lt;x&gt;" in made["overlay"]


def test_records_can_stand_in_scripts() -> None:
    """Nothing ends the script, or a line of it; nothing is lost."""
    hostile = "</script><!-- \u2028\u2029 \ud800 ]]> & <script>"
    text = inlined({"title": hostile})
    assert not re.search("</|<!|[\u2028\u2029]", text)
    assert json.loads(text)["title"] == hostile
    text.encode()


def test_names_of_files_are_safe() -> None:
    for title in (*TITLES, "../../etc/passwd", "CON", ".", "a/b\\c"):
        name = file_name(title)
        assert re.fullmatch(r"[a-z0-9][a-z0-9-]*\.txt", name), title
        assert len(name) <= 64
    assert file_name("Éa", "svg") == "a.svg"


def test_long_boards_are_left_out() -> None:
    level = generated("onebomb", "open", width=1030, height=1030)
    assert record(level)["board"] is None
