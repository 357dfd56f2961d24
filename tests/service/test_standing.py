"""What keeps an installed service standing: settings, starts, signs of life, the supply, its own screen."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from companion.cli_verbs import wait
from companion.devices.supply import Supply
from companion.events import Health
from companion.service.compose import bare_runtime
from companion.service.files import write_whole
from companion.service.keys import KeyRing
from companion.service.runtime import OwnKey
from companion.service.settings import SETTINGS_FILE, Settings, SettingsError
from companion.service.settings_kept import (
    LAST_GOOD_FILE,
    settings_for_safe_start,
    settings_for_start,
    settings_in_force,
)
from companion.service.starts import Starts
from companion.service.supply_watch import supply_watch
from companion.service.watchdog import interval_s, keep_telling
from companion.service.welcome import CONSOLE_FILE, Welcome, welcome_text

GOOD = "port = 81\n"


def _await(is_so: Callable[[], bool], otherwise: str) -> None:
    """Wait for what another thread does."""
    deadline_s = time.monotonic() + 30.0
    while not is_so() and time.monotonic() < deadline_s:
        time.sleep(0.01)
    assert is_so(), otherwise


def _settings(folder: Path, text: bytes) -> Path:
    (folder / SETTINGS_FILE).write_bytes(text)
    return folder


@pytest.mark.parametrize("damage", [b"", b"\0" * 40, b"port = ", b"\xff\xfe\x00"])
def test_damaged_settings_start_with_the_last_good_ones(tmp_path: Path, damage: bytes) -> None:
    """An empty, zeroed, cut or undecodable file: those used last are in force, and one line says so."""
    assert settings_for_start(_settings(tmp_path, GOOD.encode())).problem is None
    in_use = settings_for_start(_settings(tmp_path, damage))
    assert in_use.settings.port == 81
    assert in_use.problem is not None
    assert in_use.problem.endswith("The settings used last are in force.")
    assert "\n" not in in_use.problem
    assert (tmp_path / LAST_GOOD_FILE).read_text() == GOOD


def test_an_empty_file_that_was_never_good_means_defaults_and_says_so(tmp_path: Path) -> None:
    """A power cut during the installation does not keep the service down."""
    in_use = settings_for_start(_settings(tmp_path, b""))
    assert (in_use.settings, in_use.problem is None) == (Settings(tmp_path), False)


@pytest.mark.parametrize("wrong", [b"colour = 1\n", b"port = true\n"])
def test_a_mistake_is_refused_but_does_not_keep_a_failing_service_down(tmp_path: Path, wrong: bytes) -> None:
    """A person who mistypes is told; after repeated failure the last good settings are better than none."""
    settings_for_start(_settings(tmp_path, GOOD.encode()))
    _settings(tmp_path, wrong)
    with pytest.raises(SettingsError):
        settings_for_start(tmp_path)
    assert settings_for_safe_start(tmp_path).settings.port == 81


def test_good_settings_are_copied_once(tmp_path: Path) -> None:
    """The card is written only where the copy differs; no file means defaults, whatever the copy says."""
    settings_for_start(_settings(tmp_path, GOOD.encode()))
    before = (tmp_path / LAST_GOOD_FILE).stat().st_ino
    settings_for_start(tmp_path)
    assert (tmp_path / LAST_GOOD_FILE).stat().st_ino == before
    (tmp_path / SETTINGS_FILE).unlink()
    assert settings_for_start(tmp_path).settings == Settings(tmp_path)


def test_the_fourth_start_after_three_that_failed_is_without_devices(tmp_path: Path) -> None:
    """Failures count in a row and within minutes; one start that lasted forgets them."""
    now = [100.0]
    starts = Starts(tmp_path, lambda: now[0])
    assert [starts.begin() for _ in range(5)] == [False, False, False, True, True]
    starts.lasted()
    assert starts.begin() is False
    starts.begin()
    starts.begin()
    now[0] += 3600.0
    assert starts.begin() is False


def test_without_a_folder_of_systemd_no_start_is_counted() -> None:
    """By hand nothing is remembered."""
    starts = Starts(None)
    assert [starts.begin() for _ in range(6)] == [False] * 6
    starts.lasted()


def test_a_damaged_count_is_no_count(tmp_path: Path) -> None:
    """What keeps the service standing must not be what keeps it down."""
    (tmp_path / "starts").write_bytes(b"\0\0x")
    assert Starts(tmp_path).begin() is False


def test_a_service_without_devices_is_tapped_and_says_why(tmp_path: Path) -> None:
    """The table works, and its only device is the reason."""
    runtime = bare_runtime(Settings(tmp_path), [Health("devices", "machine", "fault", "safe-mode")])
    runtime.start()
    try:
        _, view = asyncio.run(runtime.table.snapshot())
        assert [(device["kind"], device["code"]) for device in view["devices"]] == [("machine", "safe-mode")]
        assert runtime.devices() == []
    finally:
        runtime.stop()


def test_systemd_hears_a_sign_of_life_only_after_the_table_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that hangs is silence, which systemd ends."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(2.0)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "30000")
        answered = 0

        async def twice() -> None:
            nonlocal answered
            answered += 1
            if answered > 2:
                await asyncio.Event().wait()

        async def while_it_hangs() -> None:
            every_s = interval_s()
            assert every_s == pytest.approx(0.01)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(keep_telling(every_s, twice), 0.2)

        asyncio.run(while_it_hangs())
        manager.setblocking(False)
        assert [manager.recv(99) for _ in range(2)] == [b"WATCHDOG=1"] * 2
        with pytest.raises(BlockingIOError):
            manager.recv(99)


@pytest.mark.parametrize(("patience", "pid", "expected"), [("", "", None), ("60000000", "1", None), ("60000000", None, 20.0)])
def test_only_the_watched_process_gives_signs(
    monkeypatch: pytest.MonkeyPatch, patience: str, pid: str | None, expected: float | None
) -> None:
    """A child that inherits the environment is not the one systemd watches."""
    monkeypatch.setenv("WATCHDOG_USEC", patience)
    if pid is None:
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
    else:
        monkeypatch.setenv("WATCHDOG_PID", pid)
    assert interval_s() == expected


def _pi(root: Path, alarm: str) -> Supply:
    sensor = root / "sys/class/hwmon/hwmon1"
    sensor.mkdir(parents=True)
    (sensor / "name").write_text("rpi_volt\n")
    (sensor / "in0_lcrit_alarm").write_text(alarm + "\n")
    return Supply(root)


def test_a_weak_supply_is_said_once(tmp_path: Path) -> None:
    """The first dip puts it on the page; a good supply, or a machine that does not know, says nothing."""
    told: list[Health] = []
    supply = _pi(tmp_path, "0")
    watch = supply_watch(told.append, supply, every_s=0.01)
    watch.start()
    time.sleep(0.05)
    assert told == []
    (tmp_path / "sys/class/hwmon/hwmon1/in0_lcrit_alarm").write_text("1\n")
    _await(lambda: bool(told), "the dip was not told")
    watch.stop()
    assert told == [Health("supply", "machine", "fault", "supply-weak")]
    elsewhere = supply_watch(told.append, Supply(tmp_path / "none"))
    elsewhere.start()
    elsewhere.stop()
    assert len(told) == 1


def test_the_screen_shows_the_address_by_ip_first_and_never_the_key_in_words() -> None:
    """The key is in the picture only: nobody types it, and nobody reads it over a shoulder."""
    text = welcome_text(["http://192.0.2.7:8080/#k=SECRETSECRET", "http://companion.local:8080/#k=SECRETSECRET"])
    assert text.index("192.0.2.7") < text.index("companion.local")
    assert "SECRET" not in text
    assert "▀" in text


def test_the_screen_follows_and_is_cleared(tmp_path: Path) -> None:
    """Written with the key for root alone, and gone when the service stops."""
    welcome = Welcome(tmp_path, "127.0.0.1", 8080, lambda: "k" * 22, every_s=0.01)
    welcome.start()
    _await((tmp_path / CONSOLE_FILE).exists, "the screen's text was not written")
    assert "127.0.0.1:8080" in (tmp_path / CONSOLE_FILE).read_text()
    assert (tmp_path / CONSOLE_FILE).stat().st_mode & 0o777 == 0o600
    welcome.stop()
    assert not (tmp_path / CONSOLE_FILE).exists()


def test_a_restart_shows_the_key_it_showed(tmp_path: Path) -> None:
    """So a service that restarts a hundred times in a night has not pushed out the tablets' keys; a revoked one is replaced."""
    ring, kept = KeyRing(tmp_path / "keys.json"), tmp_path / "own-key"
    tablet = ring.mint()
    shown = {OwnKey(ring, kept)() for _ in range(100)}
    assert len(shown) == 1
    assert ring.holds(tablet)
    ring.renew()
    assert OwnKey(ring, kept)() not in shown
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_file_is_the_old_one_or_the_new_one(tmp_path: Path) -> None:
    """What a power cut left of a write is overwritten, and a write that fails leaves the old file."""
    path = tmp_path / "x.toml"
    (tmp_path / "x.toml.new").write_text("half of")
    write_whole(path, "whole")
    assert path.read_text() == "whole"
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\ud800")
    assert path.read_text() == "whole"


