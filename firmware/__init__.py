"""What runs on the reader hub as well as on the Pi: files written for CPython and MicroPython."""
