"""Server processes and sockets, and the middleware before every request."""
