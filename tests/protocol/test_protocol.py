"""The promises of every game, checked on every registered game and on the template."""

from __future__ import annotations

import itertools
import random
import string
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from gridproof.design.goal import Unmet
from gridproof.design.level_id import make
from gridproof.errors import IllegalMove, InputError, InvalidMove, MoveError
from gridproof.game import MAX_ACTIONS, AnyGame, Replay
from gridproof.grid import Pos
from gridproof.lazy import load
from gridproof.level import BoardFault, Objective, Outcome
from gridproof.limits import Ticker
from gridproof.playing.session import Session
from gridproof.registry import digest
from gridproof.result import Limits, Status, first
from gridproof.scene import CORNER, KINDS, Scene, Window
from gridproof.solving.search import search
from gridproof.solving.solve import at_least_as_good, solve, solvers
from gridproof.solving.task import Task
from gridproof.verifying import verify
from tests.playthrough import PATH, playthrough
from tests.samples import (
    GAMES,
    brief,
    large_levels,
    random_levels,
    sample_levels,
    small,
    small_generators,
    tiny_makers,
)

pytestmark = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())

#: Boards of each maker of small ones that are solved, and positions of each that this may take.
_SMALL_BOARDS, _SMALL_NODES = 20, 5000


def levels(game: AnyGame, count: int = 8) -> list[Any]:
    return [*sample_levels(game.id), *random_levels(game.id, count)]


def optimum(game: AnyGame, level: Any, objective: Objective, start: Any = None) -> Any:
    """The best value from ``start`` (None: unsolvable), by plain search."""
    answer = search(Task(game, level, objective, Ticker(), start=start))
    assert answer.stop_reason == "COMPLETED"
    return answer.bound


def random_play(game: AnyGame, level: Any, rng: random.Random, length: int) -> list[Any]:
    """Positions of a random play, the start first."""
    states = [game.initial(level)]
    for _ in range(length):
        moves = list(game.moves(level, states[-1], game.objectives[-1]))
        if not moves:
            break
        states.append(game.apply(level, states[-1], rng.choice(moves))[0])
    return states


def test_samples_are_not_all_square(game: AnyGame) -> None:
    assert any(level.width != level.height for level in levels(game))


def test_text_round_trip(game: AnyGame) -> None:
    written = 0
    for level in levels(game):
        bare, titled = level.with_info(), level.with_info(title="A board", seed="7")
        for form in game.formats:
            try:
                text = game.write(bare, form)
            except InputError:
                assert form != (game.canonical_format or game.formats[0])
                continue
            assert list(game.read(text, "round trip")) == [bare], form
            if form not in ("game-id", "asp"):  # these have no room for a title
                assert list(game.read(game.write(titled, form), "titled")) == [titled], form
            written += 1
    assert written >= len(levels(game))


def test_several_boards_in_one_text(game: AnyGame) -> None:
    found = levels(game)
    text = "\n".join(game.write(level, game.formats[0]) for level in found)
    assert list(game.read(text, "all")) == found


def test_written_boards_are_recognised(game: AnyGame) -> None:
    for level in sample_levels(game.id):
        for form in (game.formats[0], game.canonical_format):
            assert game.recognises(game.write(level, form), "file")


def test_digest_ignores_metadata_but_not_options_or_cells(game: AnyGame) -> None:
    digests: dict[str, Any] = {}
    for level in levels(game):
        assert digest(game, level) == digest(game, level.with_info(title="other", author="x"))
        digests.setdefault(digest(game, level), level.with_info())
        assert digests[digest(game, level)] == level.with_info()


def test_an_unknown_header_is_reported_with_its_place(game: AnyGame) -> None:
    board = game.write(levels(game)[0].with_info(), game.formats[0])
    bad, good = game.read(f"colour: red\n{board}\n{board}", "file.txt")
    assert not isinstance(good, BoardFault)
    if not game.options:  # no name can be a misspelt option: the board is not lost
        assert not isinstance(bad, BoardFault)
        assert bad.with_info() == good.with_info()
        return
    assert isinstance(bad, BoardFault)
    assert str(bad).startswith("file.txt:1:1: `colour` is neither an option")


def test_every_option_is_an_attribute_that_round_trips(game: AnyGame) -> None:
    for level in levels(game):
        for option in game.options:
            value = getattr(level, option.attribute)
            if value is not None:
                assert option.parse(option.show(value)) == value
    with pytest.raises(InputError, match="no option"):
        list(game.read("", "file", {"no-such-option": "1"}))


