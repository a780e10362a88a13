"""Arguments given to the Python functions by mistake: taken, or told in one line."""

from __future__ import annotations

import importlib.util
import inspect
import io
import json
import pickle
import re
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gridproof
from gridproof import Limits, Session
from gridproof.arguments import explained
from gridproof.errors import BadCall, GridproofError, InputError
from gridproof.lazy import load
from tests.samples import sample_levels

TEXT = "; one\n#####\n#@$.#\n#####\n"
LEVEL = gridproof.read_boards(TEXT, game="sokoban")[0]
RESULT = gridproof.solve(LEVEL)


def giving(call: Callable[..., Any], argument: str) -> Callable[[Any], Any]:
    """A function of the value of one argument by name."""
    return lambda value: call(**{argument: value})


#: Every public function, by each of its arguments that is not a number or a function.
CALLS: dict[str, Callable[[Any], Any]] = {
    "solve": lambda v: gridproof.solve(v),
    "solve game": lambda v: gridproof.solve(LEVEL, game=v),
    "solve objective": lambda v: gridproof.solve(LEVEL, objective=v),
    "solve solver": lambda v: gridproof.solve(LEVEL, solver=v),
    "solve solver_options": lambda v: gridproof.solve(LEVEL, solver_options=v),
    "solve limits": lambda v: gridproof.solve(LEVEL, limits=v),
    "solve start": lambda v: gridproof.solve(LEVEL, start=v),
    "solve incumbent": lambda v: gridproof.solve(LEVEL, incumbent=v),
    "verify game": lambda v: gridproof.verify(v, LEVEL, "R"),
    "verify level": lambda v: gridproof.verify("sokoban", v, "R"),
    "verify moves": lambda v: gridproof.verify("sokoban", LEVEL, v),
    "verify objective": lambda v: gridproof.verify("sokoban", LEVEL, "R", v),
    "verify start": lambda v: gridproof.verify("sokoban", LEVEL, "R", start=v),
    "read_boards": lambda v: gridproof.read_boards(v),
    "read_boards source": lambda v: gridproof.read_boards(TEXT, v, game="sokoban"),
    "read_boards game": lambda v: gridproof.read_boards(TEXT, game=v),
    "read_boards options": lambda v: gridproof.read_boards(TEXT, game="sokoban", options=v),
    "read_file": lambda v: gridproof.read_file(v),
    "read_file game": lambda v: gridproof.read_file("one.txt", game=v),
    "read_file options": lambda v: gridproof.read_file("one.txt", options=v),
    "rate": lambda v: gridproof.rate(v),
    "rate objective": lambda v: gridproof.rate(LEVEL, objective=v),
    "rate limits": lambda v: gridproof.rate(LEVEL, limits=v),
    "certify": lambda v: gridproof.certify(v, "c.gpc"),
    "certify path": lambda v: gridproof.certify(LEVEL, v),
    "check": lambda v: gridproof.check(v),
    "curate": lambda v: gridproof.curate(v),
    "export": lambda v: gridproof.export(v, "pddl"),
    "export to": lambda v: gridproof.export(LEVEL, v),
    "generate": lambda v: gridproof.generate(v),
    "generate generator": lambda v: gridproof.generate("bombcover", v),
    "generate parameters": lambda v: gridproof.generate("bombcover", parameters=v),
    "find_game": lambda v: gridproof.find_game(v),
    "find_reduction": lambda v: gridproof.find_reduction(v),
    "reduce": lambda v: gridproof.reduce(v, "1 2\n"),
    "reduce instance": lambda v: gridproof.reduce("vc-to-merge", v),
    "reduce options": lambda v: gridproof.reduce("vc-to-merge", "1 2\n2 3\n", v),
    "Session": lambda v: Session(v),
    "Session game": lambda v: Session(LEVEL, game=v),
    "Session objective": lambda v: Session(LEVEL, objective=v),
    "Session apply": lambda v: Session(LEVEL).apply(v),
    "Session load": lambda v: Session.load(v),
    "show": lambda v: gridproof.show(v),
    "experiment": lambda v: gridproof.experiment(v),
    "robots": lambda v: gridproof.robots(v),
    "sokoban": lambda v: gridproof.sokoban(v),
    "onebomb": lambda v: gridproof.onebomb(v),
    "list": lambda v: gridproof.list(v),
    **{
        f"{name} {argument}": giving(call, argument)
        for name, call, arguments in (
            ("solve", lambda **v: gridproof.solve(LEVEL, **v), "cancel progress clock jobs decide"),
            ("certify", lambda **v: gridproof.certify(LEVEL, "c.gpc", **v), "below cancel clock"),
            ("check", lambda **v: gridproof.check("c.gpc", **v), "limits cancel progress clock"),
            ("rate", lambda **v: gridproof.rate(LEVEL, **v), "states cancel progress"),
            ("curate", lambda **v: gridproof.curate([LEVEL], **v), "states cancel progress"),
            (
                "generate",
                lambda **v: gridproof.generate("bombcover", **v),
                "count seed attempts time jobs cancel progress",
            ),
            ("Limits", lambda **v: Limits(**v), "memory max_cost"),
        )
        for argument in arguments.split()
    },
    "Limits time": lambda v: Limits(time=v),
    "Limits nodes": lambda v: Limits(nodes=v),
}
GIVEN: dict[str, Any] = {
    "Path": Path("none.txt"),
    "bytes": TEXT.encode(),
    "dict": {"game": "sokoban"},
    "list": [Path("none.txt")],
    "levels": [LEVEL],
    "None": None,
    "int": 12345,
    "str": "none.txt",
    "bytearray": bytearray(b"ab"),
    "memoryview": memoryview(b"ab"),
    "tuple": (1, 2),
    "set": {1},
    "generator": iter(()),
    "nan": float("nan"),
    "digits": 10**5000,
    "array": np.zeros((2, 2)),
    "file": io.StringIO(TEXT),
    "object": object(),
}


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.txt").write_text(TEXT)
    Path("two.txt").write_text(TEXT.replace("one", "two"))


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("call", CALLS)
def test_what_is_given_is_taken_or_told(call: str, given: str) -> None:
    try:
        CALLS[call](GIVEN[given])
    except (GridproofError, TypeError) as problem:
        said = str(problem)
        assert "\n" not in said
        assert len(said) < 300  # some list all names that there are
        for inner in (
            "operand",
            "not supported between",
            " at 0x",
            "attribute",
            "subscriptable",
            "unhashable",
            "iterable",
            "bytes-like",
        ):
            assert inner not in said


