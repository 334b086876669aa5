"""Rules of thumb that have a name: each stands for a rule that is spelled out.

Numbers in a name are numbers of the rule, and so may be letters in braces. Rules of Pig and how they are
worded: Neller & Presser 2010, "Practical play of the dice game Pig", UMAP Journal 31 (1).
"""

import re

# A number of 1 or more, or what stands for one.
NUMBER = r"([1-9][0-9]*|\{[a-z][a-z0-9_]*\})"
# Throw for the win as soon as anybody has so many points; until then hold at so much, and at one more for so
# many points that one is behind. Of a race to 100 the paper has 71, 21 and 8.
_PACE = "hold when turn_total >= {1} + round((opponent - banked) / {2}) and max(banked, opponent) < {0}"
# Names, and what they stand for; numbers that a name does not have are told after it.
NAMED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("keep pace", _PACE, ("goal - 29", "21", "8")),
    (f"end race at {NUMBER} or keep pace", _PACE, ("21", "8")),
    (f"end race at {NUMBER} or keep pace with {NUMBER} and 1/{NUMBER}", _PACE, ()),
    # The goal in so many turns that score, all of about the same size.
    (f"{NUMBER} scoring turns", "hold at max(1, floor((goal - banked) / ({0} - scored)))", ()),
)
# Names without a number.
PLAIN = tuple(name for name, _, _ in NAMED if "(" not in name)


def spelled_out(rule: str) -> str:
    """What a rule stands for that has a name; any other as it is.

    Parameters
    ----------
    rule : as it is written

    Examples
    --------
    >>> spelled_out("4 scoring turns")
    'hold at max(1, floor((goal - banked) / (4 - scored)))'
    """
    words = " ".join(rule.split())
    for name, text, others in NAMED:
        if found := re.fullmatch(name, words):
            return text.format(*found.groups(), *others)
    return rule


def is_named(rule: str) -> bool:
    """Whether it is a rule's name."""
    return spelled_out(rule) is not rule
