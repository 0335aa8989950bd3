"""Cooperation of several servers on one PostgreSQL database."""
