"""Operator commands: inspect, back up, export, erase and tidy a database."""
