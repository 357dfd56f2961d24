"""Tabletop companion: watches spaceship games played with the real pieces, counts, remembers and explains."""

__version__ = "0.1.0"
