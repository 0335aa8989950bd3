"""Operator commands: inspect, back up, export, erase and prune a database."""
