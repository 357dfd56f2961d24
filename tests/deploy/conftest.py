"""What the installer's tests share: the helpers beside this file, and bundles of this checkout."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from _beside import load

ROOT = Path(__file__).resolve().parents[2]
TARGETS = ("x86_64-3.11", "x86_64-3.13", "aarch64-3.11")


@pytest.fixture(scope="session")
def machine() -> ModuleType:
    """Containers with a real systemd."""
    return load("deploy_machine", Path(__file__).with_name("machine.py"))


@pytest.fixture
def paper(tmp_path: Path) -> Any:
    """A machine on paper, with nothing installed on it."""
    return load("deploy_paper", Path(__file__).with_name("paper.py")).make(tmp_path)


@pytest.fixture(scope="session")
def bundling() -> ModuleType:
    """What makes bundles."""
    return load("deploy_make_bundle", ROOT / "deploy" / "make_bundle.py")


@pytest.fixture(scope="session")
def bundle(bundling: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a bundle of this checkout; skips where nothing can be fetched."""
    folder: Path = tmp_path_factory.mktemp("bundle") / "bundle"
    try:
        bundling.gather(folder, [bundling.Target.parse(text) for text in TARGETS], tmp_path_factory.mktemp("scratch"))
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no bundle can be made here: {error}")
    return folder


@pytest.fixture(scope="session")
def altered(bundling: ModuleType, bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str, str], Path]:
    """Make a further release of the bundle in which a text of one of its modules is another."""

    def alter(module: str, old: str, new: str) -> Path:
        folder: Path = tmp_path_factory.mktemp("further") / "bundle"
        shutil.copytree(bundle, folder, copy_function=_link)
        wheel = next((folder / "wheels").glob("tabletop_companion-*.whl"))
        _rewrite(wheel, module, old, new)
        (folder / "RELEASE").unlink()
        (folder / "RELEASE").write_text(bundling.release_of(folder) + "\n")
        bundling.sign(folder)
        return folder

    return alter


def _link(source: str, target: str) -> None:
    Path(target).hardlink_to(source)


def _rewrite(wheel: Path, module: str, old: str, new: str) -> None:
    fresh = wheel.with_suffix(".new")
    with zipfile.ZipFile(wheel) as before, zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as after:
        for entry in before.infolist():
            data = before.read(entry)
            if entry.filename == module:
                assert old.encode() in data
                data = data.replace(old.encode(), new.encode())
            after.writestr(entry, data)
    wheel.unlink()
    fresh.rename(wheel)
