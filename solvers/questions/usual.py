"""The outputs that many questions have, each declared once; a question adds its own words and shape."""

from typing import Any

from solvers.questions.question import Output, Role


def win_probability(**own: Any) -> Output:
    """The chance to win, which is what a sweep plots over its axes."""
    return Output(name="win_probability", role=Role.VALUE, long_name="win probability", **own)


def first_player_advantage() -> Output:
    """What moving first is worth, where `value` begins with the start of the game."""
    return Output(
        name="first_player_advantage",
        role=Role.DIFFERENCE,
        long_name="first player's advantage",
        meaning="Chance of the first player to win minus the second's.",
        follows=lambda given, value: 2.0 * value[0, 0] - 1.0,
        follows_from=("value",),
    )


def value(**own: Any) -> Output:
    """The chance to win at every state."""
    return Output(name="value", role=Role.VALUE, long_name="win probability", **own)


def waiting_value(**own: Any) -> Output:
    """The chance to win at every state when the opponent is about to move."""
    return Output(name="waiting_value", role=Role.VALUE, long_name="waiting win probability", **own)


def expected_score(**own: Any) -> Output:
    """The points that can be expected."""
    return Output(name="expected_score", role=Role.VALUE, long_name="expected score", **own)


def hold_at(**own: Any) -> Output:
    """A turn total to hold at for every state."""
    return Output(name="hold_at", role=Role.CHOICE, dtype="int16", **own)


def dice(**own: Any) -> Output:
    """How many dice to throw."""
    return Output(name="dice", role=Role.CHOICE, dtype="int16", unit="dice", long_name="dice to throw", **own)


def first_turn_policy(**own: Any) -> Output:
    """What to do in the first turn, by turn total and what the last throw left."""
    dims = ("turn_total", "position")
    return Output(
        name="first_turn_policy",
        role=Role.CHOICE,
        dims=dims,
        dtype="int8",
        unit="",
        long_name="best action",
        **own,
    )


def exploitability(**own: Any) -> Output:
    """The certificate of an equilibrium: what the best deviation gains."""
    return Output(name="exploitability", role=Role.CERTIFICATE, long_name="strategy exploitability", **own)


RESIDUAL = Output(
    name="residual",
    role=Role.CERTIFICATE,
    long_name="backup residual",
    meaning=(
        "Largest difference between the value and one backup of it by a route that shares no kernel with the"
        " solver."
    ),
)
