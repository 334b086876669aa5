"""A question in turn is held against what four ideas say."""

from itertools import product
from typing import Any

import numpy as np
from hypothesis import assume, reject
from hypothesis import strategies as st

from solvers.catalog import find
from solvers.errors import InvalidRules
from solvers.games import own
from tests.four_ideas.contests import Ended, EqualTurns, TurnsOf
from tests.four_ideas.rows import Row
from tests.four_ideas.turns import far, too_far
from tests.four_ideas.values import Values

# With equal turns scores beyond the goal are standings, too, and plain Python takes minutes for so many.
FAR, TOO_FAR = 60, 90
# Where a turn to the goal hardly ever ends without a wipe, solvers refuse the game, and say so.
SELDOM = 1 / 32


def asked(row: Row, data: st.DataObject) -> dict[str, Any]:
    """Parameters that the question takes, drawn."""
    turn = data.draw(row.turns)
    drawn = {name: data.draw(strategy, name) for name, strategy in row.given.items()}
    try:
        parameters = find(row.question).complete(drawn | {"rules": own.text(turn)})
    except InvalidRules:
        reject()
    kept = min(1 - throw.wipe for throw in turn.throws) ** int(parameters.get("goal", 1))
    assume(kept > SELDOM)
    contest = row.contest(parameters)
    goes_on = isinstance(contest.played if isinstance(contest, TurnsOf) else contest, EqualTurns)
    assume(not (goes_on and (far(turn) > FAR or too_far(turn) > TOO_FAR)))
    return parameters


def compare(row: Row, parameters: dict[str, Any], number: type, tolerance: float) -> None:
    """Hold all that the row reads against the values of the contest, and its certificate to accepting it."""
    question = find(row.question)
    solution = question.solve(**parameters)
    assert float(question.certificate.read(solution)) <= 1e-12
    turn, contest, seatings = own.turn(parameters["rules"]), row.contest(parameters), row.seatings(parameters)
    labels = {one.name: one.labels(parameters).tolist() for one in question.dimensions}
    places = {
        name: [read(contest, *own) for own in product(*(labels[dim] for dim in question.output(name).dims))]
        for name, read in row.reads.items()
    }
    wanted = [place for read in places.values() for place in read if place is not None]
    values = [
        Values(
            turn,
            contest,
            players,
            {at for asked, at, _ in wanted if asked == index and not isinstance(at, Ended)},
            number,
        )
        for index, players in enumerate(seatings)
    ]
    for name, read in places.items():
        right = [
            (at.won if isinstance(at, Ended) else values[seating][at])[seat]
            for seating, at, seat in (place for place in read if place is not None)
        ]
        stored = question.output(name).read(solution).ravel()[[place is not None for place in read]]
        np.testing.assert_allclose(
            row.sign * stored, np.array(right, float), rtol=tolerance, atol=tolerance, err_msg=name
        )
