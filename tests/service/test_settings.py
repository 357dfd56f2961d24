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
    expected = Settings(tmp_path, "127.0.0.1", 81, ("pi.lan",), ("poweroff",), "info")
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
    ],
)
def test_a_wrong_file_gives_one_line(tmp_path: Path, text: str, part: str) -> None:
    """One line names the file, the key and what it should be."""
    with pytest.raises(SettingsError) as caught:
        load_settings(_write(tmp_path, text))
    assert part in str(caught.value)
    assert SETTINGS_FILE in str(caught.value)
    assert "\n" not in str(caught.value)
