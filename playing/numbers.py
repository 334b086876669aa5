"""Format probabilities in percent with two decimals, and differences in percentage points."""


def percent(chance: float) -> str:
    """Return a probability in percent.

    Parameters
    ----------
    chance : from 0 to 1

    Examples
    --------
    >>> percent(0.530595)
    '53.06\\xa0%'
    """
    return f"{100 * chance:.2f}\N{NO-BREAK SPACE}%"


def percentage_points(difference: float) -> str:
    """Return a difference of probabilities in percentage points; a small one does not round to 0.

    Parameters
    ----------
    difference : from 0 to 1

    Examples
    --------
    >>> percentage_points(0.0348), percentage_points(0.00002)
    ('3.48 percentage points', 'less than 0.01 percentage points')
    """
    shown = 100 * difference
    return f"{'less than 0.01' if 0.0 < shown < 0.01 else f'{shown:.2f}'} percentage points"
