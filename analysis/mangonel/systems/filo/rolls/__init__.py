"""Rolls of single situations, looked up for many games at once."""
