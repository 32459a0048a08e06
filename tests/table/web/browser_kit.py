"""A browser without a window: requests to an application in this very process, one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
import httpx

if TYPE_CHECKING:
    from starlette.types import ASGIApp

HERE = "http://127.0.0.1:8765"


class Browser:
    """Asks one application; by default as its own page does."""

    def __init__(self, app: ASGIApp, address: str = HERE) -> None:
        self.app = app
        self.address = address

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Send a request and wait for the whole answer."""

        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            headers = {"origin": self.address}
            async with httpx.AsyncClient(
                transport=transport, base_url=self.address, headers=headers
            ) as client:
                return await client.request(method, path, **more)

        return anyio.run(send)

    def get(self, path: str) -> httpx.Response:
        """Look at something."""
        return self.ask("GET", path)

    def post(self, path: str, **more: Any) -> httpx.Response:
        """Do something."""
        return self.ask("POST", path, **more)
