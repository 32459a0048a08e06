"""Pages in a browser. Imported only by those who serve one."""
