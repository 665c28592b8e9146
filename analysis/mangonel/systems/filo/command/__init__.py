"""Leaders over a battle."""
