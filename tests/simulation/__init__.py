"""A deterministic simulation of tables, store and servers: a failing schedule can be replayed from its seed."""
