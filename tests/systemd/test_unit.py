"""The service's unit, users and device rules, checked by systemd's own tools without a running systemd."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNIT = SYSTEMD / "pitboard.service"
RULES = SYSTEMD / "70-pitboard.rules"
SYSUSERS = SYSTEMD / "pitboard.sysusers.conf"
HIGHEST_EXPOSURE = 20  # tenths, as --threshold would take them
RULE_PART = re.compile(r'(?P<key>[A-Z]+)(?:\{\w+\})?(?P<operator>==|\+=|=)"(?P<value>[^"]*)"')


def tool(name: str) -> str:
    """The path of one of systemd's tools; without it the test is skipped."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is missing; on Debian: apt install systemd")
    return found


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)  # noqa: S603 - our own words


def settings(name: str) -> list[str]:
    """What the unit says about one key, line by line."""
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    return [line.split("=", 1)[1] for line in lines if line.startswith(f"{name}=")]


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The unit as it will be on a box, but for the program, which must exist where it is verified."""
    text = UNIT.read_text(encoding="utf-8")
    here = tmp_path / UNIT.name
    here.write_text(text.replace("/opt/pitboard/bin/pitboard", sys.executable), encoding="utf-8")
    return here


def verify(unit: Path) -> str:
    """What systemd-analyze has against a unit. It exits with 0 even for keys it does not know, but says so."""
    found = run(tool("systemd-analyze"), "verify", "--man=no", unit)
    return found.stdout + found.stderr


def test_systemd_has_nothing_against_the_unit(installed: Path) -> None:
    assert verify(installed) == ""


@pytest.mark.parametrize("line", ["[Service]\nProtectEverything=yes", "[Service]\nWatchdogSec=soon"])
def test_a_wrong_line_would_be_noticed(installed: Path, line: str) -> None:
    installed.write_text(f"{installed.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    assert line.split("\n")[1].split("=")[0 if "Protect" in line else 1] in verify(installed)


def test_the_exposure_is_at_most_two() -> None:
    found = run(
        tool("systemd-analyze"), "security", "--offline=true", f"--threshold={HIGHEST_EXPOSURE}", UNIT
    )
    assert found.returncode == 0, found.stdout


def test_the_wires_are_open_and_nothing_else_is() -> None:
    found = run(tool("systemd-analyze"), "security", "--offline=true", "--json=short", UNIT)
    devices = next(line for line in json.loads(found.stdout) if line["json_field"] == "DeviceAllow")
    opened = set(re.findall(r"char-[\w]+:\w+", devices["description"]))
    assert opened == {"char-153:rw", "char-89:rw", "char-166:rw", "char-gpiochip:rw", "char-rtc:r"}


@pytest.mark.report("F08")
def test_the_service_waits_for_no_network() -> None:
    """F08: a start that depends on "network online" may never come."""
    text = UNIT.read_text(encoding="utf-8")
    assert not re.search(r"^(After|Wants|Requires|BindsTo)=.*network", text, re.MULTILINE)


@pytest.mark.report("F01")
def test_the_service_waits_for_no_device() -> None:
    """F01: a unit that needs a device node fails when the node comes late; the program waits for it instead."""
    text = UNIT.read_text(encoding="utf-8")
    assert not re.search(r"^(After|Wants|Requires|BindsTo)=.*\.device|^Condition|^Assert", text, re.MULTILINE)


@pytest.mark.report("F09")
def test_the_service_writes_utf_8_whatever_the_locale() -> None:
    """F09: under a non-UTF-8 locale, a name with an accent cannot be printed or saved."""
    assert "PYTHONUTF8=1" in settings("Environment")


def test_lgpio_gets_a_folder_it_may_write_in() -> None:
    assert "LG_WD=%t/pitboard" in settings("Environment")
    assert settings("RuntimeDirectory") == ["pitboard"]
    assert settings("WorkingDirectory") == [f"%S/{settings('StateDirectory')[0]}"]


@pytest.mark.report("F04")
def test_a_crash_loop_is_slow_and_ends() -> None:
    """F04: a service that restarts at once reaches its limit in seconds and then stays dead."""
    assert settings("Restart") == ["on-failure"]
    pause, starts = int(settings("RestartSec")[0].removesuffix("s")), int(settings("StartLimitBurst")[0])
    window = 60 * int(settings("StartLimitIntervalSec")[0].removesuffix("min"))
    assert 60 <= pause * starts < window


def test_the_user_and_the_groups_of_the_unit_can_be_made(tmp_path: Path) -> None:
    folder = tmp_path / "usr/lib/sysusers.d"
    folder.mkdir(parents=True)
    (tmp_path / "etc").mkdir()
    shutil.copy(SYSUSERS, folder / "pitboard.conf")
    made = run(tool("systemd-sysusers"), f"--root={tmp_path}")
    assert made.returncode == 0, made.stderr
    groups = dict(line.split(":x:") for line in (tmp_path / "etc/group").read_text(encoding="utf-8").split())
    joined = {name for name, members in groups.items() if members.endswith(":pitboard")}
    assert joined == set(settings("SupplementaryGroups")[0].split())
    assert settings("User")[0] in (tmp_path / "etc/passwd").read_text(encoding="utf-8")


def udev_lines() -> list[str]:
    lines = RULES.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("line", udev_lines())
def test_every_device_rule_matches_something_and_gives_it_to_a_group_of_the_service(line: str) -> None:
    parts = [RULE_PART.fullmatch(part) for part in line.split(", ")]
    assert None not in parts
    found = [(part["key"], part["operator"], part["value"]) for part in parts if part]
    assert ("SUBSYSTEM", "==") in [part[:2] for part in found]
    assert ("MODE", "=", "0660") in found
    groups = [value for key, operator, value in found if (key, operator) == ("GROUP", "=")]
    assert len(groups) == 1
    assert groups[0] in settings("SupplementaryGroups")[0].split()
