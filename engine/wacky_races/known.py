"""The board the program knows: all tiles are known, so it computes every position itself (3.3, 3.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import TABLE, ask, confirm, known, tell
from engine.wacky_races import arrivals, by_hand, course, dastardly, moving, neutrals, steps
from engine.wacky_races.race import survey
from engine.wacky_races.track import FINISH, PLACES

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.wacky_races.pack import Step
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Car, Phase
    from engine.wacky_races.steps import Effect


class KnownBoard:
    """Nineteen known tiles behind the starting board."""

    def survey(self, race: Race) -> tuple[str, int]:
        """Read the marks off the course."""
        return survey(race.pack, race.options.grid_terrain == "wild", tuple(race.state.course))

    def place(self, car: Car) -> str:
        """Return the slot or tile a car stands on."""
        return PLACES[car.position]

    def travel(self, race: Race, car: Car, spaces: int, *rules: str) -> Script[bool]:
        """Move a car to the next free space and so on (WR-MOVE-01)."""
        return moving.advance(race, car, spaces, *rules)

    def exchange(self, race: Race, car: Car, other: Car, *rules: str) -> Script[None]:
        """Exchange two positions (WR-MOVE-11)."""
        return moving.change_places(race, car, other, *rules)

    def arrive(self, race: Race, car: Car, *, traps: bool, tiles: bool) -> Script[None]:
        """Look at trap and tile under a car (WR-MOVE-14)."""
        return arrivals.look(race, car, traps=traps, tiles=tiles)

    def trap_under(self, race: Race, car: Car) -> str:
        """Return the tile a car stands on."""
        del race
        return PLACES[car.position]

    def last(self, race: Race) -> Script[list[Car]]:
        """Return the cars with the smallest position (WR-TRACK-03)."""
        last = race.last()
        return known([car for car in race.racing() if car.position == last])

    def nearest_behind(self, race: Race, car: Car, most: int) -> Script[list[Car]]:
        """Return the nearest cars behind; level cars are not behind (WR-PRIM-04)."""
        return known(steps.nearest_behind(race, car, most))

    def in_reach(self, race: Race, car: Car, step: Step) -> Script[list[Car]]:
        """Return the cars near enough on the right side; level ones are not (WR-PRIM-11)."""
        return known(steps.in_reach(race, car, step))

    def swap_tiles(self, effect: Effect, step: Step) -> Script[None]:
        """Exchange two tiles of the course (WR-PRIM-12)."""
        return steps.swap_known_tiles(effect, step)

    def set_down(self, race: Race, car: Car) -> Script[None]:
        """Ask for the new place (WR-PRIM-15)."""
        return by_hand.set_down(race, car)

    def displaced(self, cars: list[Car], before: dict[str, int]) -> list[Car]:
        """Return the cars whose position is another one (WR-MOVE-12)."""
        return [car for car in cars if car.position not in (before[car.racer], FINISH)]

    def trap_places(self, race: Race) -> dict[str, int]:
        """Return the tiles that may bear a trap (WR-INV-06)."""
        return by_hand.trappable(race)

    def place_of_dastardly(self, race: Race) -> str:
        """Return space 00 or a tile."""
        return PLACES[race.state.dastardly]

    def dastardly(self, race: Race, kind: str) -> Script[None]:
        """Compute his stop (WR-DD-06)."""
        return dastardly.seek(race, kind)

    def next_neutral(self, race: Race, phase: Phase) -> Script[None]:
        """Move the foremost of those still to move (WR-NEUT-07)."""
        return neutrals.next_move(race, phase)

    def tell_revealed(self, race: Race, phase: Phase, kind: str) -> Script[None]:
        """Name the neutrals that move (WR-NEUT-09, -10, -12)."""
        del race
        rules = ("WR-NEUT-09", "WR-NEUT-10") if phase.rest else ("WR-NEUT-12",)
        yield from tell("revealed", rules=rules, kind=kind, number=phase.reveals, racers=list(phase.rest))

    def draw_up(self, race: Race) -> Script[None]:
        """Lay nineteen tiles (WR-SETUP-22, -26)."""
        return course.lay_course(race)

    def set_off(self, race: Race) -> Script[None]:
        """Compare the line once when it was laid by hand (step 9 of 4.1)."""
        if race.options.course == "scanned":
            yield from ask(lambda: confirm(TABLE, "course_ready", rules=("WR-SETUP-27",), resumes=True))


KNOWN = KnownBoard()
