"""The settings file: defaults, every key checked, unknown ones refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.service.settings import SETTINGS_FILE, Settings, SettingsError, load_settings


def _write(folder: Path, text: str) -> Path:
    (folder / SETTINGS_FILE).write_text(text)
    return folder


def test_no_file_means_defaults(tmp_path: Path) -> None:
    """A fresh folder needs no settings."""
    assert load_settings(tmp_path) == Settings(tmp_path)


def test_every_key_is_taken(tmp_path: Path) -> None:
    """What the file says is what the service gets."""
    text = 'host = "127.0.0.1"\nport = 81\nallowed_hosts = ["pi.lan"]\npower_off = ["poweroff"]\nlog_level = "info"\n'
    text += 'serial_ports = ["/dev/ttyAMA0"]\nplate = "k7f2q9ab"\ndie = "d1"\ncells_mm = [[60, 0], [-30, 52.5], [-30, -52.5]]\n'
    text += 'board = "mine"\nbuttons = true\ntilt_bus = 1\ntilt_address = 0x19\n'
    cells_mm = ((60.0, 0.0), (-30.0, 52.5), (-30.0, -52.5))
    devices = (("/dev/ttyAMA0",), "k7f2q9ab", "d1", cells_mm, "mine", True, 1, 25)
    expected = Settings(tmp_path, "127.0.0.1", 81, ("pi.lan",), ("poweroff",), "info", *devices)
    assert load_settings(_write(tmp_path, text)) == expected


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("colour = 1", 'unknown key "colour"'),
        ("port = ", "not valid TOML"),
        ("port = 70000", '"port" must be'),
        ("port = true", '"port" must be'),
        ('power_off = "poweroff"', '"power_off" must be'),
        ('log_level = "loud"', '"log_level" must be'),
        ("host = 1", '"host" must be'),
        ('serial_ports = "/dev/ttyUSB0"', '"serial_ports" must be'),
        ("cells_mm = [[1, 2], [3, 4]]", '"cells_mm" must be'),
        ("cells_mm = [[1, 2], [1, 2], [3, 4]]", '"cells_mm" must be'),
        ("cells_mm = [[1, 2], [5, nan], [3, 4]]", '"cells_mm" must be'),
        ("cells_mm = [[1, 2], [5, 6, 7], [3, 4]]", '"cells_mm" must be'),
        ("buttons = 1", '"buttons" must be'),
        ("tilt_bus = true", '"tilt_bus" must be'),
        ("tilt_address = 83", '"tilt_address" must be'),
    ],
)
def test_a_wrong_file_gives_one_line(tmp_path: Path, text: str, part: str) -> None:
    """One line names the file, the key and what it should be."""
    with pytest.raises(SettingsError) as caught:
        load_settings(_write(tmp_path, text))
    assert part in str(caught.value)
    assert SETTINGS_FILE in str(caught.value)
    assert "\n" not in str(caught.value)
