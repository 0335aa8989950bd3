"""The full-screen terminal interface: start, play, watch and replay."""
