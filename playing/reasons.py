"""Explain the opponent's decisions in a sentence or two with numbers."""

from playing.choices import choice
from playing.match import Match
from playing.numbers import percent
from playing.opponent_names import says
from playing.opponents import Decision
from playing.play import Play, Step
from playing.state import OPPONENT
from solvers.games.turn import HOLD

# Largest number of other choices that are named.
NAMED = 2


def why(match: Match, step: Step) -> str:
    """Return why the opponent decided like this.

    Parameters
    ----------
    match : the setup, and what is solved for it
    step : a decision of the opponent
    """
    decision = step.decision
    if decision is None:
        return "That was your decision."
    chosen = choice(match, step.before, step.place).short
    at_risk = step.before.turn_total * match.setup.playable.point
    at = f"To open it chose to {chosen}: " if step.before.opens else f"At {at_risk} it chose to {chosen}: "
    if len(match.rules.places(step.before)) == 1:
        return f"{at}there was no other choice."
    if decision.worth is not None:
        return at + _compared(match, step, decision)
    if decision.drawn is None:
        rule = says(match.setup.playable, match.setup.opponent)
        return f"{at}its rule says so, whatever the chances. {rule}"
    return at + _drawn(step, decision)


def of_last_turn(play: Play) -> list[str]:
    """Return the reasons for the opponent's last turn; nothing before its first."""
    last = play.last_turn(OPPONENT)
    # A rule is the same at each step, and the first throw of a turn is no decision.
    weighed = [step for step in last if step.decision and len(step.decision.worth or ()) > 1]
    return [why(play.match, step) for step in weighed or last[-1:]]


def _compared(match: Match, step: Step, decision: Decision) -> str:
    """The values of its choices, compared."""
    worth = decision.worth or {}
    others = sorted((place for place in worth if place != step.place), key=lambda place: -worth[place])
    named = [
        f"to {choice(match, step.before, place).short} {percent(worth[place])}" for place in others[:NAMED]
    ]
    more = f", and {len(others) - NAMED} other choices less" if len(others) > NAMED else ""
    return f"that wins {percent(worth[step.place])} of the time, {', '.join(named)}{more}."


def _drawn(step: Step, decision: Decision) -> str:
    """What it drew to hold at."""
    holds = step.place == HOLD
    says = f"holds at {decision.drawn} this round" if holds else f"rolls below {decision.drawn} this round"
    if len(decision.drawn_from) == 1:
        return f"it {says}, as {decision.rule} says at these scores."
    mixed = " and ".join(f"{hold_at} with {percent(chance)}" for hold_at, chance in decision.drawn_from)
    return f"it {says}, drawn from {decision.rule}, which holds at {mixed} here."
