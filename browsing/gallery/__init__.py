"""The static gallery: a folder of plain files with twelve answers, own sweeps and games, and Pig to play.

`topics` has a file for each answer: what it asks, shows and says. `topic` reads them, `figures` fills in
their numbers, and `finished` makes a page of one. `drawn` says what a picture of a sweep is, `drawing` draws
one of a dataset, `sweeps` knows which there are. `pages` and `sweep_pages` make files of all these, `sheet`
one to print, `pig_page` the game, and `writing` puts the whole folder in its place at once. What a browser is
given lies beside them: `templates`, `styles` and `scripts`.
"""

__all__ = [
    "drawing",
    "drawn",
    "figures",
    "finished",
    "numbers",
    "pages",
    "pig_page",
    "sheet",
    "sweep_pages",
    "sweeps",
    "templating",
    "topic",
    "writing",
]
