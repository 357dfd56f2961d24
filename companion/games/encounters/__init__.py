"""The rules of Close Encounters of the Third Kind; its door is `games/close_encounters.py`."""
