"""The box: stations on a rig. One `step` looks at every wire once, lets the stations act, and shows what changed.

Nothing here waits. Whoever calls `step` carries what was said to the disk when it says so, and reports back with
`saved`; until then at most one more tap is kept, and others are refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from devices.gestures import Gestures, Long, Short
from devices.ports import Crowded, Seen, Tone, Unwell, Well
from table.draw import draw
from table.screen import Screen
from table.station import OWN_CLOCK

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL.Image import Image

    from devices.gestures import Gesture
    from devices.ports import Edge, Panel, ReaderEvent
    from devices.rig import Rig
    from table.desk import Desk
    from table.notice import Notice
    from table.station import Key, Signal, Station

TUNES: Final[dict[Signal, tuple[Tone, ...]]] = {
    "tick": (Tone(2400, 15),),
    "accepted": (Tone(1800, 40), Tone(2700, 60)),
    "refused": (Tone(400, 90), Tone(0, 40), Tone(300, 140)),
}
STORAGE: Final = "storage"
"""The source of alarms about what cannot be saved."""
WHOSE: Final = "whose"
"""The source of alarms about a press of which it is asked elsewhere whose it was."""
TURNING: Final = ("previous", "next")
"""Keys that say nothing: however many people turn at once, a step takes them all, so that none waits for a later question."""
BLINK_US: Final = 120_000
"""How long the lamp blinks when something is heard (off when it shone, else on), in microseconds."""


@dataclass(slots=True)
class Post:
    """One station with the names of its devices on the rig, and the seats it wants in every match (None: all)."""

    station: Station
    name: str = "console"
    blinks_until: int = 0
    gestures: Gestures = field(default_factory=Gestures)
    screen: Screen | None = None
    wanted: tuple[int, ...] | None = None
    _picture: Image | None = None

    def picture(self) -> Image:
        """Return the picture for the panel, drawn anew only when the screen has changed."""
        screen = self.station.screen()
        if self._picture is None or screen != self.screen:
            self.screen, self._picture = screen, draw(screen)
        return self._picture


class Box:
    """Connects a rig's events with stations.

    `lookup` finds the component behind a tag; tags it does not know are kept in `strangers`.
    """

    def __init__(self, rig: Rig, posts: Sequence[Post], lookup: Callable[[bytes], str | None]) -> None:
        self.rig = rig
        self.posts = list(posts)
        self.lookup = lookup
        self.saving = False
        self.strangers: list[bytes] = []
        self._ahead: Seen | None = None
        self._waiting: list[tuple[Post, Gesture]] = []
        self._known = self._stand()

    def step(self) -> bool:
        """Look at every wire once. True when something was said since the last step that must go to disk now."""
        now = self.rig.clock.now()
        for reader in self.rig.readers:
            for event in reader.poll():
                self._reader_event(event, now)
        self._read_keys(now)
        for post in self.posts:
            post.station.desk.tick(now, self._unsaid(post.station.desk))
            post.station.tick(now)
        self._tell_the_others()
        self._sound(now)
        before, self._known = self._known, self._stand()
        return before != self._known

    def _unsaid(self, desk: Desk) -> list[int]:
        """Return the playing times of presses that wait here: for the medium, or for somebody to say whose they were."""
        waiting = [
            desk.playing_time(gesture.at) for post, gesture in self._waiting if post.station.desk is desk
        ]
        asked = [page for post in self.posts if post.station.desk is desk for page in post.station.unsaid()]
        return waiting + [page.moment for page in asked]

    def _tell_the_others(self) -> None:
        """Say at every station what the clock waits for at another one: whose a press there was."""
        asking = [(post, page) for post in self.posts for page in post.station.unsaid()]
        for post in self.posts:
            here = post.station
            pages = [page for other, page in asking if other is not post and other.station.desk is here.desk]
            names = [one.seat for page in pages for one in page.rivals]
            here.alarm(WHOSE, "who_of_them_pressed" if names else "", {"names": names})

    def _stand(self) -> list[tuple[Desk, int]]:
        """How much has been said at every station's desk."""
        return [(post.station.desk, post.station.desk.changes) for post in self.posts]

    def saved(self, *, accepted: bool, trouble: Notice | None = None) -> None:
        """Report that what was said is on the medium, or why not; a tap that waited is taken now."""
        self.saving = False
        for post in self.posts:
            if trouble is not None:
                post.station.alarm(STORAGE, trouble.key, trouble.args)
            elif accepted:
                post.station.alarm(STORAGE, "")
                post.station.signals.append("accepted")
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            self._tap(ahead, self.rig.clock.now())

    def show(self) -> None:
        """Bring every panel up to date. Costs no byte where nothing changed."""
        self.bring(self.pictures())

    def pictures(self) -> list[tuple[Panel, Image]]:
        """Return what every panel should show now."""
        panels = self.rig.panels
        return [(panels[post.name], post.picture()) for post in self.posts if post.name in panels]

    @staticmethod
    def bring(pictures: list[tuple[Panel, Image]]) -> None:
        """Send pictures to their panels; this may take as long as the wires take."""
        for panel, picture in pictures:
            panel.show(picture)

    def farewell(self) -> None:
        """Say on every panel that the box has stopped: the last picture stays on the glass without power cut."""
        for post in self.posts:
            texts = post.station.texts
            last = draw(Screen(head="pitboard", title=texts.say("safe_to_unplug")))
            if post.name in self.rig.panels:
                self.rig.panels[post.name].show(last)
        for lamp in self.rig.lamps.values():
            lamp.set(on=False)

    # --- what comes in ------------------------------------------------------------------------------------------

    def _reader_event(self, event: ReaderEvent, now: int) -> None:
        post = self._post(event.reader)
        match event:
            case Seen():
                if not self.saving:
                    self._tap(event, now)
                elif self._ahead is None:
                    self._ahead = event
                    post.station.signals.append("tick")
                else:
                    post.station.refuse("too_fast")
            case Crowded():
                post.station.refuse("one_card_at_a_time")
            case Unwell():
                post.station.alarm(f"reader {event.reader}", "reader_unwell", {"reader": event.reader})
            case Well():
                post.station.alarm(f"reader {event.reader}", "")
            case _:
                pass

    def _tap(self, event: Seen, now: int) -> None:
        station = self._post(event.reader).station
        self._wake(self._post(event.reader))
        component = self.lookup(event.uid)
        station.now = now
        if component is None:
            self.strangers.append(event.uid)
            station.refuse("unknown_tag")
        else:
            station.tap(component, now)

    def _wake(self, post: Post) -> None:
        """Let a panel that was spared be bright again: somebody is there. What woke it counts all the same."""
        if (panel := self.rig.panels.get(post.name)) is not None:
            panel.wake()

    def _read_keys(self, now: int) -> None:
        edges = self.rig.keys.poll() if self.rig.keys else []
        heard: list[tuple[Post, Gesture]] = []
        for post in self.posts:
            mine = [edge for edge in edges if self._owner(edge.key) is post]
            if mine:
                self._wake(post)
            heard += [(post, gesture) for gesture in _gestures(post.gestures, mine, now)]
        self._waiting += sorted(heard, key=lambda one: one[1].at)
        while self._waiting and not self.saving:
            post, gesture = self._waiting.pop(0)
            if (key := meaning(gesture)) is not None:
                by = (gesture.clock, gesture.within) if isinstance(gesture, Short) else OWN_CLOCK
                post.station.press(key, now, gesture.at, by)
                if key not in TURNING:
                    break  # the next one after what this one said is safe

    def _post(self, name: str) -> Post:
        return next((post for post in self.posts if post.name == name), self.posts[0])

    def _owner(self, key: str) -> Post:
        name, dot, _ = key.rpartition(".")
        return self._post(name) if dot else self.posts[0]

    # --- what goes out ------------------------------------------------------------------------------------------

    def _sound(self, now: int) -> None:
        for post in self.posts:
            signals, post.station.signals = post.station.signals, []
            buzzer, lamp = self.rig.buzzers.get(post.name), self.rig.lamps.get(post.name)
            if signals:
                post.blinks_until = now + BLINK_US
                if buzzer is not None:
                    buzzer.play(TUNES["refused" if "refused" in signals else signals[-1]])
            if buzzer is not None:
                buzzer.tick(now)
            if lamp is not None:
                lamp.set(post.station.awaited != (now < post.blinks_until))


def _gestures(judge: Gestures, edges: Sequence[Edge], now: int) -> list[Gesture]:
    """Only the back key means something else when it is held, so the others act as soon as they go down."""
    held = [edge for edge in edges if edge.key.rpartition(".")[2] == "back"]
    down = [
        Short(edge.key, edge.at, edge.clock, edge.within)
        for edge in edges
        if edge.pressed and edge not in held
    ]
    return [*down, *judge.feed(held), *judge.tick(now)]


def meaning(gesture: Gesture) -> Key | None:
    """What a gesture on one of the four keys means. Only the back key means something else when it is held."""
    key = gesture.key.rpartition(".")[2]
    if isinstance(gesture, Long) and key == "back":
        return "menu"
    match key:
        case "previous" | "next" | "confirm" | "back":
            return key
        case _:
            return None
