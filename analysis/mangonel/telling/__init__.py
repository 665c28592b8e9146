"""What a study comes to, in brief: the finding first, for terminals and notebooks."""
