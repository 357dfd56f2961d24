"""Settings: one TOML file in the data folder. An unknown key is refused with one line, never ignored."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["SETTINGS_FILE", "Settings", "SettingsError", "data_folder", "load_settings"]

SETTINGS_FILE = "settings.toml"


class SettingsError(ValueError):
    """The settings file cannot be used; the message is one line that says what to change."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What an owner may set. `power_off` is the command (argv) behind "switch off safely"; empty: not allowed."""

    data: Path
    host: str = "0.0.0.0"  # noqa: S104 -- tablets on the LAN are the purpose
    port: int = 8080
    allowed_hosts: tuple[str, ...] = ()
    power_off: tuple[str, ...] = ()
    log_level: str = "warning"


def data_folder(given: str | None) -> Path:
    """The data folder: as given, else COMPANION_DATA, else a folder of the user."""
    chosen = given or os.environ.get("COMPANION_DATA")
    return Path(chosen) if chosen else Path.home() / ".local" / "share" / "tabletop-companion"


def load_settings(data: Path) -> Settings:
    """Read DATA/settings.toml (absent: all defaults); SettingsError with one line when it does not fit."""
    path = data / SETTINGS_FILE
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings(data)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: cannot be read ({error})") from None
    try:
        return Settings(data, **{name: _checked(path, name, value) for name, value in tomllib.loads(text).items()})
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path}: not valid TOML: {error}") from None


def _port(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= 65535 else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _texts(value: Any) -> tuple[str, ...] | None:
    return tuple(value) if isinstance(value, list) and all(isinstance(v, str) and v for v in value) else None


def _level(value: Any) -> str | None:
    return value if value in ("debug", "info", "warning", "error") else None


_SHAPES = {
    "host": (_text, 'an address such as "0.0.0.0"'),
    "port": (_port, "a number from 0 to 65535"),
    "allowed_hosts": (_texts, 'a list of names such as ["companion.lan"]'),
    "power_off": (_texts, 'a command as a list such as ["systemctl", "poweroff"]'),
    "log_level": (_level, '"debug", "info", "warning" or "error"'),
}


def _checked(path: Path, name: str, value: Any) -> Any:
    if name not in _SHAPES:
        raise SettingsError(f'{path}: unknown key "{name}"; known are {", ".join(sorted(_SHAPES))}')
    read, shape = _SHAPES[name]
    good = read(value)
    if good is None:
        raise SettingsError(f'{path}: "{name}" must be {shape}')
    return good
