"""The HTTP routes and WebSocket connections."""
