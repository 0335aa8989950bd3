"""Skip or Trip (Schwupps oder Schubs) by Grant Sinclair, graphics by Harald Bögeholz."""
