"""The ship survey's board file."""

from __future__ import annotations

from companion.games import boards
from companion.setup.survey import board_toml


def test_a_survey_reads_back_as_a_verified_board() -> None:
    """What was measured is what the board file says, quotes and accents included."""
    survey = {
        "name": 'Ours "é"',
        "side": "balancing",
        "ring_edges_mm": [28.5, 49.0, 71.25],
        "points": [3, 7],
        "sectors": 4,
        "foot_radius_mm": 5.5,
        "aliens": 9,
    }
    board = boards.parse_toml(board_toml(survey))
    assert board.verified
    assert board.to_json() == {**survey, "verified": True}
