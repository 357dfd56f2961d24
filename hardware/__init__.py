"""Parts, wiring and drawings of the physical set-up; `tools` renders and checks them."""
