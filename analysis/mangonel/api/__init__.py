"""What ``import mangonel`` gives: names and numbers go in, and results show themselves."""
