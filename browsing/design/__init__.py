"""What all pages share, each in one place: colours, letters, the look of a game, words, keys, and how the
opponent's turn is shown throw by throw.

The explorer, the gallery and the pages of games read these files and have none of their own for the same.
"""

__all__ = ["files"]
