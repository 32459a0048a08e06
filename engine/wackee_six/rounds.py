"""A round from the deal to the stop: ready, start, countdown, and play with its clock (3.2, 3.5, 3.6, 4.6)."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from engine.ask import (
    AGAIN,
    CLOCK,
    TABLE,
    Ask,
    First,
    IllegalAnswer,
    Option,
    Stamp,
    ask,
    chance,
    confirm,
    press,
    tell,
    together,
)
from engine.seats import clockwise
from engine.wackee_six.call import apart, distances, earliest, in_order
from engine.wackee_six.pace import pace_in
from engine.wackee_six.state import Count, Pending, Press, Run
from engine.wackee_six.timing import clock_question, due, limit_of
from engine.wackee_six.tracking import dispute_hint, tapped
from engine.wackee_six.words import AIR, COLLECT, SECOND, WARNING, clock_text

if TYPE_CHECKING:
    from engine.ask import Script, Seat, Value
    from engine.wackee_six.game import Game
    from engine.wackee_six.timing import Due


# --- deal, ready, start ----------------------------------------------------------------------------------------------


def deal(game: Game) -> Script[None]:
    """Begin a round: everybody shuffles and deals by hand (W6-DEAL-01 to -06, W6-MATCH-01)."""
    state = game.state
    sides = len(state.sides)
    state.run = Run(false_calls=[0] * sides, shown=[0] * sides, counts=[Count() for _ in range(sides)])
    yield from tell(
        "deal", rules=("W6-MATCH-01", "W6-DEAL-01", "W6-DEAL-03", "W6-DEAL-04"), round=state.round
    )
    state.phase = "ready"


def ready(game: Game) -> Script[None]:
    """Wait until every side has dealt (W6-DEAL-07)."""
    seats = [game.speaker(number) for number in game.people()]
    if seats:
        rules = ("W6-DEAL-07",)
        yield from together(
            {seat: partial(confirm, seat, "ready", rules=rules, resumes=True) for seat in seats}
        )
    game.state.phase = "start"


def next_starter(game: Game) -> int:
    """Return the side that starts: the next one clockwise, or -1 when that is still to be drawn (W6-START-02)."""
    people = game.people()
    last = game.state.starter
    if last < 0 or not people:
        return -1
    chairs = clockwise(range(len(game.state.away)), game.speaker(last), behind=True)
    return min(people, key=lambda number: chairs.index(game.speaker(number)))


def start(game: Game) -> Script[None]:
    """Let the chosen player say "Let's get Wackee!" and start the countdown (W6-START-01 to -03)."""
    state, run = game.state, game.run
    people = {str(number): number for number in game.people()}
    if run.starter < 0:
        run.starter = next_starter(game)
    if run.starter < 0 and people:
        lot = yield from ask(
            lambda: chance("draw", "first_starter", list(people), rules=("W6-START-02",), resumes=True)
        )
        run.starter = people[lot]
    seat: Seat = game.speaker(run.starter) if people else TABLE
    if not run.told:
        yield from tell("starter", rules=("W6-START-01", "W6-START-02"), seat=seat)
        run.told = True
    stamp = yield from ask(partial(buzz, seat, "start", state.now, "W6-START-01", "W6-START-03"))
    yield from count_down(game, stamp.at)


def count_down(game: Game, now: int) -> Script[None]:
    """Start the countdown; play runs from its end (W6-START-03, -04, W6-CALL-17)."""
    run = game.run
    game.state.now = now
    run.go = now + game.options.countdown_s * SECOND
    run.presses, run.checked, run.valid, run.pending, run.stuck = [], [], [], [], []
    yield from tell("countdown", rules=("W6-START-03",), seconds=game.options.countdown_s)
    game.state.phase = "countdown"


@lru_cache(maxsize=256)
def buzz(seat: Seat, key: str, low: int, *rules: str, anybody: bool = False) -> Ask[Stamp]:
    """Ask for a press at *low* or later; a contact before that counts for nothing (W6-START-05, -06, W6-CALL-06)."""
    reveals = key == "call"  # a call is never taken back, only overruled (W6-HIST-07)
    early = ("W6-START-05", "W6-START-06")
    return press(seat, key, low, rules=rules, early=early, reveals=reveals, anybody=anybody, resumes=True)


# --- play ------------------------------------------------------------------------------------------------------------


def call_question(game: Game, seat: int) -> Ask[Any]:
    """Ask for a call: the buzzer's moment; while tracking, cards played as well (W6-CALL-01, -16, W6-TRACK-01)."""
    rules = ("W6-CALL-01", "W6-CALL-05", "W6-CALL-16")
    voice = game.options.call_by == "voice"
    question = buzz(seat, "call", game.run.go, *rules, anybody=voice)
    if not game.tracked:
        return question

    def read(value: Value) -> Any:
        if not isinstance(value, str):
            return question.read(value)
        if value not in game.pack.cards:
            raise IllegalAnswer("unknown_tag", "W6-COUNT-15", given=value)
        return value

    return Ask(
        seat=seat, key="call_or_card", kind="scan", read=read, low=question.low, rules=(*rules, "W6-TRACK-01"),
        timed=True, reveals=True, anybody=voice, resumes=True,
    )  # fmt: skip


