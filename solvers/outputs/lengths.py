"""How long a game is, and how often the lead changes."""

from solvers.outputs import declared

changes_probability = declared.likelihood(
    "changes_probability",
    "Chance of exactly so many changes of the lead in a whole game.",
    long_name="lead changes probability",
    dims=("changes",),
)
ending_probability = declared.likelihood(
    "ending_probability", "Chance of a game of exactly so many turns.", dims=("turns",)
)
even_chance_turns = declared.measure(
    "turns",
    "even_chance_turns",
    (
        "Least number of turns that gives a chance of at least 1/2 from the start; none, NaN, where "
        "it takes more than are played."
    ),
    long_name="even-chance turns",
    nothing="more than are played",
)
expected_lead_changes = declared.measure(
    "changes",
    "expected_lead_changes",
    "How often the lead changes in a whole game on average; a tie changes nothing.",
)
expected_rounds = declared.measure(
    "rounds",
    "expected_rounds",
    "Length of a whole game: rounds on average; in a round everybody takes a turn.",
)
expected_turns = declared.measure(
    "turns",
    "expected_turns",
    "Length of a whole game: turns of all players together on average, when the first player moves first.",
)
expected_turns_by_seat = declared.measure(
    "turns",
    "expected_turns_by_seat",
    "Length of a whole game: turns of both players on average, by the player's seat.",
    long_name="turns by seat",
    dims=("seat",),
)
best_response_expected_turns = declared.measure(
    "turns",
    "best_response_expected_turns",
    "Length of a game of the best response: turns of both players on average, by its seat.",
    long_name="best response's turns",
    dims=("seat",),
)
optimal_expected_turns = declared.measure(
    "turns",
    "optimal_expected_turns",
    "Length of a game of optimal play: turns of both players on average, by its seat.",
    long_name="optimal play's turns",
    dims=("seat",),
)
expected_turns_against_optimal = declared.measure(
    "turns",
    "expected_turns_against_optimal",
    "Length of a game of the rule against optimal play: turns of both on average, by the rule's seat.",
    long_name="turns against optimal",
    dims=("seat",),
)
expected_turns_against_reply = declared.measure(
    "turns",
    "expected_turns_against_reply",
    "Length of a game of the rule against its best reply: turns of both on average, by the rule's seat.",
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
    "Chance of a game of more than so many turns.",
    long_name="longer game probability",
    dims=("turns",),
)
more_changes_left = declared.likelihood(
    "more_changes_left",
    (
        "Chance of more than so many changes of the lead still to come; NaN where this player cannot "
        "have led last."
    ),
    long_name="more changes probability",
    dims=("changes", "banked", "opponent", "leader"),
)
more_changes_probability = declared.likelihood(
    "more_changes_probability",
    "Chance of more than so many changes of the lead in a whole game.",
    dims=("changes",),
)
rounds_left = declared.measure(
    "rounds",
    "rounds_left",
    "Rounds still to come on average; in a round everybody takes a turn.",
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
    "Turns still to come on average, of all players together, when the player is about to move.",
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
    "Turns of both players still to come on average when the other than optimal play is about to move.",
    long_name="waiting optimal turns",
    dims=("banked", "opponent"),
)
waiting_turns_left = declared.measure(
    "turns",
    "waiting_turns_left",
    "Turns of both players still to come on average when the opponent is about to move.",
    dims=("banked", "opponent"),
)
