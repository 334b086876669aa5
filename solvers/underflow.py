"""Chances that are too small for floating-point numbers are refused, not answered with."""

from solvers.errors import NotConverged

# A chance to leave a state that is less than this has lost digits to underflow.
LEAST_CHANCE = 1e-290


def refuse_seldom(what: str, chance: float, who: str, remedy: str = "") -> None:
    """Refuse to answer where a chance is too small for floating-point numbers.

    Parameters
    ----------
    what : what happens by that chance, as in a sentence
    chance : of it
    who : who plays, for the error
    remedy : what to do, for the error

    Raises
    ------
    NotConverged
        if it is less than LEAST_CHANCE
    """
    if not chance >= LEAST_CHANCE:
        said = f"chance that {what}: expected more than {LEAST_CHANCE}, got {chance} ({who})."
        raise NotConverged(f"{said} {remedy}".rstrip())


def refuse_hardly_scoring(leave: float, who: str) -> None:
    """Refuse to answer where turns of fixed players score too seldom.

    Parameters
    ----------
    leave : the least chance that either of two turns scores
    who : who plays, for the error

    Raises
    ------
    NotConverged
        if it is less than LEAST_CHANCE
    """
    refuse_seldom("a turn scores", leave, who, "Hold at less.")
