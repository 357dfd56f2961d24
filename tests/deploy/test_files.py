"""The installer's own files: scripts without traps, a settings file that documents every key, a whole bundle."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from companion.service.settings import Settings, settings_in

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
SCRIPTS = [DEPLOY / "companion-setup", DEPLOY / "companion-command", ROOT / "run", ROOT / ".ci" / "run"]


def test_shell_scripts_have_no_known_traps() -> None:
    """Nothing is left for shellcheck to say; skips where it is not installed."""
    if shutil.which("shellcheck") is None:
        pytest.skip("no shellcheck on this machine")
    done = subprocess.run(["shellcheck", "-x", "-a", *SCRIPTS], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("verb", ["install", "update", "rollback", "uninstall"])
def test_what_needs_root_says_how(verb: str) -> None:
    """One line with the command to give, and nothing is touched."""
    command = ["setpriv", "--reuid=65534", "--clear-groups", "bash", str(DEPLOY / "companion-setup"), verb]
    if shutil.which("setpriv") is None:
        pytest.skip("no setpriv on this machine")
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"companion-setup: this needs the system's permission: sudo companion-setup {verb}\n"


def test_an_unknown_verb_lists_the_known_ones() -> None:
    """Exit code 1 and the help."""
    done = subprocess.run([DEPLOY / "companion-setup", "fly"], check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "companion-setup rollback" in done.stderr
    assert done.stderr.endswith("companion-setup: unknown verb: fly\n")


def _documented() -> dict[str, str]:
    text = (DEPLOY / "settings.toml").read_text()
    return dict(re.findall(r"^#(\w+) = (.+)$", text, re.MULTILINE))


def test_the_settings_file_documents_every_key() -> None:
    """Each key the service knows, and no other, with words above it."""
    assert set(_documented()) == {field.name for field in dataclasses.fields(Settings)} - {"data"}
    blocks = (DEPLOY / "settings.toml").read_text().strip().split("\n\n")[1:]
    assert all(block.startswith("# ") for block in blocks)


def test_the_documented_defaults_are_the_defaults(tmp_path: Path) -> None:
    """As shipped the file changes nothing; its lines put in force change nothing either, but for those that have no default."""
    assert settings_in(tmp_path, (DEPLOY / "settings.toml").read_text()) == Settings(tmp_path)
    plain = Settings(tmp_path)
    has_default = {name: value for name, value in _documented().items() if getattr(plain, name) is not None}
    assert settings_in(tmp_path, "\n".join(f"{name} = {value}" for name, value in has_default.items())) == plain
    every = "\n".join(f"{name} = {value}" for name, value in _documented().items())
    assert settings_in(tmp_path, every) != plain


def test_the_announcement_is_well_formed() -> None:
    """One service of type http on the port that the installer fills in."""
    service = ET.fromstring((DEPLOY / "avahi.xml").read_text())
    assert [part.text for part in service.iter("type")] == ["_http._tcp"]
    assert [part.text for part in service.iter("port")] == ["@PORT@"]


def test_a_lock_for_another_machine_has_its_packages_and_hashes(bundling: Any) -> None:
    """Markers are decided for the machine that shall run it, not for the one that makes the bundle."""
    lock = "numpy==1 ; python_full_version < '3.12' \\\n    --hash=sha256:aa\nnumpy==2 ; python_full_version >= '3.12' \\\n"
    lock += "    --hash=sha256:bb \\\n    --hash=sha256:cc\nidna==3 \\\n    --hash=sha256:dd\n"
    older, newer = (list(bundling.lock_for(bundling.Target.parse(f"aarch64-{python}"), lock)) for python in ("3.11", "3.13"))
    assert older == ["numpy==1 --hash=sha256:aa", "idna==3 --hash=sha256:dd"]
    assert newer == ["numpy==2 --hash=sha256:bb --hash=sha256:cc", "idna==3 --hash=sha256:dd"]


@pytest.mark.parametrize("text", ["armv7l-3.11", "aarch64-3.10", "aarch64", ""])
def test_a_target_that_no_supported_system_is_is_refused(bundling: Any, text: str) -> None:
    """One line, exit code 2."""
    with pytest.raises(ValueError, match="no target"):
        bundling.Target.parse(text)
    assert bundling.main([text]) == 2


def test_the_bundle_carries_what_the_installer_lays(bundling: Any) -> None:
    """Every file of ours that the script names is in the bundle."""
    named = set(
        re.findall(r'"\$(?:from|bundle/deploy|CODE/current/deploy)[/"]*(?:/)?([\w.-]+\.[a-z]+|companion-[a-z]+)"?', _setup())
    )
    assert named
    assert named | {f"lib/{path.name}" for path in (DEPLOY / "lib").iterdir()} <= set(bundling.FILES)


def _setup() -> str:
    return "".join(path.read_text() for path in (DEPLOY / "companion-setup", *sorted((DEPLOY / "lib").iterdir())))


def test_every_setting_of_the_page_is_toml() -> None:
    """The file as shipped parses to nothing."""
    assert tomllib.loads((DEPLOY / "settings.toml").read_text()) == {}


def test_a_change_of_any_file_of_ours_is_another_release(bundling: Any, tmp_path: Path) -> None:
    """A new unit with the same code must be laid too; the same state is the same release."""
    for name in ("wheels", "deploy"):
        (tmp_path / name).mkdir()
    (tmp_path / "wheels" / "tabletop_companion-0.1.0-py3-none-any.whl").write_text("code")
    (tmp_path / "requirements.lock").write_text("lock")
    (tmp_path / "deploy" / "companion.service").write_text("unit")
    first = bundling.release_of(tmp_path)
    assert first.startswith("0.1.0-")
    assert bundling.release_of(tmp_path) == first
    (tmp_path / "deploy" / "companion.service").write_text("another unit")
    assert bundling.release_of(tmp_path) != first


def test_no_script_grows_too_long() -> None:
    """What passes 400 lines is nobody's to read."""
    scripts = [DEPLOY / "companion-setup", DEPLOY / "companion-command", *(DEPLOY / "lib").iterdir()]
    assert [path.name for path in scripts if len(path.read_text().splitlines()) > 400] == []