def test_malformed_moves_are_invalid(game: AnyGame) -> None:
    for level in levels(game, 1):
        state = game.initial(level)
        for move in ("", "?", "bomb", "1,", "99X", "\N{ARABIC-INDIC DIGIT ONE}D", "1,1>", " "):
            with pytest.raises(InvalidMove, match="move"):
                game.apply(level, state, move)


def test_offered_moves_are_legal_and_among_the_actions(game: AnyGame) -> None:
    rng = random.Random(1)
    for level in levels(game):
        actions = game.actions(level)
        assert actions is not None
        assert len(set(actions)) == len(actions)
        for state in random_play(game, level, rng, 6):
            legal = list(game.legal(level, state))
            assert len(set(legal)) == len(legal)
            assert set(legal) <= set(actions)
            assert legal == list(game.legal(level, state)), "a fixed order"
            for objective in game.objectives:
                offered = list(game.moves(level, state, objective))
                assert len(set(offered)) == len(offered)
                assert set(offered) <= set(legal)
                assert offered == list(game.moves(level, state, objective)), "a fixed order"
            for move in actions:
                try:
                    _, gains = game.apply(level, state, move)
                except IllegalMove as error:
                    assert move not in legal
                    assert error.position is None, "nobody asked for a drawing"
                else:
                    assert move in legal
                    assert min(gains.values(), default=0) >= 0, f"`{move}` gains less than 0"


def test_replays_are_moves_one_by_one(game: AnyGame) -> None:
    rng = random.Random(2)
    for level in levels(game):
        actions = [*(game.actions(level) or ()), "", "99X"]
        for _ in range(12):
            state, moves = game.initial(level), []
            for _ in range(rng.randrange(20)):
                offered = list(game.legal(level, state))
                if not offered:
                    break
                # The last few offered move people on, the others set up the board.
                moves.append(rng.choice(offered[-4:]))
                state, _ = game.apply(level, state, moves[-1])
            moves += rng.choices(actions[-6:], k=rng.randrange(4))
            cut, state = rng.randint(0, len(moves)), game.initial(level)
            for part in (moves[:cut], moves[cut:]):
                played = game.replay(level, state, part)
                assert _settled(played) == _settled(_one_by_one(game, level, state, part))
                state = played.state


def _one_by_one(game: AnyGame, level: Any, state: Any, moves: list[str]) -> Replay[Any]:
    costs = Counter[str]()
    for number, move in enumerate(moves):
        try:
            state, gains = game.apply(level, state, move)
        except MoveError as refusal:
            return Replay(state, costs, number, refusal)
        costs.update(gains)
    return Replay(state, costs, len(moves), None)


def _settled(played: Replay[Any]) -> tuple[Any, ...]:
    """The parts of a replay that can be compared; a metric without gain may be left out."""
    reason = None if played.refusal is None else str(played.refusal)
    return played.state, +Counter(played.gains), played.made, reason


def test_actions_are_capped(game: AnyGame) -> None:
    for level in large_levels(game.id).values():
        actions = game.actions(level)
        assert actions is None or len(actions) <= MAX_ACTIONS
        legal = itertools.islice(game.legal(level, game.initial(level)), 3)
        for move in legal:
            game.apply(level, game.initial(level), move)


def test_sessions_and_replays_say_the_position_of_an_illegal_move(game: AnyGame) -> None:
    told = 0
    for level in levels(game):
        session = Session(level, game=game)
        drawing = str(game.picture(level, session.state, None, CORNER))
        for move in game.actions(level) or ():
            try:
                game.apply(level, session.state, move)
            except IllegalMove:
                with pytest.raises(IllegalMove) as refused:
                    session.apply(move)
                verdict = verify(game, level, [move], session.objective)
                assert drawing == refused.value.position == verdict.position
                told += 1
                break
    assert told or game.id == "boxcover", "squares may be laid anywhere"


def test_positions_as_levels_have_the_same_future(game: AnyGame) -> None:
    rng = random.Random(9)
    said = 0
    for level in random_levels(game.id, 4):
        assert game.level_at(level, game.initial(level)) is not None
        for state in random_play(game, level, rng, 5)[1:]:
            position = game.level_at(level, state)
            if position is None:
                continue
            said += 1
            assert not game.validate(position)
            assert not position.info
            for objective in game.objectives:
                assert optimum(game, position, objective) == optimum(game, level, objective, state)
                result = solve(position, game=game, objective=objective.id)
                if result.moves is not None:
                    verdict = verify(game, level, result.moves, objective, start=state)
                    assert verdict.cost == result.cost, verdict.fault
    assert said or game.id == "merge", "heroes of higher levels are no level's"


