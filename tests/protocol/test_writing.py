"""No verb writes through a link that the user has not named; what killed processes left is swept.

Each row of :data:`WRITERS` is a command line that writes. It runs once to learn what it writes,
and then again with a link planted in the place of each of these files and folders.
"""

from __future__ import annotations

import functools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gridproof.cli import run
from gridproof.errors import InputError
from gridproof.files import writing
from gridproof.files.temporary import sweep_temporary_folders, temporary_folder
from gridproof.files.writing import make_folder, partial_file, remove_file, write_file
from gridproof.playing.levels import Levels
from gridproof.registry import find_game
from gridproof.result import Limits
from gridproof.tui.desk import Desk
from tests.processes.watching import until
from tests.reductions.added import NAME, added
from tests.samples import sample_levels
from tests.tui.stage import PromptWorker

pytestmark = pytest.mark.skipif(os.name != "posix", reason="plants links")

BOARD = "#####\n#@$.#\n#####\n"
MANY = f"title: One\n\n{BOARD}\ntitle: Two\n\n######\n#@ $.#\n######\n"
SECRET = "what nobody may write over\n"


@dataclass(frozen=True)
class Writer:
    """A command line that writes.

    Attributes:
        tokens: its arguments.
        named: what it writes that the user names, files or folders: links there are followed.
        before: makes what it needs.
        needs: a package that it needs.
    """

    tokens: tuple[str, ...]
    named: frozenset[str]
    before: Callable[[], None] = lambda: None
    needs: str = "gridproof"


def writer(tokens: str, named: str, **more: Any) -> Writer:
    """A row of the table, in few words."""
    return Writer(tuple(tokens.split()), frozenset(named.split()), **more)


def a_graph() -> None:
    Path("g.txt").write_text("1 2\n3 4\n")


def a_store() -> None:
    solvers = ["--solver", "search", "--solver", "optimal"]
    batch = ["batch", "run", "one.txt", "--store", "results.db", "--jobs", "1", "--certify"]
    assert run([*batch, *solvers, "--quiet"]) == 0


WRITERS = {
    "show": writer("show many.txt --svg a --png b --html c", "a b c"),
    "show one": writer("show one.txt --svg a.svg --png b.png --html c.html", "a.svg b.png c.html"),
    "solve": writer("solve many.txt --svg a --html c", "a c"),
    "solve one": writer("solve one.txt --svg a.svg --html c.html", "a.svg c.html"),
    "rate": writer("rate one.txt --svg a --png b", "a b"),
    "certify": writer("certify many.txt --out a --html c", "a c"),
    "certify one": writer("certify one.txt --out a.gpc --html c.html", "a.gpc c.html"),
    "export": writer("export many.txt --to pddl --out a", "a"),
    "generate": writer("generate bombcover --count 1 --seed 1 --quiet --out a.txt", "a.txt"),
    "curate": writer("curate many.txt --out a.txt", "a.txt"),
    "reduce": writer(
        f"reduce {NAME} g.txt --cover 2 --out a.txt --svg b.svg --html c.html",
        "a.txt b.svg c.html",
        before=a_graph,
    ),
    "reduce map": writer(f"reduce {NAME} g.txt --cover 2 --map a.json", "a.json", before=a_graph),
    "experiment": writer(
        "experiment bombcover-table1 --html a.html --plot b.svg --quiet --replicates 1 "
        "--set boards=2 --set sides=[4]",
        "a.html b.svg",
        needs="matplotlib",
    ),
    "batch run": writer(
        "batch run one.txt --store results.db --certify --jobs 1 --quiet", "results.db"
    ),
    "batch export": writer(
        "batch export --store results.db --parquet a.parquet",
        "a.parquet",
        before=a_store,
        needs="pyarrow",
    ),
    "batch report": writer(
        "batch report --store results.db --html a", "a", before=a_store, needs="matplotlib"
    ),
}


