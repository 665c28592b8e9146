"""Documents: the findings of a result, built once as blocks, and rendered as text, HTML, PDF and notebook output."""
