"""The virtual ship: physics, converters and hands, without hardware. The room's page tells the model and its symbols."""
