"""The wires: readers, keys, panels, lamps, sound. This room knows no game."""
