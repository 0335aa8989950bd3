"""Servers that Trackside is measured beside."""