@pytest.fixture(autouse=True)
def matching(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with added(tmp_path_factory.mktemp("reductions")):
        yield


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Makes the folder with what a row needs, once."""

    @functools.cache
    def prepare(name: str) -> Path:
        folder = tmp_path_factory.mktemp("start")
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)
            Path("one.txt").write_text(BOARD)
            Path("many.txt").write_text(MANY)
            WRITERS[name].before()
        return folder

    return prepare


@pytest.fixture(params=WRITERS)
def row(
    request: pytest.FixtureRequest,
    prepared: Callable[[str], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Writer:
    """A writer, with what it needs in the folder `start`; this process is in `here`."""
    found = WRITERS[request.param]
    pytest.importorskip(found.needs)
    shutil.copytree(prepared(request.param), tmp_path / "start")
    for name in ("victims", "here"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return found


def start(tmp_path: Path) -> None:
    """Brings `here` to the state before the writer."""
    shutil.rmtree(tmp_path / "here")
    shutil.copytree(tmp_path / "start", tmp_path / "here")
    os.chdir(tmp_path / "here")


#: What writers make, by their arguments: files, and folders.
_MADE: dict[tuple[str, ...], tuple[set[str], set[str]]] = {}


def written(found: Writer, tmp_path: Path) -> tuple[set[str], set[str]]:
    """Files, and folders, that a writer makes; it runs once for all tests to show it."""
    if found.tokens not in _MADE:
        start(tmp_path)
        before = set(Path().rglob("*"))
        assert run(found.tokens) in (0, 3)
        made = set(Path().rglob("*")) - before
        files = {str(path) for path in made if path.is_file()}
        assert files, "it writes nothing"
        _MADE[found.tokens] = files, {str(path) for path in made if path.is_dir()}
    return _MADE[found.tokens]


#: What SQLite makes, and removes, when a store is read: it goes without where there are links.
BESIDE = {"results.db-wal", "results.db-shm"}
KINDS = ("file", "folder", "nothing")


def plant(place: Path, kind: str, victims: Path) -> Path:
    """Puts a link to a file, to a folder, or to nothing, where a file is to be; its target."""
    victim = victims / str(place).replace("/", "+")
    if kind == "file":
        victim.write_text(SECRET)
    elif kind == "folder":
        victim.mkdir()
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(victim)
    return victim


def is_untouched(victim: Path, kind: str) -> bool:
    if kind == "file":
        return victim.read_bytes() == SECRET.encode()
    return list(victim.iterdir()) == [] if kind == "folder" else not victim.exists()


def test_links_in_the_place_of_files_are_replaced(row: Writer, tmp_path: Path) -> None:
    files, _ = written(row, tmp_path)
    for kind in KINDS:
        start(tmp_path)
        unnamed = files - row.named
        victims = tmp_path / "victims" / kind
        victims.mkdir()
        planted = {name: plant(Path(name), kind, victims) for name in sorted(unnamed)}
        assert run(row.tokens) in (0, 3)
        for name, victim in planted.items():
            assert is_untouched(victim, kind), f"{name} was followed"
            if name not in BESIDE:
                assert not Path(name).is_symlink(), f"{name} is still a link"
                assert Path(name).is_file()


def test_links_in_the_place_of_folders_are_refused(
    row: Writer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, folders = written(row, tmp_path)
    for name in sorted(folders - row.named):
        start(tmp_path)
        victim = plant(Path(name), "folder", tmp_path / "victims")
        capsys.readouterr()
        assert run(row.tokens) == 2
        assert f"{name}: is a link, and no link is followed there" in capsys.readouterr().err
        assert is_untouched(victim, "folder")


def test_a_link_that_the_user_names_is_followed(row: Writer, tmp_path: Path) -> None:
    files, folders = written(row, tmp_path)
    for kind in KINDS:
        places = row.named & (folders if kind == "folder" else files)
        victims = tmp_path / "victims" / kind
        victims.mkdir()
        for name in places - ({"results.db"} if kind == "file" else set()):
            start(tmp_path)
            victim = plant(Path(name), kind, victims)
            assert run(row.tokens) in (0, 3)
            assert Path(name).is_symlink()
            assert any(victim.iterdir()) if kind == "folder" else victim.is_file()
            assert not is_untouched(victim, kind)


def test_files_beside_a_store_that_are_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.txt").write_text(BOARD)
    batch = ["batch", "run", "one.txt", "--jobs", "1", "--quiet", "--store"]
    for ending in ("-wal", "-shm", "-journal", ".lock-journal"):
        for kind in KINDS:
            place = Path(f"{kind}.db{ending}")
            victims = tmp_path / f"victims{ending}-{kind}"
            victims.mkdir()
            victim = plant(place, kind, victims)
            assert run([*batch, f"{kind}.db"]) == 2
            assert f"{place}: is a link" in capsys.readouterr().err
            assert is_untouched(victim, kind)
            place.unlink()
    Path("secret.txt").write_text(SECRET)
    Path("linked.db").symlink_to("secret.txt")
    assert run([*batch, "linked.db"]) == 2
    assert Path("secret.txt").read_text() == SECRET


def test_a_certificate_that_is_made_again_replaces_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.txt").write_text(BOARD)
    a_store()
    victim = tmp_path / "victim.txt"
    for certificate in Path("results.db.certificates").iterdir():
        victim.write_text(SECRET)
        certificate.unlink()
        certificate.symlink_to(victim)
        retry = ["batch", "run", "--store", "results.db", "--retry", "--jobs", "1", "--quiet"]
        assert run(retry) == 0
        assert victim.read_text() == SECRET
        assert not certificate.is_symlink()
        assert run(["check", str(certificate)]) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_played_is_kept_beside_no_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(
        "gridproof.playing.records.user_state_path", lambda *_, **__: tmp_path / "state"
    )
    monkeypatch.chdir(tmp_path)
    levels = Levels("robots", find_game("robots"), sample_levels("robots"))
    desk = Desk(PromptWorker(), PromptWorker(), Limits())
    attempt = desk.begin(levels, 0)
    attempt.press("right")
    (kept,) = (tmp_path / "state" / "play").iterdir()
    kept.unlink()
    victim = plant(kept, kind, tmp_path)
    attempt.press("up")
    assert is_untouched(victim, kind)
    assert not kept.is_symlink()
    kept.unlink()
    kept.parent.rmdir()
    (tmp_path / "elsewhere").mkdir()
    kept.parent.symlink_to(tmp_path / "elsewhere")
    attempt.press("left")
    assert "is a link" in attempt.status
    assert list((tmp_path / "elsewhere").iterdir()) == []
    name = desk.save(attempt, levels)  # a name that nobody has given
    name.unlink()
    name.symlink_to(tmp_path / "free")
    assert desk.save(attempt, levels) != name
    assert not (tmp_path / "free").exists()


class TestPartialFiles:
    def test_permissions_are_those_of_the_file_that_is_replaced(self, tmp_path: Path) -> None:
        file = tmp_path / "x"
        os.umask(mask := os.umask(0))
        write_file(file, "1")
        assert file.stat().st_mode & 0o777 == 0o666 & ~mask
        for mode in (0o600, 0o640, 0o666, 0o755, 0o444):
            file.chmod(mode)
            for below in (None, tmp_path):
                write_file(file, str(mode), below=below)
                assert file.stat().st_mode & 0o777 == mode
                assert file.read_text() == str(mode)

    def test_names_are_not_foreseen_and_not_shared(self, tmp_path: Path) -> None:
        names = set()
        for _ in range(20):
            with (
                partial_file(tmp_path / "x") as one,
                partial_file(tmp_path / "x", below=tmp_path) as other,
            ):
                names |= {one.path.name, other.path.name}
                assert str(os.getpid()) not in one.path.name.split("-")
        assert len(names) == 40
        assert [file.name for file in tmp_path.iterdir()] == ["x"]

    def test_a_name_that_is_taken_is_not_written_to(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("gridproof.files.writing._drawn", lambda: "0" * 32)
        victim = tmp_path / "victim"
        victim.write_text(SECRET)
        (tmp_path / f".gridproof-{'0' * 32}.part").symlink_to(victim)
        for below in (None, tmp_path):
            with pytest.raises(InputError, match="cannot be written: File exists"):
                write_file(tmp_path / "x", "new", below=below)
        assert victim.read_text() == SECRET

    @pytest.mark.parametrize("problem", [KeyboardInterrupt, ValueError, MemoryError])
    def test_nothing_is_left_after_a_failure(
        self, tmp_path: Path, problem: type[BaseException]
    ) -> None:
        def fail(below: Path | None) -> None:
            with partial_file(tmp_path / "x", below=below) as partial:
                partial.file.write(b"half")
                raise problem

        for below in (None, tmp_path):
            with pytest.raises(problem):
                fail(below)
        assert list(tmp_path.iterdir()) == []

    def test_a_folder_that_is_exchanged_meanwhile_is_not_followed(self, tmp_path: Path) -> None:
        (tmp_path / "top" / "sub").mkdir(parents=True)
        (tmp_path / "victims").mkdir()
        (tmp_path / "victims" / "x").write_text(SECRET)
        with partial_file(tmp_path / "top" / "sub" / "x", below=tmp_path / "top") as partial:
            partial.file.write(b"new")
            (tmp_path / "top" / "sub").rename(tmp_path / "moved")
            (tmp_path / "top" / "sub").symlink_to(tmp_path / "victims")
        assert (tmp_path / "victims" / "x").read_text() == SECRET
        assert [file.name for file in (tmp_path / "victims").iterdir()] == ["x"]
        assert (tmp_path / "moved" / "x").read_text() == "new"

    def test_every_link_on_the_way_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere" / "x").write_text(SECRET)
        for place in ("a", "a/b", "a/b/c"):
            top = tmp_path / f"top-{place.count('/')}"
            (top / place).parent.mkdir(parents=True)
            (top / place).symlink_to(tmp_path / "elsewhere")
            file = top / "a" / "b" / "c" / "x"
            with pytest.raises(InputError, match=f"{place}: is a link"):
                write_file(file, "new", below=top)
            with pytest.raises(InputError, match=f"{place}: is a link"):
                make_folder(file.parent, below=top)
            with pytest.raises(InputError, match=f"{place}: is a link"):
                remove_file(file, below=top)
        assert (tmp_path / "elsewhere" / "x").read_text() == SECRET
        assert len(list((tmp_path / "elsewhere").iterdir())) == 1

    @pytest.mark.parametrize("name", ["", "a\0b", "\ud800", "x" * 300, "loop"])
    def test_what_no_file_can_be_called(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "loop").symlink_to("loop")
        with pytest.raises(InputError, match=r"no file can have this name|cannot be written"):
            write_file(tmp_path / name, "x")

    def test_a_pipe_that_the_user_names_is_written_to(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        write_file(pipe, "said")
        assert os.read(reader, 10) == b"said"
        os.close(reader)
        write_file(pipe, "said", below=tmp_path)  # nobody has named it
        assert pipe.read_text() == "said"


#: Writes, says so, and waits to be killed.
KILLED = """
import sys, time
from contextlib import ExitStack
from pathlib import Path
from gridproof.files.temporary import temporary_folder
from gridproof.files.writing import partial_file
with ExitStack() as stack:
    folder = stack.enter_context(temporary_folder())
    (folder / "inner").mkdir()
    (folder / "inner" / "c.gpc").write_text("half")
    partial = stack.enter_context(partial_file(Path(sys.argv[1], "x")))
    partial.file.write(b"half")
    partial.file.flush()
    print(folder, flush=True)
    time.sleep(1000)
"""


class TestSweeping:
    @pytest.fixture(autouse=True)
    def places(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A temporary folder and another one, of which this process has swept none."""
        for name in ("tmp", "out", "victims"):
            (tmp_path / name).mkdir()
        monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
        monkeypatch.setattr(tempfile, "tempdir", None)
        monkeypatch.setattr(writing, "_swept", set())

    @staticmethod
    def begin(tmp_path: Path) -> tuple[subprocess.Popen[str], Path]:
        """Begins a process that writes; where it does so for a moment."""
        command = [sys.executable, "-c", KILLED, str(tmp_path / "out")]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        return process, Path(process.stdout.readline().strip())

    @staticmethod
    def kill(process: subprocess.Popen[str]) -> None:
        process.kill()
        process.communicate()

    def test_what_a_killed_process_left_is_removed(self, tmp_path: Path) -> None:
        process, folder = self.begin(tmp_path)
        (half,) = (tmp_path / "out").iterdir()
        assert folder.parent == tmp_path / "tmp"
        try:
            sweep_temporary_folders()
            write_file(tmp_path / "out" / "y", "new")
            assert folder.is_dir(), "it lives"
            assert half.is_file()
        finally:
            self.kill(process)
        assert (folder / "inner" / "c.gpc").is_file()
        command = [sys.executable, "-m", "gridproof", "show", "one.txt", "--svg", "out/"]
        (tmp_path / "one.txt").write_text(BOARD)
        subprocess.run(command, cwd=tmp_path, check=True)
        assert list((tmp_path / "tmp").iterdir()) == []
        assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["001.svg", "y"]

    def test_what_is_no_leftover_stays(self, tmp_path: Path) -> None:
        victim = tmp_path / "victims" / "file"
        victim.write_text(SECRET)
        tmp, out = tmp_path / "tmp", tmp_path / "out"
        part = f".gridproof-{'0' * 31}"
        (tmp / "gridproof-theirs").mkdir()  # a folder of somebody's own
        (tmp / "gridproof-theirs0").mkdir()
        (tmp / "gridproof-theirs0" / ".held").write_text("")
        (tmp / "gridproof-linked00").symlink_to(tmp_path / "victims")
        (tmp_path / "victims" / ".held").write_text("")
        (tmp / "gridproof-inside00").mkdir()
        (tmp / "gridproof-inside00" / ".held").symlink_to(victim)
        (tmp / "gridproof-afile000").write_text("")
        (out / f"{part}1.part").symlink_to(victim)
        (out / f"{part}2.part").mkdir()
        os.mkfifo(out / f"{part}3.part")
        (out / f"{part}.part").write_text("")
        (out / ".gridproof-123").write_text("")
        before = {*tmp.rglob("*"), *out.rglob("*")}
        sweep_temporary_folders()
        write_file(out / "y", "new")
        assert {*tmp.rglob("*"), *out.rglob("*")} - {out / "y"} == before
        assert victim.read_text() == SECRET

    def test_links_in_what_is_swept_are_removed_themselves(self, tmp_path: Path) -> None:
        process, folder = self.begin(tmp_path)
        self.kill(process)
        victim = tmp_path / "victims" / "file"
        victim.write_text(SECRET)
        (folder / "file").symlink_to(victim)
        (folder / "folder").symlink_to(tmp_path / "victims")
        sweep_temporary_folders()
        assert not folder.exists()
        assert victim.read_text() == SECRET

    @pytest.mark.skipif(os.geteuid() != 0, reason="gives files to another user")
    def test_what_another_user_left_stays(self, tmp_path: Path) -> None:
        process, folder = self.begin(tmp_path)
        self.kill(process)
        (half,) = (tmp_path / "out").iterdir()
        for path in (folder, folder / ".held", half):
            os.chown(path, 12345, 12345)
        sweep_temporary_folders()
        write_file(tmp_path / "out" / "y", "new")
        assert folder.is_dir()
        assert half.is_file()

    def test_a_killed_batch_leaves_nothing_for_long(self, tmp_path: Path) -> None:
        """The process that certifies is killed while it does, with the one that asked for it."""
        level = tmp_path / "one.txt"
        level.write_text(find_game("bombcover").write(sample_levels("bombcover")[-1]))
        command = [sys.executable, "-m", "gridproof", "batch", "run", "one.txt", "--certify"]
        command += ["--store", "results.db", "--quiet", "--jobs", "1"]
        process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL)
        tmp = tmp_path / "tmp"
        try:
            until(lambda: any(tmp.glob("*/.held")) or process.poll() is not None)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()

        def swept() -> bool:
            sweep_temporary_folders()
            return not any(tmp.iterdir())

        until(swept)  # its worker ends a moment later

    def test_a_folder_is_removed_at_the_end(self, tmp_path: Path) -> None:
        with temporary_folder() as one, temporary_folder() as other:
            assert one != other
            (one / "x").write_text("x")
            sweep_temporary_folders()
            assert (one / "x").is_file()
        assert list((tmp_path / "tmp").iterdir()) == []


def test_an_error_names_the_file_as_the_user_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"^no folder/file: cannot be written"):
        write_file(Path("no folder/file"), "")
