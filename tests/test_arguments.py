"""Arguments given to the Python functions by mistake: taken, or told in one line."""

from __future__ import annotations

import importlib.util
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gridproof
from gridproof import Limits, Session
from gridproof.errors import GridproofError, InputError
from tests.samples import sample_levels

TEXT = "; one\n#####\n#@$.#\n#####\n"
LEVEL = gridproof.read_boards(TEXT, game="sokoban")[0]


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


def test_dir_lists_the_public_names() -> None:
    listed = dir(gridproof)
    assert set(gridproof.__all__) <= set(listed)
    assert "list" in listed
    assert listed == sorted(listed)


def test_a_json_text_of_a_dict_is_a_board() -> None:
    (level,) = sample_levels("robots")[:1]
    game = gridproof.find_game("robots")
    record = json.loads(game.write(level, "json"))
    with pytest.raises(InputError, match=r"json\.dumps"):
        gridproof.read_boards(record)
    assert gridproof.read_boards(json.dumps(record)) == [level]
