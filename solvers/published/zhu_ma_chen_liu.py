"""Figures of Zhu, Ma, Chen & Liu 2023, as printed: Pig to 100, all players at once."""

from solvers.published.figure import Figure
from solvers.published.papers import ZHU_MA_CHEN_LIU

FIGURES = (
    Figure(
        "sim2-hold25",
        "Two at once: chance of the best reply to hold at 25",
        (0.5231,),
        5e-5,
        ZHU_MA_CHEN_LIU,
        "two players, Figure 1",
    ),
    Figure(
        "sim2-best-n",
        "Two at once: the n whose best reply wins least",
        (25,),
        0,
        ZHU_MA_CHEN_LIU,
        "two players, Figure 1",
    ),
    Figure(
        "sim2-local-minima",
        "Two at once: the n with a local minimum of the best reply's chance",
        (16, 20, 25, 33),
        0,
        ZHU_MA_CHEN_LIU,
        "two players, Figure 1",
        erratum=(
            "0.5432 at 19 is below 0.5437 at 20, so that the minimum is at 19; 50, two turns, is one more"
        ),
        corrected=(16, 19, 25, 33, 50),
    ),
    Figure(
        "sim2-cycle-states",
        "Two at once: states that cycle in symmetric value iteration, of 10000",
        (141,),
        0,
        ZHU_MA_CHEN_LIU,
        "mixed-strategy equilibrium",
    ),
    Figure(
        "sim2-cycle-47-69",
        "Two at once: the cycling policies at (47, 69) and (69, 47)",
        (16, 28, 26, 31),
        0,
        ZHU_MA_CHEN_LIU,
        "mixed-strategy equilibrium",
        erratum=(
            "16 and 26 have changed places: 26 at (47, 69) answers 31, 16 at (69, 47) answers 26, 28 answers"
            " 16, and 31 answers 28"
        ),
        corrected=(26, 28, 16, 31),
    ),
    Figure(
        "sim2-cycle-vs-25",
        "Two at once: chance of each cycling policy against hold at 25",
        (0.5192, 0.5192),
        5e-5,
        ZHU_MA_CHEN_LIU,
        "mixed-strategy equilibrium",
        erratum="only one wins that much, the other 0.5190; from whatever start, both together win 1.0382",
        corrected=(0.5190, 0.5192),
    ),
    Figure(
        "sim2-cycle-even",
        "Two at once: chance of one cycling policy against the other",
        (0.5,),
        1e-6,
        ZHU_MA_CHEN_LIU,
        "mixed-strategy equilibrium",
        erratum=(
            "it depends on the phases of the pairs of scores that cycle, and so on the start, which is not"
            " stated: of 200 starts, hold at 1 to 100 and the best responses to them, 164 stay below 1e-6 and"
            " all below 1.53e-6; from hold at 25 it is 1.2e-6"
        ),
        corrected=(0.4999988,),
        open=True,
    ),
    Figure(
        "sim2-cycle-mae",
        "Two at once: mean difference of the cycling policies' values",
        (3.346e-7,),
        5e-11,
        ZHU_MA_CHEN_LIU,
        "mixed-strategy equilibrium",
        erratum=(
            "it depends on the start, which is not stated: of 200 starts, hold at 1 to 100 and the best"
            " responses to them, 55 have 141 states and the others 142, with 3.337e-7 to 3.402e-7; from hold"
            " at 25 it is 3.367e-7"
        ),
        corrected=(3.367e-7,),
        open=True,
    ),
    Figure(
        "sim2-cycle-largest",
        "Two at once: largest difference of these values, at (69, 47)",
        (2.020e-4,),
        5e-8,
        ZHU_MA_CHEN_LIU,
        "mixed-strategy equilibrium",
    ),
    Figure(
        "sim2-stackelberg",
        "Two at once: chances of the Stackelberg policies",
        (0.4999997, 0.5000003),
        5e-8,
        ZHU_MA_CHEN_LIU,
        "Stackelberg value iteration",
        erratum=(
            "the one who answers wins 0.5000008 of the one who commits; two other pairs of the paper's"
            " policies give what is printed"
        ),
        corrected=(0.4999992, 0.5000008),
        open=True,
    ),
    Figure(
        "sim2-stackelberg-states",
        "Two at once: states where these policies differ, of 10000",
        (74,),
        0,
        ZHU_MA_CHEN_LIU,
        "Stackelberg value iteration",
    ),
    Figure(
        "sim2-stackelberg-by-one",
        "Two at once: states where these policies differ by one point",
        (74,),
        0,
        ZHU_MA_CHEN_LIU,
        "Stackelberg value iteration",
        erratum=(
            "at (48, 38), (52, 30), (54, 25), (63, 59), (69, 47) and (73, 32) they differ by 4, 4, 4, 17, 15"
            " and 14"
        ),
        corrected=(68,),
    ),
    Figure(
        "sim2-answering-mix",
        "Two at once: the policy that answers, against two even mixes",
        (0.5, 0.5),
        1e-6,
        ZHU_MA_CHEN_LIU,
        "Stackelberg value iteration",
    ),
    Figure(
        "sim2-committing-mix",
        "Two at once: the policy that commits, against two even mixes",
        (0.5, 0.5),
        1e-6,
        ZHU_MA_CHEN_LIU,
        "Stackelberg value iteration",
        erratum=(
            "only the policy that answers is so close; the one that commits wins 1.66e-6 and 1.62e-6 beyond"
            " one half, as the mix is no equilibrium"
        ),
        corrected=(0.5000017, 0.5000016),
    ),
    Figure(
        "sim3-25-25",
        "Three at once: chance of the best reply to hold at 25 and 25",
        (0.3590,),
        5e-5,
        ZHU_MA_CHEN_LIU,
        "three players, Figure 5",
    ),
    Figure(
        "sim3-20-30",
        "Three at once: chance of the best reply to hold at 20 and 30",
        (0.3955,),
        5e-5,
        ZHU_MA_CHEN_LIU,
        "three players, Figure 5",
    ),
    Figure(
        "sim3-best",
        "Three at once: the pair of 20 to 30 whose best reply wins least",
        (25, 25),
        0,
        ZHU_MA_CHEN_LIU,
        "three players, Figure 5",
    ),
    Figure(
        "simn-hold100-reach",
        "Pig: chance that a turn held at 100 reaches 100",
        (0.0102,),
        5e-5,
        ZHU_MA_CHEN_LIU,
        "infinite number of players, Table 2",
    ),
    Figure(
        "simn-crossover",
        "Many at once: players from which everybody holds at 100",
        (99,),
        0,
        ZHU_MA_CHEN_LIU,
        "infinite number of players",
        "The paper only bounds it: 99 is where 1/n falls below the chance to reach 100. With 58 a deviation"
        " still pays, with 59 none does",
        (59,),
    ),
)
