"""The public functions of ``import mangonel``: names and numbers go in, and results show themselves."""
