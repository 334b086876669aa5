"""Refuse cases with probabilities too small for floating-point numbers."""

from solvers.errors import NotConverged

# A probability to leave a state below this has lost digits to underflow.
LEAST_CHANCE = 1e-290


def refuse_seldom(what: str, chance: float, who: str, remedy: str = "") -> None:
    """Raise an error if a probability is too small for floating-point numbers.

    Parameters
    ----------
    what : the event, as in a sentence
    chance : its probability
    who : names the players in the error
    remedy : what to do, for the error

    Raises
    ------
    NotConverged
        if `chance` is less than LEAST_CHANCE
    """
    if not chance >= LEAST_CHANCE:
        said = f"chance that {what}: expected more than {LEAST_CHANCE}, got {chance} ({who})."
        raise NotConverged(f"{said} {remedy}".rstrip())


def refuse_hardly_scoring(leave: float, who: str) -> None:
    """Raise an error if the turns of fixed players score too seldom.

    Parameters
    ----------
    leave : least probability that at least one of two successive turns scores
    who : names the players in the error

    Raises
    ------
    NotConverged
        if `leave` is less than LEAST_CHANCE
    """
    refuse_seldom("a turn scores", leave, who, "Hold at less.")
