"""Odds sheets for the table: how a sheet is requested, its blocks, its layout on paper, and its files."""
