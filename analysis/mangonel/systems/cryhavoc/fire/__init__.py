"""Fire among tents and engines."""
