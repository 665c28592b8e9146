"""Reports on one probability over numbers of a scenario."""
