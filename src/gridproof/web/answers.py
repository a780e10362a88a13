"""Requests read strictly, and answers: JSON, and errors as sentences with a next step."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gridproof.errors import GridproofError, InternalError, UnclearGame
from gridproof.options import Option
from gridproof.strict_json import Field, is_json, json_values

__all__ = ["Refusal", "described", "field_of", "read_object", "refused"]


#: Bytes of JSON that are read in no time.
_QUICK: Final = 1 << 16


class Refusal(GridproofError):
    """A request that is not done.

    Attributes:
        status: of the answer.
        more: further fields of the answer.
    """

    def __init__(self, status: int, message: str, *, hint: str | None = None, **more: Any) -> None:
        super().__init__(message, hint=hint)
        self.status = status
        self.more = more


def refused(error: GridproofError) -> Response:
    """The answer to a request that cannot be done."""
    status = 400
    if isinstance(error, Refusal):
        status = error.status
    elif isinstance(error, InternalError):
        status = 500
    return JSONResponse(described(error), status)


def described(error: GridproofError) -> dict[str, Any]:
    """An error as JSON: ``error`` (a sentence), ``hint`` (the next step, or null), and more."""
    record: dict[str, Any] = {"error": str(error), "hint": error.hint}
    if isinstance(error, Refusal):
        record |= error.more
    elif isinstance(error, UnclearGame):
        record["games"] = error.candidates
    return record


def field_of(option: Option) -> dict[str, Any]:
    """An option as a form has to know it."""
    return {
        "name": option.name,
        "default": option.said_default,
        "summary": option.summary,
        "choices": option.choices,
    }


async def read_object(request: Request, most: int) -> Field:
    """The JSON object in a request of at most so many bytes.

    Raises:
        Refusal: it is too long, of another type, or no such object.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal(415, "the request must be `application/json`")
    too_large = Refusal(
        413,
        f"the request is larger than {most >> 20} MiB",
        hint="solve larger boards on the command line: `gridproof solve --html`",
    )
    length = request.headers.get("content-length", "0")
    if not length.isdigit() or int(length) > most:
        raise too_large
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise too_large
    # What is large is read in a thread: others are answered meanwhile.
    return _read(body) if len(body) <= _QUICK else await asyncio.to_thread(_read, body)


def _read(body: bytearray) -> Field:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal(400, "the request is not UTF-8 text") from None
    values = list(json_values(text)) if is_json(text) else []
    if len(values) != 1 or not isinstance(values[0][1], dict):
        raise Refusal(400, "the request must be one JSON object")
    return Field(values[0][1])
