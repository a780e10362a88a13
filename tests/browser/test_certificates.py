"""The page of a board with a certificate: it leads there, for everybody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gridproof.cli import run
from gridproof.proof.checking import check
from tests.browser import checks
from tests.browser.visits import Visits

BOARD = "; On a long way to a far goal\n########\n#@$   .#\n########\n"


@pytest.fixture
def address(tmp_path: Path) -> str:
    """Of the page; the certificate is in another folder beside it."""
    board, proof, page = tmp_path / "b.txt", tmp_path / "proofs" / "a b&.gpc", tmp_path / "p.html"
    board.write_text(BOARD)
    proof.parent.mkdir()
    assert run(["certify", str(board), "--out", str(proof), "--html", str(page)]) == 0
    return page.as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_everybody_can_read_it(visit: Visits, address: str, width: int, scheme: Any) -> None:
    page = visit(address, width=width, scheme=scheme, offline=True)
    assert checks.nameless(page) == []
    assert checks.wide_parts(page) == []
    assert checks.faint_texts(page) == []
    assert "optimum 4 pushes" in page.locator("footer").inner_text()
    assert "proven optimal, certified" in page.locator("p.facts").inner_text()


def test_the_link_hands_out_the_certificate(visit: Visits, address: str) -> None:
    page = visit(address, offline=True)
    visit.expect(r"asks for file:.*\.gpc$")
    link = page.get_by_role("link", name="a b&.gpc")
    with page.expect_download() as download:
        link.click()
    assert check(download.value.path()).accepted