def test_hints_are_first_moves_of_best_plays(game: AnyGame) -> None:
    rng = random.Random(10)
    hints = 0
    for level in random_levels(game.id, 2):
        session = Session(level, game=game)
        for _ in range(3):
            best = optimum(game, level, session.objective, session.state)
            hint = session.hint(Limits())
            offered = list(game.moves(level, session.state, session.objective))
            if hint is None or not offered:
                break
            after, gains = game.apply(level, session.state, hint)
            rest = optimum(game, level, session.objective, after)
            assert gains.get(session.objective.metrics[0], 0) + first(rest) == first(best)
            hints += 1
            session.apply(rng.choice(offered))
    assert hints


def test_states_are_hashable_and_apply_changes_nothing(game: AnyGame) -> None:
    rng = random.Random(2)
    for level in levels(game):
        hash(level)
        for state in random_play(game, level, rng, 6):
            before = hash(state)
            for move in game.moves(level, state, game.objectives[0]):
                first = game.apply(level, state, move)
                assert first == game.apply(level, state, move)
            assert hash(state) == before


def test_session_replay_undo_redo_save_load(game: AnyGame) -> None:
    rng = random.Random(3)
    for level in levels(game):
        session = Session(level, game=game)
        scenes = [session.picture]
        for _ in range(6):
            offered = list(game.moves(level, session.state, session.objective))
            if not offered:
                break
            session.apply(rng.choice(offered))
            scenes.append(session.picture)
        costs = session.costs
        verdict = verify(game, level, session.moves, session.objective)
        assert verdict.costs == costs
        made = len(session.moves)
        for scene in reversed(scenes[:-1]):
            assert session.undo()
            assert session.picture == scene
        assert not session.undo()
        assert session.costs == dict.fromkeys(session.objective.metrics, 0)
        assert len(session.undone) == made
        if made > 1:
            session.redo()
        loaded = Session.load(session.save(), game=game)
        assert (loaded.moves, loaded.undone) == (session.moves, session.undone)
        assert loaded.state == session.state
        while loaded.redo():
            pass
        assert loaded.costs == costs
        with pytest.raises(MoveError):
            loaded.apply("no move")
        assert loaded.costs == costs


def test_turned_and_mirrored_boards_keep_the_optimum(game: AnyGame) -> None:
    for level in levels(game):
        turned = [level]
        for _ in range(4):
            turned.append(game.turn(turned[-1]))
        assert turned[4] == level
        assert game.mirror(game.mirror(level)) == level
        if level.width * level.height > 30:
            continue
        images = [game.mirror(turned[1]), *turned[1:4], game.mirror(level)]
        if level.width * level.height > 18:  # plain search takes long: one that is both
            del images[1:]
        for objective in game.objectives:
            best = optimum(game, level, objective)
            for image in images:
                assert not game.validate(image)
                assert optimum(game, image, objective) == best


def test_equal_keys_mean_equal_futures(game: AnyGame) -> None:
    """Positions with one key have the same optimum, and the same value of what came before plays
    no part in it."""
    rng = random.Random(4)
    for level in random_levels(game.id, 8):
        states = [s for _ in range(8) for s in random_play(game, level, rng, 5)]
        for objective in game.objectives:
            futures: dict[Any, tuple[Any, Any]] = {}
            for state in set(states):
                key = game.key(level, state, objective)
                future = optimum(game, level, objective, state)
                known, other = futures.setdefault(key, (future, state))
                assert future == known, (str(level), state, other)


def test_lost_positions_have_no_solution(game: AnyGame) -> None:
    rng = random.Random(5)
    for level in random_levels(game.id, 10):
        for state in random_play(game, level, rng, 6):
            for objective in game.objectives:
                outcome = game.outcome(level, state, objective)
                if outcome is Outcome.LOST:
                    todo, seen = [state], {state}
                    while todo:
                        here = todo.pop()
                        assert not game.complete(level, here, objective)
                        for move in game.actions(level) or ():
                            try:
                                after, _ = game.apply(level, here, move)
                            except IllegalMove:
                                continue
                            if after not in seen:
                                seen.add(after)
                                todo.append(after)
                elif outcome is Outcome.SOLVED:
                    assert game.complete(level, state, objective)


