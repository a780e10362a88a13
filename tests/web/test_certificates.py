"""Certificates that a page brings: checked, and told in words."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from gridproof.level import Level
from gridproof.limits import CancelToken
from gridproof.registry import digest, games
from gridproof.solving.certify import certify
from gridproof.strict_json import Field
from gridproof.web.answers import Refusal, read_json, rendered
from gridproof.web.routes.certificates import Checking
from tests.samples import sample_levels
from tests.web.server import serving

HOSTILE = Path(__file__).parents[1] / "data" / "hostile"


def verdict(data: bytes) -> Field:
    body = rendered({"certificate": base64.b64encode(data).decode()})
    return read_json(Checking(body, 60.0).answer(CancelToken(), lambda _: None))


@pytest.mark.parametrize("game", games())
def test_a_true_certificate_is_accepted_with_its_board(game: str, tmp_path: Path) -> None:
    path, level = tmp_path / "board.gpc", sample_levels(game)[0]
    certify(level, path)
    told = verdict(path.read_bytes())
    assert told["accepted"].flag()
    assert told["told"].text().startswith("Accepted: ")
    (again,) = games()[game].read(told["board"].text())
    assert isinstance(again, Level)
    assert digest(games()[game], again) == digest(games()[game], level)


@pytest.mark.parametrize("path", sorted(HOSTILE.glob("*.gpc")), ids=lambda path: path.stem)
def test_a_false_certificate_is_refused_in_plain_text(path: Path) -> None:
    told = verdict(path.read_bytes())
    text = told["told"].text()
    assert told["accepted"].flag() or text.startswith("Refused: ")
    assert text.isprintable()


def test_no_certificate_is_no_request() -> None:
    with pytest.raises(Refusal, match="base 64"):
        Checking(rendered({"certificate": "%"}), 1.0).answer(CancelToken(), lambda _: None)


def test_a_page_has_a_certificate_checked() -> None:
    data = base64.b64encode(b"no certificate").decode()
    with serving() as (site, _):
        answer = site.post("/api/certificates", json={"certificate": data})
        assert answer.status_code == 200
        assert answer.json()["accepted"] is False


@pytest.mark.parametrize("game", games())
def test_a_page_has_its_board_certified(game: str) -> None:
    level = sample_levels(game)[0]
    text = games()[game].write(level, games()[game].canonical_format)
    with serving() as (site, _):
        play = site.post("/api/plays", json={"text": text, "game": game}).json()["play"]
        *_, (name, made) = site.told(f"/api/plays/{play}/certify")
    assert name == "certificate"
    assert made["name"].endswith(".gpc")
    assert verdict(base64.b64decode(made["certificate"]))["accepted"].flag()
