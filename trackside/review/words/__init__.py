"""A review in words, and its figures as they are displayed."""
