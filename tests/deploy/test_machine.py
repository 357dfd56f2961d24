"""The installer on a real Debian with a real systemd and no network: installed, killed, updated, rolled back, removed."""

from __future__ import annotations

import json
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
SETUP = "/usr/local/sbin/companion-setup"
VERSION = "BAD_INPUT = 2"


@pytest.fixture(params=["bookworm", "trixie"], ids=["debian-12", "debian-13"])
def debian(request: pytest.FixtureRequest, machine: Any) -> Any:
    """A fresh machine; skips, saying why, where there can be none."""
    machine.need(machine.TOOLS)
    hooks = ["--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr"] if request.param == "trixie" else []
    with machine.booted(machine.root_of(request.param, "--variant=minbase", *hooks)) as booted:
        shutil.copy(Path(__file__).with_name("hands.py"), booted.root / "hands.py")
        yield booted


def _bring(debian: Any, bundle: Path, name: str) -> str:
    """Carry a bundle into the machine, as a stick would; its folder there."""
    shutil.copytree(bundle, debian.root / "media" / name)
    return f"/media/{name}"


def _hands(debian: Any, *does: str) -> Any:
    """Do something at the table; the table afterwards."""
    key = debian.do("companion", "key").splitlines()[0] if does else ""
    return json.loads(debian.do("python3", "/hands.py", key, *does))


def _table(debian: Any) -> Any:
    return {name: value for name, value in _hands(debian).items() if name != "devices"}


def _kill(debian: Any) -> None:
    """As a power cut takes the service: without a word, and wait until it is there again."""
    before = debian.do("systemctl", "show", "--property", "MainPID", "--value", "companion")
    debian.do("systemctl", "kill", "--signal", "SIGKILL", "companion")
    debian.do(
        "bash",
        "-c",
        f"until p=$(systemctl show -p MainPID --value companion); [ $p != 0 ] && [ $p != {before} ]; do sleep 0.2; done",
    )
    debian.do("/usr/local/bin/companion", "wait", "--seconds", "60")


def _current(debian: Any) -> str:
    return Path(debian.do("readlink", "/opt/companion/current")).name


def test_a_machine_from_first_installation_to_removal(
    debian: Any, bundle: Path, altered: Callable[[str, str, str], Path]
) -> None:
    """What was scored is there after kills, updates and rollbacks; no version is kept that does not start."""
    first = _installed(debian, bundle)
    scored = _survives_kills(debian)
    _is_safe_after_failures(debian, scored)
    second = _updated(debian, altered("companion/cli.py", VERSION, VERSION + "\n"), first, scored)
    _refuses_a_version_that_does_not_start(debian, altered, second)
    assert _current(debian) == second
    _rolled_back(debian, first)
    assert (_current(debian), _table(debian)) == (first, scored)
    _lends_its_devices(debian)
    _damaged_settings_do_not_end_the_evening(debian)
    _removed(debian)
    assert not debian.has("/opt/companion")


def _installed(debian: Any, bundle: Path) -> str:
    """It runs as its own user, is watched, shows its address on the console, and a second installation changes nothing."""
    folder = _bring(debian, bundle, "first")
    debian.do(f"{folder}/companion-setup", "install")
    release = _current(debian)
    shown = dict(
        line.split("=", 1)
        for line in debian.do(
            "systemctl", "show", "companion", "-p", "User,Type,WatchdogUSec,NRestarts,ActiveState"
        ).splitlines()
    )
    assert shown == {"User": "companion", "Type": "notify", "WatchdogUSec": "1min", "NRestarts": "0", "ActiveState": "active"}
    assert "open http://" in debian.do("cat", "/etc/issue.d/companion.issue")
    assert stat.S_IMODE((debian.root / "var/lib/companion").stat().st_mode) == 0o750
    assert "the settings are sound" in debian.attempt("companion", "doctor").stdout
    debian.do(f"{folder}/companion-setup", "install")
    assert _current(debian) == release
    assert debian.do("bash", "-c", "ls /opt/companion/releases | wc -l") == "1"
    return release


def _survives_kills(debian: Any) -> Any:
    """A SIGKILL in mid-turn costs nothing: the roll that was made still waits for its alien."""
    _hands(debian, "begin", "turn", "roll")
    before = _table(debian)
    assert before["state"]["roll"] == 3
    assert before["seats"][0]["score"] == 2
    _kill(debian)
    assert _table(debian) == before
    return before


