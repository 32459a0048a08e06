"""The table's own lake: the box does the books and asks what happened (level books, 3.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import TABLE, Ask, IllegalAnswer, Option, ask, ask_while, choose, confirm, number, tell
from engine.pictures import Way
from engine.speedboats.building import announce, begin_placing
from engine.speedboats.dice import NONE, lying
from engine.speedboats.outcome import crash, cross_finish, leave
from engine.speedboats.sail import AHEAD, LEFT, RIGHT, WORDS, legal_turns

if TYPE_CHECKING:
    from engine.ask import Script, Value
    from engine.speedboats.race import Race
    from engine.speedboats.state import Turn

SIDES = (LEFT, AHEAD, RIGHT)
ANGLES = (150, 90, 30)
"""How they are drawn where nobody knows the bow: ahead is up."""
STEPS_READ_OUT = ("read_buoys", "read_tile", "read_arrows", "read_line")
FINISH = "F"
ALL, CRASH = "all", "crash"


class TableBoard:
    """Asks; checks what can be checked from the books alone."""

    def lay(self, race: Race) -> Script[None]:
        """Let the table build its lake (SB-SETUP-01, -03)."""
        rules = ("SB-SETUP-01", "SB-SETUP-02", "SB-SETUP-06", "SB-SETUP-09")
        yield from tell("join_frame", rules=rules, side=race.options.lake_side)
        yield from ask(lambda: confirm(TABLE, "lake_built", rules=("SB-SETUP-01", "SB-SETUP-03")))
        race.state.stage = "course"

    def build(self, race: Race) -> Script[None]:
        """Read the steps of building out, one after the other; nothing is checked (SB-COURSE-22)."""
        state = race.state
        if state.step == 0:
            yield from announce(race)
            state.step = 1
        while state.step <= len(STEPS_READ_OUT):
            yield from ask(lambda: read_out(race, STEPS_READ_OUT[state.step - 1]))
            state.step += 1
        begin_placing(race)

    def put(self, race: Race, seat: int) -> Script[None]:
        """Call a seat to place its boat (SB-PLACE-08)."""
        rules = ("SB-PLACE-01", "SB-PLACE-08")
        race.boat(seat).leg = 1
        yield from ask(
            lambda: confirm(
                race.asked(seat), "place_boat", rules=rules, args={"who": seat}, to=seat, resumes=True
            )
        )

    def move(self, race: Race, turn: Turn) -> Script[None]:
        """Ask how far the boat came and what it did there (SB-BOOK-01 to -06)."""
        if turn.stage == "steer":
            yield from steer(race, turn)
        if race.boat(turn.seat).status == "racing" and turn.stage != "moved":
            yield from measure(race, turn)
            yield from note(race, turn)
        turn.stage = "moved"


def read_out(race: Race, key: str) -> Ask[bool]:
    """Read one step of building out (SB-COURSE-22)."""
    rules = ("SB-COURSE-22", "SB-COURSE-03", "SB-COURSE-05", "SB-COURSE-07", "SB-COURSE-11", "SB-COURSE-16")
    return confirm(TABLE, key, rules=rules, args={"letter": race.letter}, resumes=True)


def steer(race: Race, turn: Turn) -> Script[None]:
    """Ask how a move began; without dice, whether the boat turned, which makes no difference (SB-BOOK-01, -02, -04).

    What is asked follows from the dice, as they lie or were put right; a boat sunk by hand is asked no more.
    """
    boat = race.boat(turn.seat)
    found: Value = yield from ask_while(lambda: boat.status == "racing", lambda: first_question(race, turn))
    if boat.status != "racing":
        return
    if not boat.total:
        yield from tell("no_speed", rules=("SB-STEER-08",), seat=turn.seat)
        turn.stage = "moved"
    elif race.options.steer_entry == "three":
        turn.clear.append(found)
        yield from three_ways(race, turn)
        turn.stage = "events"
    else:
        turn.stage = "crash" if found == CRASH else "when"
        turn.events = "" if found in (ALL, CRASH) else found


def first_question(race: Race, turn: Turn) -> Ask[Value]:
    """Ask what is asked first about a move: a turn on the spot, the first distance, or the result."""
    if not race.boat(turn.seat).total:
        return turned_question(race, turn.seat)
    return clear_question(race, turn) if race.options.steer_entry == "three" else result_question(race, turn)


def turned_question(race: Race, seat: int) -> Ask[bool]:
    """Ask whether the boat turned (SB-BOOK-02)."""
    table = {"turned": True, "stayed": False}
    rules = ("SB-BOOK-02", "SB-STEER-08")
    dice = lying(race.boat(seat))
    who = race.asked(seat)
    return choose(who, "turned", table, rules=rules, labels="turned", to=seat, dice=dice, resumes=True)


def measure(race: Race, turn: Turn) -> Script[None]:
    """Find out the rest: `turn.reached` becomes the clear distance of a crash, or stays -1 (SB-BOOK-01, -05)."""
    if turn.stage == "crash":
        turn.reached = yield from ask(lambda: reached_question(race, turn))
        turn.stage = "events"
    if turn.stage == "events":
        if len(event_choices(race, turn)) > 1:
            turn.events = yield from ask(lambda: events_question(race, turn))
        turn.stage = "when"
    if turn.stage == "when" and turn.reached >= 0 and turn.events.endswith(FINISH):
        after = yield from ask(lambda: when_question(race, turn))
        if not after:
            yield from tell("no_finish", rules=("SB-BOOK-06",), seat=turn.seat)
            turn.events = turn.events.removesuffix(FINISH)


def event_choices(race: Race, turn: Turn) -> list[str]:
    """Return what a move may have brought: nothing, buoys in their order, the finish behind them (SB-BOOK-05)."""
    if race.options.books_buoys == "off":
        return ["", FINISH]
    left = "123"[race.boat(turn.seat).leg - 1 :]
    return ["", *(left[:k] for k in range(1, len(left) + 1)), left + FINISH]


def read_events(race: Race, turn: Turn, value: Value) -> str:
    """Read events as they are entered: "12", "3F", "none".

    Raises:
        IllegalAnswer: a buoy out of its order (E10), or the finish before the last buoy (E11).

    """
    text = value if isinstance(value, str) else "?"
    found = "" if text == NONE else text
    if found in event_choices(race, turn) and text:
        return found
    following = race.boat(turn.seat).leg
    if set(found) <= set("123") and found:
        raise IllegalAnswer("buoy_first", "SB-ROUND-01", "SB-ROUND-13", buoy=min(following, 3))
    if set(found) <= set("123F") and found.count(FINISH) == 1:
        raise IllegalAnswer("not_all_buoys", "SB-FIN-12")
    raise IllegalAnswer("not_an_option", "SB-BOOK-05", given=text or "?")


def event_option(events: str) -> Option:
    """Name a choice of events."""
    if not events:
        return Option(NONE, key="nothing_else")
    if events == FINISH:
        return Option(events, key="finish_too")
    if events.endswith(FINISH):
        return Option(events, key="buoys_and_finish", args={"buoys": list(events[:-1])})
    return Option(events, key="buoys_too", args={"buoys": list(events)})


def result_question(race: Race, turn: Turn) -> Ask[str]:
    """Ask for the result of the move, with what it brought on the same page (SB-BOOK-01, -05)."""
    events = event_choices(race, turn)[1:]

    def read(value: Value) -> str:
        if value in (ALL, CRASH):
            return str(value)
        return read_events(race, turn, value)

    options = (
        Option(ALL, key="moved_all"),
        Option(CRASH, key="crashed"),
        *(event_option(one) for one in events),
    )
    return Ask(
        seat=race.asked(turn.seat),
        key="how_far",
        kind="choose",
        read=read,
        options=options,
        rules=("SB-BOOK-01", "SB-BOOK-05", "SB-BOOK-08"),
        args={"who": turn.seat, "total": race.boat(turn.seat).total},
        to=turn.seat,
        resumes=True,
        dice=lying(race.boat(turn.seat)),
    )


def reached_question(race: Race, turn: Turn) -> Ask[int]:
    """Ask after how many clear spaces the boat crashed (SB-BOOK-01, E09)."""
    total = race.boat(turn.seat).total
    return number(
        race.asked(turn.seat),
        "crashed_after",
        0,
        total - 1,
        rules=("SB-BOOK-01", "SB-BOOK-03"),
        args={"total": total},
        to=turn.seat,
        resumes=True,
    )


def events_question(race: Race, turn: Turn) -> Ask[str]:
    """Ask which buoys were rounded on this move, and whether it brought the finish (SB-BOOK-05)."""
    return Ask(
        seat=race.asked(turn.seat),
        key="events",
        kind="choose",
        read=lambda value: read_events(race, turn, value),
        options=tuple(event_option(one) for one in event_choices(race, turn)),
        rules=("SB-BOOK-05", "SB-ROUND-13"),
        args={"who": turn.seat},
        to=turn.seat,
        resumes=True,
        dice=lying(race.boat(turn.seat)),
    )


def when_question(race: Race, turn: Turn) -> Ask[bool]:
    """Ask whether the crash came after the finish; if not, there was no finish (SB-BOOK-06)."""
    choices = {"yes": True, "no": False}
    rules = ("SB-BOOK-06", "SB-FIN-05")
    seat, who = turn.seat, race.asked(turn.seat)
    args = {"who": seat}
    return choose(who, "crash_after_finish", choices, rules=rules, labels="yes_no", args=args, to=seat)


def three_ways(race: Race, turn: Turn) -> Script[None]:
    """Ask for the other two clear distances and for one of the legal directions (SB-BOOK-04)."""
    total = race.boat(turn.seat).total
    while len(turn.clear) < len(SIDES):
        found = yield from ask(lambda: clear_question(race, turn))
        turn.clear.append(found)
    chosen = yield from ask(lambda: direction_question(race, turn))
    clear = turn.clear[SIDES.index(chosen)]
    turn.reached = clear if clear < total else -1
    yield from tell("takes_way", rules=("SB-BOOK-04",), seat=turn.seat, turn=WORDS[chosen], clear=clear)


def clear_question(race: Race, turn: Turn) -> Ask[int]:
    """Ask how far it is clear to one side; the total means far enough (SB-BOOK-04)."""
    total = race.boat(turn.seat).total
    args = {"turn": WORDS[SIDES[len(turn.clear)]], "total": total}
    rules = ("SB-BOOK-04", "SB-STEER-07")
    who, first = race.asked(turn.seat), not turn.clear
    return number(who, "clear", 0, total, rules=rules, args=args, to=turn.seat, resumes=first)


def direction_question(race: Race, turn: Turn) -> Ask[str]:
    """Ask for one of the directions that may be taken (SB-STEER-03 to -05)."""
    boat, total = race.boat(turn.seat), race.boat(turn.seat).total
    left, ahead, right = turn.clear
    legal = legal_turns((left, ahead, right), total)
    free = [side for side, ok in zip(SIDES, legal, strict=True) if ok]
    ways = tuple(
        Way(angle, clear, side if side in free else None, max(0, total - clear) if side in free else 0)
        for side, angle, clear in zip(SIDES, ANGLES, turn.clear, strict=True)
    )

    def refuse(side: str) -> None:
        if side in SIDES and max(turn.clear) >= total:
            raise IllegalAnswer("clear_way_first", "SB-STEER-03", total=total)
        if side in SIDES:
            raise IllegalAnswer("longest_way", "SB-STEER-04", clear=max(turn.clear))

    def named(side: str) -> Option:
        args = {"turn": WORDS[side], "clear": turn.clear[SIDES.index(side)]}
        return Option(side, key="side_way", args=args)

    return choose(
        race.asked(turn.seat),
        "side_way",
        free,
        labels=named,
        refuse=refuse,
        rules=("SB-BOOK-04", "SB-STEER-03", "SB-STEER-04", "SB-STEER-05"),
        args={"total": total},
        to=turn.seat,
        dice=lying(boat),
        ways=ways,
    )


def note(race: Race, turn: Turn) -> Script[None]:
    """Enter into the books what the move brought: buoys, finish, crash (SB-BOOK-03, SB-BOOK-05, -06)."""
    seat, boat = turn.seat, race.boat(turn.seat)
    total = boat.total
    damage = total - turn.reached if turn.reached >= 0 else 0
    if turn.reached:
        race.state.stirred = boat.turns
    for buoy in turn.events.removesuffix(FINISH):
        boat.leg = int(buoy) + 1
        race.state.stirred = boat.turns
        yield from tell("rounded", rules=("SB-ROUND-13", "SB-BOOK-05"), seat=seat, buoy=int(buoy))
    if not damage and not turn.events:
        yield from tell("moved_all", rules=("SB-MOVE-01",), seat=seat, total=total)
    if turn.events.endswith(FINISH):
        yield from cross_finish(race, seat)
    if damage:
        if race.options.steer_entry == "result":
            yield from tell("crash_avoidable", rules=("SB-STEER-03", "SB-STEER-06"), seat=seat, total=total)
        yield from crash(race, seat, damage)
    yield from leave(race, seat)
