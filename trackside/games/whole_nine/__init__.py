"""The Whole Nine (Alle Neune) by Wolfgang Kramer, Bernhard Lach and Uwe Rapp."""