def _is_safe_after_failures(debian: Any, scored: Any) -> None:
    """After three starts that did not last the devices are left alone, and the page says so; systemd never gives up."""
    for _ in range(3):
        _kill(debian)
    seen = _hands(debian)
    assert [device["code"] for device in seen["devices"]] == ["safe-mode"]
    assert seen["state"] == scored["state"]
    debian.do("systemctl", "restart", "companion")
    debian.do("companion", "wait")
    assert "safe-mode" not in [device["code"] for device in _hands(debian)["devices"]]


def _updated(debian: Any, bundle: Path, first: str, scored: Any) -> str:
    """The new version has the old one's game, and the game goes on."""
    debian.do(SETUP, "update", "--bundle", _tar(debian, bundle, "second"))
    second = _current(debian)
    assert second != first
    assert _table(debian) == scored
    assert _hands(debian, "place")["seats"][1]["score"] == 2
    return second


def _tar(debian: Any, bundle: Path, name: str) -> str:
    """A bundle as one file, as it is downloaded."""
    folder = _bring(debian, bundle, name)
    debian.do("tar", "-czf", f"{folder}.tar.gz", "-C", "/media", name)
    return f"{folder}.tar.gz"


def _refuses_a_version_that_does_not_start(debian: Any, altered: Callable[[str, str, str], Path], second: str) -> None:
    """The version before runs again, with everything scored; so does it after a bundle that was cut short."""
    before = _table(debian)
    broken = _tar(
        debian, altered("companion/cli_verbs/serve.py", "    data, starts =", "    1 / 0\n    data, starts ="), "broken"
    )
    tried = debian.attempt(SETUP, "update", "--bundle", broken)
    assert tried.returncode == 1
    assert f"{second} runs again" in tried.stderr
    assert (_current(debian), _table(debian)) == (second, before)
    debian.do("bash", "-c", f"head -c 9000000 {broken} > /media/short.tar.gz")
    assert "damaged" in debian.attempt(SETUP, "update", "--bundle", "/media/short.tar.gz").stderr
    assert (_current(debian), _table(debian)) == (second, before)


def _rolled_back(debian: Any, first: str) -> None:
    """The version and the data are those before the update; what was scored since is put aside, not lost."""
    point_back = debian.attempt(SETUP, "status").stderr
    assert first in point_back
    said = debian.attempt(SETUP, "rollback")
    assert said.returncode == 0, said.stderr
    assert debian.do("bash", "-c", "ls -d /var/lib/companion-snapshots/before-rollback-*/journal.sqlite")


def _damaged_settings_do_not_end_the_evening(debian: Any) -> None:
    """A settings file that a power cut left empty: the last good one is in force, and the page says so."""
    settings = debian.root / "var/lib/companion/settings.toml"
    settings.write_bytes(b"")
    debian.do("systemctl", "restart", "companion")
    debian.do("companion", "wait")
    assert "settings-restored" in [device["code"] for device in _hands(debian)["devices"]]
    debian.do("companion", "backup", "/media/saved.zip")
    debian.do("companion", "support", "/media/support.zip")
    debian.do("companion", "restore", "/media/saved.zip")
    debian.do("companion", "wait")


def _lends_its_devices(debian: Any) -> None:
    """A recording comes out of the service's own folder and is never overwritten; the service is back after a failure."""
    recording = ("companion", "record", "/media/plate.jsonl", "--seconds", "1", "--virtual")
    debian.do(*recording)
    assert debian.do("head", "-c", "1", "/media/plate.jsonl") == "{"
    assert debian.attempt(*recording).returncode == 2
    assert "stopped meanwhile" in debian.attempt("companion", "calibrate").stderr
    debian.do("companion", "wait")


def _removed(debian: Any) -> None:
    """First all but the data, then the data too."""
    installed = ("/opt/companion", "/etc/systemd/system/companion.service", "/etc/udev/rules.d/60-companion.rules", SETUP)
    assert all(debian.has(path) for path in installed)
    debian.do(SETUP, "uninstall")
    assert not any(debian.has(path) for path in installed)
    assert debian.has("/var/lib/companion/journal.sqlite")
    assert debian.attempt("systemctl", "status", "companion").returncode == 4
    debian.do("/media/first/companion-setup", "uninstall", "--data-too")
    assert not debian.has("/var/lib/companion")
    assert debian.attempt("id", "companion").returncode == 1
