"""Phases, and what they move, that several sequences share."""
