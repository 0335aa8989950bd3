"""Reviews of finished games, and training with the mistakes they found."""
