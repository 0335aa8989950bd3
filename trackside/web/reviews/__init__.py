"""Making reviews, and training with what they found."""
