"""Chance with a seed: every part of the virtual world draws from its own named stream, so that none disturbs another."""

from __future__ import annotations

from random import Random

__all__ = ["chance"]


def chance(seed: int, stream: str) -> Random:
    """A generator that gives the same series for the same seed and stream, everywhere."""
    return Random(f"{seed} {stream}")  # noqa: S311 - physics wants repeatable chance, not secrecy
