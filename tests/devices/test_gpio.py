"""Opening GPIO: whatever is missing is one error, with a cause, a remedy, and a key for other languages."""

from __future__ import annotations

import pytest

from devices.gpio import NoGpio, open_factory


def refusal(monkeypatch: pytest.MonkeyPatch, fault: Exception) -> NoGpio:
    def refuse(name: str) -> None:
        del name
        raise fault

    monkeypatch.setattr("devices.gpio.import_module", refuse)
    with pytest.raises(NoGpio) as refused:
        open_factory()
    return refused.value


def test_a_missing_module_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    found = refusal(monkeypatch, ModuleNotFoundError("No module named 'lgpio'", name="lgpio"))
    assert "the Python module lgpio is not installed" in str(found)
    assert "install pitboard[pi]" in str(found)
    assert (found.key, found.said) == ("no_gpio_module", {"module": "lgpio"})


def test_a_chip_that_does_not_open_is_told_in_the_systems_words(monkeypatch: pytest.MonkeyPatch) -> None:
    found = refusal(monkeypatch, RuntimeError("'can not open gpiochip'"))
    assert "may this user open /dev/gpiochip*" in str(found)
    assert (found.key, found.said) == ("no_gpio_chip", {"why": "'can not open gpiochip'"})
