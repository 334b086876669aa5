"""Outputs of studies: learning, Risk, Yahtzee, cycles of value iteration, Stackelberg policies, the crowd."""

from dataclasses import replace

from solvers.outputs import declared, tables
from solvers.outputs.output import Role

attacker_survivors = declared.likelihood(
    "attacker_survivors",
    "Chance that the attacker takes the territory with this many armies left.",
    long_name="attacker's survivors",
    dims=("attackers_left",),
)
by_front = declared.Declared(
    Role.CHOICE,
    "armies",
    "by_front",
    "The best distribution with this many armies in the first territory.",
    long_name="territory armies",
    dims=("front", "territory"),
    dtype="int16",
)
category = declared.action(
    "category",
    "Where to score these dice in the first turn if no throw is left; of equally good ones the first.",
    long_name="best category",
    dims=("dice",),
)
cycles = declared.Declared(
    Role.KIND,
    "",
    "cycles",
    "Whether the action changes within a period.",
    long_name="cycling state",
    dims=("banked", "opponent"),
    dtype="int8",
    flags=("no", "yes"),
)
cycling_states = declared.count(
    "states", "cycling_states", "Number of states whose action changes within a period."
)
defender_survivors = declared.likelihood(
    "defender_survivors",
    "Chance that the territory holds with this many armies left.",
    long_name="defender's survivors",
    dims=("defenders_left",),
)
differing_by_one = declared.count(
    "states",
    "differing_by_one",
    "Number of pairs of own and opponent's score at which the two policies differ by one point.",
)
differing_states = declared.count(
    "states",
    "differing_states",
    "Number of pairs of own and opponent's score at which the two policies differ.",
)
distance = declared.difference(
    "distance",
    "Largest difference between an estimate and the value, over all states.",
    long_name="largest distance",
)
distance_at_stop = declared.difference(
    "distance_at_stop",
    ("Largest difference between an estimate and the value after that sweep; it may exceed the tolerance."),
)
distribution = declared.Declared(
    Role.CHOICE,
    "armies",
    "distribution",
    "The distribution against which the attacker wins least often.",
    long_name="territory armies",
    dims=("territory",),
    dtype="int16",
)
estimate = declared.chance(
    "estimate", "Estimate of the value; NaN where holding wins.", long_name="estimated win probability"
)
expected_attacker_losses = declared.measure(
    "armies",
    "expected_attacker_losses",
    "Armies that the attacker loses on average.",
    long_name="attacker's losses",
)
expected_defender_losses = declared.measure(
    "armies",
    "expected_defender_losses",
    "Armies that the defender loses on average.",
    long_name="defender's losses",
)
games = declared.count(
    "games",
    "games",
    "Number of games that the learner has played.",
    long_name="games played",
    dims=("method", "updates_per_state"),
    dtype="int64",
)
earlier_hold_at = declared.turn_total(
    "earlier_hold_at",
    "Turn total to hold at after the second-last sweep.",
    long_name="earlier hold threshold",
    dims=("banked", "opponent"),
)
kept = declared.Declared(
    Role.CHOICE,
    "dice",
    "kept",
    (
        "Number of dice of each face to keep of these dice in the first turn; of equally good choices, the "
        "one that keeps most."
    ),
    long_name="dice kept",
    dims=("throws_left", "dice", "face"),
    dtype="int8",
)
largest_change = declared.difference(
    "largest_change", "Largest change of an estimate in this sweep; NaN before the first.", dims=("sweep",)
)
largest_difference = declared.difference(
    "largest_difference", "Largest absolute difference between the values of the last two sweeps."
)
leader_hold_at = declared.turn_total(
    "leader_hold_at",
    (
        "Turn total at which the player who commits holds, its own score first; of equally good ones, the"
        " least."
    ),
    long_name="leader holds at",
    dims=("banked", "opponent"),
)
margin = declared.difference(
    "margin",
    (
        "With that many players, how much better holding at the goal is than the best other stop of the "
        "first turn, as a chance to reach the goal."
    ),
    long_name="equilibrium margin",
)
mean_difference = declared.difference(
    "mean_difference", "Mean absolute difference between the values of the last two sweeps, over all states."
)
mean_distance = declared.difference(
    "mean_distance", "Mean difference between the estimates and the values, with all states counted alike."
)
mix_gain_least = declared.difference(
    "mix_gain_least",
    (
        "Lower bound on what the best deviation wins beyond 1/2 against a player who draws one of the two"
        " policies before the game and keeps it."
    ),
    long_name="least mix gain",
)
mix_gain_most = declared.difference(
    "mix_gain_most",
    (
        "Upper bound on what the best deviation wins beyond 1/2 against a player who draws one of the two"
        " policies before the game and keeps it."
    ),
    long_name="most mix gain",
)
paper_bound = declared.count(
    "players",
    "paper_bound",
    "Least n with 1 / n below reach_probability, the bound that Zhu, Ma, Chen & Liu 2023 give.",
    long_name="paper's bound",
    dtype="int64",
)
period = declared.count(
    "sweeps",
    "period",
    "Number of sweeps after which actions and values repeat; 1 if they settle.",
    long_name="cycle period",
)
reach_probability = declared.likelihood(
    "reach_probability",
    "Chance to reach the goal in one turn by holding at the goal.",
    long_name="goal probability",
)
later_hold_at = declared.turn_total(
    "later_hold_at",
    "Turn total to hold at after the last sweep.",
    long_name="later hold threshold",
    dims=("banked", "opponent"),
)
later_value = declared.chance(
    "later_value",
    "Chance to win from these scores after the last sweep.",
    long_name="win probability",
    dims=("banked", "opponent"),
)
estimated_win_probability = declared.chance(
    "estimated_win_probability",
    "Estimate of the first player's chance to win.",
    long_name="estimated win probability",
    dims=("method", "updates_per_state"),
)
sweeps = declared.count(
    "sweeps", "sweeps", "Number of sweeps until actions and values repeated.", long_name="sweeps made"
)
sweeps_needed = declared.count(
    "sweeps", "sweeps_needed", "First sweep that changes no estimate by the tolerance, kept or not."
)
taken = declared.likelihood(
    "taken", "Chance that the territory is taken.", long_name="taking probability", dims=("territory",)
)
updates = declared.count(
    "updates",
    "updates",
    "Number of updates of this state's estimate by the end.",
    long_name="estimate updates",
    dims=("method", "banked", "opponent", "turn_total"),
    dtype="int64",
)
value_inside = replace(tables.value, dims=("banked", "opponent", "turn_total"), nothing="holding wins")
earlier_value = declared.chance(
    "earlier_value",
    "Chance to win from these scores after the second-last sweep.",
    long_name="win probability",
    dims=("banked", "opponent"),
)
worst_distribution = declared.Declared(
    Role.CHOICE,
    "armies",
    "worst_distribution",
    "The distribution against which the attacker wins most often.",
    long_name="territory armies",
    dims=("territory",),
    dtype="int16",
)
worst_distribution_win_probability = declared.chance(
    "worst_distribution_win_probability",
    "Attacker's chance to take the whole chain against the worst distribution.",
    long_name="win probability",
)
wrong_actions = declared.measure(
    "1",
    "wrong_actions",
    "Share of the states inside a turn in which the worse action seems better.",
    long_name="wrong action share",
    dims=("method", "updates_per_state"),
)
