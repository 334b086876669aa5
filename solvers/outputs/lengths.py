"""Outputs: how long a game lasts, and how often the lead changes."""

from solvers.outputs import declared

changes_probability = declared.likelihood(
    "changes_probability",
    "Chance of exactly this many changes of the lead in a game.",
    long_name="lead changes probability",
    dims=("changes",),
)
ending_probability = declared.likelihood(
    "ending_probability", "Chance that a game lasts exactly this many turns.", dims=("turns",)
)
even_chance_turns = declared.measure(
    "turns",
    "even_chance_turns",
    (
        "Fewest turns with which the chance from the start is at least 1/2; NaN where it takes more than "
        "are played."
    ),
    long_name="even-chance turns",
    nothing="more than are played",
)
expected_lead_changes = declared.measure(
    "changes",
    "expected_lead_changes",
    "How often the lead changes in a game on average; a tie is no change of lead.",
)
expected_rounds = declared.measure(
    "rounds",
    "expected_rounds",
    "Average length of a game in rounds, in each of which every player takes a turn.",
)
expected_turns = declared.measure(
    "turns",
    "expected_turns",
    "Average length of a game: turns of all players together, the first player moving first.",
)
expected_turns_by_seat = declared.measure(
    "turns",
    "expected_turns_by_seat",
    "Average length of a game: turns of both players, by the player's seat.",
    long_name="turns by seat",
    dims=("seat",),
)
best_response_expected_turns = declared.measure(
    "turns",
    "best_response_expected_turns",
    "Average length of a game with the best response: turns of both players, by its seat.",
    long_name="best response's turns",
    dims=("seat",),
)
optimal_expected_turns = declared.measure(
    "turns",
    "optimal_expected_turns",
    "Average length of a game with optimal play: turns of both players, by its seat.",
    long_name="optimal play's turns",
    dims=("seat",),
)
expected_turns_against_optimal = declared.measure(
    "turns",
    "expected_turns_against_optimal",
    "Average length of the rule's games against optimal play: turns of both, by the rule's seat.",
    long_name="turns against optimal",
    dims=("seat",),
)
expected_turns_against_reply = declared.measure(
    "turns",
    "expected_turns_against_reply",
    "Average length of the rule's games against its best reply: turns of both, by the rule's seat.",
    long_name="turns against reply",
    dims=("seat",),
)
lead_changes_left = declared.measure(
    "changes",
    "lead_changes_left",
    "Changes of the lead still to come on average; NaN where this player cannot have led last.",
    long_name="expected lead changes",
    dims=("banked", "opponent", "leader"),
)
longer_probability = declared.likelihood(
    "longer_probability",
    "Chance that a game lasts more than this many turns.",
    long_name="longer game probability",
    dims=("turns",),
)
more_changes_left = declared.likelihood(
    "more_changes_left",
    (
        "Chance of more than this many changes of the lead still to come; NaN where this player cannot "
        "have led last."
    ),
    long_name="more changes probability",
    dims=("changes", "banked", "opponent", "leader"),
)
more_changes_probability = declared.likelihood(
    "more_changes_probability",
    "Chance of more than this many changes of the lead in a game.",
    dims=("changes",),
)
rounds_left = declared.measure(
    "rounds",
    "rounds_left",
    "Average number of rounds still to come, in each of which every player takes a turn.",
    long_name="expected rounds left",
    dims=("banked", "opponent"),
)
second_turns_left = declared.measure(
    "turns",
    "second_turns_left",
    "Turns of both players still to come on average when the second player is about to move.",
    dims=("banked", "opponent"),
)
tail_probability = declared.likelihood(
    "tail_probability", "Chance of a game of more than `most_turns` turns."
)
turns_left = declared.measure(
    "turns",
    "turns_left",
    "Average number of turns still to come, of all players, when the player is about to move.",
    long_name="expected turns left",
    dims=("banked", "opponent"),
)
turns_left_of_optimal = declared.measure(
    "turns",
    "turns_left_of_optimal",
    "Turns of both players still to come on average when optimal play is about to move.",
    long_name="optimal turns left",
    dims=("banked", "opponent"),
)
turns_left_against_optimal = declared.measure(
    "turns",
    "turns_left_against_optimal",
    "Turns of both players still to come on average when the rule is about to move against optimal play.",
    long_name="turns left (optimal)",
    dims=("banked", "opponent"),
)
turns_left_against_reply = declared.measure(
    "turns",
    "turns_left_against_reply",
    "Turns of both players still to come on average when the rule is about to move against its best reply.",
    long_name="turns left (reply)",
    dims=("banked", "opponent"),
)
waiting_turns_left_against_optimal = declared.measure(
    "turns",
    "waiting_turns_left_against_optimal",
    "Turns of both players still to come on average when optimal play is about to move against the rule.",
    long_name="waiting turns (optimal)",
    dims=("banked", "opponent"),
)
waiting_turns_left_against_reply = declared.measure(
    "turns",
    "waiting_turns_left_against_reply",
    "Turns of both players still to come on average when the best reply is about to move against the rule.",
    long_name="waiting turns (reply)",
    dims=("banked", "opponent"),
)
waiting_turns_left_of_optimal = declared.measure(
    "turns",
    "waiting_turns_left_of_optimal",
    ("Turns of both players still to come on average when the opponent of optimal play is about to move."),
    long_name="waiting optimal turns",
    dims=("banked", "opponent"),
)
waiting_turns_left = declared.measure(
    "turns",
    "waiting_turns_left",
    "Turns of both players still to come on average when the opponent is about to move.",
    dims=("banked", "opponent"),
)
