"""Files of boxcover's kind `squares` for both checkers, and those that are of no kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.proof.claims import Claim
from gridproof.solving.certify import certified
from gridproof.solving.solve import solve
from tests.formal.comparing import Case
from tests.proof import forgeries_boxcover, forgeries_certificate_file, forgeries_checking
from tests.proof.forgeries_boxcover import RING_BY_CASES, claim
from tests.proof.forging import FileForgery, header, mutated, packed
from tests.proof.mutating import Lines, mutated_file
from tests.proof.test_squares import GAME, SQUARES, certificate, graph, paths, tiny
from tests.samples import generated, sample_levels

__all__ = ["certificates", "changes", "forgeries"]

RING = claim(2, forgeries_boxcover.RING, 3)
HOSTILE = Path(__file__).parents[1] / "data" / "hostile"


def boards() -> Iterator[tuple[str, BoxcoverLevel]]:
    """Yield the boards of the tests, small ones first."""
    rng = Random("formal")
    for number in range(40):
        yield f"tiny-{number}", tiny(rng, 12)
    for number in range(10):
        yield f"paths-{number}", paths(rng)
    for number, level in enumerate(sample_levels("boxcover")):
        assert isinstance(level, BoxcoverLevel)
        yield f"sample-{number}", level
    yield "graph", graph("30,42", Random(0))
    for seed, points in ((3, 400), (5, 600), (1, 1500), (1, 2000)):
        level = generated("boxcover", "random", seed, points=points, side=20)
        assert isinstance(level, BoxcoverLevel)
        yield f"random-{points}", level


def certificates(folder: Path) -> Iterator[Case]:
    """Yield a certificate of each board."""
    path = folder / "made.gpc"
    for name, level in boards():
        certified(solve(level), path)
        yield Case(name, path.read_bytes())
    yield Case("ring", packed(header(RING, "squares"), RING_BY_CASES))


def forgeries() -> Iterator[Case]:
    """Yield the forgeries of the tests that are files, or can be made such."""
    for forgery in forgeries_boxcover.FORGERIES:
        said = header(forgery.claim, forgery.kind)
        yield Case(forgery.name, packed(said, forgery.records))
    for module in (forgeries_certificate_file, forgeries_checking):
        for one in module.FORGERIES:
            if isinstance(one, FileForgery) and one.level is None:
                yield Case(one.name, one.data)
    for path in sorted(HOSTILE.glob("*.gpc")):
        if path.stem not in ("lying_optimum", "spoof_title"):  # they are accepted
            yield Case(path.stem, path.read_bytes())


def changes(count: int, seed: int) -> Iterator[Case]:
    """Yield random changes of small certificates: of numbers in records, of lines, of bytes.

    Those of the ring, which has a row of cases, come as often as a third of the others.
    """
    rng = Random(seed)
    levels = [level for name, level in boards() if name.startswith(("tiny", "paths", "sample"))]
    optima = [solve(level).cost for level in levels]
    made = []
    for level, optimum in zip(levels, optima, strict=True):
        assert isinstance(optimum, int)
        made.append((Claim(GAME, level, SQUARES, optimum), certificate(level, optimum)))
    made += [(RING, RING_BY_CASES)] * 20
    lines = [Lines.of(packed(header(own, "squares"), records)) for own, records in made]
    for number in range(count):
        at = rng.randrange(len(made))
        own, records = made[at]
        if number % 2:
            data = packed(header(own, "squares"), mutated(records, rng, rng.randint(1, 3)))
        else:
            data = mutated_file(lines[at], lines, rng)
        yield Case(f"change {number} of board {at}", data)
