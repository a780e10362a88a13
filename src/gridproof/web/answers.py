"""Requests read strictly, and answers: JSON, and errors as sentences with a next step.

Worker processes need all of it, and start without the server's libraries.
"""

from __future__ import annotations

import json
from typing import Any

from gridproof.errors import GridproofError, UnclearGame
from gridproof.options import Option
from gridproof.strict_json import Field, is_json, json_values

__all__ = ["Refusal", "described", "field_of", "read_json", "rendered"]


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


def rendered(record: Any) -> bytes:
    """Write an answer as JSON."""
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode()
