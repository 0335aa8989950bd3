"""Träxx by Steffen Benndorf and Reinhard Staupe."""
