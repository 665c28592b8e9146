"""Blocks of scenario files that several sequences share, and how they are told."""
