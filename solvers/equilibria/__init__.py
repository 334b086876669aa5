"""Where everybody plays the best: matrix games, equilibria of whole contests, and what a deviation from any strategy would gain."""

__all__ = [
    "any_rule",
    "any_rule_stage",
    "best_rule",
    "elimination",
    "looping_game",
    "matrix_game",
    "one_turn",
    "selection",
    "showdown",
    "showdown_any_rule",
    "showdown_of_many",
    "simplex",
    "simultaneous",
    "simultaneous_of_many",
    "stage_game",
    "stage_of_many",
    "stopping_rules",
    "strategy",
    "support",
    "symmetric_game",
]
