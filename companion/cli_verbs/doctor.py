"""`companion doctor`: what it sees, line by line; exit 1 when something needs a hand."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import platform
import shutil
import sqlite3
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from companion import __version__
from companion.cli_verbs.console import say
from companion.cli_verbs.doctor_devices import devices
from companion.cli_verbs.finding import Finding
from companion.devices.faults import fault_text
from companion.games.boards import load_any
from companion.games.contract import SetUpError
from companion.service.addresses import lan_address, near_host, page_url, page_urls
from companion.service.calibrations import CalibrationShelf
from companion.service.places import Places
from companion.service.settings import Settings, SettingsError, data_folder, load_settings
from companion.service.settings_kept import settings_in_force
from companion.service.static import DASHBOARD
from companion.table.clock import is_kept

__all__ = ["Finding", "examine", "run"]

_LITTLE_SPACE_MB = 200
_ANSWER_S = 2.0
_CLOCK_SET_AFTER = datetime(2025, 1, 1, tzinfo=UTC)


def run(args: argparse.Namespace) -> int:
    """Print the findings."""
    worst = 0
    for finding in examine(data_folder(args.data)):
        worst = max(worst, finding.level == "bad")
        if args.json:
            say(json.dumps({"level": finding.level, "what": finding.what, "advice": finding.advice}))
        else:
            say(f"[{finding.level:4}] {finding.what}" + (f"\n       -> {finding.advice}" if finding.advice else ""))
    return int(worst)


def examine(data: Path) -> Iterator[Finding]:
    """Everything worth knowing; nothing is changed."""
    yield Finding("ok", f"companion {__version__}, Python {platform.python_version()}, {platform.machine()}")
    yield _calendar()
    yield from _page()
    yield from _folder(data)
    settings, finding = _settings(data)
    yield finding
    yield from _reachable(settings)
    served = list(_running(settings))
    yield from served or (Finding("note", f"no companion answers on port {settings.port}", "Start it with companion serve."),)
    if not served:  # a running service has the devices open and has told how they are
        yield from devices(settings)


def _calendar() -> Finding:
    now = datetime.now(UTC)
    if now < _CLOCK_SET_AFTER:
        advice = "Connect to a network once so that it is set; scores do not need it."
        return Finding("note", f"the clock says {now:%Y-%m-%d}", advice)
    if not is_kept():
        advice = "Connect to a network once. Scores do not need it, and their dates are put right afterwards."
        return Finding(
            "note", f"the clock says {now:%Y-%m-%d %H:%M} UTC, but nothing has set it since this machine started", advice
        )
    return Finding("ok", f"the clock says {now:%Y-%m-%d %H:%M} UTC")


def _page() -> Iterator[Finding]:
    for name in ("index.html", "vendor"):
        if not (DASHBOARD / name).exists():
            yield Finding("bad", f"the page lacks {name}", "Install the package again; in a checkout, run ./run demo once.")
    if importlib.util.find_spec("uvloop") is None:
        yield Finding("note", "uvloop is not installed", "Not needed; it only saves a little processor time.")


def _folder(data: Path) -> Iterator[Finding]:
    if not data.is_dir():
        yield Finding("note", f"{data} does not exist yet", "companion serve makes it.")
        return
    free_mb = shutil.disk_usage(data).free // 2**20
    if free_mb < _LITTLE_SPACE_MB:
        yield Finding("bad", f"{data}: only {free_mb} MB free", "Make room; without it nothing can be recorded.")
    else:
        yield Finding("ok", f"{data}: {free_mb} MB free")
    yield from _mount(data)
    yield from _files(Places(data))


def _mount(data: Path, mounts: Path = Path("/proc/self/mounts")) -> Iterator[Finding]:
    """Options under which a power cut damages a database that was brought to the disk."""
    try:
        rows = [line.split() for line in mounts.read_text().splitlines()]
    except OSError:
        return
    place = data.resolve()
    holders = [row for row in rows if place.is_relative_to(row[1])]
    options = max(holders, key=lambda row: len(row[1]))[3].split(",") if holders else []
    for option in ("data=writeback", "nobarrier", "barrier=0"):
        if option in options:
            what = f"{data}: its disk is mounted with {option}; a power cut can damage the journal"
            yield Finding(
                "bad", what, "Remove that option in /etc/fstab or the kernel's command line, and restart the machine."
            )


def _files(places: Places) -> Iterator[Finding]:
    if places.journal.exists():
        yield _journal(places.journal)
    yield from _calibrations(CalibrationShelf(places.calibrations))
    for path in sorted(places.boards.glob("*.toml")):
        try:
            load_any(path)
        except SetUpError as error:
            yield Finding("bad", str(error), "Correct the file, or survey the ship again.")


def _calibrations(shelf: CalibrationShelf) -> Iterator[Finding]:
    if not shelf.devices():
        yield Finding("note", "no calibration yet", "Calibrate on the page (Calibrate the plate), or with companion calibrate.")
    for device in shelf.devices():
        kept = shelf.load(device)
        if kept.code is None:
            yield Finding("ok", f"{device} is calibrated")
        else:
            text = fault_text(kept.code)
            yield Finding("bad", f"{shelf.file(device)}: {text.meaning}", text.do)


def _journal(path: Path) -> Finding:
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            verdict = db.execute("PRAGMA integrity_check").fetchone()[0]
            games = db.execute("SELECT count(*) FROM game").fetchone()[0]
    except sqlite3.Error as error:
        verdict, games = str(error), 0
    if verdict == "ok":
        return Finding("ok", f"the journal is sound and holds {games} games")
    return Finding(
        "bad", f"the journal is damaged: {verdict}", "Keep the file, and bring a backup back with companion restore."
    )


def _settings(data: Path) -> tuple[Settings, Finding]:
    try:
        return load_settings(data), Finding("ok", "the settings are sound")
    except SettingsError as error:
        return settings_in_force(data), Finding("bad", str(error), "Correct that line.")


def _reachable(settings: Settings) -> Iterator[Finding]:
    if lan_address() is None:
        yield Finding("note", "no network: tablets cannot reach this machine", "Join the home Wi-Fi.")
    if settings.host in ("127.0.0.1", "::1", "localhost"):
        yield Finding("bad", f"no tablet reaches me: host is {settings.host}", 'Set host = "0.0.0.0" in settings.toml.')
        return
    yield Finding("ok", "tablets reach me at " + ", ".join(page_urls(settings.host, settings.port)))


def _running(settings: Settings) -> Iterator[Finding]:
    """Ask the running service, if there is one, about its devices; each fault in the words of the fault dictionary."""
    page = page_url(near_host(settings.host), settings.port)
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with straight.open(page + "api/snapshot", timeout=_ANSWER_S) as answer:
            table = json.load(answer)["table"]
        with straight.open(page + "api/health", timeout=_ANSWER_S) as answer:
            numbers = {row["device"]: row for row in json.load(answer)["devices"]}
    except (OSError, ValueError, KeyError):
        return
    yield Finding("ok", f"a companion answers on port {settings.port}; the table is in phase {table['phase']}")
    for device in table["devices"]:
        yield _device(device, numbers.get(device["device"], {}))


def _device(device: Mapping[str, Any], numbers: Mapping[str, Any]) -> Finding:
    what = f"{device['kind']} {numbers.get('node') or device['device']}: {device['state']}"
    told = "".join(f"; {part}" for part in _numbers(numbers))
    if device["code"] is None:
        return Finding("ok", what + told)
    text = fault_text(device["code"])
    level: Literal["note", "bad"] = "note" if device["state"] == "searching" else "bad"
    return Finding(level, f"{what} ({text.code}): {text.meaning}{told}", text.do)


def _numbers(row: Mapping[str, Any]) -> Iterator[str]:
    """Rate, age, noise, drift and what was counted, as far as it is known."""
    if row.get("sps") is not None:
        yield f"{row['sps']:g} samples/s"
    if row.get("age_ms") is not None:
        yield f"last sample {row['age_ms']:.0f} ms ago"
    if row.get("noise"):
        yield f"noise {_list(row['noise'])} counts"
    if row.get("drift_per_min"):
        yield f"drift {_list(row['drift_per_min'])} counts/min"
    if row.get("others"):
        yield f"also connected and not used: {', '.join(row['others'])}"
    yield from (f"{name} {count}" for name, count in row.get("counts", {}).items() if count)


def _list(values: Iterable[float]) -> str:
    return ", ".join(f"{value:g}" for value in values)
