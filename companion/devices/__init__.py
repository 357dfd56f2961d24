"""Ports, drivers, hot-plug and health; fakes ship here."""
