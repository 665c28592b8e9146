"""Studies: the effect of a change of rules or of the situation."""
