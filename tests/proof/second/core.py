"""File, claim and tree of a certificate, by the page `certificates.md`."""

from __future__ import annotations

import hashlib
import importlib
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from gridproof.errors import GridproofError
from gridproof.game import AnyGame
from gridproof.level import BoardFault, Level
from gridproof.registry import digest, find_game
from gridproof.verifying import verify

LONGEST_RECORD = 1 << 20
LONGEST_FIRST_LINE = 32 << 20

#: Kind → (its module, its games, its objectives by game).
KINDS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "squares": {"boxcover": ["squares"]},
    "plans": {"bombcover": ["explosions"]},
    "damages": {"merge": ["stones", "merges"]},
    "pushes": {"sokoban": ["pushes", "moves"]},
    "moves": {"sokoban": ["moves"]},
    "slides": {"robots": ["moves"]},
    "distances": {"onebomb": ["length"]},
    "covers": {"bombcover": ["explosions"], "boxcover": ["squares"], "merge": ["stones"]},
    "wires": {"bombcover": ["explosions"], "boxcover": ["squares"]},
    "loops": {"bombcover": ["explosions"]},
}
REDUCTIONS = ("covers", "wires", "loops")

#: Fields of the first line, and those that may be left out.
TEXTS = {"format", "kind", "game", "objective", "digest", "board"}
NEEDED = TEXTS | {"version", "rules", "cost", "bound", "solution"}
FREE = {"stands_for", "made_by"}


class Refusal(Exception):
    """The certificate does not prove its claim by the rules of the pages."""


#: What a file can be at fault for; whatever else goes wrong is a fault of this checker.
FAULTS = (
    Refusal,
    GridproofError,
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    StopIteration,
    TypeError,
    ValueError,
    zlib.error,
)


def refuse_unless(holds: bool, reason: str) -> None:
    """Refuses."""
    if not holds:
        raise Refusal(reason)


def number(value: Any, least: int | None = None, most: int | None = None) -> int:
    """A whole number in a range; true and false are none."""
    refuse_unless(type(value) is int, f"{value!r} is no whole number")
    refuse_unless(least is None or value >= least, f"{value} is below {least}")
    refuse_unless(most is None or value <= most, f"{value} is above {most}")
    return int(value)


def numbers(value: Any, least: int | None = None, most: int | None = None) -> list[int]:
    """A list of such numbers."""
    refuse_unless(isinstance(value, list), "this is no list")
    return [number(entry, least, most) for entry in value]


def pairs(value: Any) -> list[tuple[Any, Any]]:
    """A list a, b, a, b, … as pairs."""
    refuse_unless(isinstance(value, list) and len(value) % 2 == 0, "this is no list of pairs")
    return list(zip(value[::2], value[1::2], strict=True))


def prove(
    kind: str,
    game: AnyGame | str,
    level: Level,
    objective: str,
    bound: Any,
    records: Iterable[Any],
    stands_for: Any = None,
) -> str | None:
    """Why these records do not prove the bound; None if they do."""
    try:
        game = find_game(game) if isinstance(game, str) else game
        _prove(kind, game, level, objective, bound, iter(records), stands_for)
    except FAULTS as error:
        return f"{type(error).__name__}: {error}"
    return None


def _prove(
    kind: str,
    game: AnyGame,
    level: Level,
    objective: str,
    bound: Any,
    records: Iterator[Any],
    stands_for: Any,
) -> None:
    bound = value_of(game, objective, bound)
    refuse_unless((stands_for is not None) == (kind in REDUCTIONS), "what the board stands for")
    if kind != "plain":
        made_for = KINDS[kind][game.id]
        if objective not in made_for:  # but its first metric may be that of one
            refuse_unless(game.objective(objective).relaxation in made_for, "another objective")
            refuse_unless(not isinstance(bound, tuple), "a bound on both metrics")
    module = importlib.import_module(f"tests.proof.second.{kind}")
    if kind in REDUCTIONS:
        module.prove(level, bound, records, stands_for)
    elif kind == "damages":
        module.prove(level, objective, bound, records)
    elif kind == "plain":
        module.prove(game, level, objective, bound, records)
    else:
        module.prove(level, bound, records)
    for _ in records:
        raise Refusal("there are records after the proof")


