"""Plain lines: for a terminal, a pipe or a screen reader."""
