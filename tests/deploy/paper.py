"""A machine on paper: the installer's own scripts on folders below a temporary one, with fakes of what needs a system."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
PLACES = re.compile(r"(?<![\w.])/(etc|opt|run|usr/local|var/lib|var/tmp)/")
OURS = (
    "companion-setup",
    "companion-command",
    "lib/checks.sh",
    "lib/data.sh",
    "lib/release.sh",
    "lib/switch.sh",
    "lib/system.sh",
)

# Each notes its call, and fails where a file named after it lies in the folder `fails`.
FAKE = """#!/bin/sh
echo "{name} $*" >>"$PAPER/calls"
if [ -e "$PAPER/fails/{name}" ] && echo "$*" | grep -q -- "$(cat "$PAPER/fails/{name}")"; then exit 1; fi
{does}
"""
REAL = 'exec "$(PATH=/usr/sbin:/usr/bin:/sbin:/bin command -v {name})" "$@"'
FAKES = {
    "id": "echo 0",
    "getent": "exit 0",
    "usermod": "",
    "udevadm": "",
    "chown": "",
    "journalctl": "echo a line of the log",
    "mountpoint": '[ -e "$PAPER/mounted" ]',
    "sync": "",
    "cp": REAL.format(name="cp"),
    "mv": REAL.format(name="mv"),
    "df": '[ ! -e "$PAPER/full" ] || { echo Avail; echo 5; exit; }\n' + REAL.format(name="df"),
    "install": """for word do shift
case $word in -o|-g) skip=1 ;; *) [ "$skip" = 1 ] || set -- "$@" "$word"; skip=0 ;; esac; done
exec /usr/bin/install "$@\"""",
    "systemctl": """case $* in
"show --property NRestarts"*) echo 0 ;;
"start companion.service") [ -e "$PAPER/var/lib/companion-snapshots/bringing-back" ] || touch "$PAPER/runs" ;;
"stop companion.service") rm -f "$PAPER/runs" ;;
"is-active "*) if [ -e "$PAPER/runs" ]; then echo active; else echo inactive; exit 3; fi ;;
esac""",
    "setpriv": 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
}
# A release: it runs unless a file says otherwise, and notes in the data that it did.
PROGRAM = """#!/bin/sh
case $1 in
wait) [ -e "$PAPER/runs" ] || exit 1
  echo "{name}" >>"$COMPANION_DATA/touched"
  [ ! -e "$(dirname "$0")/../broken" ] ;;
key) echo KEY; echo http://192.0.2.7:8080/ ;;
*) exec sh "$PAPER/program" "$@" ;;
esac
"""


@dataclass(frozen=True)
class Paper:
    """The machine; `root` has its folders."""

    root: Path

    @property
    def data(self) -> Path:
        """The service's data."""
        return self.root / "var/lib/companion"

    @property
    def snapshots(self) -> list[str]:
        """The names of all copies of the data."""
        return sorted(path.name for path in (self.root / "var/lib/companion-snapshots").iterdir())

    @property
    def runs(self) -> bool:
        """Whether the service does."""
        return (self.root / "runs").exists()

    def calls(self, name: str) -> list[str]:
        """What a fake was called with."""
        lines = (self.root / "calls").read_text().splitlines()
        return [line.removeprefix(name + " ") for line in lines if line.startswith(name + " ")]

    def points(self, name: str) -> str:
        """The release that `current` or `previous` is."""
        return (self.root / "opt/companion" / name).readlink().name

    def fail(self, name: str, when: str = "") -> None:
        """Let a command fail whenever its arguments match."""
        (self.root / "fails" / name).write_text(when)

    def mend(self) -> None:
        """No command fails any more."""
        for path in (self.root / "fails").iterdir():
            path.unlink()

    def bundle(self, release: str, *, named: str | None = None) -> Path:
        """A bundle whose release is made already, as on a machine where it was installed once."""
        made = self.root / "opt/companion/releases" / release
        shutil.copytree(self.root / "deploy", made / "deploy", dirs_exist_ok=True)
        (made / "bin").mkdir(exist_ok=True)
        _script(made / "bin/companion", PROGRAM.format(name=release))
        (made / ".complete").touch()
        folder = self.root / "bundles" / release
        shutil.copytree(self.root / "deploy", folder / "deploy", dirs_exist_ok=True)
        (folder / "RELEASE").write_text((named or release) + "\n")
        (folder / "SHA256SUMS").write_text("")
        subprocess.run("sha256sum RELEASE >SHA256SUMS", shell=True, check=True, cwd=folder)
        subprocess.run(["tar", "-czf", f"{folder}.tar.gz", "-C", folder.parent, release], check=True)
        return Path(f"{folder}.tar.gz")

    def break_release(self, release: str) -> None:
        """Let it not start."""
        (self.root / "opt/companion/releases" / release / "broken").touch()

    def _environment(self) -> dict[str, str]:
        path = f"{self.root / 'fakes'}:{os.environ['PATH']}"
        return {"PAPER": str(self.root), "PATH": path, "TMPDIR": str(self.root / "var/tmp")}

    def setup(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the installer."""
        command = ["bash", self.root / "deploy/companion-setup", *arguments]
        return subprocess.run(
            command, env=self._environment(), capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL
        )

    def command(self, *arguments: str) -> subprocess.Popen[str]:
        """Start the installed command in a group of its own, as a terminal does."""
        pipe = subprocess.PIPE
        words = ["env", "--default-signal=INT", "bash", self.root / "deploy/companion-command", *arguments]
        # A shell that was started with SIGINT ignored, as from a background job, could not change that.
        return subprocess.Popen(
            words,
            env=self._environment(),
            stdout=pipe,
            stderr=pipe,
            text=True,
            start_new_session=True,
            cwd=self.root,
        )


def _script(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def make(root: Path) -> Paper:
    """A machine with nothing installed on it."""
    for name in ("fakes", "fails", "bundles", "etc/systemd/system", "run/systemd/system", "run/companion", "usr/local/bin",
                 "var/lib", "var/tmp", "deploy/lib", "opt/companion/releases"):  # fmt: skip
        (root / name).mkdir(parents=True)
    for name, does in FAKES.items():
        _script(root / "fakes" / name, FAKE.format(name=name, does=does))
    (root / "fakes/companion").symlink_to(root / "opt/companion/current/bin/companion")
    for path in DEPLOY.iterdir():
        if path.is_file():
            shutil.copy(path, root / "deploy")
    for name in OURS:
        _script(root / "deploy" / name, PLACES.sub(rf"{root}/\1/", (DEPLOY / name).read_text()))
    return Paper(root)
