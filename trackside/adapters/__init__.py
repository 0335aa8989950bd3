"""Interfaces for research: PettingZoo, Gymnasium, OpenSpiel, and batches of games on numpy arrays.

Each is a separate module that imports its libraries only when it is imported itself; see docs/adapters.md.
"""
