"""The plain-line interface, for a terminal, a pipe or a screen reader."""
