"""Renders parts, drawings, wiring and pictures, and checks what can be checked: ./run hardware."""
