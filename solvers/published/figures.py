"""The published figures, as printed, by paper.

Sources are in `solvers.published.papers`. The two papers with most figures have their own modules.
"""

from fractions import Fraction

from solvers.published import crocce_mordecki, zhu_ma_chen_liu
from solvers.published.figure import Figure
from solvers.published.papers import NELLER_PRESSER, NELLER_RUSSELL_MARKOV, OSBORNE, POSSIBLYWRONG

FIGURES = (
    *crocce_mordecki.FIGURES,
    Figure(
        "pig-race",
        "Pig to 100: chance to win moving first, both optimal",
        (0.5306,),
        5e-5,
        NELLER_PRESSER,
        "also exercise 6c of Neller, Russell & Markov 2012",
    ),
    Figure(
        "piglet-000",
        "Piglet to 2: chance to win at 0 to 0, nothing at risk",
        (Fraction(4, 7),),
        0,
        NELLER_RUSSELL_MARKOV,
        "section 3.3",
    ),
    Figure(
        "piglet-001",
        "Piglet to 2: chance to win at 0 to 0, 1 point at risk",
        (Fraction(5, 7),),
        0,
        NELLER_RUSSELL_MARKOV,
        "section 3.3",
    ),
    Figure(
        "piglet-010",
        "Piglet to 2: chance to win at 0 to 1, nothing at risk",
        (Fraction(2, 5),),
        0,
        NELLER_RUSSELL_MARKOV,
        "section 3.3",
    ),
    Figure(
        "piglet-011",
        "Piglet to 2: chance to win at 0 to 1, 1 point at risk",
        (Fraction(3, 5),),
        0,
        NELLER_RUSSELL_MARKOV,
        "section 3.3",
    ),
    Figure(
        "piglet-100",
        "Piglet to 2: chance to win at 1 to 0, nothing at risk",
        (Fraction(4, 5),),
        0,
        NELLER_RUSSELL_MARKOV,
        "section 3.3",
    ),
    Figure(
        "piglet-110",
        "Piglet to 2: chance to win at 1 to 1, nothing at risk",
        (Fraction(2, 3),),
        0,
        NELLER_RUSSELL_MARKOV,
        "section 3.3",
    ),
    Figure(
        "progressive-15-70",
        "Progressive Pig to 100: turn totals where the choice changes, 15 to 70",
        (25, 35, 38, 77),
        0,
        NELLER_RUSSELL_MARKOV,
        "section 2.3",
    ),
    Figure(
        "pig-race-78-99",
        "Pig to 100: roll (1) or hold (0) with 20 at risk, at 78 to 99",
        (1,),
        0,
        NELLER_RUSSELL_MARKOV,
        "section 1.1",
    ),
    Figure(
        "pig-race-policy-41-49",
        "Pig to 100: turn totals below 30 at which to hold, at 41 to 49",
        (22, 23, 24, 25, 26, 28, 29),
        0,
        POSSIBLYWRONG,
        "before the solution",
    ),
    Figure(
        "hold20-0",
        "Pig: chance that a turn of hold at 20 ends with 0",
        (0.62454083420125672,),
        1e-15,
        POSSIBLYWRONG,
        "hold at 20",
    ),
    Figure(
        "hold20-20",
        "Pig: chance that a turn of hold at 20 ends with 20",
        (0.099712986645624821,),
        1e-15,
        POSSIBLYWRONG,
        "hold at 20",
    ),
    Figure(
        "hold20-21",
        "Pig: chance that a turn of hold at 20 ends with 21",
        (0.094990627487340995,),
        1e-15,
        POSSIBLYWRONG,
        "hold at 20",
    ),
    Figure(
        "hold20-22",
        "Pig: chance that a turn of hold at 20 ends with 22",
        (0.074188848985588224,),
        1e-15,
        POSSIBLYWRONG,
        "hold at 20",
    ),
    Figure(
        "hold20-23",
        "Pig: chance that a turn of hold at 20 ends with 23",
        (0.054196084766465126,),
        1e-15,
        POSSIBLYWRONG,
        "hold at 20",
    ),
    Figure(
        "hold20-24",
        "Pig: chance that a turn of hold at 20 ends with 24",
        (0.035198091574370427,),
        1e-15,
        POSSIBLYWRONG,
        "hold at 20",
    ),
    Figure(
        "hold20-25",
        "Pig: chance that a turn of hold at 20 ends with 25",
        (0.01717252633935375,),
        1e-15,
        POSSIBLYWRONG,
        "hold at 20",
    ),
    Figure(
        "showdown-21",
        "Pig, one turn each: equilibrium chance to hold at 21",
        (Fraction(1, 3),),
        0.02,
        POSSIBLYWRONG,
        "the solution",
    ),
    Figure(
        "showdown-pure",
        "Pig, one turn each: least gain of a best reply to any hold at n",
        (0.08,),
        5e-3,
        POSSIBLYWRONG,
        "the solution",
    ),
    Figure(
        "showdown-20",
        "Pig, one turn each: gain of a single roll against hold at 20",
        (0.15,),
        1e-2,
        POSSIBLYWRONG,
        "the solution",
    ),
    *zhu_ma_chen_liu.FIGURES,
    Figure(
        "risk-3v2",
        "Risk, 3 dice against 2: defender loses 2, one each, attacker loses 2",
        (2890, 2611, 2275),
        0,
        OSBORNE,
        "chances of one throw",
    ),
)


def figure(name: str) -> Figure:
    """Return the figure with a name; KeyError if there is none."""
    return {known.id: known for known in FIGURES}[name]
