"""Every published number that the solvers answer for, as printed, with half its last printed digit as tolerance.

Sources: Crocce & Mordecki 2014, "A finite exact algorithm to solve a dice game"; Neller & Presser 2004, on optimal play of Pig;
Neller, Russell & Markov 2012, "Solving the Dice Game Pig: an introduction to dynamic programming and value iteration"; Zhu, Ma, Chen & Liu
2023, on simultaneous Pig by reinforcement learning; possiblywrong, a post on single-turn Pig.
"""

from typing import NamedTuple


class Golden(NamedTuple):
    """A published number.

    Attributes
    ----------
    id : as in the project's list of published numbers
    quantity : what it is
    value : as printed
    tolerance : half the last printed digit; 0 for what is exact
    source : paper, and table, equation or section
    erratum : what is wrong with it as printed, if anything
    corrected : what it should read; then `value` must be refuted
    """

    id: str
    quantity: str
    value: float | tuple[int, ...]
    tolerance: float
    source: str
    erratum: str = ""
    corrected: float | tuple[int, ...] | None = None


_TABLE_4 = "Crocce & Mordecki 2014, Table 4"
_TURN = "possiblywrong, single-turn Pig"
_PIGLET = "Neller, Russell & Markov 2012, section 3.3"
_TWO = "Zhu, Ma, Chen & Liu 2023, two players, Fig. 1"
_THREE = "Zhu, Ma, Chen & Liu 2023, three players, Fig. 5"

PUBLISHED = (
    Golden("tt-value", "expected chips of a turn, all moves", 5.8720189185, 5e-11, "Crocce & Mordecki 2014, Theorem 4.1, Table 4"),
    Golden("tt-threshold", "chips from which one always stops", 56, 0, "Crocce & Mordecki 2014, equation 6"),
    Golden("tt-restricted-2", "stop and roll only", 5.5763262782, 5e-11, _TABLE_4),
    Golden(
        "tt-restricted-3",
        "moves m5",
        5.8012180037,
        5e-11,
        _TABLE_4,
        erratum="a 2 has slipped in after 5.801 and pushed the last digit, 0, out; the other rows agree to all ten decimals",
        corrected=5.8011800370,
    ),
    Golden("tt-restricted-4", "moves m5 m1", 5.8153340639, 5e-11, _TABLE_4),
    Golden("tt-restricted-5", "moves m5 m1 m55", 5.8707484326, 5e-11, _TABLE_4),
    Golden("tt-restricted-6", "moves m5 m1 m55 m51", 5.8720189185, 5e-11, _TABLE_4),
    Golden("pig-turn", "most points of a turn of Pig", 8.14, 5e-3, "Crocce & Mordecki 2014, section 5.2"),
    Golden("pig-turn-threshold", "points from which one always holds", 20, 0, "Crocce & Mordecki 2014, section 5.2"),
    Golden("piglet-000", "first to 2 with a coin, P(0, 0, 0)", 4 / 7, 0, _PIGLET),
    Golden("piglet-001", "P(0, 0, 1)", 5 / 7, 0, _PIGLET),
    Golden("piglet-010", "P(0, 1, 0)", 2 / 5, 0, _PIGLET),
    Golden("piglet-011", "P(0, 1, 1)", 3 / 5, 0, _PIGLET),
    Golden("piglet-100", "P(1, 0, 0)", 4 / 5, 0, _PIGLET),
    Golden("piglet-110", "P(1, 1, 0)", 2 / 3, 0, _PIGLET),
    Golden(
        "pig-race", "first player's chance, goal 100", 0.5306, 5e-5, "Neller & Presser 2004; exercise 6c of Neller, Russell & Markov 2012"
    ),
    Golden("pig-race-policy-41-49", "turn totals below 30 at which one holds, 41 against 49", (22, 23, 24, 25, 26, 28, 29), 0, _TURN),
    Golden("hold20-0", "chance that hold at 20 ends with 0", 0.62454083420125672, 1e-15, _TURN),
    Golden("hold20-20", "chance of 20", 0.099712986645624821, 1e-15, _TURN),
    Golden("hold20-21", "chance of 21", 0.094990627487340995, 1e-15, _TURN),
    Golden("hold20-22", "chance of 22", 0.074188848985588224, 1e-15, _TURN),
    Golden("hold20-23", "chance of 23", 0.054196084766465126, 1e-15, _TURN),
    Golden("hold20-24", "chance of 24", 0.035198091574370427, 1e-15, _TURN),
    Golden("hold20-25", "chance of 25", 0.01717252633935375, 1e-15, _TURN),
    Golden("sim2-hold25", "best response to hold at 25, goal 100", 0.5231, 5e-5, _TWO),
    Golden("sim2-best-n", "the n whose best response wins least", 25, 0, _TWO),
    Golden(
        "sim2-local-minima",
        "the n whose best response wins less than to n - 1 and to n + 1",
        (16, 20, 25, 33),
        0,
        _TWO,
        erratum="0.5432 at 19 is below 0.5437 at 20, so that the minimum is at 19; 50, two turns, is one more",
        corrected=(16, 19, 25, 33, 50),
    ),
    Golden("sim3-25-25", "best response to hold at 25 and 25", 0.3590, 5e-5, _THREE),
    Golden("sim3-20-30", "best response to hold at 20 and 30", 0.3955, 5e-5, _THREE),
    Golden("simn-hold100-reach", "chance that hold at 100 reaches 100", 0.0102, 5e-5, "Zhu, Ma, Chen & Liu 2023, Table 2"),
    Golden(
        "simn-crossover",
        "players from which on everybody holds at 100",
        99,
        0,
        "Zhu, Ma, Chen & Liu 2023, infinite number of players",
        erratum="1 / n < 0.0102 suffices and is not needed: with 59 players no deviation pays, with 58 one adds 6.8e-5",
        corrected=59,
    ),
    Golden("sim3-best", "the pair in 20 to 30 whose best response wins least", (25, 25), 0, _THREE),
)

