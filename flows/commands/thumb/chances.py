"""A rule's chances to win, by opponent and seat."""

from typing import Any

from rich.table import Table

from solvers.questions.question import Question

OPPONENTS = (("optimal", "optimal play"), ("itself", "itself"), ("reply", "its best reply"))


def chances_table(question: Question, found: Any) -> Table:
    """The table.

    Parameters
    ----------
    question : a question about rules of thumb of two players
    found : its answer
    """
    table = Table(box=None, pad_edge=False)
    for name in ("wins against", "in either seat", "moving first", "moving second"):
        table.add_column(name, justify="left" if name == "wins against" else "right", no_wrap=True)

    for name, words in OPPONENTS:
        first, second = question.output(f"win_probability_against_{name}").read(found).tolist()
        table.add_row(words, *(f"{one:.6f}" for one in ((first + second) / 2.0, first, second)))
    return table
