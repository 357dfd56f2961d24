"""What Lift Off! is built of: its board, state, Lift Off Points, cards, the agenda of Moon and Star, and corrections."""