def value_of(game: AnyGame, objective: str, value: Any) -> Any:
    """A cost or bound: null, a whole number, or one number a metric, as a tuple."""
    if value is None or type(value) is int:
        return value
    refuse_unless(isinstance(value, list | tuple), "this is no cost or bound")
    found = tuple(numbers(list(value)))
    metrics = len(game.objective(objective).metrics)
    refuse_unless(len(found) == metrics > 1, "not one number for each metric")
    return found


def check(path: str | Path, board: Level | None = None) -> str | None:
    """Why a file is no certificate of its claim (or not of this board); None if it is one."""
    try:
        _check(Path(path).read_bytes(), board)
    except FAULTS as error:
        return f"{type(error).__name__}: {error}"
    return None


def _check(data: bytes, board: Level | None) -> None:
    data = data.removesuffix(b"\n")
    first, packed = data.split(b"\n", 1)
    refuse_unless(len(first) <= LONGEST_FIRST_LINE, "the first line is too long")
    head = parse(first, each_once)
    refuse_unless(NEEDED <= head.keys() <= NEEDED | FREE, "other fields than those of the page")
    for name in (TEXTS | {"made_by"}) & head.keys():
        refuse_unless(isinstance(head[name], str), f"{name} is no text")
    refuse_unless(isinstance(head.get("stands_for"), dict | None), "no instance")
    refuse_unless(
        not re.search(r"\b(true|false)\b", words_out(head.get("stands_for"))), "no number"
    )
    refuse_unless(head["format"] == "gridproof-certificate", "this is no certificate")
    refuse_unless(number(head["version"]) == 1, "unknown version")
    game = find_game(head["game"])
    refuse_unless(game.id == head["game"], "unknown game")
    refuse_unless(number(head["rules"]) == game.rules_version, "other rules")
    (level,) = game.read(head["board"])
    if isinstance(level, BoardFault):
        raise Refusal(f"the board cannot be read: {level}")
    refuse_unless(not game.validate(level) and not game.missing(level), "the board has faults")
    if head["board"].strip().startswith("{"):
        known = field_names(json.loads(game.write(level, "json")))
        known |= {"title", "author", "source", "k", "seed", "generator", "optimum"}
        known |= {"game", "id", "n"} | {option.name for option in game.options}
        known |= {option.attribute for option in game.options}
        refuse_unless(field_names(json.loads(head["board"])) <= known, "fields of the board")
    refuse_unless(digest(game, level) == head["digest"], "the digest is of another board")
    if board is not None:
        refuse_unless(digest(game, board) == head["digest"], "this is another board")
    objective = game.objective(head["objective"]).id
    cost = value_of(game, objective, head["cost"])
    if head["solution"] is None:
        refuse_unless(cost is None, "a cost without a solution")
    else:
        refuse_unless(isinstance(head["solution"], str), "the solution is no text")
        verdict = verify(game, level, head["solution"], objective)
        refuse_unless(verdict.valid and cost is not None, "the solution is none")
        refuse_unless(verdict.cost == cost, "the solution has another cost")
    bound = value_of(game, objective, head["bound"])
    checksum = data[-64:].decode("ascii")
    refuse_unless(hashlib.sha256(data[:-65]).hexdigest() == checksum, "the checksum is wrong")
    refuse_unless(data[-65:-64] == b"\n", "no line's end before the checksum")
    records = unpacked(packed[:-65])
    _prove(head["kind"], game, level, objective, bound, records, head.get("stands_for"))


def unpacked(packed: bytes) -> Iterator[Any]:
    """The records of a zlib stream, which has to be all of ``packed``."""
    stream = zlib.decompressobj()
    rest = b""
    while not stream.eof:
        piece = stream.decompress(packed, 1 << 16)
        packed = stream.unconsumed_tail
        refuse_unless(bool(piece) or stream.eof, "the stream does not end")
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            refuse_unless(len(line) <= LONGEST_RECORD, "a record is too long")
            record = parse(line, no_object)
            refuse_unless(not isinstance(record, str), "a record is a text")
            only_names(record)
            yield record
        refuse_unless(len(rest) <= LONGEST_RECORD, "a record is too long")
    refuse_unless(not rest, "the last record has no end")
    refuse_unless(not stream.unused_data and not packed, "there is something after the stream")


