"""What comes in: HTTP routes and WebSocket connections."""
