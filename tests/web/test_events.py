"""The one loop of event streams: all kinds of news, and all kinds of faults."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from gridproof.errors import GridproofError, InputError
from gridproof.processes.worker import WorkerDied
from gridproof.result import Progress
from gridproof.web.answers import Refusal
from gridproof.web.events import stream_events
from gridproof.web.work_queue import QueuePlace

PROGRESS = Progress(nodes=3, elapsed=0.5, bound=2, best=None)


def events(*news: Any, fault: BaseException | None = None, **options: Any) -> list[Any]:
    """The events of some news: None for one without, else its name and its data."""

    async def source() -> AsyncIterator[Any]:
        for one in news:
            yield one
        if fault is not None:
            raise fault

    async def render(result: str) -> bytes:
        return json.dumps({"result": result}).encode()

    async def gather() -> list[bytes]:
        stream = stream_events(source(), "done", options.pop("render", render), **options)
        return [event async for event in stream]

    return [parsed(event) for event in asyncio.run(gather())]


def parsed(event: bytes) -> Any:
    if not event:
        return None
    name, data = event.decode().removesuffix("\n\n").split("\n")
    return name.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def test_each_kind_of_news_is_an_event() -> None:
    assert events(QueuePlace(2, 9), None, PROGRESS, "found") == [
        ("waiting", {"ahead": 2, "seconds": 9}),
        None,
        ("progress", vars(PROGRESS)),
        ("done", {"result": "found"}),
    ]
    assert events() == []
    shown = events(PROGRESS, progress=lambda progress: {"text": f"{progress.nodes} nodes"})
    assert shown == [("progress", {"text": "3 nodes"})]


async def refuse(result: str) -> bytes:
    raise Refusal(404, "nobody knows this", hint="open it again")


async def crash(result: str) -> bytes:
    raise KeyError("secret")


KNOWN = {"error": "nobody knows this", "hint": "open it again"}
UNKNOWN = {"error": "internal error: KeyError", "hint": None}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        pytest.param(
            {"news": [Refusal(404, "nobody knows this", hint="open it again")]}, KNOWN, id="news"
        ),
        pytest.param(
            {"fault": Refusal(404, "nobody knows this", hint="open it again")}, KNOWN, id="raised"
        ),
        pytest.param({"news": ["found"], "render": refuse}, KNOWN, id="in-the-result"),
        pytest.param({"fault": KeyError("secret")}, UNKNOWN, id="bug"),
        pytest.param({"news": ["found"], "render": crash}, UNKNOWN, id="bug-in-the-result"),
    ],
)
def test_each_kind_of_fault_is_told_in_a_sentence(given: dict[str, Any], told: Any) -> None:
    news = given.pop("news", [])
    assert events(*news, **given) == [("failed", told)]


def test_an_error_may_be_explained() -> None:
    def explain(error: GridproofError) -> GridproofError:
        return InputError("too large") if isinstance(error, WorkerDied) else error

    died = WorkerDied("the process ended", code=-9)
    assert events(died, error=explain) == [("failed", {"error": "too large", "hint": None})]
    other = InputError("no such board")
    assert events(other, error=explain) == [("failed", {"error": "no such board", "hint": None})]
