"""Tables: matches, seats, clocks and bots, and the registry of those in memory."""
