"""Other servers that Trackside is compared with."""
