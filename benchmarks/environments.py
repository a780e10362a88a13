"""environments: steps a second beside those of gym-sokoban 0.0.6, on 10 × 10 cells with 4 boxes.

gym-sokoban needs an older NumPy, so it has a venv of its own, and is run as a program:

    python -m venv FOLDER/gym-sokoban
    FOLDER/gym-sokoban/bin/pip install gym-sokoban==0.0.6 'numpy<2'

Both play random actions, legal or not, on the same board, and begin it anew after 100 steps. What
is counted is the processor's time, and that of steps alone: gym-sokoban makes a room whenever it is
reset, which takes it half a minute, so it is given one.
"""

from __future__ import annotations

import json
import random
import subprocess
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

from benchmarks.timing import Case, print_table, run_in_turn
from gridproof.envs import PuzzleEnv
from gridproof.games.sokoban.level import GOAL, WALL, SokobanLevel

ROUNDS: Final = 5
EPISODE: Final = 100
#: Episodes by what is observed; few where each takes long. The first one is gym-sokoban's default.
THEIRS: Final = {"rgb_array": 2, "tiny_rgb_array": 20}
OURS: Final[dict[str, tuple[dict[str, Any], int]]] = {
    "planes and mask": ({}, 50),
    "planes": ({"action_mask": False}, 50),
    "planes, mask and picture": ({"render_mode": "rgb_array"}, 1),
}

#: Prints the seconds that steps take; arguments: what is observed, episodes, their length, and the
#: room as it is fixed and as it stands, as rows of codes.
_PROGRAM: Final = """
import json, random, sys, time, warnings
warnings.simplefilter("ignore")
import numpy
from gym_sokoban.envs.sokoban_env import SokobanEnv
kind, episodes, length, fixed, standing = sys.argv[1], *map(json.loads, sys.argv[2:])
rng, env, seconds = random.Random(1), SokobanEnv(reset=False), 0.0
for _ in range(episodes):
    env.room_fixed, env.room_state = numpy.array(fixed), numpy.array(standing)
    env.player_position = numpy.argwhere(env.room_state == 5)[0]
    env.num_env_steps = env.reward_last = env.boxes_on_target = 0
    actions = [rng.randrange(1, 9) for _ in range(length)]
    begin = time.process_time()
    for action in actions:
        env.step(action, observation_mode=kind)
    seconds += time.process_time() - begin
print(seconds)
"""


def steps(folder: Path) -> None:
    """Time 1000 steps (called nodes), by what is observed.

    Raises:
        FileNotFoundError: there is no ``folder / "gym-sokoban"``.
    """
    python = folder / "gym-sokoban" / "bin" / "python"
    if not python.exists():
        raise FileNotFoundError(f"{python} (see benchmarks/environments.py)")
    level = PuzzleEnv("sokoban", "sokoban/boxoban_hard").levels[0]
    assert isinstance(level, SokobanLevel)
    cases = [
        Case("1000 steps", f"gym-sokoban, {kind}", partial(_theirs, python, kind, count, level))
        for kind, count in THEIRS.items()
    ]
    cases += [
        Case("1000 steps", f"gridproof, {name}", partial(_ours, level, arguments, count))
        for name, (arguments, count) in OURS.items()
    ]
    print_table(cases, run_in_turn(cases, ROUNDS))


def _theirs(python: Path, kind: str, episodes: int, level: SokobanLevel) -> tuple[float, int]:
    fixed = [0 if cell == WALL else 2 if cell == GOAL else 1 for cell in level.cells]
    standing = list(fixed)
    for box in level.boxes:
        standing[level.number(box)] = 3 if level.at(box) == GOAL else 4
    standing[level.number(level.players[0])] = 5
    rooms = ([cells[i : i + 10] for i in range(0, 100, 10)] for cells in (fixed, standing))
    told = [kind, *map(json.dumps, (episodes, EPISODE, *rooms))]
    done = subprocess.run(
        [python, "-c", _PROGRAM, *told], capture_output=True, text=True, check=True
    )
    return _of_thousand(float(done.stdout.split()[-1]), episodes)


def _ours(level: SokobanLevel, arguments: dict[str, Any], episodes: int) -> tuple[float, int]:
    env, rng, seconds = PuzzleEnv("sokoban", level, **arguments), random.Random(1), 0.0
    for _ in range(episodes):
        env.reset()
        actions = [rng.randrange(4) for _ in range(EPISODE)]
        begin = time.process_time()
        for action in actions:
            if env.step(action)[2]:
                env.reset()  # by chance it is lost early, and a step that is none would be cheap
            if env.render_mode:
                env.render()
        seconds += time.process_time() - begin
    return _of_thousand(seconds, episodes)


def _of_thousand(seconds: float, episodes: int) -> tuple[float, int]:
    return seconds * 1000 / (episodes * EPISODE), 1000