# Crocce & Mordecki 2014, Table 5: configuration [fives, ones, triple], chips, and in how many of the throws of 1, 2, ... dice it comes up.
TABLE_5 = {
    (0, 0, 0): (0, (4, 16, 60, 204, 600)),
    (1, 0, 0): (1, (1, 8, 48, 240, 1020)),
    (0, 1, 0): (2, (1, 8, 48, 240, 1020)),
    (2, 0, 0): (2, (0, 1, 12, 96, 600)),
    (1, 1, 0): (3, (0, 2, 24, 192, 1200)),
    (0, 2, 0): (4, (0, 1, 12, 96, 600)),
    (3, 0, 0): (10, (0, 0, 1, 16, 160)),
    (2, 1, 0): (4, (0, 0, 3, 48, 480)),
    (1, 2, 0): (5, (0, 0, 3, 48, 480)),
    (0, 3, 0): (20, (0, 0, 1, 16, 160)),
    (0, 0, 2): (4, (0, 0, 1, 13, 106)),
    (0, 0, 3): (6, (0, 0, 1, 13, 106)),
    (0, 0, 4): (8, (0, 0, 1, 13, 106)),
    (0, 0, 6): (12, (0, 0, 1, 13, 106)),
    (4, 0, 0): (11, (0, 0, 0, 1, 20)),
    (3, 1, 0): (12, (0, 0, 0, 4, 80)),
    (2, 2, 0): (6, (0, 0, 0, 6, 120)),
    (1, 3, 0): (21, (0, 0, 0, 4, 80)),
    (0, 4, 0): (22, (0, 0, 0, 1, 20)),
    (1, 0, 2): (5, (0, 0, 0, 4, 65)),
    (1, 0, 3): (7, (0, 0, 0, 4, 65)),
    (1, 0, 4): (9, (0, 0, 0, 4, 65)),
    (1, 0, 6): (13, (0, 0, 0, 4, 65)),
    (0, 1, 2): (6, (0, 0, 0, 4, 65)),
    (0, 1, 3): (8, (0, 0, 0, 4, 65)),
    (0, 1, 4): (10, (0, 0, 0, 4, 65)),
    (0, 1, 6): (14, (0, 0, 0, 4, 65)),
    (5, 0, 0): (12, (0, 0, 0, 0, 1)),
    (4, 1, 0): (13, (0, 0, 0, 0, 5)),
    (3, 2, 0): (14, (0, 0, 0, 0, 10)),
    (2, 3, 0): (22, (0, 0, 0, 0, 10)),
    (1, 4, 0): (23, (0, 0, 0, 0, 5)),
    (0, 5, 0): (24, (0, 0, 0, 0, 1)),
    (2, 0, 2): (6, (0, 0, 0, 0, 10)),
    (2, 0, 3): (8, (0, 0, 0, 0, 10)),
    (2, 0, 4): (10, (0, 0, 0, 0, 10)),
    (2, 0, 6): (14, (0, 0, 0, 0, 10)),
    (1, 1, 2): (7, (0, 0, 0, 0, 20)),
    (1, 1, 3): (9, (0, 0, 0, 0, 20)),
    (1, 1, 4): (11, (0, 0, 0, 0, 20)),
    (1, 1, 6): (15, (0, 0, 0, 0, 20)),
    (0, 2, 2): (8, (0, 0, 0, 0, 10)),
    (0, 2, 3): (10, (0, 0, 0, 0, 10)),
    (0, 2, 4): (12, (0, 0, 0, 0, 10)),
    (0, 2, 6): (16, (0, 0, 0, 0, 10)),
}