def test_solutions_are_written_read_and_verified(game: AnyGame) -> None:
    solved = 0
    for level in levels(game):
        for objective in game.objectives:
            result = solve(level, game=game, objective=objective.id, limits=Limits(nodes=500))
            if result.cost is None:
                continue
            solved += result.status is Status.OPTIMAL
            assert result.verified
            assert result.solution is not None
            assert result.moves is not None
            assert tuple(game.read_solution(level, result.solution)) == result.moves
    assert solved > 5


def test_mutated_solutions_are_refused_or_priced_by_a_second_replay(game: AnyGame) -> None:
    rng = random.Random(6)
    refused = priced = 0
    for level in levels(game):
        result = solve(level, game=game, limits=Limits(nodes=300))
        if not result.moves:
            continue
        objective = game.objective()
        actions = list(game.actions(level) or ())
        for _ in range(12):
            moves = list(result.moves)
            at = rng.randrange(len(moves))
            mutation = rng.randrange(4)
            if mutation == 0:
                del moves[at]
            elif mutation == 1:
                moves.insert(at, moves[at])
            elif mutation == 2:
                moves[at] = rng.choice(actions)
            else:
                other = rng.randrange(len(moves))
                moves[at], moves[other] = moves[other], moves[at]
            verdict = verify(game, level, moves, objective)
            if not verdict.valid:
                assert verdict.fault
                refused += 1
                continue
            state, total = game.initial(level), 0
            for move in moves:
                state, gains = game.apply(level, state, move)
                total += gains.get(objective.metrics[0], 0)
            assert game.complete(level, state, objective)
            assert verdict.cost == total
            if result.status is Status.OPTIMAL:
                assert isinstance(result.cost, int)
                better = total < result.cost if objective.sense == "min" else total > result.cost
                assert not better
            priced += 1
    assert refused


def test_scenes_and_frames(game: AnyGame) -> None:
    rng = random.Random(7)
    for level in levels(game, 2):
        backdrop = game.backdrop(level)
        for state in random_play(game, level, rng, 4):
            scene = game.scene(level, state)
            picture = game.picture(level, state)
            assert picture == scene.over(backdrop)
            if type(game).__module__.startswith("gridproof."):  # others may have kinds of their own
                assert {sprite.kind for sprite in picture.sprites} <= set(KINDS)
                assert {kind for tiles in picture.tiles for kind in tiles.kinds} <= {"", *KINDS}
            assert all(len(sprite.text) == 2 for sprite in picture.sprites)
            assert all(sprite.words for sprite in picture.sprites)
            area = len(picture.columns) * len(picture.rows)
            assert all(len(tiles.codes) == area for tiles in picture.tiles)
            assert {(s.width, s.height) for s in (scene, backdrop)} == {(level.width, level.height)}
            assert not scene.edges, "walls do not change"
            for move in list(game.moves(level, state, game.objectives[0]))[:3]:
                frames = list(game.frames(level, state, move))
                assert frames[0] == scene
                after = game.scene(level, game.apply(level, state, move)[0])
                assert replace(frames[-1], paths={}) == after
                assert len(frames) <= MAX_FRAMES
                check_paths(frames)


#: Scenes that one move is shown in: before, the walk, the blast, and after.
MAX_FRAMES = 4


def check_paths(frames: list[Scene]) -> None:
    """Each path leads, cell by cell, from where a sprite was to where it is."""
    for before, after in itertools.pairwise(frames):
        for name, cells in after.paths.items():
            (start,) = [(s.x, s.y) for s in before.sprites if s.id == name]
            (end,) = [(s.x, s.y) for s in after.sprites if s.id == name]
            assert (start, end) == (cells[0], cells[-1])
            assert all(abs(a.x - b.x) + abs(a.y - b.y) == 1 for a, b in itertools.pairwise(cells))


def test_drawn_in_a_window_nothing_else_is_needed(game: AnyGame) -> None:
    for level in large_levels(game.id).values():
        scene = game.scene(level, game.initial(level), None, Window(3, 0, 5, 4))
        backdrop = game.backdrop(level, Window(3, 0, 5, 4))
        everywhere = game.picture(level, game.initial(level), None, CORNER)
        part = str(scene.over(backdrop)).splitlines()
        assert len(part) <= 4 + 8
        assert str(everywhere)


