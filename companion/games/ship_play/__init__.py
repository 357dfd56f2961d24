"""What the two games on the ship share: players, their order and house rules, reading what was told, people, corrections."""
