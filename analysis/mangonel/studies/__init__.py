"""Studies: what a change of rules or of the situation does."""
