"""environments: steps a second beside those of gym-sokoban 0.0.6, boards of 10 × 10 with 4 boxes.

gym-sokoban needs an older NumPy, so it has a venv of its own, and is run as a program:

    python -m venv FOLDER/gym-sokoban
    FOLDER/gym-sokoban/bin/pip install gym-sokoban==0.0.6 'numpy<2'

Both play random actions, legal or not. Only steps are counted, and not what comes before: it first
makes a room, which takes it seconds.
"""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from gridproof.benching import Case, run_in_turn
from gridproof.cli.bench import print_table
from gridproof.envs import PuzzleEnv

ROUNDS = 3
#: What gym-sokoban is asked for, by the kind of its observation: few steps where each takes long.
STEPS = {"rgb_array": 100, "tiny_rgb_array": 2_000}
OUR_STEPS = 5_000

#: Prints the seconds that so many steps take; arguments: kind of observation, steps.
_THEIRS = """
import random, sys, time, warnings
warnings.simplefilter("ignore")
import gym, gym_sokoban, numpy
kind, steps = sys.argv[1], int(sys.argv[2])
random.seed(1), numpy.random.seed(1)
env = gym.make("Sokoban-v1", disable_env_checker=True).unwrapped
actions = [random.randrange(1, 9) for _ in range(steps)]
begin = time.perf_counter()
for action in actions:
    env.step(action, observation_mode=kind)
print(time.perf_counter() - begin)
"""


def steps(folder: Path) -> None:
    """Seconds of 1000 steps (called nodes); gym-sokoban's default observation comes first.

    Raises:
        FileNotFoundError: there is no ``folder / "gym-sokoban"``.
    """
    python = folder / "gym-sokoban" / "bin" / "python"
    if not python.exists():
        raise FileNotFoundError(f"{python} (see benchmarks/environments.py)")
    ours: dict[str, Callable[[], PuzzleEnv]] = {
        "gridproof, planes and mask": _env,
        "gridproof, planes": partial(_env, action_mask=False),
    }
    cases = [
        Case("1000 steps", f"gym-sokoban, {kind}", partial(_theirs, python, kind, count))
        for kind, count in STEPS.items()
    ]
    cases += [Case("1000 steps", name, partial(_ours, make())) for name, make in ours.items()]
    pixels = partial(_ours, _env(render_mode="rgb_array"), STEPS["rgb_array"])
    cases.append(Case("1000 steps", "gridproof, and its picture", pixels))
    print_table(cases, run_in_turn(cases, ROUNDS))


def _env(**arguments: Any) -> PuzzleEnv:
    return PuzzleEnv("sokoban", "sokoban/boxoban_hard", **arguments)


def _theirs(python: Path, kind: str, count: int) -> tuple[float, int]:
    done = subprocess.run(
        [python, "-c", _THEIRS, kind, str(count)], capture_output=True, text=True, check=True
    )
    return float(done.stdout.split()[-1]) * 1000 / count, 1000


def _ours(env: PuzzleEnv, count: int = OUR_STEPS) -> tuple[float, int]:
    rng = random.Random(1)
    env.reset(seed=1)
    seconds = 0.0
    for _ in range(count):
        action = rng.randrange(4)
        begin = time.perf_counter()
        over = env.step(action)[2]
        env.render()
        seconds += time.perf_counter() - begin
        if over:
            env.reset()
    return seconds * 1000 / count, 1000
