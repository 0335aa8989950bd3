"""Training of a game's evaluation nets by self-play: `trackside train`."""
