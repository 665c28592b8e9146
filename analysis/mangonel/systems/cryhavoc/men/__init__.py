"""Men: their values, their states, and what a result does to them."""
