"""What holds for every test: nobody sleeps, nobody talks to the world, and in CI nothing is skipped."""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

pytest_plugins = ["pytester"]

settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)


def in_ci() -> bool:
    """Whether this is the run that decides: there, what cannot run is as bad as what fails."""
    return os.environ.get("CI") == "true"


settings.load_profile("ci" if in_ci() else "default")


def _forbid_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if not report.skipped or hasattr(report, "wasxfail") or not in_ci():
        return
    where_and_why = report.longrepr
    why = where_and_why[2] if isinstance(where_and_why, tuple) else str(where_and_why)
    report.outcome = "failed"
    report.longrepr = f"{report.nodeid} was skipped, and nothing may be skipped in CI. {why}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In CI, make a skipped test a failed one that says so."""
    report = yield
    _forbid_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """In CI, make a skipped file a failed one that says so."""
    report = yield
    _forbid_skip(report)
    return report


@pytest.fixture(autouse=True)
def _no_sleeping(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Fail a test that calls time.sleep, also where the code under test swallows the error.

    Waits of other kinds are let through: the event loop's selector, a thread's event, the end of a child process (for
    which `subprocess` itself sleeps in turns).
    """
    if request.node.get_closest_marker("real_time"):
        yield
        return
    slept: list[float] = []
    real_sleep = time.sleep

    def sleep(seconds: float, /) -> None:
        if sys._getframe(1).f_globals.get("__name__") == "subprocess":
            real_sleep(seconds)
        elif seconds > 0:
            slept.append(seconds)
            pytest.fail(f"slept for {seconds} s: hand in a clock, or mark the test real_time", pytrace=True)

    monkeypatch.setattr(time, "sleep", sleep)
    yield
    if slept:
        pytest.fail(f"slept for {slept} s: hand in a clock, or mark the test real_time", pytrace=False)


def is_near(host: object) -> bool:
    """Whether an address stays on this machine."""
    if isinstance(host, bytes):
        host = host.decode()
    if host in (None, "", "localhost"):
        return True
    try:
        return ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        return False


def _stay_near(host: object) -> None:
    if not is_near(host):
        pytest.fail(f"a test reached for {host}: only loopback addresses are allowed", pytrace=True)


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail a test that looks up a name or sends anything to another machine."""

    def guarded(method: Callable[..., Any]) -> Callable[..., Any]:
        def call(self: socket.socket, *args: Any) -> Any:
            if self.family in (socket.AF_INET, socket.AF_INET6):
                _stay_near(args[-1][0])
            return method(self, *args)

        return call

    def getaddrinfo(host: Any, *args: Any, **kwargs: Any) -> Any:
        if host != "0.0.0.0":  # noqa: S104 - only compared: every address of this machine, to listen on
            _stay_near(host)
        return real_getaddrinfo(host, *args, **kwargs)

    real_getaddrinfo = socket.getaddrinfo
    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, guarded(getattr(socket.socket, name)))
    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
