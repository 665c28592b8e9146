"""A game of another package, as small as a game can be: two knights, a die and a table."""
