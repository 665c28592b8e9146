"""Blocks of keys that several sequences share."""
