"""Counting: two numbers a side, or the played cards scanned; checks that find slips; confirmation (3.7)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.ask import AGAIN, TABLE, IllegalAnswer, Together, ask, choose, number, scan, skippable, tell
from engine.wackee_six.referee import YES_NO
from engine.wackee_six.tracking import tracked_count
from engine.wackee_six.words import DECK_CARDS, HAND_DECK, IN_CENTRE, MAIN, deck_piece

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Ask, Script
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
        for side in game.people():
            count = game.run.counts[side]
            count.played, count.how = tracked_count(game, side), "track"
    if game.people():
        yield from tell("how_to_count", rules=("W6-COUNT-01", "W6-COUNT-02", "W6-COUNT-03", "W6-COUNT-22"))
    state.phase = "left" if game.options.count_by == "numbers" or game.tracked else "scan"


def accept_question(card: str) -> Ask[bool]:
    """Ask the table whether a disputed or late card counts (W6-TRACK-08, -12, -14)."""
    rules = ("W6-TRACK-08", "W6-TRACK-12", "W6-TRACK-14")
    return choose(
        TABLE, "accept_card", YES_NO, rules=rules, labels="answer", args={"card": card}, resumes=True
    )


# --- scanning --------------------------------------------------------------------------------------------------------


def of_rests(game: Game) -> bool:
    """Whether the cards that were not played are scanned, not those of the centre (W6-COUNT-05)."""
    return game.options.count_by == "scan_rest"


def so_far(game: Game, side: int) -> int:
    """Return how many cards of a side have been scanned."""
    count = game.run.counts[side]
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


def all_scanned(game: Game, side: int) -> bool:
    """Whether a side can have no more cards where cards are scanned (W6-COUNT-06, -20)."""
    return so_far(game, side) >= (RESTS if of_rests(game) else CENTRE)[0]


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


def left_question(game: Game, side: int, *, anew: bool = False) -> Ask[int]:
    """Ask a side for its main cards left (W6-COUNT-07)."""

    def refuse(given: int) -> None:
        if not 0 <= given <= MAIN:
            raise IllegalAnswer("left_range", "W6-COUNT-07", most=MAIN)

    rules = ("W6-COUNT-02", "W6-COUNT-07")
    return number(game.speaker(side), "left", 0, MAIN, rules=rules, refuse=refuse, resumes=not anew)


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


def played_question(game: Game, side: int) -> Ask[int]:
    """Ask a side for its played cards (W6-COUNT-04, -06, -08, -09)."""
    seat, left = game.speaker(side), game.run.counts[side].left
    rules = ("W6-COUNT-04", "W6-COUNT-06", "W6-COUNT-08", "W6-COUNT-09")
    refuse = partial(check_numbers, left=left)
    return number(seat, "played", MAIN - left, DECK_CARDS - left, rules=rules, refuse=refuse, resumes=True)


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
    return [side for side in game.people() if not game.run.counts[side].confirmed]


def enter_left(game: Game) -> Script[None]:
    """Ask every side but the callers for its main cards left; 0 is asked after once more (W6-COUNT-10, -11)."""
    state = game.state

    def makes() -> dict[int, Callable[[], Ask[int]]]:
        asked = [side for side in open_sides(game) if side not in game.run.callers]
        return {game.speaker(side): partial(left_question, game, side) for side in asked}

    given = yield from all_of(game, makes)
    for seat, left in given.items():
        game.run.counts[game.side_of(seat)].left = left
    for seat, left in given.items():
        if left == 0:
            yield from not_first(game, seat, game.side_of(seat))
    for side in game.run.callers:
        game.run.counts[side].left = 0
    state.phase = "played"


def not_first(game: Game, seat: int, side: int) -> Script[None]:
    """Ask whether a side really finished without being first (W6-COUNT-11)."""
    rules = ("W6-COUNT-11",)
    sure = yield from ask(lambda: choose(seat, "not_first", YES_NO, rules=rules, labels="answer"))
    if not sure:
        game.run.counts[side].left = yield from ask(partial(left_question, game, side, anew=True))


def enter_played(game: Game) -> Script[None]:
    """Ask for played cards where nothing has counted them, and check what all have together (W6-COUNT-05, -12)."""
    for side in open_sides(game):
        work_out(game, side)

    def makes() -> dict[int, Callable[[], Ask[int]]]:
        counts = game.run.counts
        asked = [side for side in open_sides(game) if not counts[side].how or misfit(game, side)]
        return {game.speaker(side): partial(played_question, game, side) for side in asked}

    given = yield from all_of(game, makes)
    if game.state.phase != "played":
        return
    for seat, played in given.items():
        count = game.run.counts[game.side_of(seat)]
        count.played, count.how = played, "numbers"
    total = sum(game.run.counts[side].played for side in game.people())
    most = IN_CENTRE * len(game.people())
    if total > most:
        yield from tell("too_many_in_centre", rules=("W6-COUNT-12", "W6-PLAY-03"), total=total, most=most)
        for side in game.people():
            count_anew(game.run.counts[side])
        return
    game.state.phase = "rest" if game.options.cross_check == "on" else "confirm"


def work_out(game: Game, side: int) -> None:
    """Fill in a side's played cards where its rest tells them (W6-COUNT-05).

    In a double check the rest tells nothing: played cards are counted for themselves (W6-COUNT-21).
    """
    count = game.run.counts[side]
    if count.how == "rest" and count.rest is not None:
        count.played = DECK_CARDS - count.left - count.rest
        count.how = "" if game.options.cross_check == "on" else "rest"


def count_anew(count: Count) -> None:
    """Forget how a side's cards were counted, so that it is asked for numbers (W6-COUNT-18)."""
    count.how, count.rest, count.confirmed = "", None, False


