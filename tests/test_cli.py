"""The command line: exit codes, one-line errors, fast starts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli
from companion.games import GAMES

ROOT = Path(__file__).resolve().parent.parent


def companion(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "companion.cli", *args]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)


def test_rules_answers_each_line_with_one_line() -> None:
    """Blank lines are skipped, a bad line is named by its number, the exit code is 0."""
    ran = companion("rules", "balancing-aliens", stdin='{"names": ["Ada", "Ben"]}\n\nnonsense\n{"type": "roll", "value": 4}\n')
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [answer["line"] for answer in answers] == [1, 3, 4]
    assert "error" in answers[1]
    assert (ran.returncode, ran.stderr) == (0, "")


def test_an_unknown_game_is_one_line_on_standard_error() -> None:
    """Exit code 2 and what there is instead."""
    ran = companion("rules", "chess")
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr == f"companion rules: there is no game 'chess'; known are {', '.join(game.id for game in GAMES)}\n"


def test_rules_starts_without_the_heavy_libraries() -> None:
    """Judges start it thousands of times."""
    script = "import sys; from companion.cli import main; main(['rules', 'balancing-aliens']); print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", script], input="", capture_output=True, text=True, cwd=ROOT, timeout=60, check=True
    )
    assert not {"numpy", "fastapi", "pydantic", "yaml", "sqlite3"} & set(ran.stdout.split())


def test_a_scenario_that_does_not_hold_is_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And the expectation is printed."""
    path = tmp_path / "wrong.yaml"
    path.write_text(
        "title: t\ngame: balancing-aliens\nwhy: w\nsetup: {players: [Ada]}\nsteps: [Ada rolls 5]\nholds: {turn: Ben}\n",
        encoding="utf-8",
    )
    assert cli.main(["scenario", str(path)]) == 1
    assert "wrong.yaml: at the end: turn: expected Ben, is Ada" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["missing.yaml", "."])
def test_a_file_that_cannot_be_read_is_exit_code_2(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line on standard error."""
    assert cli.main(["scenario", str(tmp_path / name)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "companion: the following arguments are required: VERB"),
        (("fly",), "companion: argument VERB: invalid choice: 'fly'"),
        (("rules",), "companion rules: the following arguments are required: game"),
        (("rules", "lift-off", "more"), "companion: unrecognized arguments: more"),
        (("serve", "--port", "x"), "companion serve: argument --port: invalid int value: 'x'"),
    ],
)
def test_wrong_arguments_are_one_line(arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The line says what is wrong and where to read more; the exit code is 2."""
    with pytest.raises(SystemExit) as stopped:
        cli.main(arguments)
    shown = capsys.readouterr()
    assert (stopped.value.code, shown.out, len(shown.err.splitlines())) == (2, "", 1)
    assert shown.err.startswith(said)
    assert "--help" in shown.err


def test_every_verb_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    """The list of verbs is the command's own."""
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    shown = capsys.readouterr().out
    assert all(verb.name in shown for verb in cli.VERBS)
