"""What decisions and rules give away, where, and how often."""

from solvers.outputs import declared

expected_regret = declared.difference(
    "expected_regret",
    "What the rule's decisions give away in all: the loss again. `jeopardice thumb` says in which regions.",
)
gain = declared.difference(
    "gain",
    "What all stopping rules win from these scores beyond a turn total to hold at in each state.",
    long_name="any-rule gain",
)
gain_of_any_rule = declared.difference(
    "gain_of_any_rule",
    "What the best of all stopping rules wins against the equilibrium beyond an equal share.",
    long_name="any-rule gain",
)
gain_over_hold_at = declared.difference(
    "gain_over_hold_at",
    "What it wins beyond the best response that holds at one turn total in each state.",
    long_name="any-rule gain",
)
given_away = declared.difference(
    "given_away",
    (
        "Chance to win that the policy gives away where it is about to move: that of optimal play in "
        "its place, minus its own against its best response."
    ),
    long_name="chance given away",
)
loss = declared.difference(
    "loss",
    "How far the rule's chance to win is below that of optimal play; for two players, the mean of the seats.",
    long_name="chance given away",
)
threshold_state_loss = declared.difference(
    "threshold_state_loss",
    (
        "What a player loses who is confined to mixtures of turn totals to hold at for the rest of "
        "the game, and whose opponent is not."
    ),
    long_name="threshold loss",
    dims=("banked", "opponent"),
)
loss_to_reply = declared.difference(
    "loss_to_reply",
    "How far below 1/2 the rule's chance to win against its best reply is, as the mean of both seats.",
    long_name="lost to reply",
)
last_turns_begun = declared.measure(
    "turns",
    "last_turns_begun",
    "How often the rule begins a last turn this many points behind; the greatest number includes all above.",
    dims=("behind",),
)
lost = declared.difference(
    "lost",
    ("What the rule's decisions give away in the turns that begin with these scores, as often as they do."),
    long_name="chance lost",
)
lost_in_last_turns = declared.difference(
    "lost_in_last_turns",
    "What the rule's decisions give away in last turns that begin this many points behind.",
    long_name="last-turn loss",
    dims=("behind",),
)
lost_there = declared.difference(
    "lost_there",
    (
        "What the rule's decisions at this turn total, and with this many dice left, give away in all "
        "turns of a game."
    ),
)
opening_loss = declared.difference(
    "opening_loss",
    (
        "What a player loses from the start who is confined to mixtures of turn totals to hold at, "
        "and whose opponent is not."
    ),
    long_name="opening threshold loss",
)
opening_threshold_loss = declared.difference(
    "opening_threshold_loss",
    (
        "What the equilibrium of two players confined to turn totals to hold at loses from the start "
        "to one who may stop by any rule."
    ),
    long_name="opening threshold exploitability",
)
regret = declared.difference(
    "regret",
    "Chance that the rule's decision gives away, if optimal play follows.",
    long_name="decision regret",
)
right_decisions = declared.likelihood("right_decisions", "Share of the decisions met that give away nothing.")
right_visits = declared.measure(
    "visits",
    "right_visits",
    "How often the rule decides right at this turn total, and with this many dice left.",
)
rounds_begun = declared.measure(
    "rounds",
    "rounds_begun",
    "How often another round begins after a tie in a game, by the seat of the rule.",
    dims=("seat",),
)
state_loss = declared.difference(
    "state_loss",
    "What a player loses who is confined to mixtures of turn totals to hold at in this state only.",
    dims=("banked", "opponent"),
)
threshold_loss = declared.difference(
    "threshold_loss",
    (
        "What the best of all stopping rules gains against the equilibrium of players who are "
        "confined to turn totals to hold at."
    ),
    long_name="threshold exploitability",
)
turns_begun = declared.measure(
    "turns",
    "turns_begun",
    "How often the rule begins a turn with these scores; without turns left how often play ends there.",
)
turns_begun_by_optimal = declared.measure(
    "turns",
    "turns_begun_by_optimal",
    "How often optimal play, which has `opponent`, begins a turn in a game against the rule.",
    long_name="optimal turns begun",
    dims=("banked", "opponent"),
)
visits = declared.measure(
    "visits",
    "visits",
    (
        "How often the rule comes there on average; at turn total 0 it begins a turn, and without "
        "turns left play ends there."
    ),
    long_name="expected visits",
)
