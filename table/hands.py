"""Simulated people at a simulated table: they tap, deal, lay down and press what the open question wants.

Used by the demo and by whole-table tests. What to answer comes from each seat's pilot, or from a draw where nothing
is to be decided; everything reaches the box through its antenna and its keys.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from engine.ask import CHANCE, TABLE
from engine.layout import BOX, hand_of
from engine.pilots import any_legal, by_lot
from table.buzzing import may_have_pressed
from table.screens import begins_at
from table.station import takes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from devices.sim.board import Board
    from engine.ask import Ask, Value
    from engine.pilots import Draw, Lots, Pilot
    from table.box import Post
    from table.props import Props
    from table.station import Station

LONGEST_US = 30_000_000
"""How long (virtual microseconds) a hand waits for the box before it gives up."""

GAP_US = 40_000
"""Between two presses of keys, in microseconds."""

AGAIN_US = 2_000_000
"""Between two taps of the same component, in microseconds: a hub with eight readers needs 1.5 s to miss a tag."""

TRIES = 3
"""How often hands press anew where what they pressed was not heard as they meant it."""


def deals(question: Ask[Any]) -> bool:
    """Whether a question only wants something turned up or laid out, so that nobody decides anything.

    What may be left out is a decision, and so is a question whose answers have words of their own: it asks for more
    than a component.
    """
    if question.seat == CHANCE:
        return question.pile is not None
    worded = any(option.key for option in question.options)
    return question.seat == TABLE and question.kind == "scan" and not question.optional and not worded


class Stuck(RuntimeError):
    """The box asked something that no simulated hand can answer, or did not hear the answer."""


class Hands:
    """The hands around one station. Call `act` after every step of the box.

    They answer the questions they serve, *delay* microseconds after they were put; others they leave alone, and
    they wait while a menu or a list is read. *reader* names the one they use where their station has none. The props follow everything that is said, whoever says it.
    """

    def __init__(  # noqa: PLR0913 - whose hands, what they hold, and how they behave
        self,
        board: Board,
        station: Station,
        props: Props,
        lots: Lots,
        name: str = "console",
        *,
        serves: Callable[[Ask[Any]], bool] = lambda _: True,
        delay: Callable[[Ask[Any]], int] = lambda _: 0,
        patience_us: int = LONGEST_US,
        reader: str = "",
    ) -> None:
        self.board = board
        self.station = station
        self.props = props
        self.lots = lots
        self.name = name
        self.reader = reader or name
        self.serves = serves
        self.delay = delay
        self.patience_us = patience_us
        self.taps = 0
        self.presses = 0
        self.pilots: Mapping[int, Pilot] = {
            seat: station.desk.match.rulebook.pilot("weak")
            for seat, info in enumerate(station.desk.match.seats)
            if info.pilot is None
        }
        self._keys: list[str] = []
        self._next_at = 0
        self._followed = -1
        self._begun = False
        self._tries = TRIES
        self._since = 0
        self._held: dict[str, int] = {}

    def act(self) -> None:
        """Do the next thing, if it is time for one."""
        now = self.board.clock.now()
        desk = self.station.desk
        if desk.changes != self._followed:
            self._followed, self._since, self._begun, self._tries = desk.changes, now, False, TRIES
            self.props.keep_up(desk.match)
            self._keys = []
        question = self.station.play.question(self.station)
        if question is None or not self.serves(question):
            self._since = now
        elif not self._begun:
            self._begun = self._begin(question, now)
        elif self._unheard(now):
            self._tries -= 1
            self.again()
        elif now - self._since > self.patience_us:
            asked = ", ".join(q.key for q in desk.match.open)
            said = f" ({self.station.notice})" if self.station.notice else ""
            raise Stuck(f"nobody heard the answer to {asked}{said}")
        if self._keys and now >= self._next_at:
            self._next_at = now + GAP_US + self.board.press(self._wired(self._keys.pop(0)))
            self._since = now  # a number of three digits takes longer than patience lasts
            self.presses += 1

    def _unheard(self, now: int) -> bool:
        """Whether to look at the panel and press anew: what was pressed met another choice than the one seen."""
        pressed = now >= self._next_at > self._since
        return pressed and not self._keys and self._tries > 0 and now - self._since > AGAIN_US

    def _wired(self, key: str) -> str:
        """Name a key as the wiring does, where several stations have keys of that name."""
        own = f"{self.name}.{key}"
        return own if own in self.board.wiring.key_names else key

    def again(self) -> None:
        """Begin anew with the open question: what was done about it was not heard."""
        self._begun, self._since = False, self.board.clock.now()

    def _begin(self, question: Ask[Any], now: int) -> bool:
        """Begin to answer: hold a card to the reader, or line up the presses. False while it is too early."""
        if now - self._since < self.delay(question) or now < self._next_at or self.station.pages:
            return False  # also while the last press may not have been heard: it moves what is chosen here
        value = self._value(question)
        component = None
        if self._may_tap() and (question.pile is not None or question.kind == "scan"):
            component = self._component(question, value)
        if component is None:
            self._keys = self._presses(question, value)
            return True
        if now < self._held.get(component, 0):
            return False  # the reader must miss a tag for a while before it sees it anew
        self._held[component] = now + AGAIN_US
        self.board.tap(self.reader, self.props.uids[component])
        self.taps += 1
        return True

    def _may_tap(self) -> bool:
        """Whether there is a reader; one that is shared is used only where nobody else's card could be meant."""
        alone = len(self.station.desk.match.open) == 1
        return self.reader in self.board.chips and (alone or self.reader == self.name)

    def _value(self, question: Ask[Any]) -> Value:
        desk = self.station.desk
        draw = self.lots(f"hand {len(desk.match.record)}")
        if question.seat == CHANCE:
            # a card is turned up and tapped; a die has no tag, so it is thrown and its face entered
            dealt = question.pile is not None and self.props.top(question.pile) is not None
            return None if dealt else by_lot(question, draw)
        if isinstance(question.seat, int):
            view = desk.match.rulebook.view(desk.match.state, question.seat)
            value = self.pilots[question.seat].answer(view, question, draw)
            return self._from_hand(question, draw) if value is None and not question.optional else value
        return any_legal(question, draw)

    def _from_hand(self, question: Ask[Any], draw: Draw) -> Value:
        """Take any legal card out of a hand that the box does not know, so that no pilot can choose from it."""
        held = self.props.places.get(hand_of(question.seat), []) if isinstance(question.seat, int) else []
        legal = [card for card in held if takes(question, card)]
        return legal[draw(len(legal))] if legal else None

    def _component(self, question: Ask[Any], value: Value) -> str | None:
        """Find the component to tap: the top of the pile asked for, or one by its name from where it may lie."""
        if question.pile is not None:
            return self.props.top(question.pile)
        if not isinstance(value, str):
            return None
        known = self.station.desk.layout().pieces.get(value)
        places = [value, *([known] if known is not None else [])]  # a pile may be called what its cards are
        places += [hand_of(question.seat)] if isinstance(question.seat, int) else []
        return self.props.find({value}, (*places, BOX))

    def _presses(self, question: Ask[Any], value: Value) -> list[str]:
        page = self.station.play
        keys = ["confirm"] if page.hidden(self.station, question) else []
        if question.timed:
            rivals = [one.seat for one in may_have_pressed(self.station, question)]
            whose = [*["next"] * (rivals.index(question.seat) + 1), "confirm"] if len(rivals) > 1 else []
            return [*keys, "confirm", *whose]
        if question.low is not None:
            at = begins_at(question) if page.number is None else page.number
            return [*keys, *_turns(value - at, (question.high or value) - question.low + 1), "confirm"]
        if value is not None and question.options and question.kind != "confirm":
            known = self.props.components.get(value) if isinstance(value, str) else None
            names = (value, known.short if known else value)
            at = next(i for i, option in enumerate(question.options) if option.value in names)
            begun = -1 if page.cursor is None else page.cursor
            return [*keys, *_turns(at - begun, len(question.options) + 1), "confirm"]
        return [*keys, "confirm"]