def test_keys_lead_to_moves(game: AnyGame) -> None:
    """Random key presses never break a session, and make moves."""
    rng = random.Random(8)
    made = 0
    keys = ["up", "down", "left", "right", "enter", "space", "tab", "w", "q", "1", "t", "F9"]
    for level in levels(game, 15):
        session, shown = Session(level, game=game), None
        for _ in range(150):
            try:
                session.press(rng.choice(keys))
            except IllegalMove:
                continue
            if rng.random() < 0.1 and session.undo():
                assert session.cursor in (None, session.in_hand), "it fits the position"
            if (picture := session.picture) != shown:  # many keys do nothing
                shown = picture
                assert str(picture)
        made += len(session.moves)
    assert made


def test_keys_are_declared_and_the_cursor_is_what_they_go_by(game: AnyGame) -> None:
    """No key means anything that the game does not tell, and the first cursor is that of None."""
    rng = random.Random(15)
    declared = {name for keys in game.keys for name in keys.names}
    assert all(keys.names and keys.use for keys in game.keys)
    named = ("up", "down", "left", "right", "enter", "space", "tab")
    assert declared <= {*named, *filter(str.isprintable, map(chr, range(128)))}
    for level in levels(game, 3):
        session = Session(level, game=game)
        for _ in range(100):
            cursor = session.in_hand
            for key in (*named, *string.ascii_letters, *string.digits, *string.punctuation, "F9"):
                meaning = game.interpret(level, session.state, cursor, key)
                assert meaning is None or key.lower() in declared
                assert not isinstance(cursor, str)
                if session.cursor is None:
                    assert meaning == game.interpret(level, session.state, None, key)
            settled = game.cursor(level, session.state, cursor)
            assert game.cursor(level, session.state, settled) == settled
            try:
                session.press(rng.choice(sorted(declared)))
            except IllegalMove:
                continue
            if rng.random() < 0.1:
                session.undo()


def test_pointing_leads_to_moves_and_never_breaks_a_session(game: AnyGame) -> None:
    rng = random.Random(11)
    made = 0
    for level in levels(game, 3):
        session = Session(level, game=game)
        scene = session.picture
        for _ in range(80):
            cell = Pos(rng.randrange(scene.width), rng.randrange(scene.height))
            try:
                session.point(cell)
            except IllegalMove:
                continue
            if rng.random() < 0.1 and session.undo():
                assert session.cursor in (None, session.in_hand), "it fits the position"
            assert str(session.picture)
        made += len(session.moves)
    assert made


def test_any_option_of_a_solver_leaves_the_answers_alone(game: AnyGame) -> None:
    """Optima stay what they are whatever is switched off."""
    rng = random.Random(12)
    for spec in game.solvers:
        if not spec.options:
            continue
        assert spec.settings() == {o.attribute: o.default for o in spec.options}
        with pytest.raises(InputError, match="has no option"):
            spec.settings({"no-such-option": "1"})
        tried = 0
        for level in random_levels(game.id, 12):
            for objective in game.objectives:
                if spec.why_unsupported(level, objective) is not None:
                    continue
                plain = solve(level, game=game, objective=objective.id, solver=spec.id)
                flags = [o for o in spec.options if isinstance(o.default, bool)]
                given = {o.name: rng.random() < 0.5 for o in flags}
                result = solve(
                    level,
                    game=game,
                    objective=objective.id,
                    solver=spec.id,
                    solver_options=given,
                )
                if given.get("improve", True):
                    assert (result.status, result.cost) == (plain.status, plain.cost), given
                else:  # the first solution is a solution too
                    assert result.verified == plain.verified, given
                changed = {o.name: given[o.name] for o in flags if given[o.name] != o.default}
                assert result.solver_options == changed
                tried += 1
        assert tried


def test_solvers_that_support_an_incumbent_are_never_worse(game: AnyGame) -> None:
    rng = random.Random(13)
    for spec in solvers(game).values():
        if "incumbent" not in spec.supports:
            continue
        for level in random_levels(game.id, 6):
            for objective in game.objectives:
                if spec.why_unsupported(level, objective) is not None:
                    continue
                known = some_solution(game, level, objective, rng)
                if known is None:
                    continue
                cost = verify(game, level, known, objective).cost
                assert cost is not None
                best = solve(level, game=game, objective=objective.id, solver=spec.id)
                for limits in (Limits(), Limits(nodes=rng.randrange(20)), Limits(time=0.0)):
                    result = solve(
                        level,
                        game=game,
                        objective=objective.id,
                        solver=spec.id,
                        incumbent=known,
                        limits=limits,
                    )
                    assert result.cost is not None
                    assert at_least_as_good(result.cost, cost, objective.sense)
                    if limits == Limits() and best.status is Status.OPTIMAL:
                        assert (result.status, result.cost) == (best.status, best.cost)


