"""Game systems: their single rolls and their sequences."""
