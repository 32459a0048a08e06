"""Counting: two numbers a side, or the played cards scanned; checks that find slips; confirmation (3.7)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.ask import AGAIN, TABLE, Ask, IllegalAnswer, Together, ask, choose, scan, skippable, tell
from engine.wackee_six.referee import YES_NO
from engine.wackee_six.tracking import tracked_count
from engine.wackee_six.words import DECK_CARDS, HAND_DECK, IN_CENTRE, MAIN, deck_piece

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Script, Value
    from engine.wackee_six.game import Game
    from engine.wackee_six.state import Count

T = TypeVar("T")


def accept_cards(game: Game) -> Script[None]:
    """Tell how to count; let the table say which disputed or late cards count (W6-COUNT-01 to -03, W6-TRACK-08, -12, -14)."""
    state, track = game.state, game.run.track
    while disputed := [*track.disputed, *track.late]:
        card = disputed[0]
        accepted = yield from ask(partial(accept_question, card))
        for pile in (track.disputed, track.late):
            if card in pile:
                pile.remove(card)
        if accepted:
            track.played[card] = state.now
    if game.tracked:
        for number in game.people():
            count = game.run.counts[number]
            count.played, count.how = tracked_count(game, number), "track"
    if game.people():
        yield from tell("how_to_count", rules=("W6-COUNT-01", "W6-COUNT-02", "W6-COUNT-03", "W6-COUNT-22"))
    state.phase = "left" if game.options.count_by == "numbers" or game.tracked else "scan"


def accept_question(card: str) -> Ask[bool]:
    """Ask the table whether a disputed or late card counts."""
    rules = ("W6-TRACK-08", "W6-TRACK-12", "W6-TRACK-14")
    return choose(
        TABLE, "accept_card", YES_NO, rules=rules, labels="answer", args={"card": card}, resumes=True
    )


# --- scanning --------------------------------------------------------------------------------------------------------


def of_rests(game: Game) -> bool:
    """Whether the cards that were not played are scanned, not those of the centre (W6-COUNT-05)."""
    return game.options.count_by == "scan_rest"


def so_far(game: Game, number: int) -> int:
    """Return how many cards of a side have been scanned."""
    count = game.run.counts[number]
    return (count.rest or 0) if of_rests(game) else count.played


def read_scanned(game: Game, value: str) -> tuple[int, str]:
    """Read a card by its id, or by its deck's name if it cannot be scanned: the side it counts for, and the card.

    Raises:
        IllegalAnswer: no card of this box, of a deck that is not in this game, or one more than a side can have.

    """
    card = game.pack.cards.get(value)
    back = card.back if card is not None else value.removeprefix("deck-")
    if back not in game.pack.backs:
        raise IllegalAnswer("unknown_tag", "W6-COUNT-15", given=value)
    side = game.side_with(back)
    if side is None:
        raise IllegalAnswer("other_deck", "W6-COUNT-15", given=deck_piece(back))
    if value not in game.run.scanned and all_scanned(game, side):
        most, reason, rule = RESTS if of_rests(game) else CENTRE
        raise IllegalAnswer(reason, rule, most=most)
    return side, value if card is not None else ""


CENTRE: Final = (DECK_CARDS, "played_range", "W6-COUNT-06")
RESTS: Final = (HAND_DECK, "rest_range", "W6-COUNT-20")
"""The most cards of one side that can be scanned, and what refuses one more."""


def all_scanned(game: Game, number: int) -> bool:
    """Whether a side can have no more cards where cards are scanned (W6-COUNT-06, -20)."""
    return so_far(game, number) >= (RESTS if of_rests(game) else CENTRE)[0]


def scan_question(game: Game) -> Ask[tuple[int, str] | None]:
    """Ask for the next card of the centre, or of the rests, on any reader, or the end (W6-COUNT-13 to -16, -18)."""
    key = "scan_rests" if of_rests(game) else "scan_cards"
    sides = [number for number in game.people() if not all_scanned(game, number)]
    decks = tuple(deck_piece(game.side(number).deck) for number in sides)
    rules = ("W6-COUNT-05", "W6-COUNT-13", "W6-COUNT-14")
    args = {"number": len(game.run.scanned)}
    return skippable(
        scan(TABLE, key, decks, partial(read_scanned, game), rules=rules, args=args, resumes=True)
    )


def scan_cards(game: Game) -> Script[None]:
    """Count scanned cards for the deck they belong to, each tag once (W6-COUNT-04, -13, -14, -18)."""
    run = game.run
    if game.people():
        while (read := (yield from ask(partial(scan_question, game)))) is not None:
            side, card = read
            if card in run.scanned:
                continue
            count, deck, number = run.counts[side], deck_piece(game.side(side).deck), so_far(game, side) + 1
            run.scanned.append(card or f"{deck}.{number}")
            if of_rests(game):
                count.rest, count.how = number, "rest"
            else:
                count.played, count.how = number, "scan"
            yield from tell("counted", rules=("W6-COUNT-14",), deck=deck, number=number)
    game.state.phase = "left"


# --- numbers ---------------------------------------------------------------------------------------------------------


def whole_number(value: Value, rule: str) -> int:
    """Read a whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise IllegalAnswer("not_an_option", rule, given=str(value))
    return value


