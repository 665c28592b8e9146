"""The explorer: the answers of the program by touching, on a page of this machine; a room of the extra ``explore``."""
