"""Roll or hold, a game for Trackside."""
