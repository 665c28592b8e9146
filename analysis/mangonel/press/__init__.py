"""The press: what pages are made of, and how they become paper, pictures and pages for the browser."""
