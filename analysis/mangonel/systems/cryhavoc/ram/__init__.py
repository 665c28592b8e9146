"""The attack of a ram."""
