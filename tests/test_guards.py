"""The guards of conftest.py guard: each is shown a small test that it must stop, or let through."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py").read_text(encoding="utf-8")
# The small tests are watched by the guards they are shown to, not also by those of this run.
pytestmark = pytest.mark.real_time
MARKERS = "[pytest]\nmarkers = real_time: it waits\n"


@pytest.fixture
def outcome(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Outcome:
    monkeypatch.delenv("CI", raising=False)
    pytester.makeconftest(CONFTEST.replace('pytest_plugins = ["pytester"]', ""))
    pytester.makeini(MARKERS)
    return Outcome(pytester)


class Outcome:
    """Runs a small test file under the guards."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester

    def of(self, source: str) -> tuple[dict[str, int], str]:
        """The counts of the run, and what it printed."""
        self.pytester.makepyfile(source)
        result = self.pytester.runpytest_inprocess("-p", "no:cacheprovider")
        return result.parseoutcomes(), result.stdout.str()


SKIPS = [
    pytest.param(
        "import pytest\n@pytest.mark.skip(reason='no reader here')\ndef test_it(): pass\n",
        "errors",
        id="mark",
    ),
    pytest.param(
        "import pytest\n@pytest.mark.skipif(True, reason='no reader here')\ndef test_it(): pass\n",
        "errors",
        id="mark-if",
    ),
    pytest.param("import pytest\ndef test_it(): pytest.skip('no reader here')\n", "failed", id="call"),
    pytest.param(
        "import pytest\npytest.skip('no reader here', allow_module_level=True)\ndef test_it(): pass\n",
        "errors",
        id="module",
    ),
]


@pytest.mark.parametrize(("source", "counted"), SKIPS)
def test_a_skip_fails_in_ci_and_says_why(
    outcome: Outcome, monkeypatch: pytest.MonkeyPatch, source: str, counted: str
) -> None:
    monkeypatch.setenv("CI", "true")
    counts, printed = outcome.of(source)
    assert counts == {counted: 1}
    assert "nothing may be skipped in CI" in printed
    assert "no reader here" in printed


@pytest.mark.parametrize(("source", "counted"), SKIPS)
def test_a_skip_stays_a_skip_elsewhere(outcome: Outcome, source: str, counted: str) -> None:
    assert counted
    counts, _ = outcome.of(source)
    assert counts == {"skipped": 1}


def test_an_expected_failure_is_not_taken_for_a_skip(
    outcome: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    counts, _ = outcome.of("import pytest\n@pytest.mark.xfail\ndef test_it(): raise ValueError\n")
    assert counts == {"xfailed": 1}


def test_a_test_that_sleeps_fails(outcome: Outcome) -> None:
    counts, printed = outcome.of("import time\ndef test_it(): time.sleep(0.001)\n")
    assert counts["failed"] == 1
    assert "hand in a clock, or mark the test real_time" in printed


def test_a_sleep_in_code_that_swallows_errors_fails_too(outcome: Outcome) -> None:
    counts, _ = outcome.of(
        "import time\ndef test_it():\n    try:\n        time.sleep(1)\n    except BaseException:\n        pass\n"
    )
    assert counts == {"passed": 1, "errors": 1}


def test_yielding_the_processor_is_not_sleeping(outcome: Outcome) -> None:
    counts, _ = outcome.of("import time\ndef test_it(): time.sleep(0)\n")
    assert counts == {"passed": 1}


def test_waiting_for_a_child_process_is_not_sleeping(outcome: Outcome) -> None:
    counts, _ = outcome.of(
        """
        import subprocess, sys
        def test_it(): subprocess.run([sys.executable, "-c", "import time; time.sleep(0.05)"], timeout=30, check=True)
        """
    )
    assert counts == {"passed": 1}


def test_a_test_marked_real_time_may_sleep(outcome: Outcome) -> None:
    counts, _ = outcome.of("import time, pytest\n@pytest.mark.real_time\ndef test_it(): time.sleep(0.001)\n")
    assert counts == {"passed": 1}


@pytest.mark.parametrize(
    "reach",
    [
        "socket.create_connection(('198.51.100.7', 80), 1)",
        "socket.create_connection(('tables.example', 80), 1)",
        "stream.connect_ex(('198.51.100.7', 80))",
        "datagrams.sendto(b'hello', ('198.51.100.7', 80))",
        "datagrams.sendto(b'hello', 0, ('198.51.100.7', 80))",
        "stream6.connect(('2001:db8::7', 80))",
    ],
)
def test_a_test_that_reaches_for_another_machine_fails(outcome: Outcome, reach: str) -> None:
    counts, printed = outcome.of(
        f"""
        import socket
        def test_it():
            with (
                socket.socket() as stream,
                socket.socket(socket.AF_INET6) as stream6,
                socket.socket(type=socket.SOCK_DGRAM) as datagrams,
            ):
                assert stream and stream6 and datagrams
                {reach}
        """
    )
    assert counts == {"failed": 1}
    assert "only loopback addresses are allowed" in printed


def test_loopback_is_let_through() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        for host in ("127.0.0.1", "localhost"):
            with socket.create_connection((host, port), 1) as client:
                assert client.getpeername()[1] == port
