"""The wire to microcontrollers."""
