"""The runs of a store that ended, as JSON lines, CSV or Parquet; any number of them."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, Final, Literal, Protocol

from gridproof.batch.store import Finished, Store
from gridproof.errors import MissingPart
from gridproof.files.writing import partial_file

__all__ = ["COLUMNS", "Column", "check_parquet", "records", "write_csv", "write_parquet"]

#: Rows that Parquet is handed at a time: they are what is kept in memory.
_GROUP: Final = 10_000

Record = dict[str, Any]


def records(store: Store) -> Iterator[Record]:
    """Yield a JSON object for each run that ended, in the order of sets, boards and solvers.

    It has the fields that ``solve --json`` says, null where a failed run has none. Besides it has
    ``also`` (the other places of the board), ``optimum`` (what the board says), ``limits``,
    ``solver_options`` and ``error`` (null, or kind, reason and trace).
    """
    return map(record, store.finished())


def record(one: Finished) -> Record:
    """Return the JSON object of a run."""
    run, failure, known = one.run, one.failure, one.result or {}
    place = one.places[0]
    return {
        "file": place.set,
        "level": place.number,
        "also": [[other.set, other.number] for other in one.places[1:]],
        "title": place.title,
        "optimum": place.optimum,
        "game": run.game,
        "digest": run.digest,
        "objective": run.objective,
        "solver": run.solver,
        "solver_options": dict(run.options),
        "limits": {name: limit for name, limit in asdict(run.limits).items() if limit is not None},
        "status": known.get("status"),
        "stop_reason": known.get("stop_reason"),
        "cost": known.get("cost"),
        "bound": known.get("bound"),
        "costs": known.get("costs", {}),
        "solution": known.get("solution"),
        "verified": known.get("verified", False),
        "proof": known.get("proof", "none"),
        "stats": known.get("stats"),
        "versions": known.get("versions", {"gridproof": run.version}),
        "notes": known.get("notes", {}),
        "certificate": known.get("certificate"),
        "error": None if failure is None else asdict(failure),
    }


@dataclass(frozen=True)
class Column:
    """A column of the tables.

    Attributes:
        name: in the first line.
        type: of its values; each may also be missing.
        summary: what it says.
        get: its value in a record.
    """

    name: str
    type: Literal["text", "whole", "real", "truth"]
    summary: str
    get: Callable[[Record], Any]


def _field(*path: str) -> Callable[[Record], Any]:
    """Return a getter of a field of a record, or of objects in it."""

    def get(record: Record) -> Any:
        value: Any = record
        for name in path:
            value = value.get(name) if isinstance(value, Mapping) else None
        return value

    return get


def _first(name: str) -> Callable[[Record], int | None]:
    """Return a getter of a value's first metric."""

    def get(record: Record) -> int | None:
        value: int | list[int] | None = record[name]
        return value[0] if isinstance(value, list) else value

    return get


def _rest(name: str) -> Callable[[Record], str | None]:
    """Return a getter of a value's further metrics."""

    def get(record: Record) -> str | None:
        value = record[name]
        return ",".join(map(str, value[1:])) if isinstance(value, list) else None

    return get


def _json(name: str) -> Callable[[Record], str | None]:
    """Return a getter of a part of the record as JSON, None if it is empty."""

    def get(record: Record) -> str | None:
        value = record[name]
        return json.dumps(value, sort_keys=True, ensure_ascii=False) if value else None

    return get


