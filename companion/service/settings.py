"""Settings: one TOML file in the data folder. An unknown key is refused with one line, never ignored."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.devices.lis3dh import ADDRESSES as TILT_ADDRESSES
from companion.devices.serial_ship import CORNERS_MM

__all__ = [
    "SETTINGS_FILE",
    "DamagedSettingsError",
    "Settings",
    "SettingsError",
    "data_folder",
    "load_settings",
    "read_settings",
    "settings_in",
]

SETTINGS_FILE = "settings.toml"
TILT_ADDRESS = TILT_ADDRESSES[0]
_MOST_CELLS = 4
_WIDEST_MM = 500.0


class SettingsError(ValueError):
    """The settings file cannot be used; the message is one line that says what to change."""


class DamagedSettingsError(SettingsError):
    """Nobody wrote this on purpose: the file is empty, unreadable or no TOML."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What an owner may set; `deploy/settings.toml` has a line on each.

    `power_off` is the command (argv) behind "switch off safely"; empty: not allowed. `serial_ports` empty: every USB one.
    `plate` and `die` are nodes' own names; None takes any. `tilt_bus` is an I2C bus of this machine; None: no sensor there.
    """

    data: Path
    host: str = "0.0.0.0"  # noqa: S104 -- tablets on the LAN are the purpose
    port: int = 8080
    allowed_hosts: tuple[str, ...] = ()
    power_off: tuple[str, ...] = ()
    log_level: str = "warning"
    serial_ports: tuple[str, ...] = ()
    plate: str | None = None
    die: str | None = None
    cells_mm: tuple[tuple[float, float], ...] = CORNERS_MM
    board: str | None = None
    buttons: bool = False
    tilt_bus: int | None = None
    tilt_address: int = TILT_ADDRESS


def data_folder(given: str | None) -> Path:
    """The data folder: as given, else COMPANION_DATA, else a folder of the user."""
    chosen = given or os.environ.get("COMPANION_DATA")
    return Path(chosen) if chosen else Path.home() / ".local" / "share" / "tabletop-companion"


def load_settings(data: Path) -> Settings:
    """Read DATA/settings.toml (absent: all defaults); SettingsError with one line when it does not fit."""
    text = read_settings(data / SETTINGS_FILE)
    return Settings(data) if text is None else settings_in(data, text)


def read_settings(path: Path) -> str | None:
    """The text of a settings file, None where there is none; DamagedSettingsError when it is empty or cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise DamagedSettingsError(
            f"{path}: cannot be read ({error}). Correct it, or move it away to use the defaults."
        ) from None
    if not text:
        raise DamagedSettingsError(f"{path}: empty (0 bytes). Write the settings again, or remove it to use the defaults.")
    return text


def settings_in(data: Path, text: str) -> Settings:
    """The settings that a text says; SettingsError with one line when it does not fit."""
    path = data / SETTINGS_FILE
    try:
        return Settings(data, **{name: _checked(path, name, value) for name, value in tomllib.loads(text).items()})
    except tomllib.TOMLDecodeError as error:
        raise DamagedSettingsError(f"{path}: not valid TOML: {error}. Correct that line.") from None


def _port(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= 65535 else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _texts(value: Any) -> tuple[str, ...] | None:
    return tuple(value) if isinstance(value, list) and all(isinstance(v, str) and v for v in value) else None


def _level(value: Any) -> str | None:
    return value if value in ("debug", "info", "warning", "error") else None


def _flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _bus(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= 255 else None


def _address(value: Any) -> int | None:
    return value if type(value) is int and value in TILT_ADDRESSES else None


def _cells(value: Any) -> tuple[tuple[float, float], ...] | None:
    if not isinstance(value, list) or not 3 <= len(value) <= _MOST_CELLS or not all(_is_place(v) for v in value):
        return None
    cells = tuple((float(x), float(y)) for x, y in value)
    return cells if len(set(cells)) == len(cells) else None


def _is_place(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(v) in (int, float) and abs(v) <= _WIDEST_MM for v in value)


_SHAPES: Mapping[str, tuple[Callable[[Any], Any], str]] = {
    "host": (_text, 'an address such as "0.0.0.0"'),
    "port": (_port, "a number from 0 to 65535"),
    "allowed_hosts": (_texts, 'a list of names such as ["companion.lan"]'),
    "power_off": (_texts, 'a command as a list such as ["systemctl", "poweroff"]'),
    "log_level": (_level, '"debug", "info", "warning" or "error"'),
    "serial_ports": (_texts, 'a list of device files or patterns such as ["/dev/ttyUSB*"]'),
    "plate": (_text, "the plate node's own name, as companion doctor tells it"),
    "die": (_text, "the die node's own name, as companion doctor tells it"),
    "cells_mm": (
        _cells,
        f"3 to {_MOST_CELLS} different places [x, y] in mm from the plate's centre, in the converters' order",
    ),
    "board": (_text, "the name of a board file in the folder boards, without .toml"),
    "buttons": (_flag, "true or false"),
    "tilt_bus": (_bus, "the number of an I2C bus, such as 1"),
    "tilt_address": (_address, "24 or 25 (0x18 or 0x19)"),
}


def _checked(path: Path, name: str, value: Any) -> Any:
    if name not in _SHAPES:
        raise SettingsError(f'{path}: unknown key "{name}"; known are {", ".join(sorted(_SHAPES))}')
    read, shape = _SHAPES[name]
    good = read(value)
    if good is None:
        raise SettingsError(f'{path}: "{name}" must be {shape}')
    return good
