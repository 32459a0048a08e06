"""Who may speak to a page on this machine: its own browser by its own name, and its own page only.

Without the check of the Host header any page on the internet could give its own name this machine's address and read
along (DNS rebinding); without that of Origin it could press keys.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

NEAR = frozenset({"localhost", "127.0.0.1"})
SAFE_METHODS = frozenset({"GET", "HEAD"})
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}


class Guard:
    """Wraps an application; strangers are turned away before it hears of them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        why_not = objection(scope["method"], Headers(scope=scope))
        app = self.app if why_not is None else PlainTextResponse(why_not, 403)
        with suppress(ClientDisconnect):  # somebody who left in the middle of a request awaits no answer
            await app(scope, receive, send_with_headers)


def objection(method: str, headers: Headers) -> str | None:
    """Say what is wrong with a request's sender; None when it may come in."""
    host = headers.get("host", "")
    if host.partition(":")[0].lower() not in NEAR:
        return "Only this machine may look: use http://127.0.0.1 or http://localhost."
    if method in SAFE_METHODS:
        return None
    if headers.get("origin", "").lower() != f"http://{host}".lower():
        return "Only the page itself may do that."
    return None
