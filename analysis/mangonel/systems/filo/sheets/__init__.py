"""Odds sheets of this game, and the sides of its player aid."""
