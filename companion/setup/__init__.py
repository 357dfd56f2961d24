"""Calibration and survey steps, shared by console and tablet."""
