"""The static site can be installed, as an app of its own."""

from __future__ import annotations

import pytest

from tests.static_site.conftest import Offline

pytestmark = pytest.mark.static_site


def test_a_browser_offers_to_install_it(offline: Offline) -> None:
    """Without a network, too; profiles that are forgotten, as here, cannot install anything."""
    visit = offline()
    visit.inside.locator("#games button").first.wait_for()
    session = visit.page.context.new_cdp_session(visit.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in found} <= {"in-incognito"}
    address = visit.page.url
    assert session.send("Page.getAppId").get("appId", address) == address  # a shell has none
    session.detach()