def parse(line: bytes, make: Callable[[list[tuple[str, Any]]], Any]) -> Any:
    """One line of JSON in UTF-8, without fractions and half surrogate pairs."""
    found = json.loads(
        line.decode("utf-8"),
        parse_float=no_number,
        parse_constant=no_number,
        object_pairs_hook=make,
    )
    json.dumps(found, ensure_ascii=False).encode("utf-8")
    return found


def words_out(value: Any) -> str:
    """A JSON value as text, without the texts in it."""
    return re.sub(r'"([^"\\]|\\.)*"', '""', json.dumps(value))


def each_once(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose fields have different names."""
    found = dict(fields)
    refuse_unless(len(found) == len(fields), "a field is there twice")
    return found


def no_object(fields: list[tuple[str, Any]]) -> NoReturn:
    """Refuses a record with an object in it."""
    raise Refusal("a record holds an object")


def field_names(value: Any) -> set[str]:
    """The names of all fields in a JSON value."""
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    found = set(value) if isinstance(value, dict) else set[str]()
    for entry in below:
        found |= field_names(entry)
    return found


def only_names(value: Any) -> None:
    """Refuses true and false, and texts that are not the first entry of a list, or are empty."""
    refuse_unless(not isinstance(value, bool), "true and false are no numbers")
    for at, entry in enumerate(value if isinstance(value, list) else ()):
        if isinstance(entry, str):
            refuse_unless(at == 0 and entry != "", "a text that is no name")
        only_names(entry)


def no_number(text: str) -> NoReturn:
    """Refuses a number with a fraction, and what is none."""
    raise Refusal(f"{text} is no whole number")


Row = tuple[Mapping[int, int], int]


def check_tree(
    records: Iterator[Any],
    costs: Sequence[int],
    lowest: Sequence[int],
    highest: Sequence[int | None],
    rows: Sequence[Row],
    most: int,
    group: Callable[[list[Any]], Iterable[int]],
) -> None:
    """Refuses unless the records are a tree that shows that nothing costs at most ``most``.

    Args:
        records: of the file; those of the tree are taken.
        costs: of each column.
        lowest: bound of each column.
        highest: bound of each column, or None.
        rows: coefficients by column, and the right side.
        most: what the claim says is too little.
        group: the columns that a branch on a list names.
    """
    columns = range(len(costs))
    waiting: list[tuple[list[int], list[int | None], list[Row]]] = [
        (list(lowest), list(highest), [])
    ]
    while waiting:
        low, high, above = waiting.pop()
        node = next(records)
        refuse_unless(len(node) in (2, 3), "this is no node")
        scale = number(node[0], 0, 1 << 62)
        left = [-scale * cost for cost in costs]
        over = -scale * most
        for name, price in pairs(node[1]):
            number(price, 1, 1 << 62)
            number(name, -len(above), len(rows) - 1)
            coefficients, side = rows[name] if name >= 0 else above[-1 - name]
            over += price * side
            for column, coefficient in coefficients.items():
                left[column] += price * coefficient
        for column in columns:
            if left[column] > 0:
                limit = high[column]
                if limit is None:
                    raise Refusal("a column without a limit pays too much")
                over -= left[column] * limit
            elif left[column] < 0:
                over -= left[column] * low[column]
        if len(node) == 2:
            refuse_unless(over > 0, "a leaf does not close")
            continue
        what, v = node[2]
        number(v)
        low, high = low.copy(), high.copy()
        for column in columns:
            limit = high[column]
            if left[column] > 0 and limit is not None and over + left[column] > 0:
                low[column], high[column] = limit, limit
            elif left[column] < 0 and over - left[column] > 0:
                high[column] = low[column]
        if isinstance(what, list):
            members = Counter(group(what))
            fewer: Row = ({column: -times for column, times in members.items()}, -v)
            more: Row = (members, v + 1)
            waiting.append((low, high, [*above, more]))
            waiting.append((low, high, [*above, fewer]))
        else:
            column = number(what, -len(costs), len(costs) - 1)
            limit = high[column]
            below, beyond = high.copy(), low.copy()
            below[column] = v if limit is None else min(limit, v)
            beyond[column] = max(low[column], v + 1)
            waiting.append((beyond, high, above))
            waiting.append((low, below, above))


def no_groups(_: list[Any]) -> NoReturn:
    """For kinds that have none."""
    raise Refusal("there are no groups")
