"""Games explained: what came of luck, of play, and of what could not be known."""
