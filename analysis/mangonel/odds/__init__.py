"""Results of all engines and how sure they are."""
