"""Set-up: characters, the hierarchy, the starters, and the values bots need (3.2)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.ask import TABLE, IllegalAnswer, Move, ask, chance, first, scan, tell
from engine.layout import BOX, hand_of
from engine.wacky_challenge.teaching import learn_all, warn_of_twins
from engine.wacky_challenge.words import OFFER, VEHICLES, character, rank_of, vehicle_of

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wacky_challenge.game import Game


def free_colours(game: Game) -> tuple[str, ...]:
    """Return the colours nobody has and whose five cards are all known (WC-SETUP-04, WC-PACK-06)."""
    taken = {player.colour for player in game.state.players}
    faulty = game.pack.faulty if game.options.level == "full" else {}
    return tuple(colour for colour in game.pack.colours if colour not in taken and colour not in faulty)


def read_colour(game: Game, value: str) -> str:
    """Read a free character by its card or its colour.

    Raises:
        IllegalAnswer: it is taken (WC-SETUP-04), a card of its colour is missing (WC-PACK-06), or there is none.

    """
    colour = value.removeprefix("character-")
    if colour not in game.pack.colours:
        raise IllegalAnswer("unknown_card", "WC-PACK-01", given=value)
    if any(player.colour == colour for player in game.state.players):
        raise IllegalAnswer("colour_taken", "WC-SETUP-04", given=character(colour))
    if colour not in free_colours(game):
        missing = list(game.pack.faulty[colour])
        raise IllegalAnswer("colour_incomplete", "WC-PACK-06", given=character(colour), cards=missing)
    return colour


def character_question(game: Game, seat: int) -> Ask[str]:
    """Ask a person for a character, first come, first served (WC-SETUP-03, -05)."""
    legal = tuple(character(colour) for colour in free_colours(game))
    rules = ("WC-SETUP-03", "WC-SETUP-04", "WC-SETUP-05")
    return scan(seat, "character", legal, partial(read_colour, game), rules=rules, resumes=True)


def bots_character(game: Game, seat: int) -> Ask[str]:
    """Ask chance which of the characters left over a bot gets (4.1, step 3)."""
    lots = dict.fromkeys(map(character, free_colours(game)), 1)
    rules = ("WC-SETUP-03", "WC-SETUP-05", "WC-BOT-01")
    return chance(
        "draw",
        "bots_character",
        lots,
        rules=rules,
        named=partial(read_colour, game),
        args={"seat": seat},
        resumes=True,
    )


def choose_characters(game: Game) -> Script[None]:
    """Give every seat a character with its five cards; persons choose before bots (WC-SETUP-03 to -07)."""
    state = game.state
    if all(not player.colour for player in state.players):
        yield from tell_pack(game)
    while waiting := [seat for seat, player in enumerate(state.players) if not player.colour]:
        people = [seat for seat in waiting if not state.players[seat].bot]
        if people:
            seat, given = yield from first({one: partial(character_question, game, one) for one in people})
        else:
            seat, given = waiting[0], (yield from ask(partial(bots_character, game, waiting[0])))
        yield from give(game, seat, given.removeprefix("character-"))
    gone = [character(c) for c in game.pack.colours if all(c != player.colour for player in state.players)]
    if gone:
        yield from tell("to_the_box", rules=("WC-SETUP-07",), cards=gone)
    state.stage = "hierarchy"


def tell_pack(game: Game) -> Script[None]:
    """Say what the pack is: invented or not, and what is wrong with it (WC-PACK-06, -07, -11)."""
    if game.pack.practice:
        yield from tell("practice_pack", rules=("WC-PACK-11",), label=game.pack.label)
    if game.options.level == "full":
        for colour, cards in game.pack.faulty.items():
            yield from tell("incomplete", rules=("WC-PACK-06",), colour=character(colour), cards=list(cards))
        yield from warn_of_twins(game.pack.twins)


def give(game: Game, seat: int, colour: str) -> Script[None]:
    """Lay a character before its player, who takes the five cards of its colour (WC-SETUP-03, -06)."""
    player = game.state.players[seat]
    player.colour = colour
    moves = [Move(character(colour), BOX, hand_of(seat))]
    if game.options.level == "full":
        player.hand = game.pack.of_colour(colour)
        moves += [Move(card, BOX, hand_of(seat)) for card in player.hand]
    rules = ("WC-SETUP-03", "WC-SETUP-06", "WC-SETUP-13")
    yield from tell("has_character", rules=rules, moves=tuple(moves), seat=seat, colour=character(colour))


def rank_question(game: Game) -> Ask[str]:
    """Ask chance for the next hierarchy card, from the top down (WC-SETUP-09)."""
    left = [str(vehicle) for vehicle in VEHICLES if vehicle not in game.state.hierarchy]
    return chance("draw", "next_rank", left, rules=("WC-SETUP-08", "WC-SETUP-09"), resumes=True)


def lay_hierarchy(game: Game) -> Script[None]:
    """Lay the five hierarchy cards, as printed in the rules or by lot (WC-SETUP-08, -09)."""
    state = game.state
    rules = ("WC-SETUP-08", "WC-SETUP-09")
    if game.options.hierarchy_start == "random":
        while len(state.hierarchy) < len(VEHICLES):
            state.hierarchy.append(vehicle_of((yield from ask(partial(rank_question, game)))))
    else:
        state.hierarchy = list(VEHICLES)
    moves = tuple(
        Move(f"hierarchy-{vehicle}", BOX, rank_of(at)) for at, vehicle in enumerate(state.hierarchy)
    )
    yield from tell("hierarchy_laid", rules=rules, moves=moves, vehicles=list(state.hierarchy))
    state.stage = "starters"


def read_starter(game: Game, value: str) -> str:
    """Read a starter that is not laid out yet.

    Raises:
        IllegalAnswer: it is none, or it already lies there.

    """
    if value in game.state.offer:
        raise IllegalAnswer("starter_twice", "WC-SETUP-10", given=value)
    if value not in game.pack.starters:
        raise IllegalAnswer("not_a_starter", "WC-SETUP-10", given=value)
    return value


def starter_question(game: Game) -> Ask[str]:
    """Ask for the next starter: the table shuffled them by hand, or chance draws one (WC-SETUP-10, -12)."""
    left = tuple(card for card in game.pack.starters if card not in game.state.offer)
    rules = ("WC-SETUP-10", "WC-SETUP-12")
    args = {"number": len(game.state.offer) + 1, "of": len(game.seats) + 1}
    if game.options.starter_draw == "table":
        read = partial(read_starter, game)
        return scan(TABLE, "starter", left, read, rules=rules, args=args, reveals=True, resumes=True)
    return chance("draw", "starter", left, rules=rules, args=args, resumes=True)


def lay_starters(game: Game) -> Script[None]:
    """Lay out one starter more than there are players; the others go back to the box (WC-SETUP-10 to -12)."""
    state = game.state
    number = len(game.seats) + 1
    if game.options.level == "books":
        yield from tell("lay_starters", rules=("WC-SETUP-10", "WC-SETUP-11"), number=number)
    else:
        while len(state.offer) < number:
            card = yield from ask(partial(starter_question, game))
            state.offer.append(card)
            rules = ("WC-SETUP-10",)
            yield from tell("starter_laid", rules=rules, moves=(Move(card, BOX, OFFER),), card=card)
        if boxed := [card for card in game.pack.starters if card not in state.offer]:
            yield from tell("to_the_box", rules=("WC-SETUP-11",), cards=boxed)
    state.stage = "values"


def prepare(game: Game) -> Script[None]:
    """Before turn 1: enter every missing value of the cards in play where a bot needs it (WC-BOT-06)."""
    if game.options.level == "full":
        yield from learn_all(game)
    yield from new_turn(game)


def new_turn(game: Game) -> Script[None]:
    """Begin the next turn: every hand full, nothing chosen (WC-SETUP-14, WC-TURN-10)."""
    state = game.state
    state.turn += 1
    state.chosen = [""] * len(game.seats)
    state.row = [""] * len(game.seats)
    state.last_order, state.order, state.taken = state.order, [], 0
    state.lowest, state.symbol = "", None
    rules = ("WC-SETUP-14", "WC-TAKE-03") if state.turn == 1 else ("WC-TURN-10", "WC-TAKE-03")
    yield from tell("turn", rules=rules, turn=state.turn, top=state.hierarchy[0])
    state.stage = "choose" if game.options.level == "full" else "vehicles"
