"""Rules as data: what one turn of each game is."""

__all__ = [
    "adding",
    "big_pig",
    "cup",
    "farkle",
    "farkle_thrown",
    "hog",
    "own",
    "pass_the_pigs",
    "pig",
    "piglet",
    "plan",
    "progressive_pig",
    "several_dice",
    "ten_thousand",
    "turn",
    "two_dice",
    "two_dice_pig",
    "unplayable",
    "written",
]
