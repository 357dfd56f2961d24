"""The running table: inbox, journal, undo, questions, referee."""
