"""Documents: what a result says, built once as blocks, and rendered as text, HTML, PDF and notebook output."""
