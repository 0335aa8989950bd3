"""The messages of the server and its clients, their OpenAPI description and the page's types."""
