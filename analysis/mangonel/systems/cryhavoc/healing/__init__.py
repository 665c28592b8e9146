"""Wounded men who return day by day."""