@pytest.fixture
def unused_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_waiting_ends_in_time_and_says_so(capsys: pytest.CaptureFixture[str], unused_port: int) -> None:
    """A script gets 1 and a person a command."""
    assert wait.run(Namespace(seconds=0.0, data=None, host=None, port=unused_port)) == 1
    assert "journalctl" in capsys.readouterr().out


class _Healthy(BaseHTTPRequestHandler):
    """Answers as a service that is well."""

    def do_GET(self) -> None:
        """Say the version."""
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"version": "v"}')

    def log_message(self, *_: object) -> None:
        """Keep the test's output clean."""


@pytest.fixture
def on_one_address() -> Iterator[int]:
    """The port of a service that listens on 127.0.0.2 and on nothing else."""
    with HTTPServer(("127.0.0.2", 0), _Healthy) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize("name", [SETTINGS_FILE, LAST_GOOD_FILE])
def test_waiting_asks_where_the_settings_say(tmp_path: Path, name: str, on_one_address: int) -> None:
    """A service on one address answers on no other; with a damaged file it listens by the settings used last."""
    (tmp_path / SETTINGS_FILE).write_bytes(b"")
    (tmp_path / name).write_text(f'host = "127.0.0.2"\nport = {on_one_address}\n')
    assert wait.run(Namespace(seconds=0.0, data=str(tmp_path), host=None, port=None)) == 0


def test_settings_in_force_are_told_without_writing(tmp_path: Path) -> None:
    """Who only asks leaves the folder as it is, and gets the defaults where nothing can be read."""
    assert settings_in_force(tmp_path).port == 8080
    (tmp_path / SETTINGS_FILE).write_text("port = 9000\n")
    assert settings_in_force(tmp_path).port == 9000
    (tmp_path / SETTINGS_FILE).write_text("no toml")
    assert settings_in_force(tmp_path).port == 8080
    assert [path.name for path in tmp_path.iterdir()] == [SETTINGS_FILE]


def test_the_screen_tries_again_after_a_full_disk(tmp_path: Path) -> None:
    """A key that cannot be kept once does not end the thread: the address is there after the next look."""
    looks = iter([OSError(28, "No space left on device"), "k" * 22])

    def key() -> str:
        got = next(looks, "k" * 22)
        if isinstance(got, OSError):
            raise got
        return got

    welcome = Welcome(tmp_path, "127.0.0.1", 8080, key, every_s=0.01)
    welcome.start()
    _await((tmp_path / CONSOLE_FILE).exists, "the screen's text was not written")
    welcome.stop()
    assert next(looks, None) is None, "the disk was full once, and the key was kept at the next look"
