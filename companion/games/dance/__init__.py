"""What The Alien's Dance is built of: its state, turns, falls, corrections and prompts."""
