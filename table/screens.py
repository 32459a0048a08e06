"""From question, tells and layout to screens. Pure: the same match and words give the same screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.ask import CHANCE, TABLE
from table.around import board, is_lanes, is_plane
from table.draw import end_of, fits_in_a_row, lines_of, lines_of_title
from table.pictures import with_picture
from table.screen import Cell, Screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ask import Ask, Option, Tell
    from table.station import Station

LINES = 3
"""How many lines of a list a panel shows at once."""

TROUBLE = "!"
"""The sign in the bar while something is wrong."""

STRIP_CELLS = 9
"""How many places of the course a panel shows at once."""


# --- the match --------------------------------------------------------------------------------------------------


def question(station: Station, asked: Ask[Any], page: int) -> Screen:
    """A question that is answered by a card or by one key, with what just happened and the course around.

    A title of one line and news of one line each leave room for both at once; otherwise they take turns.
    """
    title = ask_text(station, asked)
    course, around = strip(station, asked), board(station, asked)
    seen = bool(course or around)
    two_lines = lines_of_title(title) > 1
    together = not two_lines and all(len(told) == 1 for told in news(station))
    pages = paged(news(station), 1 if two_lines or (together and seen) else 2)
    shown = page % (len(pages) + (not together and seen)) if pages else 0
    body = pages[shown] if shown < len(pages) else ()
    plain = Screen(
        head=who(station, asked),
        badge=badge(station),
        title=title,
        body=body,
        strip=course if together or not body else (),
        foot=hints(station, asked),
        board=around if together or not body else None,
        told=True,
    )
    return with_picture(station, plain, asked, page=page)


def choice(station: Station, asked: Ask[Any], cursor: int | None, page: int = 0) -> Screen:
    """A question with its options as a list, or with a picture of what is chosen.

    Where nothing need be chosen, that is the first row; it is chosen until somebody turns to another.
    """
    rows, at = [option_text(station, option) for option in asked.options], cursor
    if asked.optional and asked.kind == "choose":
        rows, at = [station.label("decline", {}), *rows], 0 if cursor is None else cursor + 1
    shown = Screen(
        head=who(station, asked),
        badge=badge(station),
        title=ask_text(station, asked),
        choices=tuple(rows),
        cursor=at,
        foot=station.text("key_choose" if cursor is None and not asked.optional else "key_choose_confirm"),
    )
    return with_picture(station, shown, asked, cursor, page)


def number(station: Station, asked: Ask[Any], value: int | None) -> Screen:
    """A question for a number, the number large."""
    shown = begins_at(asked) if value is None else value
    span = station.text("choose_number", {"low": asked.low, "high": asked.high})
    return Screen(
        head=who(station, asked),
        badge=badge(station),
        title=ask_text(station, asked),
        body=(f"◀ {shown} ▶   {span}",),
        foot=station.text("key_confirm"),
    )


def begins_at(asked: Ask[Any]) -> int:
    """The number a question begins at: what it expects (its argument `preset`) where that is allowed, else the lowest."""
    low, preset = asked.low or 0, asked.args.get("preset")
    if isinstance(preset, int) and low <= preset <= (low if asked.high is None else asked.high):
        return preset
    return low


def hidden(station: Station, asked: Ask[Any]) -> Screen:
    """A secret question on a shared panel, before its seat has opened it: for whom, and for what where that has words."""
    name = who(station, asked)
    reason = f"for_{asked.key}"
    known = station.texts.has(reason, station.desk.game)
    return Screen(
        head=name,
        badge=badge(station),
        title=station.text("only_for", {"name": name}),
        body=(*((station.text(reason),) if known else ()), station.text("look_away")),
    )


# --- the menu and its lists -------------------------------------------------------------------------------------


def menu(station: Station, entries: Sequence[str], at: int | None, title: str = "", head: str = "") -> Screen:
    """The menu, and what it asks with a *title*; *head* where it is not the menu that asks."""
    return Screen(
        head=head or station.text("menu"),
        badge=badge(station),
        title=title,
        choices=tuple(entries),
        cursor=at,
        foot=station.text("key_choose" if at is None else "key_choose_confirm"),
    )


def listing(title: str, lines: Sequence[str], first: int) -> Screen:
    """Lines to read, from the first one in sight. Their title takes the whole bar."""
    return Screen(head=title, body=tuple(lines[first : first + LINES]), scroll=(first, len(lines)))


def pause(station: Station) -> Screen:
    """Playing time stands still."""
    return Screen(head=station.text("paused"), badge=badge(station), title=station.text("go_on"))


def setting(station: Station, title: str, value: int, bounds: tuple[int, int], head: str = "") -> Screen:
    """A number that the menu, or what *head* names, asks for."""
    span = station.text("choose_number", {"low": bounds[0], "high": bounds[1]})
    return Screen(
        head=head or station.text("menu"),
        badge=badge(station),
        title=title,
        body=(f"◀ {value} ▶   {span}",),
        foot=station.text("key_confirm"),
    )


def writing(title: str, text: str, signs: Sequence[str], at: int, *, across: bool = False) -> Screen:
    """The end of a text that is being written, and rows of signs or, *across*, the signs of one. The title takes the bar."""
    return Screen(head=title, title=end_of(text), choices=tuple(signs), cursor=at, across=across)


def sure(station: Station, title: str, line: str, head: str = "") -> Screen:
    """Whether something is to be done, as the menu, or what *head* names, asks."""
    return Screen(
        head=head or station.text("menu"),
        badge=badge(station),
        title=title,
        body=(line,) if line else (),
        foot=station.text("key_yes_no"),
    )


def with_notice(shown: Screen, notice: str) -> Screen:
    """The same screen with a refusal in place of its lines; the question stays in sight."""
    return msgspec.structs.replace(
        shown,
        body=(notice,),
        told=False,
        strip=(),
        board=None,
        choices=(),
        across=False,
        cursor=None,
        foot="",
        alarm=True,
        dice=None,
        compass=None,
        meters=(),
    )


def with_trouble(shown: Screen, trouble: str) -> Screen:
    """The same screen with something that is wrong, and a sign for it in the bar.

    A list stays in sight: one to read, and one to choose from as soon as somebody chooses.
    """
    if shown.cursor is not None or shown.scroll is not None:
        return msgspec.structs.replace(shown, badge=TROUBLE)
    return msgspec.structs.replace(with_notice(shown, trouble), badge=TROUBLE)


def why_lines(station: Station) -> list[str]:
    """The rules behind the last refusal, what was told last and what is asked, in sentences."""
    desk = station.desk
    rules = [*station.refused_by, *(rule for told in desk.news for rule in told.rules)]
    asked = station.play.question(station)
    rules += asked.rules if asked else ()
    if not rules:
        return [station.text("why_nothing")]
    lines: list[str] = []
    for rule in dict.fromkeys(rules):
        house = f" ({station.text('house_ruling')})" if station.texts.is_house(rule) else ""
        lines.append(f"{rule}{house}: {station.texts.why(rule)}")
    return lines


def check_lines(station: Station) -> list[str]:
    """Where every piece and pile should be, to check by eye."""
    layout = station.desk.layout()
    lines = [
        station.text("check_piece", {"piece": piece, "place": place_name(station, place)})
        for piece, place in sorted(layout.pieces.items(), key=lambda item: order(station, item[1]))
    ]
    for place, kinds in layout.counts.items():
        for kind, count in kinds.items():
            if count:
                lines.append(
                    station.text(
                        "check_count", {"place": place_name(station, place), "count": count, "kind": kind}
                    )
                )
    return lines


def hands_lines(station: Station, *, back: bool) -> list[str]:
    """What hands must put back after an undo, or move once more when it is said again."""
    lines = [
        station.text("put_back", {"piece": move.piece, "place": place_name(station, move.to)})
        if back
        else station.text(
            "move_piece",
            {
                "piece": move.piece,
                "origin": place_name(station, move.origin),
                "to": place_name(station, move.to),
            },
        )
        for move in station.desk.hands.moves
    ]
    for shift in station.desk.hands.shifts:
        key = "put_on" if shift.change > 0 else "take_off"
        args = {"place": place_name(station, shift.place), "kind": shift.kind, "count": abs(shift.change)}
        lines.append(station.text(key, args))
    return lines


def place_name(station: Station, place: str) -> str:
    """Name a place; a hand is named after who holds it."""
    what, _, seat = place.partition(".")
    if what == "hand" and seat.isdecimal():
        return station.text("hand_of", {"name": station.desk.names[int(seat)]})
    return station.name(place)


def order(station: Station, place: str) -> int:
    """How far along the course a place lies; places off the course come last."""
    places = [spot.place for spot in station.desk.layout().course]
    return -places.index(place) if place in places else 1


# --- parts ------------------------------------------------------------------------------------------------------


def who(station: Station, asked: Ask[Any]) -> str:
    """Name who is asked, or for whom chance is."""
    if isinstance(asked.seat, int):
        return station.desk.names[asked.seat]
    if asked.seat == CHANCE and asked.to is not None:
        return station.desk.names[asked.to]
    return station.text("anybody" if asked.seat in (TABLE, CHANCE) else "everybody")


def badge(station: Station) -> str:
    """The word that marks a practice match on every screen."""
    pack = station.desk.match.header.pack
    return station.text("practice") if pack.get("practice") else ""


def ask_text(station: Station, asked: Ask[Any]) -> str:
    """The question in words."""
    return station.text(asked.key, asked.args)


def option_text(station: Station, option: Option) -> str:
    """An option in words: the long ones where they fit in a row."""
    long, short = (
        station.label(option.key, option.args, short=short)
        if option.key
        else station.name(option.value, short=short)
        for short in (False, True)
    )
    return long if fits_in_a_row(long) else short


def hints(station: Station, asked: Ask[Any]) -> str:
    """What the keys do at this question."""
    if asked.kind == "confirm":
        more = any(other.kind == "choose" for other in station.waiting())
        return station.text("key_confirm_more" if more else "key_confirm")
    return station.text("key_scan_done" if asked.optional else "key_scan")


def news(station: Station) -> list[tuple[str, ...]]:
    """What was told since a person last spoke, each in its lines, and which seats are about to change hands."""
    desk = station.desk
    told = [tell_text(station, told) for told in desk.news]
    told += [
        station.text("seat_will_leave" if info.pilot else "seat_will_be_back", {"name": info.name})
        for info in desk.coming.values()
    ]
    return [lines_of(text) for text in told]


def paged(texts: Sequence[Sequence[str]], size: int) -> list[tuple[str, ...]]:
    """Lay texts out on pages of so many lines; one that fits on a page is not broken."""
    pages: list[list[str]] = []
    for lines in texts:
        if pages and len(pages[-1]) + len(lines) <= size:
            pages[-1] += lines
        else:
            pages += [list(lines[first : first + size]) for first in range(0, len(lines), size)]
    return [tuple(page) for page in pages]


def tell_text(station: Station, told: Tell) -> str:
    """What was told, in its short words."""
    return station.text(told.key, told.args)


def strip(station: Station, asked: Ask[Any] | None) -> tuple[Cell, ...]:
    """The course around the piece of the seat that is asked (or around the leader), where it is a line."""
    layout = station.desk.layout()
    if not layout.course or is_plane(layout.course) or is_lanes(layout.course):
        return ()
    places = [spot.place for spot in layout.course]
    own = station.desk.piece_of(asked.seat) if asked and isinstance(asked.seat, int) else None
    standing = {piece: places.index(at) for piece, at in layout.pieces.items() if at in places}
    center = (
        standing.get(own, max(standing.values(), default=0)) if own else max(standing.values(), default=0)
    )
    first = min(max(0, center - STRIP_CELLS // 2), max(0, len(places) - STRIP_CELLS))
    cells: list[Cell] = []
    moved = station.desk.reordered()
    for index in range(first, min(len(places), first + STRIP_CELLS)):
        here = sorted((p for p, at in standing.items() if at == index), key=lambda p: (p != own, p))
        covered = any(layout.counts.get(places[index], {}).values())
        mark = layout.course[index].mark
        name = station.name(mark) if len(mark) > 1 else ""
        cells.append(Cell(mark, tuple(here), int(own in here), covered, name, moved.get(places[index], 0)))
    return tuple(cells)
