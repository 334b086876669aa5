"""The papers whose figures are recomputed, by author and year."""

from difflib import get_close_matches
from typing import NamedTuple

from solvers.errors import expected


class Paper(NamedTuple):
    """A source of published figures.

    Attributes
    ----------
    id : authors and year, as typed
    cited : authors and year, as cited in a text
    title : title of the paper
    """

    id: str
    cited: str
    title: str


CROCCE_MORDECKI = Paper(
    "crocce-mordecki-2014", "Crocce & Mordecki 2014", "A finite exact algorithm to solve a dice game"
)
NELLER_PRESSER = Paper("neller-presser-2004", "Neller & Presser 2004", "Optimal play of the dice game Pig")
NELLER_RUSSELL_MARKOV = Paper(
    "neller-russell-markov-2012",
    "Neller, Russell & Markov 2012",
    "Solving the dice game Pig: an introduction to dynamic programming and value iteration",
)
# A weblog; its pages are named by their topics.
POSSIBLYWRONG = Paper("possiblywrong-single-turn-pig", "possiblywrong", "Single-turn Pig")
ZHU_MA_CHEN_LIU = Paper(
    "zhu-ma-chen-liu-2023",
    "Zhu, Ma, Chen & Liu 2023",
    "Optimal strategy of the simultaneous dice game Pig for multiplayers: when reinforcement learning meets"
    " game theory",
)
OSBORNE = Paper("osborne-2003", "Osborne 2003", "Markov chains for the Risk board game revisited")
PAPERS = (
    CROCCE_MORDECKI,
    NELLER_PRESSER,
    NELLER_RUSSELL_MARKOV,
    POSSIBLYWRONG,
    ZHU_MA_CHEN_LIU,
    OSBORNE,
)


def paper(name: str) -> Paper:
    """Return the paper with a name.

    Parameters
    ----------
    name : authors and year, such as neller-presser-2004

    Raises
    ------
    InvalidRules
        if there is none; the error lists all and names the nearest

    Examples
    --------
    >>> paper("osborne-2003").cited
    'Osborne 2003'
    """
    known = {one.id: one for one in PAPERS}
    if name in known:
        return known[name]
    near = get_close_matches(name.lower(), known, 1)
    meant = f"Did you mean {near[0]}?" if near else "Leave --paper out for all papers."
    raise expected("--paper", "one of " + ", ".join(known), name, meant)
