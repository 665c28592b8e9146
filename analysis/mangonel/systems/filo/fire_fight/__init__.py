"""Lines of groups that shoot at each other."""
