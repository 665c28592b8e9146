"""Waves against lines in depth."""
