"""The table in the browser: server, live tables, store and page."""
