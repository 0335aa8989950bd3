"""Search-based players: code shared by all games, compiled for each."""
