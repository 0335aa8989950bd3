"""The foundations of games: the protocol, layouts, compilation, notation and catalogues."""
