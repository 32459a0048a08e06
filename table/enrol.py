"""Guided enrolment at the box: the panel and the terminal name a component, a tag is laid down, the next one follows.

Keys: ● leaves a component without a tag, ↩ takes the last step back, ↩ held ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from devices.gestures import Gestures
from devices.ports import Crowded, Seen, Tone
from table.box import meaning
from table.draw import draw
from table.screen import Screen

if TYPE_CHECKING:
    from collections.abc import Callable

    from devices.rig import Rig
    from table.enrolment import Enrolment, Outcome
    from table.station import Key
    from table.texts import Texts

GOOD = (Tone(1800, 40), Tone(2700, 60))
BAD = (Tone(400, 90), Tone(0, 40), Tone(300, 140))


class EnrolBox:
    """Drives an enrolment from a rig. Call `step` in a loop until `over`; *say* gets every line for the terminal."""

    def __init__(
        self, rig: Rig, enrolment: Enrolment, texts: Texts, game: str, say: Callable[[str], None]
    ) -> None:
        self.rig = rig
        self.enrolment = enrolment
        self.texts = texts
        self.game = game
        self.say = say
        self.over = False
        self._last = ""
        self._gestures = Gestures()
        self._ask()

    def step(self) -> None:
        """Look at every wire once and show where things stand."""
        now = self.rig.clock.now()
        for reader in self.rig.readers:
            for event in reader.poll():
                if isinstance(event, Seen):
                    self._take(self.enrolment.present(event.uid))
                elif isinstance(event, Crowded):
                    self._tell(self.texts.say("one_card_at_a_time"))
        edges = self.rig.keys.poll() if self.rig.keys else []
        for gesture in (*self._gestures.feed(edges), *self._gestures.tick(now)):
            self._press(meaning(gesture))
        for buzzer in self.rig.buzzers.values():
            buzzer.tick(now)
        for panel in self.rig.panels.values():
            panel.show(draw(self.screen()))
        self.over = self.over or self.enrolment.finished

    def screen(self) -> Screen:
        """Return what the panel shows: which component, how far, and what came of the last tag."""
        done, total = self.enrolment.progress
        current = self.enrolment.current
        title = (
            self._label(current[0])
            if current
            else self.texts.say("enrol_finished", {"done": done, "total": total})
        )
        return Screen(
            head=self.texts.say("enrol_title"),
            badge=f"{done}/{total}",
            title=title,
            body=(self._last,) if self._last else (),
            foot=self.texts.say("enrol_keys"),
        )

    def _press(self, key: Key | None) -> None:
        match key:
            case "confirm":
                self._take(self.enrolment.skip())
            case "back":
                self._take(self.enrolment.back())
            case "menu":
                self.over = True
            case _:
                pass

    # --- helpers ------------------------------------------------------------------------------------------------

    def _take(self, outcome: Outcome) -> None:
        good = outcome.kind in ("stored", "skipped", "back", "finished")
        for buzzer in self.rig.buzzers.values():
            buzzer.play(GOOD if good else BAD)
        named = {
            **outcome.args,
            **{k: self._label(v) for k, v in outcome.args.items() if k in ("component", "known")},
        }
        self._tell(self.texts.say(outcome.key, named) if self.texts.has(outcome.key) else outcome.text)
        self._ask()

    def _tell(self, line: str) -> None:
        self._last = line
        self.say(f"  {line}")

    def _ask(self) -> None:
        current = self.enrolment.current
        if current is not None:
            done, total = self.enrolment.progress
            self.say(f"{done + 1} of {total}: {self._label(current[0])}")

    def _label(self, component: str) -> str:
        return self.texts.name(component, self.game)
