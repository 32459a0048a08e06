"""Teaching a pack at the terminal: what a rulebook can learn is asked one value after the other (pure part).

Knows no game: a rulebook offers lessons, each answer is checked at once, and the pack grows with every whole lesson.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.ask import IllegalAnswer, Value
from engine.lessons import Field, Lesson, check, check_field, put, wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.lessons import Lesson as _Lesson

    Lessons = Callable[[Mapping[str, Any]], tuple[_Lesson, ...]]
    """Gives the lessons of a pack; refuses (SetupError) a pack that does not fit."""


class Teaching:
    """Goes through what nobody has taught yet. `pack` are the tables so far, `changes` counts whole lessons.

    What was skipped is not asked again. Call `give` with what somebody typed, `skip` to leave a component out,
    `back` to begin it anew.
    """

    def __init__(self, lessons: Lessons, pack: Mapping[str, Any]) -> None:
        self.pack = dict(pack)
        self.changes = 0
        self._lessons = lessons
        self._skipped: set[str] = set()
        self._given: dict[str, Value] = {}
        self._open = self._next()

    @property
    def lesson(self) -> Lesson | None:
        """The component that is being taught; None when nothing is left."""
        return self._open

    @property
    def field(self) -> Field | None:
        """The value that is asked for."""
        if self._open is None:
            return None
        return next(field for field in wanted(self._open, self._given) if field.name not in self._given)

    @property
    def left(self) -> int:
        """How many components are not taught."""
        return sum(not lesson.taught for lesson in self._lessons(self.pack))

    def give(self, text: str) -> None:
        """Take what somebody typed for the open value.

        Raises:
            IllegalAnswer: it is out of its range; the same value is still asked for.
            SetupError: the pack does not fit with it; the component is asked for anew.

        """
        lesson, field = self._open, self.field
        if lesson is None or field is None:
            raise IllegalAnswer("nothing_to_teach")
        value = parse(field, text)
        check_field(field, value, lesson.rules)
        self._given[field.name] = value
        if any(one.name not in self._given for one in wanted(lesson, self._given)):
            return
        taught: Value = self._given if field.name else value
        self._given = {}
        check(lesson, taught)
        grown = put(self.pack, lesson, taught)
        self._lessons(grown)
        self.pack = grown
        self.changes += 1
        self._open = self._next()

    def skip(self) -> None:
        """Leave the open component untaught."""
        if self._open is not None:
            self._skipped.add(self._open.component)
            self.back()

    def back(self) -> None:
        """Forget what was given of the open component."""
        self._given = {}
        self._open = self._next()

    def _next(self) -> Lesson | None:
        left = (lesson for lesson in self._lessons(self.pack) if not lesson.taught)
        return next((lesson for lesson in left if lesson.component not in self._skipped), None)


def parse(field: Field, text: str) -> Value:
    """Read typed text as a field's kind wants it; what does not look like it is left for the check to refuse."""
    text = text.strip()
    match field.kind:
        case "number":
            return _number(text)
        case "numbers":
            return [_number(part) for part in text.replace(",", " ").split()]
        case "lines":
            return [completed(line.strip(), field.options) for line in text.split(";") if line.strip()]
        case "choice":
            return next((option for option in field.options if option.lower() == text.lower()), text)
        case "text":
            return text


def completed(line: str, words: Sequence[str]) -> str:
    """Write out the first word of a line where it is the beginning of only one of some words."""
    first, gap, rest = line.partition(" ")
    found = [word for word in words if word.startswith(first.lower())]
    return f"{found[0]}{gap}{rest}" if len(found) == 1 else line


def _number(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdecimal() else text