#: The columns of CSV and Parquet; every table has them.
COLUMNS: Final = (
    Column("file", "text", "set that the board is one of", _field("file")),
    Column("level", "whole", "number of the board in it, from 1", _field("level")),
    Column("also", "text", "other places of the same board, as JSON", _json("also")),
    Column("title", "text", "of the board", _field("title")),
    Column("optimum", "text", "what the board itself says", _field("optimum")),
    Column("game", "text", "id of the game", _field("game")),
    Column("digest", "text", "names the board with its options and rules", _field("digest")),
    Column("objective", "text", "id of what is optimised", _field("objective")),
    Column("solver", "text", "id of the solver", _field("solver")),
    Column("solver_options", "text", "not at their defaults, as JSON", _json("solver_options")),
    Column("time_limit", "real", "seconds", _field("limits", "time")),
    Column("node_limit", "whole", "expanded nodes", _field("limits", "nodes")),
    Column("memory_limit", "whole", "bytes", _field("limits", "memory")),
    Column(
        "max_cost", "whole", "no dearer solutions were looked for", _field("limits", "max_cost")
    ),
    Column("version", "text", "of gridproof", _field("versions", "gridproof")),
    Column("rules", "text", "version of the game's rules", _field("versions", "rules")),
    Column("status", "text", "OPTIMAL, FEASIBLE, INFEASIBLE or UNKNOWN", _field("status")),
    Column("stop_reason", "text", "why the solver ended", _field("stop_reason")),
    Column("cost", "whole", "first metric of the best solution", _first("cost")),
    Column("then_cost", "text", "its further metrics, with commas", _rest("cost")),
    Column("bound", "whole", "what is proven of the first metric", _first("bound")),
    Column("then_bound", "text", "and of the further ones, with commas", _rest("bound")),
    Column("costs", "text", "all that is counted of the solution, as JSON", _json("costs")),
    Column("solution", "text", "as `verify` reads it", _field("solution")),
    Column("verified", "truth", "whether the rules confirm the solution", _field("verified")),
    Column("proof", "text", "what the bound rests on", _field("proof")),
    Column("certificate", "text", "its file, beside the store", _field("certificate", "file")),
    Column("certificate_kind", "text", "of the proof in it", _field("certificate", "kind")),
    Column("certificate_size", "whole", "bytes of the file", _field("certificate", "size")),
    Column("certificate_sha256", "text", "of the file", _field("certificate", "sha256")),
    Column("make_time", "real", "seconds to make it", _field("certificate", "make_time")),
    Column("check_time", "real", "seconds to check it", _field("certificate", "check_time")),
    Column("expanded", "whole", "nodes", _field("stats", "expanded")),
    Column("generated", "whole", "nodes", _field("stats", "generated")),
    Column("evaluated", "whole", "nodes", _field("stats", "evaluated")),
    Column("reopened", "whole", "nodes", _field("stats", "reopened")),
    Column("dead_ends", "whole", "nodes", _field("stats", "dead_ends")),
    Column("peak_memory", "whole", "bytes of the solver's tables", _field("stats", "peak_memory")),
    Column("wall_time", "real", "seconds inside the solver", _field("stats", "wall_time")),
    Column(
        "total_time", "real", "seconds with imports and verifying", _field("stats", "total_time")
    ),
    Column("notes", "text", "facts from the solver, as JSON", _json("notes")),
    Column("error", "text", "kind of the failure", _field("error", "kind")),
    Column("reason", "text", "of the failure, in a line", _field("error", "reason")),
)


class Lines(Protocol):
    """A writer of text, such as an open file."""

    def write(self, text: str, /) -> Any:
        """Take a line."""
        ...


def write_csv(store: Store, out: Lines) -> None:
    """Write a table with the names in its first line; what is missing is empty."""
    table = csv.writer(out, lineterminator="\n")
    table.writerow(column.name for column in COLUMNS)
    for one in records(store):
        table.writerow(column.get(one) for column in COLUMNS)


def check_parquet() -> None:
    """Check that Parquet can be written.

    Raises:
        MissingPart: pyarrow is not installed.
    """
    if find_spec("pyarrow") is None:
        raise MissingPart("Parquet needs pyarrow", hint="pip install 'gridproof[parquet]'")


def write_parquet(store: Store, path: str) -> None:
    """Write a table with typed columns; the file is there only when it is whole.

    Raises:
        MissingPart: pyarrow is not installed.
        InputError: the file cannot be written.
    """
    check_parquet()
    import pyarrow  # type: ignore[import-untyped]
    from pyarrow import parquet

    types = {
        "text": pyarrow.string(),
        "whole": pyarrow.int64(),
        "real": pyarrow.float64(),
        "truth": pyarrow.bool_(),
    }
    schema = pyarrow.schema([(column.name, types[column.type]) for column in COLUMNS])
    rows = (tuple(column.get(one) for column in COLUMNS) for one in records(store))
    with (
        partial_file(Path(path)) as partial,
        parquet.ParquetWriter(partial.file, schema) as writer,
    ):
        for group in _groups(rows):
            columns = [
                pyarrow.array(values, field.type)
                for values, field in zip(zip(*group, strict=True), schema, strict=True)
            ]
            writer.write_table(pyarrow.table(columns, schema=schema))


def _groups(rows: Iterable[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    todo = iter(rows)
    while group := list(islice(todo, _GROUP)):
        yield group
