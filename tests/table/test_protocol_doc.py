"""docs/engine-protocol.md says what the program says."""

from __future__ import annotations

import re
import sys

import pytest

from table.protocol import Protocol
from table.protocol_words import LIMIT
from tests.architecture.source import ROOT
from tests.table.conversation import TINY
from tests.table.transcript import Exchange, exchanges, troubles, whole, written_anew

DOC = (ROOT / "docs" / "engine-protocol.md").read_text(encoding="utf-8")
READY = '{"ready":0}'


def test_every_line_of_the_transcript_is_what_the_program_says() -> None:
    found = troubles(DOC)
    assert not found, "\n".join(
        [*found, "python -m tests.table.transcript docs/engine-protocol.md writes it anew"]
    )


def test_the_transcript_is_a_whole_match() -> None:
    exchanged = whole(DOC)
    assert exchanged[0].request.startswith('{"new"')
    assert any(reply.startswith('{"result"') for reply in exchanged[-2].shown)
    assert exchanged[-1].request == '{"quit": true}'


def test_only_what_the_prose_says_is_refused() -> None:
    wrong = [
        each.request
        for each in whole(DOC)
        if each.shown and each.shown[0].startswith(('{"refused"', '{"error"'))
    ]
    assert [re.findall(r"XYZ|anwser|T99", request) for request in wrong] == [["XYZ"], ["anwser"], ["T99"]]


def test_the_transcript_written_anew_is_the_same() -> None:
    assert written_anew(DOC) == DOC


def test_every_request_is_in_the_table() -> None:
    section = DOC.split("## Requests")[1].split("###")[0]
    listed = re.findall(r'^\| `\{"(\w+)"', section, re.MULTILINE)
    refused = Protocol(TINY, ()).feed(b'{"?": 1}')[0].decode()
    known = refused.split("there is ")[1].removesuffix('"}\n').split(", ")
    assert sorted(listed) == sorted(known)
    assert f"{LIMIT:,} bytes" in DOC


@pytest.mark.real_time
def test_the_front_end_in_python_plays_a_race(capfd: pytest.CaptureFixture[str]) -> None:
    code = DOC.split("```python\n")[1].split("```")[0]
    command = [sys.executable, "-c", "from table.start import main; main()", "engine"]
    assert '["pitboard", "engine"]' in code
    exec(compile(code.replace('["pitboard", "engine"]', repr(command)), "engine-protocol.md", "exec"), {})  # noqa: S102 - our own document
    lines = capfd.readouterr().out.splitlines()
    assert len(lines) == 6
    assert lines[0].startswith("1 ")


@pytest.mark.parametrize(
    ("shown", "replies"),
    [
        ([READY], [READY]),
        (["..."], []),
        (["..."], ["a", "b"]),
        (["a", "...", READY], ["a", "b", "c", READY]),
        (["a", "...", READY], ["a", READY]),
        (['{"view":...', READY], ['{"view":{}}', READY]),
    ],
)
def test_replies_that_fit_what_is_shown_are_let_through(shown: list[str], replies: list[str]) -> None:
    assert Exchange("x", shown).trouble(replies) is None


@pytest.mark.parametrize(
    ("shown", "replies"),
    [
        ([READY], []),
        ([READY], ["a", READY]),
        ([], [READY]),
        (["a", READY], ["b", READY]),
        (["a", "...", READY], [READY]),
        (["a", "...", READY], ["b", "c", READY]),
        (["a", "...", READY], ["a", "b", "c"]),
        (['{"view":...', READY], ['{"error":"x"}', READY]),
    ],
)
def test_replies_that_do_not_fit_are_found(shown: list[str], replies: list[str]) -> None:
    trouble = Exchange("x", shown).trouble(replies)
    assert trouble is not None
    assert trouble.startswith("x:")


def test_a_transcript_is_written_anew_with_the_same_cuts() -> None:
    exchange = Exchange("x", ["old", "...", "lo...", READY])
    assert exchange.anew(["new", "b", "c", "long", '{"ready":9}']) == (
        '> x\n< new\n< ...\n< lo...\n< {"ready":9}\n'
    )


def test_a_line_that_is_neither_request_nor_reply_is_an_error() -> None:
    with pytest.raises(ValueError, match="neither request nor reply: 'hello'"):
        list(exchanges('> {"quit": true}\nhello\n'))
