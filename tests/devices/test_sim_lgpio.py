"""The stand-in for lgpio: its own rules, and the real gpiozero and rpi-lgpio running on it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import gpiozero
import pytest

from devices.gpio import NoGpio, open_factory
from devices.sim.factory import open_sim_factory
from devices.sim.world import World

if TYPE_CHECKING:
    from collections.abc import Iterator

MILLI = 1_000_000
BOUNCE = [1000, 500, 2000, 700, 300, 900, 1500, 400]


@pytest.fixture
def world() -> Iterator[World]:
    with World() as installed:
        yield installed


@pytest.fixture
def lgpio(world: World) -> Any:
    del world
    return import_module("lgpio")


@pytest.fixture
def chip(lgpio: Any) -> Any:
    return lgpio.gpiochip_open(0)


@pytest.fixture
def factory(world: World) -> Iterator[Any]:
    opened = open_sim_factory(world.clock)
    yield opened
    opened.close()


@pytest.fixture
def rpi_gpio(world: World) -> Iterator[Any]:
    del world
    module = import_module("RPi.GPIO")
    module.setmode(module.BCM)
    yield module
    module.setwarnings(False)
    module.cleanup()


class Heard:
    """Keeps what a callback was told."""

    def __init__(self) -> None:
        self.alerts: list[tuple[int, int]] = []

    def __call__(self, chip: int, gpio: int, level: int, nanos: int) -> None:
        assert chip
        assert gpio == 17
        self.alerts.append((level, nanos // 1000))


def heard(lgpio: Any, chip: int, edges: int = 3, debounce: int = 0) -> Heard:
    lgpio.gpio_claim_alert(chip, 17, edges, lgpio.SET_PULL_UP)
    lgpio.gpio_set_debounce_micros(chip, 17, debounce)
    ear = Heard()
    lgpio.callback(chip, 17, lgpio.BOTH_EDGES, ear)
    return ear


# The chip and the module's own rules


@pytest.mark.parametrize(
    ("flag", "open_level"), [("SET_PULL_UP", 1), ("SET_PULL_DOWN", 0), ("SET_PULL_NONE", 0)]
)
def test_the_pull_decides_while_nothing_drives(
    world: World, lgpio: Any, chip: int, flag: str, open_level: int
) -> None:
    lgpio.gpio_claim_input(chip, 17, getattr(lgpio, flag))
    assert lgpio.gpio_read(chip, 17) == open_level
    world.gpio[17].drive(1 - open_level)
    assert lgpio.gpio_read(chip, 17) == 1 - open_level
    world.gpio[17].release()
    assert lgpio.gpio_read(chip, 17) == open_level


def test_a_press_closes_and_opens_at_its_times(world: World, lgpio: Any, chip: int) -> None:
    ear = heard(lgpio, chip)
    world.gpio[17].press(1000, 500)
    world.clock.spend(5 * MILLI)
    assert ear.alerts == [(0, 1000), (1, 1500)]


def test_a_bouncing_press_flaps_at_both_ends(world: World, lgpio: Any, chip: int) -> None:
    ear = heard(lgpio, chip)
    world.gpio[17].press(1000, 5000, [100, 50])
    world.clock.spend(9 * MILLI)
    assert ear.alerts == [(0, 1000), (1, 1100), (0, 1150), (1, 6000), (0, 6100), (1, 6150)]


def test_a_bounce_must_end_where_it_should(world: World) -> None:
    with pytest.raises(ValueError, match="an even number of pauses"):
        world.gpio[17].press(0, 10, [1])


@pytest.mark.parametrize(
    ("edges", "levels"), [("RISING_EDGE", [1]), ("FALLING_EDGE", [0]), ("BOTH_EDGES", [0, 1])]
)
def test_only_the_claimed_edges_alert(
    world: World, lgpio: Any, chip: int, edges: str, levels: list[int]
) -> None:
    ear = heard(lgpio, chip, getattr(lgpio, edges))
    world.gpio[17].press(1000, 500)
    world.clock.spend(5 * MILLI)
    assert [level for level, _ in ear.alerts] == levels


def test_debounce_reports_once_and_late_as_the_kernel_does(world: World, lgpio: Any, chip: int) -> None:
    ear = heard(lgpio, chip, debounce=20_000)
    world.gpio[17].press(1000, 100_000, BOUNCE)
    world.clock.spend(300 * MILLI)
    last = sum(BOUNCE)
    assert ear.alerts == [(0, 1000 + last + 20_000), (1, 101_000 + last + 20_000)]


def test_debounce_swallows_what_returns_in_time(world: World, lgpio: Any, chip: int) -> None:
    ear = heard(lgpio, chip, debounce=20_000)
    world.gpio.spike(17, 1000, 19_000)
    world.clock.spend(300 * MILLI)
    assert ear.alerts == []


def test_lost_alerts_leave_the_level_right(world: World, lgpio: Any, chip: int) -> None:
    ear = heard(lgpio, chip)
    world.gpio[17].deaf = 1
    world.gpio[17].press(1000, 500)
    world.clock.advance_to(1_200_000)
    assert lgpio.gpio_read(chip, 17) == 0
    world.clock.advance_to(2_000_000)
    assert ear.alerts == [(1, 1500)]


def test_a_cancelled_callback_hears_nothing_and_a_tally_counts(world: World, lgpio: Any, chip: int) -> None:
    ear = heard(lgpio, chip)
    counter = lgpio.callback(chip, 17)
    other = lgpio.callback(chip, 17, lgpio.BOTH_EDGES, ear)
    other.cancel()
    other.cancel()
    world.gpio[17].press(1000, 500)
    world.clock.spend(5 * MILLI)
    assert (counter.tally(), len(ear.alerts)) == (2, 2)
    counter.reset_tally()
    assert counter.tally() == 0


def test_a_freed_line_alerts_no_more(world: World, lgpio: Any, chip: int) -> None:
    ear = heard(lgpio, chip, debounce=1000)
    world.gpio[17].press(1000, 10_000)
    world.clock.advance_to(1_500_000)
    lgpio.gpio_free(chip, 17)
    world.clock.spend(50 * MILLI)
    assert ear.alerts == []


def test_outputs_are_written_and_watched(world: World, lgpio: Any, chip: int) -> None:
    seen: list[int] = []
    world.gpio[5].watch(seen.append)
    lgpio.gpio_claim_output(chip, 5, 1)
    lgpio.gpio_write(chip, 5, 0)
    lgpio.gpio_write(chip, 5, 0)
    lgpio.gpio_write(chip, 5, 1)
    assert (seen, lgpio.gpio_read(chip, 5), world.gpio[5].level) == ([1, 0, 1], 1, 1)


def test_the_mode_tells_direction_pull_use_and_edges(lgpio: Any, chip: int) -> None:
    assert lgpio.gpio_get_mode(chip, 17) == 0
    lgpio.gpio_claim_input(chip, 17, lgpio.SET_PULL_UP)
    assert lgpio.gpio_get_mode(chip, 17) == 0x121
    lgpio.gpio_claim_output(chip, 17)
    assert lgpio.gpio_get_mode(chip, 17) == 0x203
    lgpio.gpio_claim_alert(chip, 17, lgpio.FALLING_EDGE, lgpio.SET_PULL_DOWN)
    assert lgpio.gpio_get_mode(chip, 17) == 0x441 | 1 << 18
    assert lgpio.gpio_get_line_info(chip, 17)[1:] == [17, 0x441 | 1 << 18, "GPIO17", "lg"]


def test_another_handle_sees_a_line_in_use_but_not_as_its_own(lgpio: Any, chip: int) -> None:
    lgpio.gpio_claim_output(chip, 17)
    other = lgpio.gpiochip_open(0)
    assert lgpio.gpio_get_mode(other, 17) == 0x003
    with pytest.raises(lgpio.error, match="GPIO busy"):
        lgpio.gpio_claim_input(other, 17)
    lgpio.gpiochip_close(chip)
    assert lgpio.gpio_claim_input(other, 17) == 0


def test_reading_a_line_that_nobody_claimed_makes_it_an_input(lgpio: Any, chip: int) -> None:
    assert lgpio.gpio_read(chip, 9) == 0
    assert lgpio.gpio_get_mode(chip, 9) == 0x101


def test_groups_are_claimed_line_by_line(lgpio: Any, chip: int) -> None:
    lgpio.group_claim_output(chip, [5, 6, 7], [1])
    assert [lgpio.gpio_read(chip, line) for line in (5, 6, 7)] == [1, 0, 0]
    lgpio.group_claim_input(chip, [5, 6], lgpio.SET_PULL_UP)
    assert [lgpio.gpio_read(chip, line) for line in (5, 6)] == [1, 1]


WRONG = [
    ("gpiochip_open", (1,), "can not open gpiochip"),
    ("gpiochip_close", (99,), "bad handle"),
    ("gpio_claim_input", (1, 54), "bad GPIO number"),
    ("gpio_set_debounce_micros", (1, 2, 10), "GPIO not allocated"),
    ("gpio_free", (1, 2), "GPIO not allocated"),
    ("gpio_write", (1, 3, 1), "GPIO not set as an output"),
    ("tx_pwm", (1, 4, 20_000, 50), "bad PWM frequency"),
    ("tx_pwm", (1, 4, 440, 101), "bad PWM dutycycle"),
]


@pytest.mark.parametrize(("function", "arguments", "words"), WRONG)
def test_each_mistake_has_its_error(
    lgpio: Any, chip: int, function: str, arguments: tuple[int, ...], words: str
) -> None:
    assert chip == 1
    lgpio.gpio_claim_input(chip, 3)
    lgpio.gpio_claim_output(chip, 4)
    with pytest.raises(lgpio.error, match=words):
        getattr(lgpio, function)(*arguments)


def test_error_codes_have_texts(lgpio: Any) -> None:
    assert lgpio.error_text(lgpio.GPIO_BUSY) == "GPIO busy"
    assert lgpio.error_text(-1) == "unknown error"


def test_pwm_starts_and_ends(world: World, lgpio: Any, chip: int) -> None:
    lgpio.gpio_claim_output(chip, 4)
    lgpio.tx_pwm(chip, 4, 440, 50)
    assert (world.gpio[4].pwm, lgpio.tx_busy(chip, 4, lgpio.TX_PWM)) == ((440, 50), 1)
    lgpio.tx_pwm(chip, 4, 0, 0)
    assert (world.gpio[4].pwm, lgpio.tx_busy(chip, 4, lgpio.TX_PWM)) == (None, 0)


# gpiozero's real classes


def test_a_real_button_with_debounce_is_pressed_once(world: World, factory: Any) -> None:
    with gpiozero.DigitalInputDevice(17, pull_up=True, bounce_time=0.02, pin_factory=factory) as button:
        times: list[int] = []
        button.when_activated = lambda: times.append(world.clock.now())
        world.gpio[17].press(1000, 100_000, BOUNCE)
        world.clock.spend(300 * MILLI)
    assert times == [1000 + sum(BOUNCE) + 20_000]


def test_a_real_button_without_debounce_hears_every_bounce(world: World, factory: Any) -> None:
    with gpiozero.DigitalInputDevice(17, pull_up=True, pin_factory=factory) as button:
        times: list[int] = []
        button.when_activated = lambda: times.append(world.clock.now())
        world.gpio[17].press(1000, 100_000, BOUNCE)
        world.clock.spend(300 * MILLI)
    assert len(times) == len(BOUNCE) + 1


def test_the_factory_tells_virtual_time(world: World, factory: Any) -> None:
    world.clock.spend(2_500 * MILLI)
    assert factory.ticks() == 2.5
    assert factory.board_info.model == "Zero2W"


@pytest.mark.report("D16")
def test_two_worlds_do_not_meet_in_gpiozero() -> None:
    """D16: simulated pins stay claimed between tests."""
    for _ in range(50):
        with World() as world:
            factory = open_sim_factory(world.clock)
            led = gpiozero.LED(17, pin_factory=factory)
            led.on()
            assert world.gpio[17].level == 1


def test_a_pin_is_claimed_once_per_factory(factory: Any) -> None:
    with gpiozero.LED(17, pin_factory=factory), pytest.raises(gpiozero.GPIOPinInUse):
        gpiozero.LED(17, pin_factory=factory)
    gpiozero.LED(17, pin_factory=factory).close()


# rpi-lgpio, which calls itself RPi.GPIO


def test_rpi_gpio_reads_and_writes(world: World, rpi_gpio: Any) -> None:
    rpi_gpio.setup(17, rpi_gpio.IN, pull_up_down=rpi_gpio.PUD_UP)
    rpi_gpio.setup(18, rpi_gpio.OUT, initial=1)
    assert (rpi_gpio.input(17), world.gpio[18].level) == (1, 1)
    world.gpio[17].drive(0)
    rpi_gpio.output(18, 0)
    assert (rpi_gpio.input(17), world.gpio[18].level) == (0, 0)


def test_rpi_gpio_detects_edges_with_debounce(world: World, rpi_gpio: Any) -> None:
    fallen: list[int] = []
    rpi_gpio.setup(17, rpi_gpio.IN, pull_up_down=rpi_gpio.PUD_UP)
    rpi_gpio.add_event_detect(17, rpi_gpio.FALLING, callback=fallen.append, bouncetime=20)
    world.gpio[17].press(1000, 100_000, BOUNCE)
    world.clock.spend(300 * MILLI)
    assert fallen == [17]
    assert rpi_gpio.event_detected(17)


def test_rpi_gpio_makes_pwm_and_cleans_up(world: World, rpi_gpio: Any) -> None:
    rpi_gpio.setup(18, rpi_gpio.OUT)
    tone = rpi_gpio.PWM(18, 440)
    tone.start(50)
    assert world.gpio[18].pwm == (440.0, 50)
    tone.stop()
    del tone
    rpi_gpio.cleanup(18)
    assert (world.gpio[18].pwm, world.gpio[18].role) == (None, None)


# Opening the real thing


@pytest.mark.report("D12")
def test_a_chip_that_cannot_be_opened_is_one_clear_error(world: World) -> None:
    """D12: the system renumbered its chips."""
    world.gpio.missing = True
    with pytest.raises(NoGpio, match="No GPIO: can not open gpiochip"):
        open_factory(0)


@pytest.mark.report("D11")
def test_a_computer_without_gpio_packages_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """D11: no lgpio is installed."""
    with World() as world:
        monkeypatch.setitem(world.modules, "lgpio", None)
        world.uninstall()
        with world, pytest.raises(NoGpio, match=r"the Python module lgpio is not installed\. On a Raspberry"):
            open_factory()


@pytest.mark.report("D13")
@pytest.mark.parametrize(
    ("outside", "wanted"),
    [
        ({"LG_WD": "/somewhere"}, "/somewhere"),
        ({"RUNTIME_DIRECTORY": "/run/pitboard:/run/other"}, "/run/pitboard"),
        ({}, "/temporary"),
    ],
)
def test_lgpio_puts_its_helper_file_where_one_may_write(
    world: World, monkeypatch: pytest.MonkeyPatch, outside: dict[str, str], wanted: str
) -> None:
    """D13: the working directory of a service is read-only."""
    del world
    monkeypatch.setattr("tempfile.gettempdir", lambda: "/temporary")
    monkeypatch.setenv("LG_WD", "")
    environment = {**outside}
    monkeypatch.setattr("os.environ", environment)
    open_factory(0).close()
    assert environment["LG_WD"] == wanted
