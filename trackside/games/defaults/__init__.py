"""Stand-ins for the parts that a game leaves out."""
