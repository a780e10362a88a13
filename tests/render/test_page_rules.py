"""Rules in JavaScript play as those in Python do: random plays on the shipped levels."""

from __future__ import annotations

import importlib
import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gridproof.errors import MoveError
from gridproof.files.shipped import collection
from gridproof.grid import Pos
from gridproof.level import Level
from gridproof.playing.session import Session
from gridproof.registry import games
from gridproof.render.animation import Recorder
from gridproof.render.joining import joined

RULED = [game for game in games().values() if game.page_rules is not None]
_INPUTS = 120
_LEVELS = 5

PLAY = """
const { plays } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const seen = plays.map(({ data, looks, inputs }) => {
  const rules = new gridproof.PageRules(data);
  const look = gridproof.looksOf(looks);
  const thingsOf = (state) => rules.things(state).map(([id, named, ...at]) => {
    const [kind, layer, drawn, words] = looks[look(named)];
    return [id, kind, layer, drawn, words, ...at];
  });
  let state = rules.start;
  const total = [];
  return inputs.map((meant) => {
    const effect = rules.effect(state, meant);
    if (effect && effect.state) state = effect.state;
    (effect?.gains || []).forEach((gain, i) => (total[i] = (total[i] || 0) + gain));
    const { refusal, move } = effect ?? {};
    const said = effect === null ? "nothing" : refusal ? "refused" : move || "chosen";
    const [things, caption] = [thingsOf(state), rules.caption(state)];
    return [said, things, caption, rules.isComplete(state), total[0] || 0];
  });
});
console.log(JSON.stringify(seen));
"""


def played(level: Level, rng: random.Random) -> tuple[dict[str, Any], list[Any]]:
    """The data of a level with random inputs, and what Python sees after each."""
    session = Session(level)
    session.cursor = session.in_hand
    game = session.game
    assert game.page_rules is not None
    recorder = Recorder(game.backdrop(level), game.scene(level, session.state, session.cursor))
    data = importlib.import_module(game.page_rules.package).data(level, recorder.look)
    looks = recorder.head()["looks"]
    known = list(looks)
    keys = [name for keys in game.keys for name in keys.names]
    inputs, seen = [], []
    for _ in range(_INPUTS):
        meant: Any = rng.choice(keys)
        if rng.random() < 0.3:
            meant = [rng.randrange(level.width), rng.randrange(level.height)]
        inputs.append(meant)
        before = len(session.moves)
        try:
            press = session.press if isinstance(meant, str) else lambda at: session.point(Pos(*at))
            done = press(meant)
            made = session.moves[-1] if len(session.moves) > before else "chosen"
            said = made if done else "nothing"
        except MoveError:
            said = "refused"
        scene = game.scene(level, session.state, game.cursor(level, session.state, session.cursor))
        numbers = [recorder.look(s) for s in scene.sprites]
        known += recorder.news()["looks"]
        things = [
            [s.id, *known[n][:4], s.x, s.y] for s, n in zip(scene.sprites, numbers, strict=True)
        ]
        complete = game.complete(level, session.state, session.objective)
        total = session.costs[session.objective.metrics[0]]
        seen.append([said, things, scene.caption, complete, total])
    return {"data": data, "looks": looks, "inputs": inputs}, seen


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.parametrize("game", RULED, ids=lambda game: game.id)
def test_the_rules_of_a_page_are_those_of_the_game(game: Any, tmp_path: Path) -> None:
    rng = random.Random(40)
    plays = [played(level, rng) for level in collection(game.id).levels[:_LEVELS]]
    script = tmp_path / "play.cjs"
    code = joined("looks") + joined("rules", package=game.page_rules.package)
    script.write_text(code + PLAY, encoding="utf-8")
    asked = {"plays": [asked for asked, _ in plays]}
    run = subprocess.run(
        ["node", script], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    for told, (asked, seen) in zip(json.loads(run.stdout), plays, strict=True):
        for number, (js, python) in enumerate(zip(told, seen, strict=True)):
            assert js == python, asked["inputs"][: number + 1]
