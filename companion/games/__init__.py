"""The rules: pure functions over frozen state."""
