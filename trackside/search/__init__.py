"""Players that look ahead: code shared by all games, compiled for each."""
