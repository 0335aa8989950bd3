"""The games in the interfaces of research: PettingZoo, Gymnasium, OpenSpiel, and batches of games on numpy arrays.

Each is a module of its own that loads what it needs when it is imported; docs/adapters.md tells about them.
"""
