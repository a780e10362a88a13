"""Certificates that somebody drops on the page are checked there, without a network."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridproof.proof.checking import check
from tests.browser import checks
from tests.static_site.certificates import write_certificates
from tests.static_site.conftest import Offline

pytestmark = pytest.mark.static_site


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return write_certificates(tmp_path_factory.mktemp("certificates"))


@pytest.mark.parametrize("phone", [False, True], ids=["dropped", "chosen on a phone"])
def test_each_kind_has_the_verdict_of_the_checker(
    phone: bool, offline: Offline, certificates: list[Path]
) -> None:
    visit = offline()
    verdict = visit.inside.locator("#fault")
    visit.inside.locator("img[data-collection]").first.wait_for()
    if phone:
        visit.page.set_viewport_size({"width": 390, "height": 844})
        visit.inside.locator("button[data-game=own]").click()
    for path in certificates:
        if phone:
            visit.inside.locator("#file").set_input_files(path)
        else:
            visit.drop(path)
        expected = check(path)
        sign = "✓ Accepted" if expected.accepted else "Refused"
        told = verdict.filter(has_text=path.name).filter(has_text=sign)
        told.wait_for()
        if expected.reason:
            assert expected.reason in told.inner_text()
        assert bool(told.locator("button").count()) == expected.accepted
        assert checks.wide_parts(visit.frame) == []
    visit.inside.locator("#file").set_input_files(certificates[0])
    verdict.locator("button", has_text="Play this board").click()
    visit.inside.locator("body[data-mode=play]").wait_for()
