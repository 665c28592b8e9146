"""Reports on what a scenario comes to, under one rule set or two."""
