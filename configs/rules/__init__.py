"""Rules of user-defined games, from files."""
