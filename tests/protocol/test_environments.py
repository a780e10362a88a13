"""The promises of every environment, checked on every registered game and on the template."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env

from gridproof.envs import PuzzleEnv, presets
from gridproof.envs.observing import Observer
from gridproof.errors import MoveError
from gridproof.game import AnyGame
from gridproof.level import Objective, Outcome
from gridproof.registry import games
from gridproof.result import Limits, Status, first
from gridproof.solving.solve import solve
from tests.samples import GAMES, random_levels, sample_levels
from tests.soak import ROUNDS

pytestmark = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def levels(game: AnyGame, count: int = 8) -> list[Any]:
    return [*sample_levels(game.id), *random_levels(game.id, count)]


def single(game: AnyGame) -> list[Objective]:
    """The objectives that a reward can be of."""
    return [objective for objective in game.objectives if len(objective.metrics) == 1]


def random_positions(game: AnyGame, level: Any, rng: random.Random, length: int) -> list[Any]:
    """Those of a play of any legal moves, the start first."""
    states = [game.initial(level)]
    for _ in range(length):
        moves = list(game.legal(level, states[-1]))
        if not moves:
            break
        states.append(game.apply(level, states[-1], rng.choice(moves))[0])
    return states


def test_it_is_one_for_gymnasium(game: AnyGame) -> None:
    spec = EnvSpec("gridproof/Any-v0", entry_point="gridproof.envs.environment:PuzzleEnv")
    found = levels(game, 2)
    check_env(gymnasium.make(spec, game=game, levels=found, render_mode="ansi").unwrapped)


def test_every_game_that_is_installed_has_one(game: AnyGame) -> None:
    assert (game.id in games()) == (game.id in {preset.game for preset in presets()})


def tell_apart(game: AnyGame, found: list[Any]) -> None:
    """Observations do, within a level by the key, between levels by what can be done."""
    observer = Observer(game, found)
    rng = random.Random(game.id)
    positions = 0
    seen: dict[bytes, tuple[Any, Any, set[str]]] = {}
    for level in found:
        ground = observer.ground(level)
        for _ in range(4):
            for state in random_positions(game, level, rng, 12):
                observed = observer.observe(ground, level, state)
                assert observed in observer.space
                keys = [game.key(level, state, objective) for objective in game.objectives]
                allowed = set(game.legal(level, state))
                before = seen.setdefault(observed.tobytes(), (level, keys, allowed))
                assert allowed == before[2]
                if level == before[0]:
                    assert keys == before[1]
                positions += 1
    assert positions > 4 * len(found)


def test_observations_tell_apart_what_has_another_future(game: AnyGame) -> None:
    tell_apart(game, levels(game))


@pytest.mark.soak
def test_observations_of_many_levels_tell_futures_apart(game: AnyGame) -> None:
    for seed in range(ROUNDS):
        tell_apart(game, list(random_levels(game.id, 30, seed)))


def test_no_two_planes_are_called_alike(game: AnyGame) -> None:
    planes = Observer(game, levels(game)).planes
    assert len(set(planes)) == len(planes)


def test_positions_show_the_kinds_that_the_game_names(game: AnyGame) -> None:
    rng = random.Random(game.id)
    for level in levels(game):
        for state in random_positions(game, level, rng, 12):
            picture = game.picture(level, state)
            kinds = {sprite.kind for sprite in picture.sprites}
            kinds |= {kind for tiles in picture.tiles for kind in tiles.kinds if kind}
            assert kinds <= set(game.kinds)


def test_the_mask_says_what_the_rules_allow(game: AnyGame) -> None:
    env = PuzzleEnv(game, levels(game))
    rng = random.Random(game.id)
    for number, level in enumerate(env.levels):
        _, info = env.reset(options={"level": number})
        listed = set(game.actions(level) or ())
        state, over = game.initial(level), False
        while not over and rng.random() < 0.8:
            for action, move in enumerate(env.actions):
                try:
                    game.apply(level, state, move)
                except MoveError:
                    legal = False
                else:
                    legal = move in listed
                assert info["action_mask"][action] == legal, move
            move = rng.choice(list(game.legal(level, state)))
            state, _ = game.apply(level, state, move)
            _, _, over, _, info = env.step(env.actions.index(move))


def test_the_best_return_is_the_optimum(game: AnyGame) -> None:
    """A solver's play, action by action."""
    played = 0
    for objective in single(game):
        env = PuzzleEnv(game, levels(game, 3), objective=objective.id, bonus=0.5)
        sign = -1 if objective.sense == "min" else 1
        for number, level in enumerate(env.levels):
            result = solve(level, game=game, objective=objective.id, limits=Limits(time=20))
            _, info = env.reset(options={"level": number})
            if result.status is not Status.OPTIMAL or result.moves is None:
                continue
            assert result.cost is not None
            cost = first(result.cost)
            total, over = 0.0, False
            for move in result.moves:
                assert not over
                _, reward, over, _, info = env.step(env.actions.index(move))
                total += reward
            if not over:  # more could be had of what nobody has to do
                assert objective.sense == "max"
                total += env.bonus
            else:
                assert info["is_success"]
            assert total == sign * cost + env.bonus
            assert info["cost"] == cost
            assert info["illegal"] == 0
            played += 1
    assert played


def test_what_is_not_legal_changes_nothing(game: AnyGame) -> None:
    env = PuzzleEnv(game, levels(game), bonus=1.0)
    tried = 0
    for number in range(len(env.levels)):
        observed, info = env.reset(options={"level": number})
        for action in np.flatnonzero(info["action_mask"] == 0)[:3]:
            again, reward, over, cut, said = env.step(action)
            tried += 1
            assert np.array_equal(again, observed)
            assert (reward, over, cut, said["cost"]) == (0.0, False, False, 0)
            assert said["illegal"] == info["illegal"] + 1
            info = said
    assert tried


def test_an_episode_ends_only_when_nothing_can_come(game: AnyGame) -> None:
    """An ended episode is solved by the rules, or plain search finds no solution from there."""
    env = PuzzleEnv(game, list(random_levels(game.id, 8)))
    rng = random.Random(game.id)
    ends = {True: 0, False: 0}
    for number, level in enumerate(env.levels):
        _, info = env.reset(options={"level": number})
        state, over = game.initial(level), False
        for _ in range(30):
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            state, _ = game.apply(level, state, env.actions[action])
            _, _, over, _, info = env.step(action)
            if over:
                break
        if over:
            ends[info["is_success"]] += 1
            assert not info["action_mask"].any()
        if over and info["is_success"]:
            assert game.complete(level, state, env.objective)
        elif over:
            assert game.outcome(level, state, env.objective) is not Outcome.SOLVED
            assert solve(level, game=game, start=state).status is Status.INFEASIBLE
    assert ends[True]
