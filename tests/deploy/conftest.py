"""What the installer's tests share: the helpers beside this file, and bundles of this checkout."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
TARGETS = ("x86_64-3.11", "x86_64-3.13", "aarch64-3.11")


def _load(name: str, path: Path) -> ModuleType:
    """A module that lies in no package."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def machine() -> ModuleType:
    """Containers with a real systemd."""
    return _load("deploy_machine", Path(__file__).with_name("machine.py"))


@pytest.fixture
def paper(tmp_path: Path) -> Any:
    """A machine on paper, with nothing installed on it."""
    return _load("deploy_paper", Path(__file__).with_name("paper.py")).make(tmp_path)


@pytest.fixture(scope="session")
def bundling() -> ModuleType:
    """What makes bundles."""
    return _load("deploy_make_bundle", ROOT / "deploy" / "make_bundle.py")


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
