"""Teaching printed values from the menu, as far as four keys go: what is one of several, a number or a text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.lessons import wanted
from engine.record import Teach
from table.asking import ChoicePage, NumberPage, SurePage, ask_among
from table.pages import ListPage
from table.text_page import TextPage

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ask import Value
    from engine.lessons import Field, Lesson
    from table.station import Station


def offered(station: Station) -> list[Lesson]:
    """Return what is not known yet and can be taught with four keys."""
    match = station.desk.match
    if match.over:
        return []
    return [
        lesson
        for lesson in match.rulebook.open_lessons(match.state)
        if all(field.kind in ("choice", "number", "text") for field in lesson.fields)
    ]


def lesson_about(station: Station, component: str) -> Lesson | None:
    """Return the lesson about a component, if it can be taught here."""
    return next((lesson for lesson in offered(station) if lesson.component == component), None)


def ask_which(station: Station) -> None:
    """Ask what is to be taught."""
    lessons = offered(station)
    rows = [station.name(lesson.component) for lesson in lessons]
    ask_among(station, station.text("teach_what"), rows, lambda at, n: ask_next(at, lessons[n], {}))


def ask_next(station: Station, lesson: Lesson, given: dict[str, Value]) -> None:
    """Ask for the next value that is printed there; after the last one, whether all is right."""
    field = next((field for field in wanted(lesson, given) if field.name not in given), None)
    if field is None:
        ask_whether(station, lesson, given)
        return
    title = f"{station.name(lesson.component)}: {station.text(field.key)}"

    def go_on(station: Station, value: Value) -> None:
        ask_next(station, lesson, {**given, field.name: value})

    station.pages.append(page_for(station, field, title, go_on))


def page_for(
    station: Station, field: Field, title: str, chosen: Callable[[Station, Value], None]
) -> ChoicePage | NumberPage | TextPage:
    """Return the page that asks for a value of a field's kind; *chosen* is called with it."""
    head = station.text("menu_teach")
    if field.kind == "number":
        return NumberPage(title, (field.low, field.high), chosen, head=head)
    if field.kind == "text":
        return TextPage(title, field.low, field.high, chosen)
    options = field.options
    names = [station.name(option) for option in options]
    return ChoicePage(title, names, lambda station, at: chosen(station, options[at]), head=head)


def ask_whether(station: Station, lesson: Lesson, given: dict[str, Value]) -> None:
    """Ask whether what was chosen is printed there."""
    shown = ", ".join(station.name(value) for value in given.values())
    title = station.text("teach_ask", {"name": station.name(lesson.component), "value": shown})
    learn = partial(make, lesson=lesson, value=given.get("", given))
    station.pages.append(SurePage(title, learn, head=station.text("menu_teach")))


def make(station: Station, lesson: Lesson, value: Value) -> None:
    """Teach it, if the rulebook takes it, and say so."""
    if station.amend(Teach(lesson.component, value)):
        line = station.text("taught", {"name": station.name(lesson.component)})
        station.pages.append(ListPage(station.text("menu_teach"), [line]))
