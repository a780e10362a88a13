"""Forged certificates: each is refused by one check, and each check is needed for one of them."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Protocol

import pytest

from tests.proof import extras
from tests.proof.forging import PROOF, checks, without


class Forged(Protocol):
    """An entry of a list of forgeries."""

    @property
    def check(self) -> str:
        """Words of the reason of the one check that refuses it."""
        ...

    def refusal(self) -> str | None:
        """Why it is refused; None if it is accepted."""
        ...


FORGERIES: dict[str, list[Forged]] = {
    path.stem.removeprefix("forgeries_"): importlib.import_module(
        f"tests.proof.{path.stem}"
    ).FORGERIES
    for path in sorted(Path(__file__).parent.glob("forgeries_*.py"))
}
FORGERIES["extras"] = list(extras.FORGERIES)
ALL = [(kind, forgery) for kind, forgeries in FORGERIES.items() for forgery in forgeries]


@pytest.mark.parametrize("forgery", [f for _, f in ALL], ids=str)
def test_a_forgery_is_refused_by_one_check_alone(forgery: Forged) -> None:
    reason = forgery.refusal()
    assert reason is not None
    assert forgery.check in reason
    with without(forgery.check):
        assert forgery.refusal() is None


@pytest.mark.parametrize(
    "module", sorted(str(path.relative_to(PROOF).with_suffix("")) for path in PROOF.rglob("*.py"))
)
def test_each_check_is_needed(module: str) -> None:
    known = [forgery.check for _, forgery in ALL]
    for words in checks(module):
        if words not in ("reason", "what") and module != "claims":
            assert any(check in words or words in check for check in known), words
