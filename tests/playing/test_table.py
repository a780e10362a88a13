"""Tables of all positions: play by them is play by the rules, in every game."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import gridproof
from gridproof.errors import MoveError
from gridproof.files.reading import read_boards
from gridproof.playing.session import Session
from gridproof.playing.table import PlayTable
from gridproof.registry import find_game, games
from gridproof.render.play_data import play_data
from tests.samples import random_levels

each_game = pytest.mark.parametrize("name", games())


@cache
def tables(name: str) -> list[PlayTable]:
    """Small tables of random boards of a game, and of the board of its rules."""
    game = find_game(name)
    levels = [*read_boards(game.about.board, game=name), *random_levels(name, 5, seed=7)]
    found = (PlayTable.of(game, level, game.objective()) for level in levels)
    return [table for table in found if table is not None and len(table.positions) <= 400]


def distances(table: PlayTable) -> list[float]:
    """The value of the best play from each position, or infinity, in the first metric."""
    best = table.objective.sense == "max"
    metric = table.objective.metrics[0]
    left = [0.0 if is_one else float("-inf" if best else "inf") for is_one in table.complete]
    changed = True
    while changed:
        changed = False
        for n, row in enumerate(table.effects):
            for effect in row:
                if effect is None or effect.target is None:
                    continue
                value = left[effect.target] + effect.gains.get(metric, 0)
                if value > left[n] if best else value < left[n]:
                    left[n] = value
                    changed = True
    return left


@each_game
def test_random_play_is_that_of_a_session(name: str) -> None:
    """Pictures, refusals, costs and ends are equal after each key and each pointing."""
    rng = random.Random(name)
    for table in tables(name):
        session = Session(table.level, game=table.game)
        session.cursor = session.in_hand
        n = 0
        inputs: list[Any] = [*table.keys, *table.cells]
        for _ in range(40):
            if table.is_end(n):
                break
            i = rng.randrange(len(inputs))
            effect, act = table.effects[n][i], inputs[i]
            moves, scene = session.moves, session.scene
            try:
                session.press(act) if isinstance(act, str) else session.point(act)
            except MoveError as problem:
                assert effect is not None
                assert effect.target is None
                assert effect.refusal.casefold() == f"{problem.reason}.".casefold()
                continue
            if effect is None:
                assert (session.moves, session.scene) == (moves, scene)
                continue
            assert effect.target is not None
            n = effect.target
            assert session.moves == ((*moves, effect.move) if effect.move else moves)
            state, cursor = table.positions[n]
            assert session.state == state
            assert session.scene == table.game.scene(table.level, state, cursor)
            assert table.complete[n] == table.game.complete(
                table.level, session.state, table.objective
            )


@each_game
def test_every_legal_move_is_there(name: str) -> None:
    """Keys and cells lead to all states that the rules lead to."""
    for table in tables(name):
        states = {state for state, _ in table.positions}
        ended = {state for n, (state, _) in enumerate(table.positions) if table.is_end(n)}
        for state in states - ended:
            for move in table.game.legal(table.level, state):
                assert table.game.apply(table.level, state, move)[0] in states, (state, move)


@each_game
def test_the_shortest_play_is_the_optimum(name: str) -> None:
    for table in tables(name):
        if table.game.missing(table.level) is not None:
            continue
        result = gridproof.solve(table.level, game=table.game)
        left = distances(table)[0]
        cost = result.cost[0] if isinstance(result.cost, tuple) else result.cost
        assert left == (float("inf") if cost is None else cost)


@each_game
def test_data_hold_each_position_and_input(name: str) -> None:
    for table in tables(name):
        data = play_data(table)
        assert data is not None
        assert len(data["rows"]) == len(table.positions) * (len(table.keys) + len(table.cells))
        assert sum(data["complete"]) == len(table.positions)
        assert len({str(action) for action in data["actions"]}) == len(data["actions"])


def test_a_board_with_many_positions_has_no_table() -> None:
    game = find_game("sokoban")
    rows = ["#" * 14, f"#@$.$.{' ' * 7}#", *[f"#{' ' * 12}#"] * 6, "#" * 14]
    (level,) = read_boards("\n".join(rows) + "\n", game="sokoban")
    assert PlayTable.of(game, level, game.objective()) is None
