"""Where a rule of thumb goes wrong, as a table of sentences and as JSON."""

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from solvers.questions.question import Question
from solvers.thumb.regions.region import Region

# Spans that describe a region in a game of two.
SIDES = ("turn_total", "banked", "opponent", "behind")


def regions_table(regions: Sequence[Region]) -> Table:
    """A table with each region as a sentence, and its share of the loss.

    Parameters
    ----------
    regions : the regions found
    """
    table = Table(box=None, pad_edge=False)
    table.add_column("share of the loss", justify="right", no_wrap=True)
    table.add_column("where the rule errs")
    for region in regions:
        table.add_row(f"{region.share:.1%}", region.sentence)
    left = f"{1.0 - sum(region.share for region in regions):.1%}"
    if left.strip("-") != "0.0%":
        table.add_row(left, "elsewhere")
    return table


def regions_as_json(
    question: Question, regions: Sequence[Region], sides: Sequence[str]
) -> list[dict[str, Any]]:
    """The regions as JSON.

    Parameters
    ----------
    question : the question, for the names of its game's actions
    regions : the regions found
    sides : names of the spans that describe a region
    """
    return [
        {
            "sentence": region.sentence,
            "action": question.game.actions[region.throws] if question.game else "",
            "other_way": region.other_way,
            "where": region.where,
            **({"when": region.when} if region.when else {}),
            "share": region.share,
            **{name: getattr(region, name) for name in sides},
        }
        for region in regions
    ]
