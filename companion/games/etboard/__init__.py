"""The rules of the E.T. board game, piece by piece; `et_board.py` beside this folder puts them together."""
