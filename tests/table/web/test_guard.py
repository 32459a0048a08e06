"""Who may speak to the bench: its own page in a browser of this machine, nobody else."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from table.web.guard import HEADERS, Guard, objection
from tests.table.web.browser_kit import Browser


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "localhost:8765", "127.0.0.1:8766", "LOCALHOST:8765"]
)
def test_this_machine_s_own_names_are_let_in(host: str) -> None:
    assert objection("GET", Headers({"host": host})) is None


@pytest.mark.parametrize(
    "host",
    ["", "evil.example", "evil.example:8765", "127.0.0.1.evil.example", "localhost.evil.example", "192.168.1.7", "[::1]"],
)  # fmt: skip
def test_other_names_for_this_machine_are_turned_away(host: str) -> None:
    why = objection("GET", Headers({"host": host}))
    assert why is not None
    assert why.endswith(".")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize(
    ("origin", "let_in"),
    [
        ("http://localhost:8765", True),
        ("http://LOCALHOST:8765", True),
        ("", False),
        ("null", False),
        ("http://evil.example", False),
        ("http://localhost", False),
        ("http://localhost:9000", False),
        ("https://localhost:8765", False),
        ("http://127.0.0.1:8765", False),
    ],
)
def test_only_the_page_itself_may_do_something(method: str, origin: str, let_in: bool) -> None:  # noqa: FBT001 - a table
    headers = {"host": "localhost:8765"} | ({"origin": origin} if origin else {})
    assert (objection(method, Headers(headers)) is None) is let_in


@pytest.mark.parametrize("host", ["localhost", "evil.example"])
def test_every_answer_says_what_a_browser_may_do_with_it(host: str) -> None:
    answer = Browser(Guard(PlainTextResponse("fine")), f"http://{host}").get("/")
    assert answer.status_code == (200 if host == "localhost" else 403)
    assert HEADERS.items() <= dict(answer.headers).items()


def test_the_policy_allows_own_files_only_and_no_frames() -> None:
    policy = HEADERS["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "frame-ancestors 'none'" in policy


def test_a_stranger_never_reaches_the_page() -> None:
    reached: list[str] = []

    async def page(scope: object, receive: object, send: object) -> None:
        del scope, receive, send
        reached.append("page")

    Browser(Guard(page), "http://evil.example").get("/")
    assert reached == []


def test_what_is_no_request_is_passed_on() -> None:
    passed: list[object] = []

    async def page(scope: object, receive: object, send: object) -> None:
        del receive, send
        passed.append(scope)

    async def nothing(*_: Any) -> Any:
        raise AssertionError

    scope: dict[str, Any] = {"type": "lifespan"}
    anyio.run(Guard(page).__call__, scope, nothing, nothing)
    assert passed == [scope]


def test_somebody_who_leaves_in_the_middle_of_a_body_is_awaited_no_more() -> None:
    sent: list[Any] = []
    heard = iter(
        [{"type": "http.request", "body": b'{"k', "more_body": True}, {"type": "http.disconnect"}],
    )

    async def receive() -> Any:
        return next(heard)

    async def send(message: Any) -> None:
        sent.append(message)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await Request(scope, receive, send).body()
        sent.append("read to the end")

    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    scope = {"type": "http", "method": "POST", "path": "/key", "query_string": b"", "headers": headers}
    anyio.run(Guard(app), scope, receive, send)
    assert sent == []