# --- double check and confirmation -----------------------------------------------------------------------------------


def rest_question(game: Game, side: int) -> Ask[int]:
    """Ask a side for the cards of its hand deck that it has not played (W6-COUNT-20, -21)."""

    def refuse(given: int) -> None:
        if not 0 <= given <= HAND_DECK:
            raise IllegalAnswer("rest_range", "W6-COUNT-20", most=HAND_DECK)

    rules = ("W6-COUNT-20", "W6-COUNT-21")
    return number(game.speaker(side), "rest", 0, HAND_DECK, rules=rules, refuse=refuse, resumes=True)


def adds_up(count: Count) -> bool:
    """Whether played, left and rest are a whole deck, as far as the rest was counted (W6-COUNT-21)."""
    return count.rest is None or count.played + count.left + count.rest == DECK_CARDS


def enter_rest(game: Game) -> Script[None]:
    """Ask for the rests that were not scanned, and tell whose three numbers are no whole deck (W6-COUNT-21)."""
    counts = game.run.counts

    def makes() -> dict[int, Callable[[], Ask[int]]]:
        asked = [side for side in open_sides(game) if counts[side].rest is None]
        return {game.speaker(side): partial(rest_question, game, side) for side in asked}

    given = yield from all_of(game, makes)
    if game.state.phase != "rest":
        return
    for seat, rest in given.items():
        counts[game.side_of(seat)].rest = rest
    for side in open_sides(game):
        if not adds_up(counts[side]):
            total = counts[side].played + counts[side].left + (counts[side].rest or 0)
            yield from tell("cross", rules=("W6-COUNT-21",), seat=game.speaker(side), total=total)
    game.state.phase = "confirm"


def misfit(game: Game, side: int) -> bool:
    """Whether a scanned or tracked count does not go with the cards left."""
    count = game.run.counts[side]
    try:
        check_numbers(count.played, count.left)
    except IllegalAnswer:
        return True
    return False


def confirm_question(game: Game, side: int) -> Ask[bool]:
    """Show a side its counts; it confirms them or counts again (W6-COUNT-18, -19)."""
    count = game.run.counts[side]
    args: dict[str, Any] = {"played": count.played, "left": count.left}
    return choose(
        game.speaker(side), "confirm_count", {"yes": True, "again": False}, rules=("W6-COUNT-19",), labels="answer",
        args=args, resumes=True,
    )  # fmt: skip


def confirm_counts(game: Game) -> Script[None]:
    """Let every side confirm; who wants or has to count again enters numbers instead (W6-COUNT-18, -19, -21)."""
    counts = game.run.counts

    def makes() -> dict[int, Callable[[], Ask[bool]]]:
        asked = [side for side in open_sides(game) if adds_up(counts[side])]
        return {game.speaker(side): partial(confirm_question, game, side) for side in asked}

    given = yield from all_of(game, makes)
    if game.state.phase != "confirm":
        return
    for side in open_sides(game):
        counts[side].confirmed = given.get(game.speaker(side), False)
        if not counts[side].confirmed:
            count_anew(counts[side])
    if missing := [game.speaker(side) for side in open_sides(game)]:
        yield from tell("counts_missing", rules=("W6-COUNT-19",), round=game.state.round, seats=missing)
        game.state.phase = "left"
    else:
        game.state.phase = "scored"
