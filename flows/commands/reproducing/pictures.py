"""The papers' pictures that can be drawn here, from the same solvers as the numbers."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
import xarray as xr

from flows.commands.solved_case import solved
from pictures.view import view
from pictures.writing import write
from solvers.at_once.question import MINIMA, OVER_PAIRS
from solvers.catalog import find
from solvers.published import at_once, in_turn
from solvers.published.papers import (
    CROCCE_MORDECKI,
    NELLER_PRESSER,
    NELLER_RUSSELL_MARKOV,
    POSSIBLYWRONG,
    ZHU_MA_CHEN_LIU,
    Paper,
)
from solvers.questions.picture import Picture
from solvers.race.policy import policy
from solvers.race.reachable import reachable
from storage.schema import attributes

PAIR = range(20, 31)


@dataclass(frozen=True)
class Redrawn:
    """A picture of a paper, drawn here.

    Attributes
    ----------
    paper : the paper
    where : figure, table or section of the paper
    file : name of the file, without its ending
    picture : what is drawn, and how
    dataset : function that returns the numbers; called when the picture is drawn
    """

    paper: Paper
    where: str
    file: str
    picture: Picture
    dataset: Callable[[], xr.Dataset]


def _of(question: str, name: str, /, **given: int) -> tuple[Picture, Callable[[], xr.Dataset]]:
    """A picture of a question, and the case to solve for it."""
    asked = find(question)
    picture = asked.picture(name)
    outputs = [one for one in (picture.output, picture.chance) if one]
    return picture, lambda: solved(asked, asked.complete(given), outputs)


def _best_replies() -> xr.Dataset:
    """Chance to win of the best reply, by the n at which the opponent holds."""
    wins = [at_once.wins(n) for n in range(1, 101)]
    return _wins("simultaneous.best_response_to_one", ("opponent_hold_at",), range(1, 101), wins)


def _best_replies_to_two() -> xr.Dataset:
    """Chance to win of the best reply, by the two numbers at which the opponents hold."""
    wins = [at_once.wins(*sorted(pair)) for pair in product(PAIR, PAIR)]
    return _wins("simultaneous.best_response_to_two", OVER_PAIRS.dims, PAIR, wins)


def _wins(question: str, dims: tuple[str, ...], labels: range, wins: list[float]) -> xr.Dataset:
    """Chances to win by parameters of a question that all have the same labels."""
    asked = find(question)
    shape = (len(labels),) * len(dims)
    named = {dim: asked.parameter(dim) for dim in dims}
    coords = {
        dim: (dim, np.array(labels), {"long_name": own.long_name, "units": own.unit})
        for dim, own in named.items()
    }
    attrs = attributes(asked.output("win_probability"))
    return xr.Dataset(
        {"win_probability": (dims, np.reshape(wins, shape), attrs)}, coords, {"title": asked.title}
    )


def _reached_states() -> xr.Dataset:
    """Optimal choices in the states of Pig that optimal play reaches, NaN in all others."""
    question, rolls = find("race.pig"), policy(in_turn.race())
    gains = [outcome.gain for outcome in in_turn.race().turn.throws[0].outcomes]
    reached = np.where(reachable(gains, rolls), rolls, np.nan)
    # Only the attributes are taken from there.
    dataset = solved(question, question.complete({"goal": 100}), ["policy"])
    return dataset.assign(policy=dataset.policy.copy(data=reached))


REACHED = Picture(
    name="reached",
    title="States that optimal play reaches",
    output="policy",
    dims=("opponent", "turn_total", "banked"),
)
REDRAWN = (
    Redrawn(CROCCE_MORDECKI, "Table 6", "ten-thousand-policy", *_of("solitaire.ten_thousand", "policy")),
    Redrawn(
        NELLER_PRESSER, "roll/hold boundary", "roll-hold-boundary", *_of("race.pig", "boundary", goal=100)
    ),
    Redrawn(NELLER_PRESSER, "cross-sections", "when-to-roll", *_of("race.pig", "slices", goal=100)),
    Redrawn(NELLER_PRESSER, "reachable states", "reachable-states", REACHED, _reached_states),
    Redrawn(NELLER_PRESSER, "chances to win", "chance-to-win", *_of("race.pig", "surface", goal=100)),
    Redrawn(
        NELLER_RUSSELL_MARKOV,
        "Figure 2",
        "piglet-value-iteration",
        *_of("learning.value_iteration_piglet", "traces"),
    ),
    Redrawn(
        NELLER_RUSSELL_MARKOV,
        "section 2.3",
        "progressive-pig-when-to-roll",
        *_of("race.progressive_pig", "policy", goal=100),
    ),
    Redrawn(
        POSSIBLYWRONG,
        "the solution",
        "equilibrium-of-one-turn",
        *_of("equilibrium.showdown", "hold-at-probability"),
    ),
    Redrawn(ZHU_MA_CHEN_LIU, "Figure 1", "best-reply-to-hold-at-n", MINIMA, _best_replies),
    Redrawn(
        ZHU_MA_CHEN_LIU,
        "mixed-strategy equilibrium",
        "states-that-cycle",
        *_of("equilibrium.symmetric_value_iteration", "cycles"),
    ),
    Redrawn(ZHU_MA_CHEN_LIU, "Figure 5", "best-reply-to-two", OVER_PAIRS, _best_replies_to_two),
)


def redrawn_of(paper: Paper) -> tuple[Redrawn, ...]:
    """The pictures of a paper that can be drawn here; none for some papers.

    Parameters
    ----------
    paper : one of `solvers.published.papers`
    """
    return tuple(one for one in REDRAWN if one.paper == paper)


def draw_into(directory: Path, one: Redrawn) -> Path:
    """Draw a picture as PNG; the directory is created if needed.

    Parameters
    ----------
    directory : directory of the file
    one : the picture

    Raises
    ------
    Unwritable
        if the disk is full or cannot be written to
    """
    path = directory / f"{one.paper.id}-{one.file}.png"
    write(view(one.picture, one.dataset()), path)
    return path
