"""The static gallery: a folder of plain files with the pictures of sweeps, their numbers, and Pig to play.

`drawn` says what a picture is, `drawing` draws one of a dataset, `sweeps` knows which are shipped, `pages`
makes files of both, `pig_page` the game, and `writing` puts the whole folder in its place at once. What a
browser is given lies beside them: `templates`, `styles` and `scripts`.
"""

__all__ = ["drawing", "drawn", "numbers", "pages", "pig_page", "sweeps", "templating", "writing"]
