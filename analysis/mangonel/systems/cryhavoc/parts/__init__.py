"""What several sequences are made of: rolls, ways, blocks of scenario files, words."""