def left_question(game: Game, number: int, *, anew: bool = False) -> Ask[int]:
    """Ask a side for its main cards left (W6-COUNT-07)."""
    seat = game.speaker(number)

    def read(value: Value) -> int:
        given = whole_number(value, "W6-COUNT-07")
        if not 0 <= given <= MAIN:
            raise IllegalAnswer("left_range", "W6-COUNT-07", most=MAIN)
        return given

    return Ask(
        seat=seat, key="left", kind="number", read=read, low=0, high=MAIN, rules=("W6-COUNT-02", "W6-COUNT-07"),
        resumes=not anew,
    )  # fmt: skip


def check_numbers(played: int, left: int) -> None:
    """Check two numbers in the order of 4.5 (W6-COUNT-06 to -09).

    Raises:
        IllegalAnswer: they cannot both be right.

    """
    if not 0 <= played <= DECK_CARDS:
        raise IllegalAnswer("played_range", "W6-COUNT-06", most=DECK_CARDS)
    if not 0 <= left <= MAIN:
        raise IllegalAnswer("left_range", "W6-COUNT-07", most=MAIN)
    if played + left > DECK_CARDS:
        raise IllegalAnswer("too_many", "W6-COUNT-08", most=DECK_CARDS)
    if played < MAIN - left:
        raise IllegalAnswer("too_few", "W6-COUNT-09", "W6-PLAY-24", least=MAIN - left)


def played_question(game: Game, number: int) -> Ask[int]:
    """Ask a side for its played cards (W6-COUNT-04, -06, -08, -09)."""
    seat, left = game.speaker(number), game.run.counts[number].left

    def read(value: Value) -> int:
        given = whole_number(value, "W6-COUNT-06")
        check_numbers(given, left)
        return given

    return Ask(
        seat=seat, key="played", kind="number", read=read, low=MAIN - left, high=DECK_CARDS - left,
        rules=("W6-COUNT-04", "W6-COUNT-06", "W6-COUNT-08", "W6-COUNT-09"), resumes=True,
    )  # fmt: skip


def all_of(game: Game, makes: Callable[[], Mapping[int, Callable[[], Ask[T]]]]) -> Script[dict[int, T]]:
    """Ask sides at once; whom is looked up anew after a correction. Nobody is heard when that changed the phase."""
    phase = game.state.phase
    while game.state.phase == phase and (wanted := makes()):
        reply = yield Together({seat: make() for seat, make in wanted.items()})
        if reply is not AGAIN:
            answers: dict[int, T] = reply
            return answers
    return {}


def open_sides(game: Game) -> list[int]:
    """Return the sides with cards that have not confirmed their counts."""
    return [number for number in game.people() if not game.run.counts[number].confirmed]


def enter_left(game: Game) -> Script[None]:
    """Ask every side but the callers for its main cards left; 0 is asked after once more (W6-COUNT-10, -11)."""
    state = game.state

    def makes() -> dict[int, Callable[[], Ask[int]]]:
        asked = [number for number in open_sides(game) if number not in game.run.callers]
        return {game.speaker(number): partial(left_question, game, number) for number in asked}

    given = yield from all_of(game, makes)
    for seat, left in given.items():
        game.run.counts[game.side_of(seat)].left = left
    for seat, left in given.items():
        if left == 0:
            yield from not_first(game, seat, game.side_of(seat))
    for number in game.run.callers:
        game.run.counts[number].left = 0
    state.phase = "played"


def not_first(game: Game, seat: int, number: int) -> Script[None]:
    """Ask whether a side really finished without being first (W6-COUNT-11)."""
    rules = ("W6-COUNT-11",)
    sure = yield from ask(lambda: choose(seat, "not_first", YES_NO, rules=rules, labels="answer"))
    if not sure:
        game.run.counts[number].left = yield from ask(partial(left_question, game, number, anew=True))


