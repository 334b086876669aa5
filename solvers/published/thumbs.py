"""Rules of thumb that the literature recommends."""

from dataclasses import dataclass

# Goal of the rules of Pig.
GOAL = 100
TABLE_6 = "hold when dice_left < 3 or dice_left = 3 and turn_total >= 7 or dice_left = 4 and turn_total >= 19"


@dataclass(frozen=True)
class Advised:
    """A rule of thumb that a source recommends, or uses as an opponent.

    For games with more decisions its points are in units of 50, if their throws are of dice to be kept.

    Parameters
    ----------
    text : the rule, in the language of `solvers.players.language.grammar`; "" for most points of every turn
    numbers : how many numbers the player must remember
    source : the source
    """

    text: str
    numbers: int
    source: str


PIG = (
    Advised("hold at 20", 1, "Neller, Russell & Markov 2012, who cite Knizia"),
    Advised("hold at 25", 1, "Zhu, Ma, Chen & Liu 2023"),
    Advised("4 scoring turns", 1, "Neller & Presser 2010"),
    Advised("end race at 71 or keep pace", 3, "Neller & Presser 2010"),
)
# Rules that do not use the opponent's score, for one player alone.
PIG_ALONE = PIG[:3]
# By name of the game, for any goal. Scoring tables of Farkle vary, so its rules are for a similar game.
BY_POSITION: dict[str, tuple[Advised, ...]] = {
    "ten thousand": (
        Advised(TABLE_6, 4, "Crocce & Mordecki 2014, Table 6, without its moves"),
        Advised("", 0, "Crocce & Mordecki 2014, Theorem 4.1: most points of every turn"),
    ),
    "farkle": (
        Advised("hold at 7", 1, "Visual Foodie, The best Farkle game strategy: the 350 point rule"),
        Advised(
            "hold when turn_total >= 7 and dice_left <= 3",
            2,
            "Smart Box Games, The dilemma: roll again or hold",
        ),
        Advised(
            "hold at 20, go for most dice_left",
            1,
            "Debit Card Casino 2019, Top Farkle strategies: tips 2 and 4",
        ),
        Advised(
            "hold when turn_total >= 10 and dice_left = 3 or turn_total >= 5 and dice_left < 3,"
            " go for most dice_left",
            3,
            "McKenna 2018, Optimal strategy for Farkle dice: its examples",
        ),
        Advised("", 0, "as Crocce & Mordecki 2014 for Ten Thousand: most points of every turn"),
    ),
    "Zombie Dice": (
        Advised(
            "hold when out = 2", 1, "Phaethon Prime 2015, Zombie Dice strategy evaluation: simple strategy"
        ),
        Advised(
            "hold when turn_total >= 4 or out = 2",
            2,
            "Phaethon Prime 2015, maximum limit strategy, by default 4",
        ),
    ),
}
