"""Where everybody plays the best: matrix games, equilibria of whole contests, and what a deviation from any strategy would gain."""

__all__ = [
    "any_rule",
    "any_rule_stage",
    "best_rule",
    "elimination",
    "one_turn",
    "showdown",
    "showdown_any_rule",
    "showdown_of_many",
    "simultaneous_of_many",
    "small_game",
    "stage_of_many",
    "stopping_rules",
    "strategy",
    "symmetric_game",
]
