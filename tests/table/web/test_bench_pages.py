"""The bench over HTTP: what each address gives, what it takes, and what it refuses in one sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import anyio
import pytest

from table.settings import wiring_of
from table.web.pages import HEARTBEAT_S, LONGEST_BODY, LOOK_S, BenchPages
from tests.table.web.bench_kit import Moved, opened
from tests.table.web.browser_kit import Browser

if TYPE_CHECKING:
    from collections.abc import Iterator


def client(bench: Moved) -> Browser:
    return Browser(BenchPages(bench).app())


@pytest.fixture
def bench() -> Iterator[Moved]:
    with opened() as one:
        yield one


# --- what can be seen ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "kind", "begins"),
    [
        ("/", "text/html; charset=utf-8", b"<!doctype html>"),
        ("/bench.js", "text/javascript; charset=utf-8", b"//"),
        ("/stations.js", "text/javascript; charset=utf-8", b"//"),
        ("/table.js", "text/javascript; charset=utf-8", b"//"),
        ("/board.js", "text/javascript; charset=utf-8", b"//"),
        ("/bench.css", "text/css; charset=utf-8", b"/*"),
        ("/icon.svg", "image/svg+xml", b"<svg"),
        ("/panel.png", "image/png", b"\x89PNG"),
        ("/panel.png?r=7&s=2", "image/png", b"\x89PNG"),
        ("/snapshot", "application/json", b'{"version"'),
        ("/words.json", "application/json", b"{"),
    ],
)
def test_each_address_gives_what_it_says(bench: Moved, path: str, kind: str, begins: bytes) -> None:
    answer = client(bench).get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
    assert answer.content.startswith(begins)


def test_the_page_declares_its_characters(bench: Moved) -> None:
    assert '<meta charset="utf-8">' in client(bench).get("/").text


@pytest.mark.parametrize("path", ["/", "/bench.js", "/stations.js", "/table.js", "/board.js", "/bench.css"])
def test_the_page_fetches_nothing_from_elsewhere(bench: Moved, path: str) -> None:
    assert re.findall(r"https?:|[\"'(]//|@import|url\(", client(bench).get(path).text) == []


def test_the_page_speaks_the_table_s_language() -> None:
    with opened(None, language="es") as bench:
        page = client(bench)
        assert '<html lang="es">' in page.get("/").text
        assert page.get("/words.json").json()["reader"] == "Lector"


def test_every_word_the_page_wants_is_there(bench: Moved) -> None:
    page = client(bench)
    words = page.get("/words.json").json()
    script = "".join(page.get(f"/{name}.js").text for name in ("bench", "stations", "table", "board"))
    wanted = set(re.findall(r'data-(?:word|label)="(\w+)"', page.get("/").text))
    wanted |= set(re.findall(r'say\((?:[^()"]*\? )?"(\w+)"', script))
    wanted |= set(re.findall(r"message\(words\.(\w+)", script))
    assert wanted - words.keys() == set()
    assert len(wanted) > 25


def test_a_panel_that_is_not_wired_is_not_there() -> None:
    with opened(wiring=wiring_of("[reader.console]", "here")) as bench:
        answer = client(bench).get("/panel.png")
        assert (answer.status_code, answer.json()) == (404, {"error": "This wiring has no panel."})


@pytest.mark.parametrize("scale", ["1", "9", "x", "", "44444444444444444"])
def test_a_panel_is_shown_in_sensible_sizes_only(bench: Moved, scale: str) -> None:
    answer = client(bench).get(f"/panel.png?s={scale}")
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("That was not understood")


def test_an_unknown_address_is_not_found(bench: Moved) -> None:
    assert client(bench).get("/passwords").status_code == 404


def test_a_snapshot_is_made_once_for_all_who_look(bench: Moved) -> None:
    pages = BenchPages(bench)
    assert pages.told() is pages.told()
    bench.do("confirm")
    assert b"dealt" in pages.told()


# --- what can be done ----------------------------------------------------------------------------------------------


def test_a_key_changes_the_panel(bench: Moved) -> None:
    page = client(bench)
    before = page.get("/panel.png").content
    assert page.post("/key", json={"key": "confirm"}).status_code == 204
    bench.step(200)
    assert page.get("/panel.png").content != before
    assert bench.asked() == "a_figure"


def test_a_held_key_opens_the_menu(bench: Moved) -> None:
    client(bench).post("/key", json={"key": "back", "hold": True})
    bench.step(1400)
    assert bench.station.pages


def test_a_card_is_tapped_over_the_page(bench: Moved) -> None:
    bench.begin_cards()
    card = bench.held(0, "R")
    assert client(bench).post("/tap", json={"component": card}).status_code == 204
    bench.until_asked("turn_up")


def test_the_top_of_a_pile_is_tapped_over_the_page(bench: Moved) -> None:
    bench.begin_cards()
    bench.let_deal(on=False)
    bench.do("confirm")
    assert client(bench).post("/tap", json={"place": "deck"}).status_code == 204
    bench.until_asked("a_card")


def test_a_card_is_left_and_lifted_over_the_page(bench: Moved) -> None:
    bench.begin_cards()
    page, card = client(bench), bench.cards("hand.0")[0]
    assert page.post("/place", json={"component": card}).status_code == 204
    assert bench.on_reader() == [card]
    assert page.post("/lift").status_code == 204
    assert bench.on_reader() == []


def test_dealing_is_switched_over_the_page(bench: Moved) -> None:
    page = client(bench)
    assert page.post("/auto", json={"on": False}).status_code == 204
    bench.step()
    assert page.get("/snapshot").json()["auto"] is False


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/key", b""),
        ("/key", b"{"),
        ("/key", b"\xff\xfe"),
        ("/key", b"[]"),
        ("/key", b'{"key": 5}'),
        ("/key", b'{"key": "self-destruct"}'),
        ("/key", b'{"key": "next", "hold": "long"}'),
        ("/key", b'{"key": "next", "times": 3}'),
        ("/tap", b"{}"),
        ("/tap", b'{"component": "card-R-1", "place": "deck"}'),
        ("/tap", b'{"component": "\\ud800"}'),
        ("/tap", b'{"component": "no such card"}'),
        ("/tap", b'{"place": "no such place"}'),
        ("/tap", b'{"place": null}'),
        ("/place", b'{"component": null}'),
        ("/auto", b'{"on": 1}'),
        ("/auto", b"null"),
        ("/lift", b"[" * 900),
        ("/lift", b'{"x": "' + b"y" * LONGEST_BODY + b'"}'),
    ],
)
def test_nonsense_is_refused_in_a_sentence_and_changes_nothing(bench: Moved, path: str, body: bytes) -> None:
    page, before = client(bench), BenchPages(bench).told()
    answer = page.post(path, content=body)
    assert answer.status_code == 400
    assert list(answer.json()) == ["error"]
    assert answer.json()["error"]
    bench.step(200)
    assert BenchPages(bench).told() == before


def test_looking_does_nothing(bench: Moved) -> None:
    assert client(bench).get("/lift").status_code == 405


# --- events --------------------------------------------------------------------------------------------------------


async def heard(bench: Moved, script: list[Any], looks: int) -> list[bytes]:
    """What a browser hears in so many looks; at each the script's next word is done first."""
    slept = 0

    async def sleep(seconds: float) -> None:
        nonlocal slept
        assert seconds == LOOK_S
        slept += 1
        if script:
            script.pop(0)()
        if slept >= looks:
            bench.host.stop()

    return [word async for word in BenchPages(bench).stream(sleep)]


def test_a_browser_hears_how_it_is_and_then_what_changes(bench: Moved) -> None:
    script = [bench.step, lambda: bench.do("confirm"), bench.step]
    said = anyio.run(heard, bench, script, 4)
    assert len(said) == 2
    assert all(word.startswith(b"data: {") and word.endswith(b"}\n\n") for word in said)
    assert b"\n" not in said[0][:-2]


def test_a_quiet_bench_sends_a_heartbeat(bench: Moved) -> None:
    said = anyio.run(heard, bench, [], round(2.5 * HEARTBEAT_S / LOOK_S))
    assert said[1:] == [b": still here\n\n"] * 2


def test_the_stream_ends_with_the_bench(bench: Moved) -> None:
    bench.host.stop()
    assert anyio.run(heard, bench, [], 1) == []
