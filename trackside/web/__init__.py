"""The web version: server, live tables, database and page."""
