"""Plans as TOML files: what they mean, and that a slip of the pen is told, not passed over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gridproof.batch.plan import Drawn, FromFile, Planned, Setup
from gridproof.batch.plan_file import read_plan
from gridproof.errors import InputError
from gridproof.result import Limits

#: A plan that says no more than it has to.
ANY = '[[boards]]\ngame = "onebomb"\ncount = 1\n'
EASY = "; one\n#####\n#@$.#\n#####\n\n; two\n######\n#@$ .#\n######\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "levels").mkdir()
    (tmp_path / "levels" / "a.txt").write_text(EASY)
    (tmp_path / "levels" / "b.txt").write_text(EASY)
    return tmp_path


def written(folder: Path, text: str) -> str:
    path = folder / "plan.toml"
    path.write_text(text)
    return str(path)


def runs(folder: Path, text: str) -> list[Planned]:
    def refuse(problem: object) -> None:
        raise AssertionError(problem)

    return list(read_plan(written(folder, text)).runs(refuse))


def test_boards_times_runs(folder: Path) -> None:
    found = runs(
        folder,
        """
        limits = { time = 2, memory = "1MiB" }
        [[boards]]
        files = ["levels/*.txt"]
        [[boards]]
        set = "drawn"
        game = "bombcover"
        generator = "random"
        parameters = { width = 5, height = 4 }
        count = 3
        seed = 7
        [[runs]]
        solvers = ["optimal", "search"]
        [[runs]]
        games = ["sokoban"]
        objective = "moves"
        options = { }
        limits = { nodes = 10 }
        """,
    )
    assert [(p.place.set, p.place.number, p.run.objective, p.run.solver) for p in found] == [
        *(
            (name, number, objective, solver)
            for name in ("levels/a.txt", "levels/b.txt")
            for number in (1, 2)
            for objective, solver in (
                ("pushes", "optimal"),
                ("pushes", "search"),
                ("moves", "optimal"),
            )
        ),
        *(
            ("drawn", number, "explosions", solver)
            for number in (1, 2, 3)
            for solver in ("optimal", "search")
        ),
    ]
    assert {p.run.limits for p in found} == {Limits(time=2, memory=1 << 20), Limits(nodes=10)}
    assert found[0].place.title == "one"
    assert found[-1].place.title == "bombcover:random,width=5,height=4#7.2@g1"


def test_stars_stand_for_files_and_the_folder_for_itself(folder: Path) -> None:
    odd = folder / "all [1-3] *"
    odd.mkdir()
    (odd / "a.txt").write_text(EASY)
    (odd / "a folder").mkdir()
    os.mkfifo(odd / "a pipe")  # reading it would wait for ever
    elsewhere = str(folder / "levels" / "*.txt")
    plan = read_plan(written(odd, f'[[boards]]\nfiles = ["a*", "{elsewhere}"]\n'))
    assert [source.name for source in plan.sources] == [
        "a.txt",
        str(folder / "levels" / "a.txt"),
        str(folder / "levels" / "b.txt"),
    ]


def test_without_runs_the_default_solver_is_taken(folder: Path) -> None:
    plan = read_plan(written(folder, '[[boards]]\nfiles = ["levels/a.txt"]\nset = "mine"\n'))
    assert plan.setups == (Setup(),)
    (source,) = plan.sources
    assert source == FromFile("mine", str(folder / "levels" / "a.txt"))


def test_a_generator_without_a_name_is_the_first_one(folder: Path) -> None:
    plan = read_plan(written(folder, '[[boards]]\ngame = "onebomb"\ncount = 2\n'))
    (source,) = plan.sources
    assert isinstance(source, Drawn)
    assert (source.name, source.seed, source.count) == ("onebomb random", 0, 2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("boards = 1", "field `boards` must be a list"),
        ('title = "x"\nboards = []', "field `title` means nothing here"),
        ("limits = {}", "field `boards` is missing"),
        ("x = ", "plan.toml: a value must stand here"),
        ("boards = []", "field `boards` is empty"),
        ("[[boards]]\nfiles = []", "field `boards[0].files` is empty"),
        ('[[boards]]\nfiles = [""]', "field `boards[0].files[0]` names no file"),
        ('[[boards]]\nfiles = ["l*"]', "field `boards[0].files[0]` names no file"),
        (ANY + "[[runs]]\nsolvers = []", "field `runs[0].solvers` is empty"),
        ("borads = []", "field `borads` means nothing here"),
        ('[[boards]]\nfiles = ["no.txt"]', "field `boards[0].files[0]` names no file"),
        ('[[boards]]\nfiles = ["levels/a.txt"]\ncount = 1', "`boards[0].count` means nothing"),
        ('[[boards]]\ngame = "bombcover"', "field `boards[0].count` is missing"),
        ('[[boards]]\ngame = "chess"\ncount = 1', "has no game `chess`"),
        ('[[boards]]\ngame = "bombcover"\ncount = 0', "must be a whole number from 1"),
        ('[[boards]]\ngame = "bombcover"\ncount = 1\ngenerator = "rnd"', "has no generator `rnd`"),
        (
            '[[boards]]\ngame = "bombcover"\ncount = 1\nparameters = { w = 1 }',
            "has no parameter `w`",
        ),
        (ANY + "[limits]\ntimes = 3", "field `limits.times` means nothing here"),
        (ANY + "[limits]\ntime = -3", "limit `time` must not be negative"),
        (ANY + '[limits]\nmemory = "much"', "not a size such as"),
        (ANY + "[[runs]]\nsolver = 1", "field `runs[0].solver` means nothing here"),
        (ANY + '[[runs]]\ngames = ["chess"]', "has no game `chess`"),
    ],
)
def test_what_means_nothing_is_told(folder: Path, text: str, said: str) -> None:
    path = written(folder, text)
    with pytest.raises(InputError) as raised:
        read_plan(path)
    assert str(raised.value).startswith(f"{path}: ")
    assert said in str(raised.value)


def test_a_misspelt_name_has_a_hint(folder: Path) -> None:
    with pytest.raises(InputError) as raised:
        read_plan(written(folder, "borads = []"))
    assert raised.value.hint == "did you mean `boards`?"


def test_files_that_are_misspelt_are_no_generator(folder: Path) -> None:
    for name in ("file", "game = 'sokoban'\npaths"):
        with pytest.raises(InputError) as raised:
            read_plan(written(folder, f'[[boards]]\n{name} = ["levels/a.txt"]'))
        assert raised.value.hint is not None
        assert "files" in raised.value.hint


def test_a_solver_that_is_not_made_for_a_board_leaves_it_out(folder: Path) -> None:
    plan = read_plan(
        written(
            folder, '[[boards]]\nfiles = ["levels/a.txt"]\n[[runs]]\nsolvers = ["astar", "flow"]'
        )
    )
    assert not list(plan.runs(lambda problem: None))
    assert sum(plan.unfit.values()) == 4
    assert any("sokoban has no solver `flow`" in reason for reason in plan.unfit)
