"""Phases that several sequences share."""
