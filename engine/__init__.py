"""The rulebooks. Pure: no device, file, clock, thread, random generator or translation in this room."""
