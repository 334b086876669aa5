"""Outputs: policies, turn totals to hold at, mixed actions, and how many states have which."""

from solvers.outputs import declared
from solvers.outputs.output import Role

advantage = declared.difference(
    "advantage",
    "Value of rolling minus value of holding; NaN where holding wins.",
    long_name="rolling advantage",
    dims=("banked", "opponent", "turn_total"),
)
after_hold_at = declared.turn_total(
    "after_hold_at",
    "Least turn total at which the best response in seat 2 holds once the first player has the goal.",
    long_name="chasing hold threshold",
    dims=("second_behind", "third_behind"),
)
best_reply = declared.turn_total(
    "best_reply",
    (
        "The choice along the first axis with the greatest average_win_probability; of equally good ones,"
        " the least."
    ),
    dims=("second_hold_at",),
)
best_reply_dice = declared.dice(
    "best_reply_dice",
    (
        "The choice along the first axis with the greatest average_win_probability; of equally good ones,"
        " the least."
    ),
    long_name="best dice",
    dims=("second_dice",),
)
dice = declared.dice(
    "dice",
    "Number of dice to roll; of equally good numbers, the fewest. 0 with no turns left.",
    long_name="dice to roll",
)
first_turn_policy = declared.action(
    "first_turn_policy",
    "What the player does in the first turn, while nobody has scored; a tie holds.",
    long_name="best action",
    dims=("turn_total", "position"),
)
hold_at = declared.turn_total(
    "hold_at",
    "Least turn total at which the player holds; it may roll again at a greater one. 0 means to pass, or"
    " no turns left. Where two policies are mixed, that of the more cautious one.",
    long_name="hold threshold",
)
mixed_hold_at = declared.turn_total(
    "mixed_hold_at",
    "Turn totals to hold at; unused entries repeat the last.",
    dims=("banked", "opponent", "choice"),
    long_name="hold thresholds",
)
hold_past_goal = declared.turn_total(
    "hold_past_goal",
    "Least turn total, of those that reach the goal, at which the player holds.",
    long_name="threshold past goal",
)
indifferent_at = declared.turn_total(
    "indifferent_at",
    "Least turn total at which the player with that score is indifferent; none where it does not mix.",
    dims=("cluster", "seat"),
)
last_dice = declared.dice(
    "last_dice",
    ("Number of dice that the second player rolls in the last turn; of equally good numbers, the fewest."),
    long_name="last turn's dice",
    dims=("behind",),
)
last_hold_at = declared.turn_total(
    "last_hold_at",
    "Turn total at which the player with the last turn holds.",
    long_name="last hold threshold",
)
likeliest_hold_at = declared.turn_total(
    "likeliest_hold_at",
    "The turn total to hold at that is drawn most often; of several, the least.",
    long_name="likeliest hold threshold",
)
mean_hold_at = declared.measure(
    "points", "mean_hold_at", "Turn total to hold at on average.", long_name="mean hold threshold"
)
opening_hold_at = declared.turn_total(
    "opening_hold_at",
    (
        "Turn total to hold at in the first turn; of a mixture, each of them, and unused entries repeat "
        "the last."
    ),
    long_name="first hold threshold",
)
opening_mean_hold_at = declared.measure(
    "points",
    "opening_mean_hold_at",
    "Turn total to hold at in the first turn, on average.",
    long_name="mean first threshold",
)
policy = declared.action("policy", "What optimal play does; a tie holds.", long_name="best action")
optimal_policy = declared.action(
    "optimal_policy", "What optimal play does where it meets the rule; a tie holds.", long_name="best action"
)
reply_hold_at = declared.turn_total(
    "reply_hold_at",
    (
        "Least turn total at which the best reply holds with the score `banked`, while the rule has "
        "`opponent`; it may roll again at a greater one."
    ),
    long_name="reply's hold threshold",
    dims=("banked", "opponent"),
)
best_reply_to_hold_at = declared.turn_total(
    "best_reply_to_hold_at",
    "The turn total at which the best reply to this one holds; of equally good ones, the least.",
    long_name="best reply",
    dims=("hold_at",),
)
scores = declared.Declared(
    Role.PLACE,
    "points",
    "scores",
    "Banked scores of the players.",
    long_name="state's scores",
    dims=("state", "seat"),
    dtype="int16",
)
second_dice = declared.dice(
    "second_dice",
    (
        "Number of dice that the second player rolls while the first is below the goal; of equally good "
        "numbers, the fewest."
    ),
    long_name="second player's dice",
    dims=("banked", "opponent"),
)
second_hold_at = declared.turn_total(
    "second_hold_at",
    "Least turn total at which the second player holds while the first is below the goal.",
    dims=("banked", "opponent"),
    long_name="second hold threshold",
)
strategy_hold_at = declared.turn_total(
    "strategy_hold_at",
    "Turn totals at which the strategy holds, its own score first.",
    long_name="drawn turn total",
    dims=("banked", "opponent", "choice"),
)
threshold = declared.Declared(
    Role.CHOICE,
    "points",
    "threshold",
    "Least turn total from which holding is always optimal.",
    long_name="critical threshold",
    dtype="int32",
)
throws_again = declared.action(
    "throws_again",
    ("Whether the best rule rolls again at a turn total that it can reach, above one at which it holds."),
)
