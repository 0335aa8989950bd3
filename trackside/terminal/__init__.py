"""The table on a whole terminal screen: start, play, watch, replay."""