def test_every_public_function_is_called() -> None:
    others = {"doctor", "games", "play", "reductions", "serve"}  # see below, or no values
    types = {"Result", "Status", "StopReason", "__version__"}
    called = {call.split()[0] for call in CALLS} - {"list"}
    assert called | others | types == set(gridproof.__all__)


def test_paths_are_taken_where_names_of_files_are() -> None:
    (one,) = gridproof.read_file(Path("one.txt"))
    assert [level.title for level in gridproof.read_file([Path("one.txt"), "two.txt"])] == [
        "one",
        "two",
    ]
    assert one == gridproof.read_file("one.txt")[0]
    certified = gridproof.certify(one, Path("c.gpc"))
    assert certified.certificate is not None
    assert gridproof.check(Path("c.gpc")).accepted


@pytest.mark.parametrize(
    ("call", "advice"),
    [
        (lambda: gridproof.solve(TEXT), "not a str; `read_boards` makes levels of a text"),  # type: ignore[arg-type]
        (lambda: gridproof.solve(Path("one.txt")), "`read_file` of a file"),  # type: ignore[arg-type]
        (lambda: gridproof.solve([LEVEL]), "not a list"),  # type: ignore[arg-type]
        (lambda: gridproof.read_boards(TEXT.encode()), r"`\.decode\(\)`"),  # type: ignore[arg-type]
        (lambda: gridproof.read_boards(Path("one.txt")), "`read_file` reads a file"),  # type: ignore[arg-type]
        (lambda: gridproof.read_boards({"game": "robots"}), "`json.dumps`"),  # type: ignore[arg-type]
        (lambda: gridproof.read_file(TEXT.encode()), "a text, not bytes"),  # type: ignore[arg-type]
        (lambda: gridproof.find_game(LEVEL), "the name of a game is a text"),  # type: ignore[arg-type]
        (lambda: gridproof.solve(LEVEL, limits=5), r"as `Limits\(time=…\)`"),  # type: ignore[arg-type]
        (lambda: gridproof.curate(LEVEL), "a list of levels"),  # type: ignore[arg-type]
        (lambda: gridproof.solve([LEVEL]), r"`levels\[0\]`"),  # type: ignore[arg-type]
        (lambda: gridproof.solve(Session(LEVEL)), r"its `\.level`"),  # type: ignore[arg-type]
        (lambda: gridproof.solve(LEVEL, game=LEVEL), r"`\.game` is its name"),  # type: ignore[arg-type]
        (lambda: gridproof.solve(LEVEL, incumbent=RESULT), r"its `\.moves`"),  # type: ignore[arg-type]
        (lambda: gridproof.solve(LEVEL, time=5), r"`limits=Limits\(time=…\)`"),  # type: ignore[call-arg]
        (lambda: gridproof.solve(LEVEL, "sokoban"), "`level` by place, and the rest by name"),  # type: ignore[call-arg]
        (lambda: gridproof.read_boards("one.txt"), "`one.txt` names a file; `read_file`"),
        (lambda: gridproof.read_boards("one.txt", game="robots"), "names a file"),
        (lambda: gridproof.read_file(TEXT), "`read_boards` makes levels"),
        (lambda: gridproof.sokoban("one.txt"), "names a file"),
        (lambda: gridproof.reduce("vc-to-merge", "g.txt"), "names a file"),
        (lambda: gridproof.reduce("1 2\n", "vc-to-merge"), "the name of the reduction first"),
        (lambda: gridproof.verify(LEVEL, "R"), r"`verify\(game, level, moves, …\)`"),  # type: ignore[call-arg, arg-type]
        (lambda: gridproof.verify("sokoban", "R", LEVEL), "in this order"),  # type: ignore[arg-type]
        (lambda: gridproof.verify("sokoban", LEVEL, RESULT), r"its `\.moves`"),  # type: ignore[arg-type]
        (lambda: gridproof.export("pddl", LEVEL), "takes the level first"),  # type: ignore[arg-type]
        (lambda: gridproof.generate("sokoban", boxes=2), r'`parameters=\{"boxes": …\}`'),
        (lambda: gridproof.generate("sokoban", {"boxes": 2}), "`parameters="),  # type: ignore[arg-type]
        (lambda: gridproof.verify("sokoban", LEVEL, [1]), "one of them is an int"),  # type: ignore[list-item]
    ],
)
def test_what_to_call_instead_is_said(call: Callable[[], Any], advice: str) -> None:
    with pytest.raises(InputError, match=advice):
        call()