def enter_played(game: Game) -> Script[None]:
    """Ask for played cards where nothing has counted them, and check what all have together (W6-COUNT-05, -12)."""
    for number in open_sides(game):
        work_out(game, number)

    def makes() -> dict[int, Callable[[], Ask[int]]]:
        counts = game.run.counts
        asked = [number for number in open_sides(game) if not counts[number].how or misfit(game, number)]
        return {game.speaker(number): partial(played_question, game, number) for number in asked}

    given = yield from all_of(game, makes)
    if game.state.phase != "played":
        return
    for seat, played in given.items():
        count = game.run.counts[game.side_of(seat)]
        count.played, count.how = played, "numbers"
    total = sum(game.run.counts[number].played for number in game.people())
    most = IN_CENTRE * len(game.people())
    if total > most:
        yield from tell("too_many_in_centre", rules=("W6-COUNT-12", "W6-PLAY-03"), total=total, most=most)
        for number in game.people():
            count_anew(game.run.counts[number])
        return
    game.state.phase = "rest" if game.options.cross_check == "on" else "confirm"


def work_out(game: Game, number: int) -> None:
    """Fill in a side's played cards where its rest tells them (W6-COUNT-05).

    In a double check the rest tells nothing: played cards are counted for themselves (W6-COUNT-21).
    """
    count = game.run.counts[number]
    if count.how == "rest" and count.rest is not None:
        count.played = DECK_CARDS - count.left - count.rest
        count.how = "" if game.options.cross_check == "on" else "rest"


def count_anew(count: Count) -> None:
    """Forget how a side's cards were counted, so that it is asked for numbers (W6-COUNT-18)."""
    count.how, count.rest, count.confirmed = "", None, False


# --- double check and confirmation -----------------------------------------------------------------------------------


def rest_question(game: Game, number: int) -> Ask[int]:
    """Ask a side for the cards of its hand deck that it has not played (W6-COUNT-20, -21)."""
    rules = ("W6-COUNT-20", "W6-COUNT-21")

    def read(value: Value) -> int:
        given = whole_number(value, "W6-COUNT-20")
        if not 0 <= given <= HAND_DECK:
            raise IllegalAnswer("rest_range", "W6-COUNT-20", most=HAND_DECK)
        return given

    return Ask(
        seat=game.speaker(number), key="rest", kind="number", read=read, low=0, high=HAND_DECK, rules=rules,
        resumes=True,
    )  # fmt: skip


def adds_up(count: Count) -> bool:
    """Whether played, left and rest are a whole deck, as far as the rest was counted (W6-COUNT-21)."""
    return count.rest is None or count.played + count.left + count.rest == DECK_CARDS


def enter_rest(game: Game) -> Script[None]:
    """Ask for the rests that were not scanned, and tell whose three numbers are no whole deck (W6-COUNT-21)."""
    counts = game.run.counts

    def makes() -> dict[int, Callable[[], Ask[int]]]:
        asked = [number for number in open_sides(game) if counts[number].rest is None]
        return {game.speaker(number): partial(rest_question, game, number) for number in asked}

    given = yield from all_of(game, makes)
    if game.state.phase != "rest":
        return
    for seat, rest in given.items():
        counts[game.side_of(seat)].rest = rest
    for number in open_sides(game):
        if not adds_up(counts[number]):
            total = counts[number].played + counts[number].left + (counts[number].rest or 0)
            yield from tell("cross", rules=("W6-COUNT-21",), seat=game.speaker(number), total=total)
    game.state.phase = "confirm"


def misfit(game: Game, number: int) -> bool:
    """Whether a scanned or tracked count does not go with the cards left."""
    count = game.run.counts[number]
    try:
        check_numbers(count.played, count.left)
    except IllegalAnswer:
        return True
    return False


def confirm_question(game: Game, number: int) -> Ask[bool]:
    """Show a side its counts; it confirms them or counts again (W6-COUNT-18, -19)."""
    count = game.run.counts[number]
    args: dict[str, Any] = {"played": count.played, "left": count.left}
    return choose(
        game.speaker(number), "confirm_count", {"yes": True, "again": False}, rules=("W6-COUNT-19",), labels="answer",
        args=args, resumes=True,
    )  # fmt: skip


def confirm_counts(game: Game) -> Script[None]:
    """Let every side confirm; who wants or has to count again enters numbers instead (W6-COUNT-18, -19, -21)."""
    counts = game.run.counts

    def makes() -> dict[int, Callable[[], Ask[bool]]]:
        asked = [number for number in open_sides(game) if adds_up(counts[number])]
        return {game.speaker(number): partial(confirm_question, game, number) for number in asked}

    given = yield from all_of(game, makes)
    if game.state.phase != "confirm":
        return
    for number in open_sides(game):
        counts[number].confirmed = given.get(game.speaker(number), False)
        if not counts[number].confirmed:
            count_anew(counts[number])
    if missing := [game.speaker(number) for number in open_sides(game)]:
        yield from tell("counts_missing", rules=("W6-COUNT-19",), round=game.state.round, seats=missing)
        game.state.phase = "left"
    else:
        game.state.phase = "scored"
