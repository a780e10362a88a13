"""Records that no maker would write, with rows, groups and branches drawn at random."""

from __future__ import annotations

from random import Random
from typing import Any

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.grid import Pos
from gridproof.proof.claims import Claim
from gridproof.registry import find_game
from tests.proof.second.plans import Board
from tests.proof.second.squares import squares_of

__all__ = ["plans", "squares"]

Proof = tuple[Claim[Any], list[Any]]


def _flat(names: list[Any], rng: Random, least: int, most: int) -> list[Any]:
    return [entry for name in names for entry in (name, rng.randint(least, most))]


def squares(rng: Random) -> Proof:
    """Windows, roundings and cases of a few points, which should be one component."""
    count = rng.randint(4, 14)
    points = tuple(Pos(rng.randrange(6), rng.randrange(4)) for _ in range(count))
    level = BoxcoverLevel(side=rng.randint(1, 3), points=points)
    size, columns = len(level.points), len(squares_of(level.points, level.side))
    rows: list[Any] = []
    extra = 0
    for _ in range(rng.randint(1, 2)):
        kind = rng.random()
        if kind < 0.3:
            weighed = rng.sample(range(columns), rng.randint(1, columns))
            some = rng.sample(range(size + extra), rng.randint(0, min(3, size + extra)))
            leaf = [rng.randint(0, 2), _flat(some, rng, 1, 2)]
            branch = [[0, [], [rng.randrange(columns), 0]], leaf] * (rng.random() < 0.3)
            rows += [["cases", rng.randint(-2, 2), _flat(weighed, rng, 0, 2)], *branch, leaf]
        elif kind < 0.7:
            window = rng.sample(range(size), rng.randint(1, size))
            weighed = rng.sample(range(columns), rng.randint(1, columns))
            rows.append(["window", window, _flat(weighed, rng, 0, 2)])
        else:
            priced = rng.choices(range(size), k=rng.randint(1, size))
            rows.append(["round", rng.randint(1, 3), _flat(priced, rng, 0, 3)])
        extra += 1
    scale, most = rng.randint(1, 3), rng.randrange(5)
    some = rng.sample(range(size + extra), rng.randint(0, min(3, size + extra)))
    node = [scale, [*_flat(some, rng, 1, 2), size, 1]]
    tree: list[Any] = [node]
    if rng.random() < 0.3:
        leaf = [scale, [size, 1]]
        tree = [[*node, [rng.randrange(columns), 0]], leaf, leaf]
    game = find_game("boxcover")
    claim = Claim(game, level, game.objective(), most + 1)
    return claim, [0, [most, extra], *rows, *tree]


def plans(rng: Random) -> Proof:
    """Dropped sites, sets, sums and branches on groups, on a small board with a crate."""
    while True:
        level = _bombs(rng)
        board = Board(level)
        if board.cells:
            break
    crates, left, drops = len(board.cells), set(board.arms), []
    for _ in range(rng.randint(0, 4)):
        lax = rng.random() < 0.1
        may = [(p, q) for p in left for q in left if lax or board.replaces(q, p)]
        if may:
            drops.append(list(rng.choice(sorted(may))))
            left.discard(drops[-1][0])
    sets = [
        rng.sample(range(crates), rng.randint(1, min(crates, 5))) for _ in range(rng.randint(0, 4))
    ]
    sums: list[Any] = []
    rows = crates + len(sets)
    for _ in range(rng.randint(0, 3)):
        named = rng.choices(range(rows), k=rng.randint(1, 4))
        sums.append([rng.randint(1, 3), _flat(named, rng, 1, 2)])
        rows += 1

    def node(*more: int) -> list[Any]:
        named = rng.sample(range(rows), min(rows, rng.randint(1, 4)))
        return [rng.randint(1, 2), _flat([*named, *more], rng, 1, 1)]

    tree = [node()]
    if rng.random() < 0.5:
        group = rng.choice(
            (
                [rng.choice(sorted(board.arms))],
                [None, *rng.choices(range(rows), k=rng.choice((1, 2)))],
            )
        )
        tree = [[*node(), [group, rng.randint(0, 1)]], node(-1), node(-1)]
    game = find_game("bombcover")
    claim = Claim(game, level, game.objective("explosions"), rng.randint(1, 4))
    return claim, [[len(drops), len(sets), len(sums)], *drops, *sets, *sums, *tree]


def _bombs(rng: Random) -> BombcoverLevel:
    width, height = rng.randint(3, 6), rng.randint(2, 5)
    cells = rng.choices("#x.", (1, 4, 5), k=width * height)
    players = sorted(rng.sample(range(width * height), rng.choice((1, 1, 2))))
    for cell in players:
        cells[cell] = "."
    return BombcoverLevel(
        width=width,
        height=height,
        cells="".join(cells),
        players=tuple(Pos(cell % width, cell // width) for cell in players),
        radius=rng.choice((None, 1, 2)),
        pierce=rng.random() < 0.3,
    )
