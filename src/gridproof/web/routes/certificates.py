"""Routes of certificates: made of a board, and checked by the rules alone."""

from __future__ import annotations

import base64
import binascii
import functools
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from gridproof.errors import InputError
from gridproof.limits import CancelToken
from gridproof.proof.checking import Verdict, check
from gridproof.registry import find_game
from gridproof.render.animation import file_name
from gridproof.result import Limits, Progress
from gridproof.solving.certify import certify
from gridproof.solving.verdict_messages import proven, record, stands_for
from gridproof.visible import visible
from gridproof.web.answers import Refusal, read_json, rendered
from gridproof.web.events import EventStream, stream_events
from gridproof.web.flight import Heavy
from gridproof.web.handling import Body, Endpoint
from gridproof.web.packing import unpack
from gridproof.web.play import Play
from gridproof.web.play_answers import describe_progress
from gridproof.web.services import Services, Tell
from gridproof.web.work import Within
from gridproof.web.work_queue import Lane, QueuedWork

__all__ = ["ENDPOINTS", "Certifying", "Checking"]

#: Seconds beyond its time limit after which a check is ended.
_LATE: Final = 10.0


@dataclass(frozen=True)
class Checking:
    """A job: a certificate is checked.

    Attributes:
        body: of the request, JSON: ``certificate``, the file in base 64.
        seconds: of the check.
    """

    body: bytes
    seconds: float

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> bytes:
        """Check it; return the JSON of the verdict.

        Raises:
            Refusal: the request holds no file.
            MissingPart: the check needs a package that is not there.
        """
        text = read_json(self.body)["certificate"].text()
        try:
            data = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            raise Refusal(400, "`certificate` must be a file in base 64") from None
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "certificate.gpc"
            path.write_bytes(data)
            verdict = check(
                path, limits=Limits(time=self.seconds), cancel=cancel, progress=progress
            )
        return rendered(record(verdict) | {"told": _told(verdict), "board": _board(verdict)})


@dataclass(frozen=True)
class Certifying:
    """A job: the board of a play-through is solved, and a certificate written that is accepted.

    Attributes:
        play: packed.
        seconds: of the search, and of the proof and its check.
    """

    play: bytes
    seconds: float

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> bytes:
        """Make it; return the JSON of the file, in base 64, with its name.

        Raises:
            InputError: no proof was found.
        """
        play: Play = unpack(self.play)
        level = play.session.level
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "certificate.gpc"
            result = certify(
                level,
                path,
                game=play.game,
                objective=play.session.objective.id,
                limits=Limits(time=self.seconds),
                cancel=cancel,
                progress=progress,
            )
            if result.certificate is None:
                raise InputError(
                    f"there is no certificate: {visible(str(result.notes['uncertified']))}",
                    hint="`gridproof certify` has no limit of time",
                )
            data = base64.b64encode(path.read_bytes()).decode()
        name = file_name(f"{play.game.id} {level.title or ''}", "gpc")
        return rendered({"name": name, "certificate": data})


def _told(verdict: Verdict) -> str:
    """Return the verdict as sentences for people."""
    if not verdict.accepted:
        opening = "Not checked to its end" if verdict.stop else "Refused"
        return f"{opening}: {visible(verdict.reason or '')}."
    meaning = stands_for(verdict)
    contradictions = [f"The board says otherwise: {said}." for said in verdict.contradictions]
    proof = f"Accepted: {proven(verdict)}."
    return " ".join([proof, *([f"That means: {meaning}."] if meaning else []), *contradictions])


def _board(verdict: Verdict) -> str | None:
    """Return the board of an accepted certificate, as a page opens it."""
    if verdict.level is None or not verdict.accepted:
        return None
    game = find_game(verdict.level.game)
    return game.write(verdict.level, game.canonical_format)


async def _check(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Check a certificate; send the verdict."""
    settings = services.settings
    job = Within(Checking(body, settings.time), settings.memory)
    answer = await services.work(job, Lane.SEARCH, tell, settings.time + _LATE)
    return Heavy(services.flight, answer)


async def _certify(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Certify the optimum of the board; send events.

    They are ``waiting`` {ahead, seconds}, ``progress`` {nodes, elapsed, bound, best, stage, text},
    and at the end ``certificate`` {name, certificate} or ``failed``. The work ends with the stream.
    """
    play = services.plays.get(request.path_params["play"])
    settings = services.settings
    async with play.lock:
        packed = await services.quickly(play.packed)
    job = Within(Certifying(packed, settings.time), settings.memory)
    work: QueuedWork[bytes] = QueuedWork(job, 2 * settings.time + _LATE, patient=False)
    services.queue.enter(work)

    async def made(answer: bytes) -> bytes:
        return answer

    progress = functools.partial(describe_progress, play.sense, here=False)
    news = services.queue.follow(work)
    events = stream_events(news, "certificate", made, progress)
    return EventStream(events, lambda: services.queue.leave(work))


ENDPOINTS: Final = (
    Endpoint("/api/certificates", _check, Body.BOARD),
    Endpoint("/api/plays/{play}/certify", _certify, Body.SMALL),
)
