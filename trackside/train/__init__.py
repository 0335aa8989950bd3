"""Learning the judge of a game by self-play: `trackside train`."""
