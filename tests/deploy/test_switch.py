"""The installer on paper: whatever fails between two releases, the table is not left dark, nor a score lost."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

ASIDE = "before-rollback-"


@pytest.fixture
def installed(paper: Any) -> Any:
    """A machine on which release 1 runs and an evening was played."""
    done = paper.setup("install", "--bundle", str(paper.bundle("1")))
    assert done.returncode == 0, done.stderr
    (paper.data / "journal").write_text("first evening")
    return paper


@pytest.fixture
def updated(installed: Any) -> Any:
    """The same after an update to release 2 and a further evening."""
    done = installed.setup("update", "--bundle", str(installed.bundle("2")))
    assert done.returncode == 0, done.stderr
    (installed.data / "journal").write_text("second evening")
    return installed


def _journal(paper: Any) -> str:
    return str((paper.data / "journal").read_text())


def test_an_update_keeps_the_data_and_a_numbered_copy(updated: Any) -> None:
    """The copy is that of the release before; both releases are kept."""
    assert (updated.points("current"), updated.points("previous")) == ("2", "1")
    assert updated.snapshots == ["snapshot-0001-1"]
    assert updated.runs


def test_a_rollback_brings_the_data_before_the_update_and_puts_todays_aside(updated: Any) -> None:
    """The first evening is back; the second is whole beside it."""
    assert updated.setup("rollback").returncode == 0
    assert (updated.points("current"), updated.points("previous")) == ("1", "2")
    assert _journal(updated) == "first evening"
    assert (updated.root / f"var/lib/companion-snapshots/{ASIDE}0002/journal").read_text() == "second evening"
    assert updated.runs


@pytest.mark.slow
def test_a_second_and_a_third_rollback_lose_no_evening(updated: Any) -> None:
    """The way forward takes the data along; the way back then brings those of that moment, not those of long ago."""
    assert updated.setup("rollback").returncode == 0
    (updated.data / "journal").write_text("third evening")
    assert updated.setup("rollback").returncode == 0
    assert (updated.points("current"), _journal(updated)) == ("2", "third evening")
    (updated.data / "journal").write_text("fourth evening")
    assert updated.setup("rollback").returncode == 0
    assert (updated.points("current"), _journal(updated)) == ("1", "third evening")


@pytest.mark.slow
def test_a_rollback_that_keeps_the_data_keeps_them_the_next_time_too(updated: Any) -> None:
    """Only the version changes."""
    for release in ("1", "2"):
        assert updated.setup("rollback", "--keep-data").returncode == 0
        assert (updated.points("current"), _journal(updated)) == (release, "second evening")


def test_a_release_that_does_not_start_is_undone(updated: Any) -> None:
    """Release and data are as before, and so are the version to go back to and its data."""
    bundle = updated.bundle("3")
    updated.break_release("3")
    done = updated.setup("update", "--bundle", str(bundle))
    assert done.returncode == 1
    assert "2 runs again" in done.stderr
    assert (updated.points("current"), updated.points("previous")) == ("2", "1")
    assert "3" not in (updated.data / "touched").read_text()
    assert not (updated.root / "opt/companion/releases/3").exists()
    assert updated.setup("rollback").returncode == 0
    assert _journal(updated) == "first evening"


def test_a_rollback_to_what_does_not_start_is_undone(updated: Any) -> None:
    """The later release runs again with the evening it had."""
    updated.break_release("1")
    done = updated.setup("rollback")
    assert done.returncode == 1
    assert "2 runs again" in done.stderr
    assert (updated.points("current"), _journal(updated), updated.runs) == ("2", "second evening", True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "when"),
    [("cp", "-a"), ("mv", "snapshot-0001"), ("install", "companion.service"), ("ln", "2"), ("systemctl", "daemon-reload")],
)
def test_whatever_fails_in_an_update_the_release_before_runs(installed: Any, command: str, when: str) -> None:
    """A full disk, or files that cannot be written, in any step after the stop."""
    bundle = installed.bundle("2")
    if command == "ln":
        shutil.copy(installed.root / "fakes/mv", installed.root / "fakes/ln")
        fake = installed.root / "fakes/ln"
        fake.write_text(fake.read_text().replace("mv", "ln"))
        when = "releases/2"
    installed.fail(command, when)
    done = installed.setup("update", "--bundle", str(bundle))
    assert done.returncode == 1, done.stderr
    assert installed.points("current") == "1"
    assert _journal(installed) == "first evening"
    assert installed.runs or command == "systemctl", done.stderr
    assert not [name for name in installed.snapshots if name.endswith(".new")]


def test_room_is_looked_for_before_the_service_is_stopped(installed: Any) -> None:
    """On a full disk nothing happens at all."""
    bundle = installed.bundle("2")
    (installed.root / "full").touch()
    before = len(installed.calls("systemctl"))
    done = installed.setup("update", "--bundle", str(bundle))
    assert done.returncode == 1
    assert "MB are needed" in done.stderr
    assert installed.calls("systemctl")[before:] == []


@pytest.mark.slow
@pytest.mark.parametrize(("command", "when"), [("cp", "-a"), ("mv", "snapshots/before-rollback"), ("mv", "companion.new")])
def test_data_that_cannot_be_brought_back_are_said_and_kept(updated: Any, command: str, when: str) -> None:
    """It never says that they are as before when they are not; what was cut short goes on at the next try."""
    updated.fail(command, when)
    done = updated.setup("rollback")
    assert done.returncode == 1
    assert "The data are as they were" not in done.stderr
    assert updated.points("current") == "2"
    half = (updated.root / "var/lib/companion-snapshots/bringing-back").exists()
    assert half != updated.runs
    updated.mend()
    assert updated.setup("rollback").returncode == 0
    assert (_journal(updated), updated.points("current"), updated.runs) == ("first evening", "1", True)
    asides = (updated.root / "var/lib/companion-snapshots").glob(f"{ASIDE}*/journal")
    assert "second evening" in [path.read_text() for path in asides]


@pytest.mark.parametrize("as_link", [False, True], ids=["mount point", "link"])
def test_a_disk_of_its_own_keeps_its_place(updated: Any, *, as_link: bool) -> None:
    """Data on a stick are exchanged inside, since a mount point cannot be renamed."""
    if as_link:
        stick = updated.root / "stick"
        updated.data.rename(stick)
        updated.data.symlink_to(stick)
    else:
        (updated.root / "mounted").touch()
        updated.fail("mv", f"-T {updated.data} ")
    place = updated.data.stat().st_ino
    done = updated.setup("rollback")
    assert done.returncode == 0, done.stderr
    assert updated.data.stat().st_ino == place
    assert sorted(path.name for path in updated.data.iterdir()) == ["journal", "settings.toml", "touched"]
    assert _journal(updated) == "first evening"
    assert (updated.root / f"var/lib/companion-snapshots/{ASIDE}0002/journal").read_text() == "second evening"


def test_half_a_copy_is_no_copy(updated: Any) -> None:
    """What a power cut left of one is neither brought back nor counted, and goes away."""
    half = updated.root / "var/lib/companion-snapshots/snapshot-0009-1.new"
    half.mkdir()
    assert updated.setup("rollback").returncode == 0
    assert _journal(updated) == "first evening"
    assert not half.exists()


@pytest.mark.slow
def test_the_newest_copies_are_kept_by_number(updated: Any) -> None:
    """Three, whatever the clock says, and the one that a rollback would need."""
    for number in range(3, 7):
        assert updated.setup("update", "--bundle", str(updated.bundle(str(number)))).returncode == 0
    assert updated.snapshots == ["snapshot-0003-3", "snapshot-0004-4", "snapshot-0005-5"]


def test_a_release_that_is_no_name_is_refused(installed: Any) -> None:
    """Its folder is emptied first, so nothing but a name will do."""
    for name in ("..", "../../etc", "a b", ".hidden", "-rf", "1\n2"):
        done = installed.setup("update", "--bundle", str(installed.bundle("2", named=name)))
        assert done.returncode == 1
        assert "names no release" in done.stderr, name
    assert (installed.data / "settings.toml").exists()


def test_a_bundle_that_was_not_named_or_not_found_is_said(installed: Any) -> None:
    """One line each, exit code 1."""
    for arguments, line in ((("update",), "there is no bundle."), (("update", "--bundle"), "--bundle needs the bundle's file")):
        done = installed.setup(*arguments)
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1
        assert line in done.stderr


def test_a_release_that_was_copied_in_part_is_made_again(installed: Any) -> None:
    """Without the room for it nothing is changed, and it is not marked as whole."""
    bundle = installed.bundle("2")
    (installed.root / "opt/companion/releases/2/.complete").unlink()
    installed.fail("df", "releases\\|opt")
    (installed.root / "full").touch()
    done = installed.setup("update", "--bundle", str(bundle))
    assert done.returncode == 1
    assert not (installed.root / "opt/companion/releases/2/.complete").exists()
    assert (installed.points("current"), installed.runs) == ("1", True)


def test_the_own_screen_opens_the_page_where_it_is(installed: Any) -> None:
    """At the settings' address, or the one used last where the file is damaged."""
    unit: Path = installed.root / "etc/systemd/system/companion-kiosk.service"
    unit.touch()
    for text, kept, page in (
        ('host = "192.0.2.7"\nport = 81\n', "", "http://192.0.2.7:81/"),
        ("", "port = 82\n", "http://127.0.0.1:82/"),
    ):
        (installed.data / "settings.toml").write_text(text)
        (installed.data / "settings.last-good.toml").write_text(kept)
        assert installed.setup("install", "--bundle", str(installed.bundle("1"))).returncode == 0
        assert f" {page}\n" in unit.read_text()
        assert not re.search("@[A-Z]+@", unit.read_text())
