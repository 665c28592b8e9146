"""Rolls of several sequences: a table looked up for many games at once, and what its results do to men."""
