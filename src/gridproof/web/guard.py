"""The guard of the server: it answers only to its own names, and only its own pages.

A page from elsewhere could else reach a server on this machine through the browser of its user, by
sending requests to it (Origin) or by giving its own name the address of this machine (Host).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gridproof.web.answers import Refusal
from gridproof.web.replies import refused

__all__ = ["CONTENT_POLICY", "Guard", "host_name"]

#: The sources that pages may load from: this server, and pictures that are part of a drawing.
CONTENT_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "content-security-policy": CONTENT_POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_OWN_MACHINE: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_HOST: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?", re.IGNORECASE)


class Guard:
    """The guard before an application: it refuses foreign requests, and adds headers to answers.

    Args:
        app: the application.
        host: the address that the server is bound to.
        names: further names that it answers to.
    """

    def __init__(self, app: ASGIApp, host: str, names: Iterable[str] = ()) -> None:
        self._app = app
        self._names = _OWN_MACHINE | {host.lower()} | {name.lower() for name in names}
        # A name can be given any address, an address cannot: it leads where it says.
        self._any_address = _is_address(host) and ip_address(host).is_unspecified

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or have the application answer."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            self._check(scope)
        except Refusal as refusal:
            await refused(refusal)(scope, receive, send_guarded)
        else:
            await self._app(scope, receive, send_guarded)

    def _check(self, scope: Scope) -> None:
        """Check the origin and the host of a request.

        Raises:
            Refusal: it is foreign.
        """
        if scope["type"] != "http":
            raise Refusal(400, "only plain requests are answered")
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        name = host_name(hosts[0]) if len(hosts) == 1 else None
        if name is None:
            raise Refusal(400, "the request does not say, once, which host it is for")
        if name not in self._names and not (self._any_address and _is_address(name)):
            raise Refusal(
                403,
                f"this server does not answer to the name `{name}`",
                hint="start it with `--allow-host` and that name, if it is yours",
            )
        page = scope["method"] in ("GET", "HEAD") and not scope["path"].startswith("/api/")
        if page:  # a link from anywhere may lead here
            return
        own = {f"{scheme}://{hosts[0].lower()}" for scheme in ("http", "https")}
        foreign = any(origin.lower() not in own for origin in headers.getlist("origin"))
        site = headers.get("sec-fetch-site", "same-origin")
        if foreign or site not in ("same-origin", "none"):
            raise Refusal(403, "this server answers only its own pages")


def host_name(header: str) -> str | None:
    """Return the name or address in a Host header, in lower case; None if it is none."""
    match = _HOST.fullmatch(header)
    return None if match is None else (match[1] or match[2]).lower().rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
