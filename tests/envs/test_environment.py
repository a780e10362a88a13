"""The environments that are registered, and what can be said of one when it is made."""

from __future__ import annotations

import copy
import math
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from gridproof.envs import PuzzleEnv, presets
from gridproof.errors import BadBoard, InputError, UnknownName
from gridproof.files.reading import read_boards
from gridproof.files.shipped import collections
from gridproof.games._template.game import GAME as TEMPLATE
from gridproof.games.merge.level import MergeLevel
from gridproof.registry import games
from gridproof.result import Limits
from gridproof.solving.solve import solve
from tests.samples import random_levels, sample_levels

IDS = [preset.id for preset in presets()]
WIDE = "#########\n#@ $  . #\n#########\n"
TALL = "###\n#@#\n# #\n#$#\n# #\n#.#\n###\n"
#: One push to the right, and one that loses: into the corner.
CORNER = "######\n#    #\n# $@ #\n#  . #\n######\n"


def boards(text: str) -> list[Any]:
    return list(read_boards(text, game="sokoban"))


def sokoban(text: str, **arguments: Any) -> PuzzleEnv:
    return PuzzleEnv("sokoban", boards(text), **arguments)


def play(env: gymnasium.Env[Any, Any], moves: str) -> Iterator[tuple[float, bool, dict[str, Any]]]:
    actions = env.unwrapped.actions  # type: ignore[attr-defined]
    for move in moves:
        _, reward, over, _, info = env.step(actions.index(move))
        yield float(reward), over, info


def test_each_game_and_each_collection_is_registered() -> None:
    assert "gridproof/Robots-v0" in IDS
    assert "gridproof/Sokoban-microban1-v0" in IDS
    assert len(IDS) == len(set(IDS)) >= max(len(games()), len(collections()))
    assert set(IDS) <= set(gymnasium.registry)


@pytest.mark.parametrize("name", IDS)
def test_presets_pass_the_checker(name: str) -> None:
    check_env(gymnasium.make(name, render_mode="rgb_array").unwrapped)


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_several_presets_side_by_side(name: str, mode: str) -> None:
    if mode == "async" and name != "gridproof/Sokoban-v0":
        return  # processes take long to start, and know nothing of games
    env = gymnasium.make_vec(name, num_envs=2, vectorization_mode=mode, max_episode_steps=3)
    _, info = env.reset(seed=5)
    for _ in range(6):
        masks = tuple(info["action_mask"])
        _, _, _, _, info = env.step(env.action_space.sample(mask=masks))
    env.close()


def test_optima_side_by_side() -> None:
    env = gymnasium.make_vec(
        "gridproof/Sokoban-v0", num_envs=2, vectorization_mode="sync", optimal=True
    )
    _, info = env.reset(seed=5)
    assert info["optimal_cost"].tolist() == info["optimal_bound"].tolist()
    assert info["optimal_status"].tolist() == ["OPTIMAL", "OPTIMAL"]


@pytest.mark.parametrize("text", [WIDE, TALL, WIDE + "\n" + TALL], ids=["wide", "tall", "both"])
def test_boards_that_are_not_square(text: str) -> None:
    env = gymnasium.make("gridproof/Sokoban-v0", levels=boards(text), render_mode="rgb_array")
    check_env(env.unwrapped)
    env.reset(seed=1)
    picture: Any = env.render()
    assert picture.dtype == np.uint8
    rows, columns = (3 if text == WIDE else 7), (3 if text == TALL else 9)
    assert env.observation_space.shape == (6, rows, columns)
    assert picture.shape == (32 * rows + 16, 32 * columns + 16, 3)


