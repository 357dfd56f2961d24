"""Make a bundle that `companion-setup` installs without a network: our wheel, every wheel the lock pins, pip and these files.

`./run bundle [TARGET ...]` writes dist/companion-bundle-RELEASE.tar.gz. A target is a machine and a Python, such as
aarch64-3.11 (Raspberry Pi OS 12), aarch64-3.13 (13), x86_64-3.11 (Debian 12), x86_64-3.13 (13); none: all four.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pip
from pip._vendor.packaging.markers import Marker

ROOT = Path(__file__).resolve().parent.parent
LOCK = "requirements.lock"
FILES = (
    "60-companion.rules",
    "README.md",
    "avahi.xml",
    "companion-command",
    "companion-console.path",
    "companion-console.service",
    "companion-kiosk.service",
    "companion-setup",
    "companion.service",
    "lib/checks.sh",
    "lib/data.sh",
    "lib/release.sh",
    "lib/switch.sh",
    "lib/system.sh",
    "power-off.rules",
    "settings.toml",
)
PLATFORMS = ("manylinux_2_28", "manylinux_2_27", "manylinux_2_17", "manylinux2014")


class Target(NamedTuple):
    """A machine and a Python that runs there."""

    machine: str
    python: str

    @classmethod
    def parse(cls, text: str) -> Target:
        """From MACHINE-PYTHON; ValueError for what no system we support has."""
        machine, _, python = text.partition("-")
        if machine not in ("aarch64", "x86_64") or python not in ("3.11", "3.12", "3.13"):
            raise ValueError(f"{text}: no target; such as aarch64-3.11 or x86_64-3.13")
        return cls(machine, python)

    def applies(self, marker: str) -> bool:
        """Whether a requirement with this marker is one for this target."""
        there = {
            "python_version": self.python,
            "python_full_version": f"{self.python}.0",
            "platform_machine": self.machine,
            "sys_platform": "linux",
            "platform_system": "Linux",
            "os_name": "posix",
            "implementation_name": "cpython",
            "platform_python_implementation": "CPython",
        }
        return not marker or Marker(marker).evaluate(there)

    def pip_options(self) -> list[str]:
        """What makes pip fetch for this target instead of for itself."""
        abi = "cp" + self.python.replace(".", "")
        platforms = [option for name in PLATFORMS for option in ("--platform", f"{name}_{self.machine}")]
        abis = [option for name in (abi, "abi3", "none") for option in ("--abi", name)]
        return [*platforms, *abis, "--implementation", "cp", "--python-version", self.python]


ALL = tuple(Target(machine, python) for machine in ("aarch64", "x86_64") for python in ("3.11", "3.13"))


def lock_for(target: Target, lock: str) -> Iterator[str]:
    """The requirements of the lock that apply to `target`, without their markers, which pip would hold against this machine."""
    for block in re.split(r"\n(?=\S)", lock.strip()):
        head, *hashes = block.replace("\\\n", "\n").splitlines()
        name, _, marker = head.partition(";")
        if not head.startswith("#") and target.applies(marker.strip()):
            yield " ".join([name.strip(), *(line.strip() for line in hashes)])


def _pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check", *arguments], check=True)


def _fetch(target: Target, wheels: Path, scratch: Path) -> None:
    wanted = scratch / "wanted.txt"
    wanted.write_text("\n".join(lock_for(target, (ROOT / LOCK).read_text())) + "\n")
    options = ["--no-deps", "--require-hashes", "--only-binary=:all:", *target.pip_options()]
    _pip("download", *options, "--dest", str(wheels), "-r", str(wanted))


def release_of(folder: Path) -> str:
    """The version and a hash of all that is ours in the bundle, so that two states of one version are two releases."""
    wheel = next((folder / "wheels").glob("tabletop_companion-*.whl"))
    told = hashlib.sha256()
    for path in (wheel, folder / LOCK, *sorted(path for path in (folder / "deploy").rglob("*") if path.is_file())):
        told.update(path.read_bytes())
    return f"{wheel.name.split('-')[1]}-{told.hexdigest()[:8]}"


def gather(folder: Path, targets: Iterable[Target], scratch: Path) -> str:
    """Everything a bundle holds, in `folder`; the release's name."""
    wheels = folder / "wheels"
    wheels.mkdir(parents=True)
    _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels), str(ROOT))
    for target in targets:
        _fetch(target, wheels, scratch)
    _pip("download", "--no-deps", "--only-binary=:all:", "--dest", str(folder), f"pip=={pip.__version__}")
    shutil.copy(ROOT / LOCK, folder)
    (folder / "deploy" / "lib").mkdir(parents=True)
    for name in FILES:
        shutil.copy(ROOT / "deploy" / name, folder / "deploy" / name)
    shutil.copy(ROOT / "deploy" / "companion-setup", folder)
    release = release_of(folder)
    (folder / "RELEASE").write_text(release + "\n")
    sign(folder)
    return release


def sign(folder: Path) -> None:
    """List the hash of every file, so that a bundle that was copied badly is noticed before anything is installed."""
    (folder / "SHA256SUMS").unlink(missing_ok=True)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n" for path in files]
    (folder / "SHA256SUMS").write_text("".join(lines))


def make(targets: Sequence[Target], out: Path) -> Path:
    """Write the bundle into `out`; its path."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="companion-bundle-") as scratch:
        folder = Path(scratch) / "bundle"
        release = gather(folder, targets, Path(scratch))
        path = out / f"companion-bundle-{release}.tar.gz"
        fresh = path.with_name(path.name + ".new")
        with tarfile.open(fresh, "w:gz", compresslevel=1) as box:
            box.add(folder, f"companion-bundle-{release}")
        fresh.replace(path)
    return path


def main(arguments: Sequence[str]) -> int:
    """Make it, and say where it is."""
    try:
        targets = [Target.parse(text) for text in arguments] or list(ALL)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    path = make(targets, ROOT / "dist")
    sys.stdout.write(f"{path} ({path.stat().st_size / 1e6:.0f} MB, for {', '.join('-'.join(target) for target in targets)})\n")
    sys.stdout.write("On the machine that shall run it: sudo deploy/companion-setup install --bundle FILE\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