@pytest.mark.skipif(not importlib.util.find_spec("gymnasium"), reason="needs gymnasium")
class TestEnvironments:
    def test_files_are_taken(self) -> None:
        from gridproof.envs import PuzzleEnv

        several: list[Any] = [[LEVEL], ["one.txt", Path("two.txt")], (Path("one.txt"), LEVEL)]
        for levels in ("one.txt", Path("one.txt"), LEVEL, *several):
            found = PuzzleEnv("sokoban", levels).levels
            assert len(found) == (len(levels) if isinstance(levels, (list, tuple)) else 1)

    @pytest.mark.parametrize("given", GIVEN)
    @pytest.mark.parametrize("argument", ["game", "levels", "parameters", "objective", "generator"])
    def test_what_is_given_is_taken_or_told(self, argument: str, given: str) -> None:
        from gridproof.envs import PuzzleEnv

        try:
            PuzzleEnv(**({"game": "sokoban"} | {argument: GIVEN[given]}))
        except (GridproofError, TypeError) as problem:
            assert "attribute" not in str(problem)
            assert "\n" not in str(problem)


@pytest.mark.parametrize("given", ["bytes", "dict", "list", "int", "Path", "str"])
def test_playing_needs_a_file_or_a_level(given: str) -> None:
    pytest.importorskip("textual")
    with pytest.raises(GridproofError, match=r"^[^\n]*$"):
        gridproof.play(GIVEN[given])


