"""Self-play in compiled code: what is bound to every game."""