def _turns(steps: int, circle: int) -> list[str]:
    """Turn by some steps in a circle, whichever way is shorter."""
    forth = steps % circle
    return ["next"] * forth if 2 * forth <= circle else ["previous"] * (circle - forth)


def hands_at(  # noqa: PLR0913 - whose hands, what they hold, and how they behave
    posts: Sequence[Post],
    board: Board,
    props: Props,
    lots: Lots,
    *,
    serves: Callable[[Ask[Any]], bool] = lambda _: True,
    delay: Callable[[Ask[Any]], int] = lambda _: 0,
    patience_us: int = LONGEST_US,
) -> list[Hands]:
    """Set simulated people to every station; what concerns the whole table is done by those at the first."""
    first, *others = posts
    common = first.name if first.name in board.chips else next(iter(board.chips), first.name)

    def own(post: Post, question: Ask[Any]) -> bool:
        whose = question.to if question.seat == CHANCE and question.secret else question.seat
        return whose in post.station.seats

    def mine(post: Post, question: Ask[Any]) -> bool:
        here = own(post, question) if post is not first else not any(own(other, question) for other in others)
        return here and serves(question)

    return [
        Hands(
            board,
            post.station,
            props,
            lots,
            post.name,
            serves=partial(mine, post),
            delay=delay,
            patience_us=patience_us,
            reader=post.name if post.name in board.chips else common,
        )
        for post in posts
    ]
