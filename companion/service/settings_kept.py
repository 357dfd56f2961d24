"""The settings a start uses, and a copy of the last good ones beside them, so that a damaged file does not end the evening."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.service.files import write_whole
from companion.service.settings import (
    SETTINGS_FILE,
    DamagedSettingsError,
    Settings,
    SettingsError,
    load_settings,
    read_settings,
    settings_in,
)

__all__ = ["LAST_GOOD_FILE", "InUse", "settings_for_safe_start", "settings_for_start", "settings_in_force"]

LAST_GOOD_FILE = "settings.last-good.toml"


@dataclass(frozen=True, slots=True)
class InUse:
    """The settings, and, where they are not those of the file, one line that says what was wrong with it."""

    settings: Settings
    problem: str | None = None


def settings_for_start(data: Path) -> InUse:
    """The file's settings, which are then kept; the kept ones when the file is damaged.

    SettingsError with one line where a person has to correct the file first.
    """
    try:
        return _of_the_file(data)
    except DamagedSettingsError as error:
        return _last_good(data, error)


def settings_for_safe_start(data: Path) -> InUse:
    """The same after starts that failed: the kept ones also where the file is wrong, since starting is better than not."""
    try:
        return _of_the_file(data)
    except SettingsError as error:
        return _last_good(data, error)


def _of_the_file(data: Path) -> InUse:
    text = read_settings(data / SETTINGS_FILE)
    settings = Settings(data) if text is None else settings_in(data, text)
    if text is not None:
        _keep(data / LAST_GOOD_FILE, text)
    return InUse(settings)


def settings_in_force(data: Path) -> Settings:
    """What a service on this folder goes by, for who asks it: as at its start, but nothing is written and nothing refused."""
    try:
        return load_settings(data)
    except SettingsError as error:
        try:
            return _last_good(data, error).settings
        except (SettingsError, OSError):
            return Settings(data)


def _last_good(data: Path, error: SettingsError) -> InUse:
    try:
        text = read_settings(data / LAST_GOOD_FILE)
        if text is not None:
            return InUse(settings_in(data, text), f"{error} The settings used last are in force.")
    except SettingsError:
        pass
    if (data / SETTINGS_FILE).stat().st_size == 0:
        return InUse(Settings(data), f"{error} The defaults are in force.")
    raise error


def _keep(copy: Path, text: str) -> None:
    """Write the copy only where it differs: a card wears by writing."""
    try:
        if read_settings(copy) == text:
            return
    except SettingsError:
        pass
    write_whole(copy, text)
