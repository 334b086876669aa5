"""Outputs: values of all states."""

from solvers.outputs import declared
from solvers.outputs.output import Role

after_value = declared.chance(
    "after_value",
    (
        "Chance to win when the first player has the goal and the second is about to move; along `seat`, "
        "of the player in that seat."
    ),
    long_name="win probability",
)
last_value = declared.chance(
    "last_value",
    (
        "Chance of the player with the last turn to win when others have the goal; along `seat`, of the "
        "player in that seat."
    ),
    long_name="last win probability",
)
last_mover_value = declared.chance(
    "last_mover_value",
    "Chance of the second player to win with the last turn, by the seat of the best response.",
    long_name="last win probability",
    dims=("seat", "behind"),
)
optimal_value = declared.chance(
    "optimal_value",
    "Chance of the player about to move to win, with the score `banked`, if both play for the win.",
    long_name="optimal win probability",
    dims=("banked", "opponent"),
)
rule_value = declared.chance(
    "rule_value",
    "The rule's chance to reach the goal.",
    long_name="rule's goal probability",
    dims=("turns_left", "banked"),
)
seat_value = declared.chance(
    "seat_value",
    "Each seat's chance to win from these scores, while nobody has the goal.",
    long_name="win probability",
)
second_value = declared.chance(
    "second_value",
    "Chance of the second player to win when about to move; `banked` is its own score.",
    long_name="second win probability",
    dims=("banked", "opponent"),
)
three_tie_value = declared.chance(
    "three_tie_value",
    "What a tie of all three is worth to the player in this seat.",
    long_name="three tie worth",
    dims=("seat",),
)
threshold_value = declared.chance(
    "threshold_value",
    "Chance to win if both players may only choose turn totals to hold at.",
    long_name="threshold win probability",
    dims=("banked", "opponent"),
)
throw_value = declared.points(
    "throw_value",
    "Expected score if the player makes this throw.",
    long_name="expected score",
    dims=("turn_total", "throw"),
)
tie_value = declared.chance(
    "tie_value",
    "What equal scores at the end of a round are worth to the first of those who tie.",
    long_name="tie worth",
)
two_tie_value = declared.chance(
    "two_tie_value",
    (
        "What a tie of two is worth to the player in this seat, by the player who is not tied; 0 where "
        "that is the same one."
    ),
    long_name="two tie worth",
    dims=("seat", "untied"),
)
optimal_tie_value = declared.chance(
    "optimal_tie_value",
    "What equal scores at the end of a round are worth to the first player, if both play optimally.",
    long_name="tie worth",
)
tie_value_against_itself = declared.chance(
    "tie_value_against_itself",
    "What equal scores are worth to the first player where the rule meets itself.",
    long_name="tie against itself",
)
tie_value_against_optimal = declared.chance(
    "tie_value_against_optimal",
    "What equal scores are worth to the first player where the rule meets optimal play.",
    long_name="tie against optimal",
    dims=("seat",),
)
tie_value_against_reply = declared.chance(
    "tie_value_against_reply",
    "What equal scores are worth to the first player where the rule meets its best reply.",
    long_name="tie against reply",
    dims=("seat",),
)
value = declared.chance(
    "value",
    (
        "Chance to win of the player about to move, or of the player in each `seat`. A shared win counts in "
        "part. Alone: the chance to reach the goal. In an attack: the chance to take this territory and all "
        "after it."
    ),
    long_name="win probability",
)
score_value = declared.points(
    "score_value",
    (
        "Expected points still to come; in one turn, those of the whole turn. NaN in states that play "
        "never reaches."
    ),
    long_name="expected score",
)
turns_value = declared.Declared(
    Role.VALUE,
    "turns",
    "turns_value",
    "Expected turns still to play.",
    long_name="expected turns",
    dims=("banked",),
)
value_against_itself = declared.chance(
    "value_against_itself",
    "The rule's chance to win against itself from this state when about to move.",
    long_name="against itself",
)
value_against_optimal = declared.chance(
    "value_against_optimal",
    "The rule's chance to win against optimal play from this state when about to move.",
    long_name="against optimal",
)
value_against_reply = declared.chance(
    "value_against_reply",
    "The rule's chance to win against its best reply from this state when about to move.",
    long_name="against reply",
)
waiting_value = declared.chance(
    "waiting_value",
    "The player's chance to win when the opponent is about to move.",
    long_name="waiting win probability",
)
waiting_value_against_optimal = declared.chance(
    "waiting_value_against_optimal",
    ("The rule's chance to win against optimal play from this state when optimal play is about to move."),
    long_name="waiting against optimal",
)
waiting_value_against_reply = declared.chance(
    "waiting_value_against_reply",
    "The rule's chance to win against its best reply from this state when the reply is about to move.",
    long_name="waiting against reply",
)

value_of_optimal = declared.chance(
    "value_of_optimal",
    "Chance of optimal play to win against the policy from these scores when about to move.",
    long_name="optimal play wins",
)
waiting_value_of_optimal = declared.chance(
    "waiting_value_of_optimal",
    "Chance of optimal play to win against the policy from these scores when the policy is about to move.",
    long_name="waiting optimal wins",
)
