"""Solve one case in this process."""

from typing import TYPE_CHECKING, Any

from flows.compiling.telling import compiles
from jeopardice.asked import Keep, Players, What, case_of
from jeopardice.border import public

if TYPE_CHECKING:
    import xarray as xr


@public
@compiles
def solve(
    game: What,
    *,
    contest: str | None = None,
    players: Players | None = None,
    keep: Keep | None = None,
    **parameters: Any,
) -> "xr.Dataset":
    """Solve one case, as `jeopardice solve` does.

    The first answer of a contest waits for its machine code to be compiled; standard error shows that.

    Parameters
    ----------
    game : name of a game, path of a file of rules, what `game` returns, or name of a question
    contest : "race", "equal turns", "at once" and others; a race by default
    players : by seat, as a list or as text with commas: "best", "hold at 20", "optimal", a rule of thumb; or
        the number of players, all of whom play best
    keep : names of the outputs to return, as a list or as text with commas; the usual ones by default
    parameters : parameters of the question by name, as in goal=100; the others take their defaults

    Returns
    -------
    xarray.Dataset
        outputs as variables along their dimensions; parameters as scalar coordinates. Variables and
        coordinates have `units`, `long_name` and `comment`. Attributes: `title`, `question`, `certificate`
        (largest residual), `certificate_meaning`, `jeopardice_version`, `citation`.

    Raises
    ------
    InvalidRules
        if no question matches, or it has no such parameter
    ConfigError
        if a file of rules cannot be read
    NotConverged
        if the certificate exceeds the accepted bound

    Examples
    --------
    >>> import jeopardice as jp
    >>> ds = jp.solve("pig", players=["best", "hold at 8"], goal=20)
    >>> round(float(ds.win_probability), 6), ds.win_probability.attrs["long_name"]
    (0.800974, "first player's win probability")
    >>> ds.attrs["question"], ds.attrs["certificate"] < 1e-12
    ('pig, race: best, hold at 8', True)
    """
    from flows.command_line.asked_case import refuse_outgrown
    from flows.commands.solved_case import solved
    from jeopardice.describing import described

    question, values, outputs = case_of(game, contest, players, keep, parameters)
    refuse_outgrown(question, values)
    return described(solved(question, values, [own.name for own in outputs]), question)
