"""Requests and answers as the server has them, whose libraries worker processes do without."""

from __future__ import annotations

from typing import Final

from starlette.responses import JSONResponse, Response

from gridproof.errors import GridproofError, InternalError
from gridproof.strict_json import Field
from gridproof.web.answers import Refusal, described, read_json
from gridproof.web.threads import in_thread

__all__ = ["is_quick", "read_object", "refused"]

#: Bytes of JSON that are read in no time.
_QUICK: Final = 1 << 16


def refused(error: GridproofError) -> Response:
    """Return the answer to a request that cannot be done."""
    status = 400
    if isinstance(error, Refusal):
        status = error.status
    elif isinstance(error, InternalError):
        status = 500
    headers = {}
    if isinstance(error, Refusal) and (seconds := error.more.get("retry_after")) is not None:
        headers["retry-after"] = str(seconds)
    return JSONResponse(described(error), status, headers)


async def read_object(body: bytes) -> Field:
    """Read the JSON object in a request; in a thread if it is large.

    Raises:
        Refusal: it is no such object.
    """
    return read_json(body) if is_quick(body) else await in_thread(read_json, body)


def is_quick(body: bytes) -> bool:
    """Return True if a request is read in no time."""
    return len(body) <= _QUICK
