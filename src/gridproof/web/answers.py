"""Requests read strictly, and answers: JSON, and errors as sentences with a next step."""

from __future__ import annotations

import json
from typing import Any, Final

from starlette.responses import JSONResponse, Response

from gridproof.errors import GridproofError, InternalError, UnclearGame
from gridproof.options import Option
from gridproof.strict_json import Field, is_json, json_values
from gridproof.web.threads import in_thread

__all__ = [
    "Refusal", "described", "field_of", "is_quick", "read_json", "read_object", "refused",
    "rendered",
]  # fmt: skip


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


def described(error: GridproofError) -> dict[str, Any]:
    """Return an error as JSON: ``error`` (a sentence), ``hint`` (the next step, or null), more."""
    record: dict[str, Any] = {"error": str(error), "hint": error.hint}
    if isinstance(error, Refusal):
        record |= error.more
    elif isinstance(error, UnclearGame):
        record["games"] = error.candidates
    return record


def field_of(option: Option) -> dict[str, Any]:
    """Return the data of an option for a form."""
    return {
        "name": option.name,
        "default": option.said_default,
        "summary": option.summary,
        "choices": option.choices,
    }


def read_json(body: bytes) -> Field:
    """Read the JSON object in a request.

    Raises:
        Refusal: it is no such object.
    """
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal(400, "the request is not UTF-8 text") from None
    values = list(json_values(text)) if is_json(text) else []
    if len(values) != 1 or not isinstance(values[0][1], dict):
        raise Refusal(400, "the request must be one JSON object")
    return Field(values[0][1])


async def read_object(body: bytes) -> Field:
    """Read the JSON object in a request; in a thread if it is large.

    Raises:
        Refusal: it is no such object.
    """
    return read_json(body) if is_quick(body) else await in_thread(read_json, body)


def is_quick(body: bytes) -> bool:
    """Return whether a request is read in no time."""
    return len(body) <= _QUICK


def rendered(record: Any) -> bytes:
    """Write an answer as JSON."""
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode()
