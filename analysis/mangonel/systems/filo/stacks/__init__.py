"""Units that act as one: their values, their states, and what becomes of them."""