def test_another_program_finds_them_by_the_module_or_by_registering() -> None:
    code = (
        "import gymnasium\n"
        "print(gymnasium.make('gridproof.envs:gridproof/Merge-v0').unwrapped.game.id)\n"
        "import gridproof.envs; gymnasium.register_envs(gridproof.envs)\n"
        "print(gymnasium.make('gridproof/Robots-v0').unwrapped.game.id)\n"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "merge\nrobots\n"


def test_without_gymnasium_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "from gridproof.errors import MissingPart\n"
        "try:\n    import gridproof.envs\n"
        "except MissingPart as error:\n    print(error.hint)\n"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "pip install 'gridproof[envs]'\n"


def test_a_game_that_is_not_registered_here() -> None:
    env = PuzzleEnv(TEMPLATE, list(random_levels("template", 3)))
    _, info = env.reset(seed=1)
    while info["action_mask"].any():
        *_, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    assert info["is_success"]


# Levels


def drawn(env: PuzzleEnv, seed: int, count: int = 12) -> list[str]:
    return [env.reset(seed=seed)[1]["level"], *(env.reset()[1]["level"] for _ in range(count - 1))]


def test_a_seed_means_the_same_levels_everywhere() -> None:
    env = PuzzleEnv("sokoban", "sokoban/microban1")
    assert drawn(env, 7) == drawn(PuzzleEnv("sokoban", "sokoban/microban1"), 7)
    assert drawn(env, 7) != drawn(env, 8)
    assert drawn(env, 7, 4) == ["79", "86", "7", "40"]  # NumPy's PCG64, worked out once


def test_a_certain_level_is_played() -> None:
    env = PuzzleEnv("sokoban", "sokoban/microban1")
    observed, _ = env.reset(options={"level": 2})
    again, _ = env.reset(options={"level": env.levels[2]})
    assert np.array_equal(observed, again)
    assert not np.array_equal(observed, env.reset(options={"level": 3})[0])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 1}, "numbered from 0 to 0"),
        ({"level": -1}, "numbered from 0 to 0"),
        ({"levels": 0}, "`reset` has no option `levels`"),
        ({"level": boards(TALL)[0]}, "9 × 3"),
        ({"level": boards("#####\n#@ *#\n#####\n")[0]}, "over before the first move"),
        ({"level": sample_levels("robots")[0]}, "none of sokoban"),
    ],
)
def test_levels_that_cannot_be_played(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        sokoban(WIDE).reset(options=options)


def test_a_robot_more_than_there_are_actions() -> None:
    few, many = (next(iter(PuzzleEnv("robots", generator="random", parameters={"robots": n},
                                     count=1).levels)) for n in (2, 3))  # fmt: skip
    with pytest.raises(InputError, match="no actions of the environment"):
        PuzzleEnv("robots", few).reset(options={"level": many})
    PuzzleEnv("robots", many)


def test_levels_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    file.write_text(f"; Far\n{WIDE}\n; Deep\n{TALL}")
    env = PuzzleEnv("sokoban", str(file))
    assert [level.title for level in env.levels] == ["Far", "Deep"]
    assert set(drawn(env, 3)) == {"Far", "Deep"}
    file.write_text("#####\n#@$ #\n")
    with pytest.raises(BadBoard, match=r"boards\.txt:1"):
        PuzzleEnv("sokoban", str(file))


def test_levels_of_a_generator() -> None:
    wished: dict[str, Any] = {
        "generator": "random",
        "parameters": {"width": 5, "height": 6},
        "count": 4,
    }
    env = PuzzleEnv("robots", **wished, wishes={"min_cost": 3}, optimal=Limits(nodes=10**6))
    assert len(env.levels) == 4
    assert env.observation_space.shape is not None
    assert env.observation_space.shape[1:] == (6, 5)
    for number in range(4):
        _, info = env.reset(options={"level": number})
        assert info["optimal_cost"] >= 3
        assert info["level"].startswith("robots:random,")
        (again,) = PuzzleEnv("robots", info["level"]).levels
        assert again == env.levels[number]
    other = PuzzleEnv("robots", **wished, seed=1)
    assert other.levels != PuzzleEnv("robots", **wished).levels
    assert PuzzleEnv("robots", **wished).levels == PuzzleEnv("robots", **wished).levels


def test_a_preset_with_other_levels() -> None:
    env = gymnasium.make("gridproof/Robots-v0", generator="backward",
                         parameters={"width": 5, "height": 4, "robots": 2}, count=1)  # fmt: skip
    assert len(env.unwrapped.levels) == 1  # type: ignore[attr-defined]


def test_wishes_are_for_the_objective_that_is_played() -> None:
    small = {"width": 7, "height": 6, "boxes": 2}
    env = PuzzleEnv("sokoban", generator="random", parameters=small, count=2, objective="moves",
                    wishes={"max_cost": 9}, optimal=True)  # fmt: skip
    for number in range(2):
        assert env.reset(options={"level": number})[1]["optimal_cost"] <= 9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"levels": "sokoban", "generator": "random"}, "not both"),
        ({"levels": []}, "at least one level"),
        ({"levels": "no such file"}, "cannot be read"),
        ({"levels": boards("#####\n#@ *#\n#####\n")}, "over before the first move"),
        ({"objective": "pushes-moves"}, "a reward is one number"),
        ({"objective": "steps"}, "no objective"),
        ({"generator": "nothing"}, "no generator"),
        (
            {
                "parameters": {"width": 6, "height": 5, "boxes": 1},
                "generator": "random",
                "wishes": {"min_cost": 400},
            },
            "0 of 10 levels were found",
        ),
        ({"generator": "random", "wishes": {"long": 4}}, "no wish"),
    ],
)
def test_what_cannot_be_made(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        PuzzleEnv("sokoban", **arguments)
    with pytest.raises(UnknownName, match="no game"):
        PuzzleEnv("chess")


# Episodes


def test_rewards_are_what_the_objective_costs() -> None:
    env = sokoban(WIDE, bonus=10.0)
    env.reset()
    steps = list(play(env, "RRRR"))
    assert [reward for reward, _, _ in steps] == [0.0, -1.0, -1.0, 9.0]
    assert [over for _, over, _ in steps] == [False, False, False, True]
    assert steps[-1][2]["cost"] == 3
    assert steps[-1][2]["is_success"]
    env = sokoban(WIDE, objective="moves")
    env.reset()
    assert sum(reward for reward, _, _ in play(env, "RRRR")) == -4


def test_a_lost_position_ends_the_episode_without_the_bonus() -> None:
    env = sokoban(CORNER, bonus=10.0)
    env.reset()
    ((reward, over, info),) = play(env, "L")
    assert (reward, over, info["is_success"]) == (-1.0, True, False)
    assert not info["action_mask"].any()
    ((reward, over, info),) = play(env, "R")
    assert (reward, over, info["cost"], info["illegal"]) == (0.0, True, 1, 0)


def test_stones_are_counted_for_more() -> None:
    env = PuzzleEnv("merge", sample_levels("merge")[0])
    _, info = env.reset()
    total, over = 0.0, False
    while not over:
        _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        total += reward
    assert total == info["cost"] > 0
    assert info["is_success"]


def test_points_that_a_picture_shows_in_one_cell_are_told_apart() -> None:
    (level,) = read_boards('{"game": "boxcover", "side": 1, "points": [[0,0],[2,0],[3,0],[119,0]]}')
    env = PuzzleEnv("boxcover", level)
    assert env.observation_space.shape is not None
    assert env.observation_space.shape[2] == 60
    observed = []
    for square in ("1,0", "3,0"):  # the one over 2,0 and the one over 3,0
        env.reset()
        observed.append(env.step(env.actions.index(square))[0])
    seen = [planes[env.planes.index("point")] for planes in observed]
    assert np.array_equal(seen[0], seen[1])
    assert not np.array_equal(observed[0], observed[1])


def test_the_time_limit_truncates() -> None:
    env = gymnasium.make("gridproof/Sokoban-v0", levels=boards(WIDE), max_episode_steps=3)
    env.reset()
    ends = [env.step(0)[2:4] for _ in range(3)]
    assert ends == [(False, False), (False, False), (False, True)]


def test_the_mask_is_left_out_on_request() -> None:
    env = sokoban(WIDE, action_mask=False)
    _, info = env.reset()
    assert "action_mask" not in info
    mask = env.action_mask()
    assert mask.dtype == np.int8
    assert [move for move, legal in zip(env.actions, mask, strict=True) if legal] == ["R"]
    mask[:] = 1
    assert env.action_mask().sum() == 1
    assert env.action_space.sample(env.action_mask()) == env.actions.index("R")


def test_an_optimum_that_nobody_can_prove_in_no_time() -> None:
    env = sokoban(WIDE, optimal=Limits(nodes=1))
    _, info = env.reset()
    assert np.isnan(info["optimal_cost"])
    assert info["optimal_status"] == "UNKNOWN"
    assert info["optimal_bound"] <= 3


@pytest.mark.parametrize("action", [-1, 4])
def test_an_action_that_there_is_not(action: int) -> None:
    env = sokoban(WIDE)
    env.reset()
    with pytest.raises(InputError, match="actions go from 0 to 3"):
        env.step(action)


@pytest.mark.parametrize("action", [1.5, np.float64(1), "1", None])
def test_an_action_is_a_whole_number(action: Any) -> None:
    env = sokoban(WIDE)
    env.reset()
    with pytest.raises(TypeError):
        env.step(action)
    for one in (1, np.int8(1), np.array(1)):
        env.step(one)


@pytest.mark.parametrize("bonus", [math.nan, math.inf])
def test_a_bonus_is_finite(bonus: float) -> None:
    with pytest.raises(InputError, match="the bonus must be a finite number"):
        sokoban(WIDE, bonus=bonus)


# Copies and pictures


@pytest.mark.parametrize("name", IDS)
def test_a_copy_goes_on_from_the_same_position(name: str) -> None:
    env = gymnasium.make(name, optimal=False)
    _, info = env.reset(seed=3)
    first = int(np.flatnonzero(info["action_mask"])[0])
    env.step(first)
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    expected = env.step(first)
    for other in copies:
        found = other.step(first)
        assert np.array_equal(found[0], expected[0])
        assert found[1:4] == expected[1:4]
        assert other.reset()[1]["level"] == copy.deepcopy(env).reset()[1]["level"]


def test_text_and_pixels() -> None:
    env = sokoban(WIDE + "\n" + TALL, render_mode="ansi")
    env.reset(options={"level": 0})
    assert env.render() == str(env.game.picture(env.levels[0], env.game.initial(env.levels[0])))
    env = sokoban(WIDE + "\n" + TALL, render_mode="rgb_array")
    pictures = []
    for number in (0, 1):
        env.reset(options={"level": number})
        pictures.append(env.render())
    assert pictures[0].shape == pictures[1].shape == (240, 304, 3)
    assert not np.array_equal(*pictures)
    assert sokoban(WIDE).render() is None


def test_a_level_is_named_by_any_whole_number() -> None:
    env = PuzzleEnv("robots", optimal=True)
    for number in (np.int64(1), 1):
        assert env.reset(options={"level": number})[1]["optimal_status"] == "OPTIMAL"
    assert list(env._results) == [1]
    with pytest.raises(TypeError):
        env.reset(options={"level": "1"})


def test_a_level_that_says_how_much_is_wanted_ends_there() -> None:
    level = sample_levels("merge")[0]
    assert isinstance(level, MergeLevel)
    best = solve(level, objective="stones")
    assert best.moves is not None
    env = PuzzleEnv("merge", replace(level, target=1), optimal=True)
    assert env.reset()[1]["optimal_cost"] == best.cost
    ends = [env.step(env.actions.index(move)) for move in best.moves]
    assert [reward for _, reward, *_ in ends if reward] == [ends[-1][4]["cost"]]
    assert ends[-1][2]
    assert 1 <= ends[-1][4]["cost"] < best.cost
