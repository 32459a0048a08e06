"""What differs between tables: settings, wirings, packs and languages, read through importlib.resources."""
