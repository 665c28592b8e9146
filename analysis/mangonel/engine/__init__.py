"""The engines: one definition of a sequence, run exactly, by counts, by Monte Carlo or as a trace."""
