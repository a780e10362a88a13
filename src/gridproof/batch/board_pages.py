"""A page for each run of a store: the board, and its solution played if there is one.

The pages share their script and style, and those that are there and say the same are left alone.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from gridproof import __version__
from gridproof.batch.certificates import copied_certificate
from gridproof.batch.findings import value
from gridproof.batch.plan import Place
from gridproof.batch.store import Finished, Store
from gridproof.errors import BadBoard, InternalError, MoveError
from gridproof.files.writing import make_folder, remove_file, safe_name, write_file
from gridproof.game import AnyGame
from gridproof.level import BoardFault, Level
from gridproof.processes.dispatch import parallel_map
from gridproof.registry import find_game
from gridproof.render.html import facts, page, shared_assets
from gridproof.result import Certified, Result, Stats, Status, StopReason

__all__ = ["ASSETS", "CERTIFICATES", "FOLDER", "page_file", "write_pages"]

#: The folder of the pages in that of the report, and beside it those of what they share, and of
#: copies of the certificates that they lead to.
FOLDER: Final = "runs"
ASSETS: Final = "assets"
CERTIFICATES: Final = "certificates"
#: Pages that a process makes at a time.
_SHARE: Final = 25
#: The digest of a page's content, near its beginning.
_STAMP: Final = re.compile("<!-- made of ([0-9a-f]{64}) -->")
_HEAD: Final = 200


@dataclass(frozen=True)
class Wanted:
    """A page that is to be made.

    Attributes:
        file: where.
        stamp: names all that it is made of.
        game: id.
        board: text of the board.
        title: of the page.
        solver: what solved it, for people.
        result: as it is in the store; None if the run failed.
        reason: of the failure, or why there is no certificate.
        certificate: address of the certificate, or None.
    """

    file: Path
    stamp: str
    game: str
    board: str
    title: str
    solver: str
    result: Mapping[str, Any] | None
    reason: str
    certificate: str | None


def page_file(key: str, place: Place, solver: str) -> str:
    """Name of the page of a run, in :data:`FOLDER`."""
    return f"{safe_name(place.set)}-{place.number:03}-{safe_name(solver)}-{key[:10]}.html"


def write_pages(
    store: Store,
    runs: Iterable[tuple[Finished, str]],
    folder: Path,
    jobs: int,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[int, int]:
    """Write the missing and outdated pages, and the assets that they share.

    Pages of runs that are not among these any more are removed.

    Args:
        store: with the boards.
        runs: the runs that get a page, each with the name of its solver.
        folder: of the report.
        jobs: processes that make them.
        progress: called with the pages made so far and their total.

    Returns:
        The count of pages made now, and the count of all pages.

    Raises:
        InputError: one cannot be written.
        KeyboardInterrupt: it was stopped by Ctrl-C; pages until then are kept.
    """
    assets = shared_assets()
    for sub in (FOLDER, ASSETS):
        make_folder(folder / sub, below=folder)
    for name, text in assets.items():
        write_file(folder / ASSETS / name, text, below=folder)
    look = hashlib.sha256(json.dumps([__version__, assets]).encode()).hexdigest()
    names: set[str] = set()
    kept: set[str] = set()  # certificates that pages lead to

    def missing() -> Iterator[Wanted]:
        for one, solver in runs:
            wanted = _wanted(store, one, solver, folder, look)
            names.add(wanted.file.name)
            kept.add(Path(wanted.certificate or "").name)
            if _stamp(wanted.file) != wanted.stamp:
                yield wanted

    todo = missing()
    shares = []
    while share := tuple(islice(todo, _SHARE)):
        shares.append((share,))
    made, total = 0, sum(len(share) for (share,) in shares)
    for _, number in parallel_map(_write, shares, jobs, _failed):
        made += number
        if progress is not None:
            progress(made, total)
    if made < total:
        raise KeyboardInterrupt
    for file in (folder / FOLDER).glob("*.html"):
        if file.name not in names and _stamp(file) is not None:
            remove_file(file, below=folder)
    for file in (folder / CERTIFICATES).glob("*.gpc"):
        if file.name not in kept:
            remove_file(file, below=folder)
    return made, len(names)


def _wanted(store: Store, one: Finished, solver: str, folder: Path, look: str) -> Wanted:
    run, place, board = one.run, one.places[0], store.board(one.run.digest)
    title = place.title or f"{place.set} #{place.number}"
    reason = "" if one.failure is None else f"failed ({one.failure.kind}): {one.failure.reason}"
    certificate = None
    if run.certify and one.result is not None:
        name, reason = copied_certificate(store.path, one, folder / CERTIFICATES, below=folder)
        certificate = name and f"../{CERTIFICATES}/{name}"
    parts = [look, run.game, board, title, solver, one.result, reason, certificate]
    stamp = hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
    file = folder / FOLDER / page_file(run.key, place, run.solver)
    return Wanted(file, stamp, run.game, board, title, solver, one.result, reason, certificate)


def _stamp(page: Path) -> str | None:
    """Return the mark of what a page was made of; None if it is none of ours, or a link."""
    if page.is_symlink():
        return None
    try:
        with page.open(encoding="utf-8") as file:
            said = _STAMP.search(file.read(_HEAD))
    except (OSError, ValueError):
        return None
    return said and said[1]


def _write(share: tuple[Wanted, ...]) -> int:
    """Make some pages; return how many."""
    for wanted in share:
        start, rest = _page(wanted).split("\n", 1)
        text = f"{start}\n<!-- made of {wanted.stamp} -->\n{rest}"
        write_file(wanted.file, text, below=wanted.file.parents[1])
    return len(share)


def _page(wanted: Wanted) -> str:
    game = find_game(wanted.game)
    level = next(game.read(wanted.board))
    if isinstance(level, BoardFault):
        raise BadBoard(f"the board of {wanted.file.name} cannot be read any more: {level}")

    def shown(result: Result | None, known: str) -> str:
        return page(
            level,
            result,
            game=game,
            title=wanted.title,
            index="../index.html",
            said=f"{wanted.solver}: {known}",
            shared=f"../{ASSETS}",
            certificate=wanted.certificate,
        )

    if wanted.result is None:
        return shown(None, wanted.reason)
    try:
        result = _result(game, level, wanted.result)
        return shown(result, " · ".join(filter(None, [facts(game, result), wanted.reason])))
    except MoveError as problem:  # the rules have changed since
        return shown(None, f"its solution cannot be played any more: {problem}")


def _result(game: AnyGame, level: Level, said: Mapping[str, Any]) -> Result:
    """Return the result that a store's record describes."""
    solution, made = said["solution"], said.get("certificate")
    return Result(
        status=Status(said["status"]),
        stop_reason=StopReason(said["stop_reason"]),
        game=game.id,
        objective=said["objective"],
        sense=game.objective(said["objective"]).sense,
        solver=said["solver"],
        digest=said["digest"],
        moves=None if solution is None else tuple(game.read_solution(level, solution)),
        solution=solution,
        cost=value(said["cost"]),
        costs=said["costs"],
        bound=value(said["bound"]),
        verified=said["verified"],
        proof=said["proof"],
        stats=Stats(**said["stats"]),
        versions=said["versions"],
        certificate=made and Certified(**{**made, "bound": value(made["bound"])}),
        level=level,
    )


def _failed(piece: tuple[Any, ...], failure: Any) -> None:
    raise InternalError(f"pages could not be made: {failure.reason}")
