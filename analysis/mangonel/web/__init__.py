"""Single rolls as one page for the web that asks nobody: tables that answer, the words, the page itself."""
