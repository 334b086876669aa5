"""Figures of Crocce & Mordecki 2014, as printed: one turn of Ten Thousand, and one of Pig."""

from solvers.published.figure import Figure
from solvers.published.papers import CROCCE_MORDECKI
from solvers.published.table_5 import TABLE_5
from solvers.published.table_6 import TABLE_6_CORRECTED, TABLE_6_PRINTED

# Section 4: moves that are never optimal.
NEVER_BEST = ("m11", "m551", "m511", "mt1", "mt2", "mt3", "mt4", "mt5", "mt6")
FIGURES = (
    Figure(
        "tt-value",
        "Ten Thousand: expected chips of a turn, best play",
        (5.8720189185,),
        5e-11,
        CROCCE_MORDECKI,
        "Theorem 4.1, Table 4",
    ),
    Figure(
        "tt-threshold",
        "Ten Thousand: chips from which stopping is always best",
        (56,),
        0,
        CROCCE_MORDECKI,
        "equation 6",
    ),
    Figure(
        "tt-restricted-2",
        "Ten Thousand: expected chips of a turn, stop and roll only",
        (5.5763262782,),
        5e-11,
        CROCCE_MORDECKI,
        "Table 4",
    ),
    Figure(
        "tt-restricted-3",
        "Ten Thousand: expected chips of a turn, with move m5",
        (5.8012180037,),
        5e-11,
        CROCCE_MORDECKI,
        "Table 4",
        erratum=(
            "a 2 has slipped in after 5.801 and pushed the last digit, 0, out; the other rows agree to all"
            " ten decimals"
        ),
        corrected=(5.8011800370,),
    ),
    Figure(
        "tt-restricted-4",
        "Ten Thousand: expected chips of a turn, with m5 and m1",
        (5.8153340639,),
        5e-11,
        CROCCE_MORDECKI,
        "Table 4",
    ),
    Figure(
        "tt-restricted-5",
        "Ten Thousand: expected chips of a turn, with m5, m1 and m55",
        (5.8707484326,),
        5e-11,
        CROCCE_MORDECKI,
        "Table 4",
    ),
    Figure(
        "tt-restricted-6",
        "Ten Thousand: expected chips of a turn, with m5, m1, m55 and m51",
        (5.8720189185,),
        5e-11,
        CROCCE_MORDECKI,
        "Table 4",
    ),
    Figure(
        "tt-table6",
        "Ten Thousand: value and best action of every state",
        TABLE_6_PRINTED,
        5e-4,
        CROCCE_MORDECKI,
        "Table 6",
        erratum=(
            "the last column, of two fives or a five and a one with two dice left, names the action roll over"
            " values of giving up a five; three chips from single fives with two dice left are worth 3.1726"
            " thrown on, where it says to stop"
        ),
        corrected=TABLE_6_CORRECTED,
    ),
    Figure(
        "tt-never-optimal",
        "Ten Thousand: in how many states each of nine moves is best",
        (0,) * len(NEVER_BEST),
        0,
        CROCCE_MORDECKI,
        "section 4, below Theorem 4.1",
    ),
    Figure(
        "tt-frequencies",
        "Ten Thousand: chips and frequency of every configuration",
        TABLE_5,
        0,
        CROCCE_MORDECKI,
        "Table 5",
    ),
    Figure("pig-turn", "Pig: most expected points of a turn", (8.14,), 5e-3, CROCCE_MORDECKI, "section 5.2"),
    Figure(
        "pig-turn-threshold",
        "Pig: points from which holding is always best",
        (20,),
        0,
        CROCCE_MORDECKI,
        "section 5.2",
    ),
    Figure(
        "pig-turn-growth",
        "Pig: growth rate c of the value V(0) c^k, in a turn without holding",
        (1.0646,),
        5e-5,
        CROCCE_MORDECKI,
        "section 5.2",
        erratum=(
            "with 1.0646 the right-hand side is 1.0746 times the left; the root of x^2 + x^3 + x^4 + x^5 +"
            " x^6 = 6 is 1.04610"
        ),
        corrected=(1.0461,),
    ),
)
