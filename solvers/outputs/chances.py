"""Outputs: probabilities to win and expected scores, from the start of the game."""

from solvers.outputs import declared

average_win_probability = declared.chance(
    "average_win_probability",
    "Mean over the seats of the first player's chance to win, as if the first to move were drawn.",
    long_name="mean win probability",
)
average_best_response_win_probability = declared.chance(
    "average_best_response_win_probability",
    "Mean over the seats of the best response's chance to win, as if the first to move were drawn.",
    long_name="best response's mean",
)
average_optimal_win_probability = declared.chance(
    "average_optimal_win_probability",
    "Mean over the seats of optimal play's chance to win, as if the first to move were drawn.",
    long_name="optimal play's mean",
)
average_win_probability_against_optimal = declared.chance(
    "average_win_probability_against_optimal",
    "Mean over the seats of the rule's chance to win against optimal play, as if the first to move were"
    " drawn.",
    long_name="mean against optimal",
)
average_win_probability_against_reply = declared.chance(
    "average_win_probability_against_reply",
    "Mean over the seats of the rule's chance to win against its best reply, as if the first to move were"
    " drawn.",
    long_name="mean against reply",
)
best_response_win_probability = declared.chance(
    "best_response_win_probability",
    "Chance of the best response to win, by its seat. A shared win counts in part.",
    long_name="best response wins",
    dims=("seat",),
)
come_probability = declared.likelihood(
    "come_probability",
    "Chance that a turn of the equilibrium reaches this turn total.",
    long_name="arrival probability",
    dims=("turn_total",),
)
expected_score = declared.points("expected_score", "Expected score of a player from the start of play.")
optimal_win_probability = declared.chance(
    "optimal_win_probability",
    "Chance of optimal play to win from the start, by its seat.",
    long_name="optimal play wins",
    dims=("seat",),
)
best_reply_win_probability = declared.chance(
    "best_reply_win_probability",
    (
        "Chance to win of the best hold-at reply to a player who always holds at this turn total. Equal "
        "scores count as half a win."
    ),
    long_name="reply wins",
    dims=("hold_at",),
)
win_probability = declared.chance(
    "win_probability",
    (
        "Chance of the first player to win, or of the player in each `seat`. A shared win counts in part. "
        "Alone: the chance to reach the goal. In an attack: the chance to take all that is attacked."
    ),
)
win_probability_against_itself = declared.chance(
    "win_probability_against_itself",
    "The rule's chance to win against itself, by its seat; the mean of both seats is 1/2.",
    long_name="against itself",
    dims=("seat",),
)
win_probability_against_optimal = declared.chance(
    "win_probability_against_optimal",
    "The rule's chance to win against optimal play, by its seat.",
    long_name="against optimal",
    dims=("seat",),
)
win_probability_against_reply = declared.chance(
    "win_probability_against_reply",
    "The rule's chance to win against its best reply, by its seat.",
    long_name="against reply",
    dims=("seat",),
)
win_probability_by_seat = declared.chance(
    "win_probability_by_seat",
    "Chance of the first player to win, by its seat. A shared win counts in part.",
    long_name="wins by seat",
    dims=("seat",),
)
worst_win_probability = declared.chance(
    "worst_win_probability",
    "Least average_win_probability along the second axis.",
    long_name="worst win probability",
)
