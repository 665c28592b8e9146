"""What is typed at a prompt or in a notebook: names and numbers go in, and what comes out shows itself."""
