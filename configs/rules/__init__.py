"""The rules of a game that somebody made up, from a file."""
