"""What all pages share: colours, letters, the look of a game, words, keys, and showing the opponent's turn.

The explorer, the gallery and the pages of games use these files and have no copies of their own.
"""

__all__ = ["files"]
