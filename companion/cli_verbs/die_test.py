"""`companion die-test`: many rolls of the connected die, and whether anything speaks against its fairness."""

from __future__ import annotations

import argparse

from companion.cli_verbs.console import say
from companion.cli_verbs.devices import AbsentError, explained, opened_die
from companion.devices.fairness import fairness, fairness_report
from companion.devices.ports import PortLostError
from companion.service.settings import data_folder, load_settings

__all__ = ["run"]

_FEWEST_A_FACE, _MOST = 20, 60_000
_SLOWEST_A_ROLL_S = 0.5


def run(args: argparse.Namespace) -> int:
    """Print the report; 1 when the die is not fair."""
    if not _FEWEST_A_FACE * args.sides <= args.rolls <= _MOST:
        raise ValueError(f"--rolls must be from {_FEWEST_A_FACE * args.sides} to {_MOST}")
    with opened_die(load_settings(data_folder(args.data))) as die:
        say(f"{die.name}: {args.rolls} rolls of {args.sides} faces; this takes a while.")
        try:
            rolls = die.burst(args.sides, args.rolls, timeout_s=30.0 + _SLOWEST_A_ROLL_S * args.rolls)
        except PortLostError as lost:
            raise AbsentError(explained(lost)) from None
        say(fairness_report(rolls, args.sides, simulated=die.simulated))
    return 0 if fairness(rolls, args.sides).passes else 1
