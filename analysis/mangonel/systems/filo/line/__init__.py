"""Lanes beside each other."""
