"""The search of pages for the fewest squares, compared with the solver."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gridproof.files.shipped import collection
from gridproof.games.boxcover.game import GAME
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.page import data
from gridproof.games.boxcover.rules import initial
from gridproof.games.boxcover.scene import scene
from gridproof.grid import Pos
from gridproof.render.animation import Recorder
from gridproof.render.joining import joined
from gridproof.solving.solve import solve
from gridproof.verifying import verify

SEARCH = """
const { boards } = JSON.parse(require("fs").readFileSync(0, "utf8"));
async function answer(data) {
  const rules = new gridproof.PageRules(data);
  const { plan } = await rules.solve(rules.start);
  const moves = [];
  let state = rules.start;
  for (const meant of plan) {
    const effect = rules.effect(state, meant);
    if (effect.move) moves.push(effect.move);
    state = effect.state;
  }
  return moves;
}
Promise.all(boards.map(answer)).then((found) => console.log(JSON.stringify(found)));
"""


def random_board(rng: random.Random) -> BoxcoverLevel:
    """A small board with a corner anywhere; dense and sparse ones, wide and high ones."""
    width, height, count = rng.randint(1, 12), rng.randint(1, 9), rng.randint(1, 32)
    left, bottom = rng.randint(-20, 20), rng.randint(-20, 20)
    points = [
        Pos(left + rng.randrange(width), bottom + rng.randrange(height)) for _ in range(count)
    ]
    return BoxcoverLevel(points=tuple(points), side=rng.randint(1, 4))


def page_data(level: BoxcoverLevel) -> dict[str, Any] | None:
    recorder = Recorder(GAME.backdrop(level), scene(level, initial(level)))
    return data(level, recorder.look)


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_pages_find_the_fewest_squares(tmp_path: Path) -> None:
    rng = random.Random(39)
    levels = [random_board(rng) for _ in range(150)]
    levels += [each for each in collection("boxcover").levels if isinstance(each, BoxcoverLevel)]
    script = tmp_path / "search.cjs"
    code = joined("rules", package="gridproof.games.boxcover.page")
    script.write_text(code + SEARCH, encoding="utf-8")
    asked = json.dumps({"boards": [page_data(level) for level in levels]})
    run = subprocess.run(["node", script], input=asked, capture_output=True, text=True, check=True)
    for level, moves in zip(levels, json.loads(run.stdout), strict=True):
        assert verify(GAME, level, moves).valid
        assert len(moves) == solve(level).cost, level


def test_large_boards_have_no_rules() -> None:
    wide = BoxcoverLevel(points=(Pos(0, 0), Pos(60, 3)), side=2)
    fine = BoxcoverLevel(points=(Pos(0, 0), Pos(59, 3)), side=2)
    assert page_data(wide) is None
    assert page_data(fine) is not None
    many_sizes = BoxcoverLevel(points=(Pos(0, 0), Pos(20, 20)), side=12)
    assert page_data(many_sizes) is None
