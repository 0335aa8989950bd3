"""Server processes, protocols, middleware and metrics."""
