"""Refuses throws that no game can be played with."""

from solvers.errors import expected
from solvers.games.adding import added
from solvers.games.turn_rules import Position, Throw, TurnRules


def refuse_throw(turn: TurnRules, place: int, throw: Throw) -> None:
    """Refuse a throw with impossible chances, or after which a turn need not end or cannot go on.

    Parameters
    ----------
    turn : the rules
    place : index of the throw
    throw : the throw

    Raises
    ------
    InvalidRules
        says what was expected
    """
    where, least, stands = f"{turn.name}, {throw.name}", turn.least_score, len(turn.positions)
    for chance, what in ((throw.bust, "bust"), (throw.wipe, "wipe")):
        if chance < 0:
            raise expected(f"{where}: probability to {what}", "0 or more", str(chance))
    for outcome in throw.outcomes:
        # There may be hundreds of thousands of outcomes, and fractions are slow to compare.
        if outcome.probability.numerator <= 0:
            raise expected(f"{where}: probability", "more than 0", str(outcome.probability))
        if outcome.gain < least:
            raise expected(f"{where}: gain", f"{least} or more", outcome.gain)
        if not 0 <= outcome.position < stands:
            raise expected(f"{where}: position", f"0 to {stands - 1}", outcome.position)
        if outcome.gain == 0:
            _refuse_leading_on(turn, place, turn.positions[outcome.position])
        given_up = turn.positions[outcome.position].most_given_up
        if given_up >= max(1, outcome.gain):
            rule = f"less than the gain of {outcome.gain}" if outcome.gain else "none without a gain"
            raise expected(f"{where}: points given up", rule, given_up)
    total = added([throw.bust, throw.wipe, *(outcome.probability for outcome in throw.outcomes)])
    if total != 1:
        raise expected(
            f"{where}: probabilities",
            "to sum to 1",
            str(total),
            "Count the bust, the wipe and all outcomes.",
        )
    if throw.bust + throw.wipe == 0:
        raise expected(
            f"{where}: probability to bust or to wipe", "more than 0", "0", "A turn must be able to end."
        )
    if not throw.outcomes:
        remedy = "Nobody can score with this throw. Let no position lead to it."
        raise expected(f"{where}: outcomes", "at least one", "none", remedy)


def _refuse_leading_on(turn: TurnRules, place: int, position: Position) -> None:
    """Refuse a throw without a gain after which the turn cannot go on, or may repeat without a gain."""
    where = f"{turn.name}, {turn.throws[place].name}: position without a gain"
    if not position.ways:
        raise expected(
            where, "one with a way on", position.name, "A result that only ends the turn is a bust."
        )
    # The solvers assume that no throw is worth less than a bust, which is not so if it may wipe.
    if turn.wipes:
        remedy = "Games with both are not solved."
        raise expected(where, "none where a throw may wipe", position.name, remedy)
    for way in position.ways:
        if way.throw <= place:
            remedy = "List it after this throw; a turn cannot lead in a circle."
            where = f"{turn.name}, {turn.throws[place].name}: throw after no gain"
            raise expected(where, f"{place + 1} or more, further down the list", way.throw, remedy)
