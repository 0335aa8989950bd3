"""The laws."""
