"""Shooters against a group that comes on."""