class Column(NamedTuple):
    """A column of Table 6: from turn total `first` on these values, by this action; past the last one holds."""

    positions: tuple[str, ...]
    action: str
    first: int
    values: tuple[float, ...]


def _numbers(printed: str) -> tuple[float, ...]:
    return tuple(map(float, printed.split()))


# Crocce & Mordecki 2014, Table 6, by what was kept and how many dice are left. Errata:
# - the column of 5 5 and 5 1 with two left names its action r; its values are those of three dice thrown with one chip less, which is m5;
# - two dice with anything else kept are said always to stop: three chips from three single fives are worth 3.1726 thrown on;
# - the game's value is printed as 5.8721 for 5.87202.
TABLE_6 = (
    Column(
        ("all score, 5 left",),
        "roll",
        1,
        _numbers(
            "6.607 7.355 8.107 8.883 9.713 10.553 11.394 12.235 13.077 13.918 14.779 15.655 16.534 17.413 18.291 19.170 "
            "20.060 20.972 21.893 22.814 23.734 24.655 25.576 26.497 27.418 28.339 29.260 30.181 31.102 32.022 32.943 33.864 "
            "34.785 35.706 36.627 37.548 38.469 39.390 40.312 41.233 42.154 43.075 43.997 44.919 45.840 46.762 47.684 48.607 "
            "49.529 50.452 51.375 52.298 53.221 54.144 55.066"
        ),
    ),
    Column(
        ("5, 4 left", "1, 4 left"),
        "roll",
        1,
        _numbers("4.338 5.021 5.743 6.476 7.212 8.001 8.840 9.679 10.517 11.357 12.196 13.035 13.875 14.715 15.554 16.394 17.234 18.073"),
    ),
    Column(
        ("5 5, 3 left", "5 1, 3 left"),
        "m5",
        2,
        _numbers("4.338 5.021 5.743 6.476 7.212 8.001 8.840 9.679 10.517 11.357 12.196 13.035"),
    ),
    Column(("1 1, 3 left",), "m1", 4, (5.021, 5.743, 6.476, 7.212, 8.001)),
    Column(("5, 3 left", "1, 3 left"), "roll", 2, (3.447, 4.123, 4.837, 5.552, 6.266)),
    Column(("5 5 1, 2 left",), "m55", 4, (5.021, 5.743, 6.476, 7.212, 8.001)),
    Column(("5 1 1, 2 left",), "m51", 5, (5.021,)),
    Column(("5 5, 2 left", "5 1, 2 left"), "m5", 3, (3.447, 4.123)),
)
TABLE_6_START = 5.8721
TABLE_6_MISSING = Column(("5, 2 left",), "roll", 3, (3.1726,))
