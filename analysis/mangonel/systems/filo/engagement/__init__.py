"""One stack against one."""
