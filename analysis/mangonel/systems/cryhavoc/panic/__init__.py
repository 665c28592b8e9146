"""A death, further deaths, and the men who see them."""
