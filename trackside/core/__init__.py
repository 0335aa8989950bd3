"""What games are made of: the protocol, layouts, compiling, text."""