def some_solution(
    game: AnyGame, level: Any, objective: Objective, rng: random.Random
) -> list[str] | None:
    """The moves of a random play that came to its end, if one of some did."""
    for _ in range(20):
        state, moves = game.initial(level), list[str]()
        while len(moves) < 30 and not game.complete(level, state, objective):
            offered = list(game.moves(level, state, objective))
            if not offered:
                break
            moves.append(rng.choice(offered))
            state = game.apply(level, state, moves[-1])[0]
        if game.complete(level, state, objective):
            return moves
    return None


def test_generators_are_reproducible_and_their_boards_are_whole(game: AnyGame) -> None:
    assert game.generators
    for spec in game.generators:
        boards = [make(game, spec, random.Random(seed), brief(spec)) for seed in (1, 1, 2, 3, 4, 5)]
        assert boards[0] == boards[1]
        for board in boards:
            assert list(game.read(game.write(board, game.canonical_format), "again")) == [board]
        with pytest.raises(InputError, match="has no parameter"):
            make(game, spec, random.Random(0), {"no-such-parameter": "1"})


def test_small_and_tiny_boards_are_whole_and_solved_at_once(game: AnyGame) -> None:
    makers: list[Callable[[random.Random], Any]]
    makers = [partial(small, game, spec) for spec in small_generators(game)]
    assert makers, "a generator has `small` parameters"
    for make_small in (*makers, *tiny_makers(game.id).values()):
        rngs = random.Random(1), random.Random(1)
        boards = [[make_small(rng) for _ in range(_SMALL_BOARDS)] for rng in rngs]
        assert boards[0] == boards[1]
        assert len({digest(game, board) for board in boards[0]}) > 1
        for board in boards[0]:
            assert not game.validate(board)
            assert list(game.read(game.write(board, game.canonical_format), "again")) == [board]
            for objective in game.objectives:
                answer = search(Task(game, board, objective, Ticker(Limits(nodes=_SMALL_NODES))))
                assert answer.stop_reason == "COMPLETED"


def test_generators_refuse_what_would_take_for_ever(game: AnyGame) -> None:
    for spec in game.generators:
        for parameter in spec.parameters:
            for value in (0, 1, 10**9):
                with suppress(InputError, Unmet):
                    make(game, spec, random.Random(1), {**brief(spec), parameter.name: value})


def test_designers_are_told_what_is_promised(game: AnyGame) -> None:
    told = 0
    for level in random_levels(game.id, 4, seed=6):
        result = solve(level, game=game)
        if game.measure and result.status is Status.OPTIMAL:
            values = load(game.measure)(level, result, Ticker())
            assert values.keys() == {measure.id for measure in game.measures}
        picture = game.picture(level, game.initial(level))
        found = list(itertools.islice(game.relaxed_variants(level), 100))
        assert found == list(itertools.islice(game.relaxed_variants(level), 100))
        for easement in found:
            assert not game.validate(easement.level)
            assert all(cell.within(picture.width, picture.height) for cell in easement.cells)
            assert digest(game, easement.level) != digest(game, level)
        normalized = game.normalized(level)
        assert solve(normalized, game=game).cost == result.cost
        told += len(found)
    assert told
    assert not game.baseline or game.baseline in solvers(game)


def test_tiny_boards_have_all_options(game: AnyGame) -> None:
    found = list(random_levels(game.id, 100))
    for option in game.options:
        values = {getattr(level, option.attribute) for level in found}
        assert len(values) > 1, f"no tiny board varies `{option.name}`"


def test_the_playthrough_file_is_unchanged(game: AnyGame) -> None:
    if not type(game).__module__.startswith("gridproof."):
        return  # a game of another package
    file = PATH / f"{game.id}.txt"
    assert playthrough(game) == file.read_text(encoding="utf-8"), (
        "the game behaves differently; if that is wanted, run `make playthroughs` and read the diff"
    )