BUTTONS: Final = tuple(
    Option(button, "button", {"value": button}) for button in ("dispute", "pause", "call_off")
)
"""What the console offers whoever plays."""


@lru_cache(maxsize=64)
def stuck_button(number: int, seat: int) -> Option:
    """Offer to say that a side cannot play; it is named after its seat (W6-STUCK-01)."""
    return Option(f"stuck.{number}", "stuck", {"value": seat})


def console_question(game: Game) -> Ask[str]:
    """Offer the console's buttons while play runs (W6-TIE-04, W6-STUCK-01, -04, W6-START-07)."""
    stuck = [number for number in game.people() if number not in game.run.stuck]
    options = BUTTONS + tuple([stuck_button(number, game.speaker(number)) for number in stuck])

    def read(value: Value) -> str:
        for option in options:
            if option.value == value:
                return str(option.value)
        raise IllegalAnswer("not_an_option", "W6-START-07", given=str(value))

    return Ask(
        seat=TABLE,
        key="console",
        kind="choose",
        read=read,
        options=options,
        rules=("W6-TIE-04", "W6-STUCK-01", "W6-STUCK-04", "W6-START-07"),
        resumes=True,
    )


def play(game: Game) -> Script[None]:
    """Take one event of a running round: the clock, a buzzer, a card, or a button of the console (4.6)."""
    next_due = due(game)
    asks: dict[Seat, Ask[Any]] = {}
    if next_due is not None:
        asks[CLOCK] = clock_question(next_due)
    called = {made.side for made in game.run.presses}
    for number in game.people():
        if number not in called or (game.tracked and game.state.phase in ("collect", "listen")):
            asks |= {seat: call_question(game, seat) for seat in game.side(number).seats}
    if game.state.phase in ("countdown", "run"):
        asks[TABLE] = console_question(game)
    reply = yield First(asks)
    if reply is AGAIN:
        return  # something was set by hand: everybody is asked anew
    who, value = reply
    if who == CLOCK and next_due is not None:
        yield from clocked(game, next_due, value)
    elif who == TABLE:
        yield from pushed(game, value)
    elif isinstance(who, int) and isinstance(value, str):
        game.run.pending.append(Pending("tap", who, value))
    elif isinstance(who, int):
        yield from pressed(game, game.side_of(who), value)


def pressed(game: Game, side: int, stamp: Stamp) -> Script[None]:
    """Note a press; the first of a stop opens the time in which others are collected (W6-CALL-07, -11, -12).

    One after the limit of the round is none, although the clock has not said yet that it is over (W6-STUCK-05).
    """
    state, run = game.state, game.run
    too_late = state.phase == "run" and stamp.at >= limit_of(game)
    if too_late or any(known.side == side for known in run.presses):
        return
    made = Press(side, stamp.at, clock=stamp.clock, within=stamp.within)
    if state.phase == "listen":
        start, window = in_order(run.presses)[0], game.options.tie_window_ms * 1000
        if made.at <= start.at + apart(start, made, window):
            made = replace(made, late=True)
            yield from tell("came_late", rules=("W6-CALL-11", "W6-CALL-20"), seat=game.speaker(side))
    run.presses.append(made)
    if state.phase in ("countdown", "run"):
        run.wait = made.at + COLLECT
        state.phase = "collect"


