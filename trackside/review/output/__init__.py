"""A review as text, HTML, JSON and comments in a record."""
