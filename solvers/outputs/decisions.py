"""Outputs: what decisions and rules of thumb lose against optimal play, where, and how often."""

from solvers.outputs import declared

expected_regret = declared.difference(
    "expected_regret",
    (
        "What all decisions of the rule give away in a game: equal to its loss. `jeopardice thumb` lists "
        "the regions."
    ),
)
gain = declared.difference(
    "gain",
    (
        "How much more the best stopping rule wins from these scores than the best turn total to hold at "
        "in each state."
    ),
    long_name="any-rule gain",
)
gain_of_any_rule = declared.difference(
    "gain_of_any_rule",
    "What the best of all stopping rules wins against the equilibrium beyond an equal share.",
    long_name="any-rule gain",
)
gain_over_hold_at = declared.difference(
    "gain_over_hold_at",
    "How much more it wins than the best response that holds at one turn total in each state.",
    long_name="any-rule gain",
)
given_away = declared.difference(
    "given_away",
    (
        "Chance to win that the policy gives away when it is about to move: what optimal play wins in its"
        " place, minus what the policy wins against its best response."
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
        "What a player loses that may only mix turn totals to hold at for the rest of the game, against "
        "an opponent that may use any rule."
    ),
    long_name="threshold loss",
    dims=("banked", "opponent"),
)
loss_to_reply = declared.difference(
    "loss_to_reply",
    "How far the rule's chance to win against its best reply is below 1/2, as the mean of both seats.",
    long_name="lost to reply",
)
last_turns_begun = declared.measure(
    "turns",
    "last_turns_begun",
    (
        "Expected number of last turns in a game that the rule begins this many points behind; the "
        "greatest number includes all above."
    ),
    dims=("behind",),
)
lost = declared.difference(
    "lost",
    ("What the rule's decisions give away in a game, in turns that begin with these scores."),
    long_name="chance lost",
)
lost_in_last_turns = declared.difference(
    "lost_in_last_turns",
    "What the rule's decisions give away in a game, in last turns that begin this many points behind.",
    long_name="last-turn loss",
    dims=("behind",),
)
lost_there = declared.difference(
    "lost_there",
    ("What the rule's decisions at this turn total, with this many dice left, give away in a game."),
)
opening_loss = declared.difference(
    "opening_loss",
    (
        "What a player loses from the start that may only mix turn totals to hold at, against an opponent"
        " that may use any rule."
    ),
    long_name="opening threshold loss",
)
opening_threshold_loss = declared.difference(
    "opening_threshold_loss",
    (
        "What the equilibrium of two players that may only mix turn totals to hold at loses from the "
        "start to an opponent that may use any rule."
    ),
    long_name="opening threshold exploitability",
)
regret = declared.difference(
    "regret",
    (
        "What the rule's decision gives away of the chance to win, or to reach the goal, if optimal play "
        "follows."
    ),
    long_name="decision regret",
)
right_decisions = declared.likelihood(
    "right_decisions", "Share of the rule's decisions in a game that give away nothing."
)
right_visits = declared.measure(
    "visits",
    "right_visits",
    (
        "Expected number of right decisions of the rule in a game at this turn total, with this many dice"
        " left."
    ),
)
rounds_begun = declared.measure(
    "rounds",
    "rounds_begun",
    "Expected number of further rounds after a tie in a game, by the seat of the rule.",
    dims=("seat",),
)
state_loss = declared.difference(
    "state_loss",
    (
        "What a player loses that may only mix turn totals to hold at in this state, and may use any rule"
        " later."
    ),
    dims=("banked", "opponent"),
)
threshold_loss = declared.difference(
    "threshold_loss",
    (
        "What the best of all stopping rules gains against the equilibrium of players that may only "
        "choose turn totals to hold at."
    ),
    long_name="threshold exploitability",
)
turns_begun = declared.measure(
    "turns",
    "turns_begun",
    (
        "Expected number of turns in a game that the rule begins with these scores; without turns left, "
        "of games that end there."
    ),
)
turns_begun_by_optimal = declared.measure(
    "turns",
    "turns_begun_by_optimal",
    (
        "Expected number of turns that optimal play, with the score `opponent`, begins in a game against "
        "the rule."
    ),
    long_name="optimal turns begun",
    dims=("banked", "opponent"),
)
visits = declared.measure(
    "visits",
    "visits",
    (
        "Expected number of times in a game that the rule comes to this state; at turn total 0 it begins "
        "a turn, and without turns left play ends there."
    ),
    long_name="expected visits",
)
