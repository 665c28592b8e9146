"""Reports on what two rule sets say about single rolls."""
