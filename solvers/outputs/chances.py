"""Chances to win, and scores to expect, from the start."""

from solvers.outputs import declared

average_win_probability = declared.chance(
    "average_win_probability",
    ("Mean of both seats' chances to win of the player of the first axis: a fair coin says who moves first."),
    long_name="mean win probability",
)
best_response_wins = declared.chance(
    "best_response_wins",
    "Chance of the best response to win if its seat is drawn.",
    long_name="response wins",
)
best_response_wins_first = declared.chance(
    "best_response_wins_first",
    "Chance of the best response to win when it moves first; of a shared win its part.",
    long_name="response wins first",
)
best_response_wins_second = declared.chance(
    "best_response_wins_second",
    "Chance of the best response to win when it moves second; of a shared win its part.",
    long_name="response wins second",
)
come_probability = declared.likelihood(
    "come_probability",
    "Chance that the equilibrium comes to this turn total.",
    long_name="arrival probability",
    dims=("turn_total",),
)
expected_score = declared.points(
    "expected_score", "Points that a player scores on average from where play begins."
)
optimal_wins = declared.chance(
    "optimal_wins", "Chance of optimal play to win if a fair coin says who moves first."
)
optimal_wins_first = declared.chance(
    "optimal_wins_first", "Chance of optimal play to win when it moves first."
)
optimal_wins_second = declared.chance(
    "optimal_wins_second", "Chance of optimal play to win when it moves second."
)
response_wins = declared.chance(
    "response_wins",
    (
        "Chance to win, half a win for equal scores, of the best hold-at reply to a player who always "
        "holds at this turn total."
    ),
    long_name="reply wins",
    dims=("hold_at",),
)
rule_win_probability = declared.chance(
    "rule_win_probability",
    "The rule's chance to reach the goal from the start.",
    long_name="rule's goal probability",
)
win_probability = declared.chance(
    "win_probability",
    (
        "Chance of the first player to win, or along `seat` of the player in that seat; of a shared "
        "win its part."
    ),
)
goal_probability = declared.chance(
    "win_probability", "Chance to reach the goal from the start.", long_name="goal probability"
)
wins = declared.chance(
    "wins", "The player's chance to win if a fair coin says who moves first.", long_name="win probability"
)
wins_against_itself_first = declared.chance(
    "wins_against_itself_first",
    "The rule's chance to win against itself when it moves first; over both seats it is a half.",
    long_name="against itself first",
)
wins_against_itself_second = declared.chance(
    "wins_against_itself_second",
    "The rule's chance to win against itself when it moves second.",
    long_name="against itself second",
)
wins_against_optimal = declared.chance(
    "wins_against_optimal",
    "The rule's chance to win against optimal play if a fair coin says who moves first.",
    long_name="against optimal",
)
wins_against_optimal_first = declared.chance(
    "wins_against_optimal_first",
    "The rule's chance to win against optimal play when it moves first.",
    long_name="against optimal first",
)
wins_against_optimal_second = declared.chance(
    "wins_against_optimal_second",
    "The rule's chance to win against optimal play when it moves second.",
    long_name="against optimal second",
)
wins_against_reply = declared.chance(
    "wins_against_reply",
    "The rule's chance to win against its best reply if a fair coin says who moves first.",
    long_name="against reply",
)
wins_against_reply_first = declared.chance(
    "wins_against_reply_first",
    "The rule's chance to win against its best reply when it moves first.",
    long_name="against reply first",
)
wins_against_reply_second = declared.chance(
    "wins_against_reply_second",
    "The rule's chance to win against its best reply when it moves second.",
    long_name="against reply second",
)
wins_first = declared.chance("wins_first", "When it moves first.", long_name="wins moving first")
wins_second = declared.chance("wins_second", "When it moves second.", long_name="wins moving second")
worst_case = declared.chance(
    "worst_case",
    "The least of average_win_probability along the second axis.",
    long_name="worst win probability",
)

# Over both seats, moving first, moving second.
SEATS = ("", "_first", "_second")
OF_RESPONSE = best_response_wins, best_response_wins_first, best_response_wins_second
OF_OPTIMAL = optimal_wins, optimal_wins_first, optimal_wins_second
AGAINST_OPTIMAL = wins_against_optimal, wins_against_optimal_first, wins_against_optimal_second
AGAINST_REPLY = wins_against_reply, wins_against_reply_first, wins_against_reply_second
