"""Rules of thumb with names; each name stands for a rule in the language.

Numbers in a name, or letters in braces, become numbers of the rule. Pig's rules and their names: Neller &
Presser 2010, "Practical play of the dice game Pig", UMAP Journal 31 (1).
"""

import re

# A number of 1 or more, or a name in braces that stands for one.
NUMBER = r"([1-9][0-9]*|\{[a-z][a-z0-9_]*\})"
# Roll for the win once either score reaches {0}; until then hold at {1}, and at one point more for each {2}
# points that the player trails by. The paper has 71, 21 and 8, for a race to 100.
_PACE = "hold when turn_total >= {1} + round((opponent - banked) / {2}) and max(banked, opponent) < {0}"
# Patterns of names, the rules they stand for, and default numbers, used after those in the name.
NAMED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("keep pace", _PACE, ("goal - 29", "21", "8")),
    (f"end race at {NUMBER} or keep pace", _PACE, ("21", "8")),
    (f"end race at {NUMBER} or keep pace with {NUMBER} and 1/{NUMBER}", _PACE, ()),
    # Reach the goal in this many scoring turns of about equal size.
    (f"{NUMBER} scoring turns", "hold at max(1, floor((goal - banked) / ({0} - scored)))", ()),
)
# Names that contain no number.
PLAIN = tuple(name for name, _, _ in NAMED if "(" not in name)


def spelled_out(rule: str) -> str:
    """Return the rule that a name stands for; any other text is returned unchanged.

    Parameters
    ----------
    rule : the text

    Examples
    --------
    >>> spelled_out("4 scoring turns")
    'hold at max(1, floor((goal - banked) / (4 - scored)))'
    """
    return _named(rule) or rule


def is_named(rule: str) -> bool:
    """Whether a text is the name of a rule."""
    return _named(rule) is not None


def _named(rule: str) -> str | None:
    """The rule that a name stands for; None for any other text."""
    words = " ".join(rule.split())
    for name, text, others in NAMED:
        if found := re.fullmatch(name, words):
            return text.format(*found.groups(), *others)
    return None