def clocked(game: Game, asked: Due, now: int) -> Script[None]:
    """Take the clock's answer (W6-START-04, W6-CALL-11, W6-STUCK-01, -05)."""
    state, run = game.state, game.run
    state.now = max(state.now, now)
    match asked.key:
        case "go":
            state.phase = "run"
            yield from tell("play_runs", rules=("W6-START-01", "W6-START-04"))
        case "stamp":
            if state.phase == "run":
                yield from show_pace(game, now)
            yield from stamped(game, now)
        case "stop":
            yield from stop(game)
        case "heard":
            state.phase = "check"
        case "stuck_lapses":
            run.stuck = []
            yield from tell("not_all_stuck", rules=("W6-STUCK-01",))
        case "warning":
            run.warned = True
            yield from tell("limit_near", rules=("W6-STUCK-05",), seconds=WARNING // SECOND)
        case "limit":
            yield from end_without_call(game, limit_of(game), limit=True)
        case "pace_card":
            yield from show_pace(game, now)


def show_pace(game: Game, now: int) -> Script[None]:
    """Tell where the pace-makers are; with the last main card one calls, at exactly that time (W6-PACE-06, -13)."""
    run = game.run
    playing = game.playing_time(now)
    for number in game.pace():
        pace = pace_in(game, number)
        if pace.next_at(run.shown[number]) <= playing:
            played, left = pace.at(playing)
            run.shown[number] = played
            rules = ("W6-PACE-08", "W6-PACE-13")
            yield from tell("pace_at", rules=rules, seat=game.speaker(number), played=played, left=left)
            if left == 0 and all(known.side != number for known in run.presses):
                yield from pressed(game, number, Stamp(game.moment_of(pace.call)))


def stamped(game: Game, now: int) -> Script[None]:
    """Give what was pushed or tapped its time (W6-STUCK-04, W6-TRACK-11, -12)."""
    run = game.run
    pending, run.pending = run.pending, []
    for one in pending:
        if one.what == "tap":
            late = bool(run.presses) and now > earliest(run.presses) + AIR
            yield from tapped(game, one.who, game.pack.cards[one.card], now, late=late)
        elif game.state.phase not in ("run", "countdown"):
            continue  # a call came first
        elif one.what == "stuck":
            yield from stuck(game, one.who, now)
        else:
            run.spent = game.playing_time(now)
            yield from tell("stopped", rules=("W6-STUCK-04",), time=clock_text(run.spent))
            game.state.phase = "paused"


def pushed(game: Game, button: str) -> Script[None]:
    """Take a button of the console (W6-TIE-04, -05, W6-STUCK-01, -04, W6-START-07)."""
    if button == "dispute":
        yield from tell("dispute", rules=("W6-TIE-01", "W6-TIE-02", "W6-TIE-03", "W6-TIE-04", "W6-TIE-05"))
        if game.tracked:
            yield from dispute_hint(game)
    elif button == "call_off":
        yield from tell("called_off", rules=("W6-START-07",), round=game.state.round)
        game.state.phase = "deal"
    elif button == "pause":
        game.run.pending.append(Pending("pause"))
    else:
        game.run.pending.append(Pending("stuck", int(button.removeprefix("stuck."))))


def stuck(game: Game, side: int, now: int) -> Script[None]:
    """Note that a side cannot play; play stops when all say so within ten seconds (W6-STUCK-01, -02)."""
    run = game.run
    if not run.stuck:
        run.stuck_since = now
    run.stuck.append(side)
    missing = [game.speaker(number) for number in game.people() if number not in run.stuck]
    if missing:
        yield from tell("stuck_so_far", rules=("W6-STUCK-01", "W6-STUCK-02"), seats=missing)
    else:
        yield from end_without_call(game, now, limit=False)


def interrupt(game: Game) -> None:
    """Stop play that a power cut has broken off; the presses of a call are kept (W6-HIST-06)."""
    if game.state.phase == "collect":
        freeze(game)
    elif game.state.phase != "listen":  # a call that was announced has frozen the time already
        game.run.spent = game.playing_time(game.state.now)
    game.state.phase = "paused"


def end_without_call(game: Game, moment: int, *, limit: bool) -> Script[None]:
    """Stop a round that nobody has called: it is counted without a bonus, or void (W6-STUCK-03, -05, W6-SCORE-07)."""
    run = game.run
    run.spent = game.playing_time(moment)
    run.ended = "limit" if limit else "stuck"
    if game.options.stuck == "void":
        yield from tell("void", rules=("W6-STUCK-03", "W6-STAT-04"), round=game.state.round)
        game.state.phase = "deal"
        return
    rule = "W6-STUCK-05" if limit else "W6-STUCK-01"
    yield from tell("no_call", rules=(rule, "W6-STUCK-03", "W6-SCORE-07"), time=clock_text(run.spent))
    game.state.phase = "accept"


def by_voice(game: Game) -> bool:
    """Whether the console has to say who called: somebody only stopped play, and it was not a pace-maker (W6-CALL-05)."""
    voiced = game.options.call_by == "voice"
    return voiced and not all(game.side(made.side).pace for made in game.run.presses)


def freeze(game: Game) -> None:
    """Let playing time stand at the moment of the call, and keep its presses (W6-CALL-12, -13, W6-HIST-01)."""
    run = game.run
    run.spent = game.playing_time(earliest(run.presses))
    run.first_presses = list(run.presses)
    run.warned = False


def stop(game: Game) -> Script[None]:
    """Announce the call: the earliest contact, with playing time frozen at it (W6-CALL-07, -12, -13)."""
    state, run = game.state, game.run
    freeze(game)
    if by_voice(game):
        yield from tell("stop_voice", rules=("W6-CALL-05", "W6-CALL-13"), time=clock_text(run.spent))
        state.phase = "who"
    else:
        (side, _), *others = distances(run.presses)
        rules = ("W6-CALL-01", "W6-CALL-02", "W6-CALL-07", "W6-CALL-13")
        yield from tell("stop_called", rules=rules, seat=game.speaker(side), time=clock_text(run.spent))
        for other, behind in others:
            yield from tell("behind", rules=("W6-CALL-12",), seat=game.speaker(other), ms=behind // 1000)
        listen = game.options.after_false_call == "next_press" or game.tracked
        state.phase = "listen" if listen else "check"
    yield from tell("in_the_air", rules=("W6-CALL-03", "W6-CALL-04"))