#: The public functions and classes that people call.
CALLED = sorted({*gridproof.__all__, "list"} - {"Result", "Status", "StopReason", "__version__"})
#: Calls that Python cannot make, of any function.
MISTAKES: dict[str, Callable[[Callable[..., Any], list[str]], Any]] = {
    "one by one": lambda call, names: call(*range(len(names) + 1)),
    "misspelt": lambda call, names: call(**{f"{names[-1]}x" if names else "x": 1}),
    "unheard of": lambda call, names: call(nonsense=1),
    "twice": lambda call, names: call(1, **{names[0]: 1}) if names else call(1),
}


def function(name: str) -> Callable[..., Any]:
    """A public function itself, also where a package is called in its place."""
    module, _, there = gridproof._HOME[name].partition(":")
    found: Callable[..., Any] = load(f"gridproof.{module}:{there or name}")
    return found


@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.parametrize("name", CALLED)
def test_a_call_that_cannot_be_made_is_explained(name: str, mistake: str) -> None:
    parameters = inspect.signature(function(name)).parameters.values()
    names = [p.name for p in parameters if p.kind is not p.VAR_KEYWORD]
    with pytest.raises(InputError) as caught:
        MISTAKES[mistake](getattr(gridproof, name), names)
    said = " ".join([str(caught.value), *getattr(caught.value, "__notes__", ())])
    assert "\n" not in said
    assert f"`{function(name).__name__}" in said or "gridproof has no wish" in said
    assert re.search(r"is called as|did you mean|it has|by place|by name|limits=", said), said


def test_a_call_without_arguments_names_them() -> None:
    for name in CALLED:
        parameters = inspect.signature(function(name)).parameters.values()
        needed = [
            p.name for p in parameters if p.default is p.empty and p.kind is not p.VAR_KEYWORD
        ]
        if needed:
            with pytest.raises(BadCall, match=f"`{needed[-1]}` (is|are) missing"):
                getattr(gridproof, name)()


def test_errors_inside_a_function_stay_what_they_are() -> None:
    def inside(value: int) -> Any:
        return len(value)  # type: ignore[arg-type]

    with pytest.raises(TypeError, match="has no len") as caught:
        explained(inside)(1)
    assert not isinstance(caught.value, BadCall)


@pytest.mark.parametrize("name", CALLED)
def test_a_function_is_still_itself(name: str) -> None:
    call = function(name)
    assert pickle.loads(pickle.dumps(call)) is call
    assert inspect.getdoc(call)
    assert "args" not in inspect.signature(call).parameters


def test_hints_are_seen_in_tracebacks() -> None:
    with pytest.raises(InputError) as caught:
        gridproof.solve(LEVEL, objective="push")
    assert caught.value.hint is not None
    assert caught.value.hint in "".join(traceback.format_exception(caught.value))


def test_a_result_is_neither_true_nor_false() -> None:
    with pytest.raises(TypeError, match=r"`result\.status`"):
        bool(RESULT)


@pytest.mark.parametrize("game", gridproof.games())
def test_a_level_is_printed_as_a_board(game: str) -> None:
    (level, *_) = sample_levels(game)
    assert str(level) == gridproof.show(level)
    assert str(Session(level)).count("\n") == str(level).count("\n")
    for shown in (repr(level), repr(Session(level))):
        assert type(level).__name__ in shown
        assert len(shown) < 120


def test_a_level_without_a_picture_is_named() -> None:
    faulty = replace(LEVEL, players=())  # type: ignore[call-arg]
    assert str(faulty) == repr(faulty) == "<SokobanLevel 'one' of 5 × 3 cells>"


def test_dir_lists_the_public_names() -> None:
    listed = dir(gridproof)
    assert {name for name in listed if not name.startswith("_")} == {
        *(name for name in gridproof.__all__ if not name.startswith("_")),
        "list",
    }
    assert listed == sorted(listed)


def test_a_misspelt_name_is_told() -> None:
    with pytest.raises(AttributeError, match="did you mean `solve`"):
        _ = gridproof.slove
    with pytest.raises(AttributeError, match=r"`dir\(gridproof\)`"):
        _ = gridproof.draw


def test_a_json_text_of_a_dict_is_a_board() -> None:
    (level,) = sample_levels("robots")[:1]
    game = gridproof.find_game("robots")
    record = json.loads(game.write(level, "json"))
    with pytest.raises(InputError, match=r"json\.dumps"):
        gridproof.read_boards(record)
    assert gridproof.read_boards(json.dumps(record)) == [level]
