"""The static gallery: a folder of plain files with twelve answers, own sweeps and games, and Pig to play.

`topics` has a file for each answer: what it asks, shows and says. `topic` reads them, `figures` fills in
their numbers, and `finished` makes a page of one. `drawn` is a picture of a sweep, `drawing` draws those of a
dataset, and `sweeps` lists the sweeps. `pages` and `sweep_pages` make the files, `sheet` one to print,
`pig_page` the game, and `writing` replaces the whole folder at once. What browsers load is in `templates`,
`styles` and `scripts`.
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
