"""The virtual ship: physics, converters and hands, without hardware."""
