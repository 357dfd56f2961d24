"""The rules of the E.T. card game, piece by piece; `et_cards.py` beside this folder puts them together."""
