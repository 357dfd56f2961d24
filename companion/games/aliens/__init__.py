"""What Balancing Aliens is built of: its state, the start roll, turns, crashes, people and corrections."""
