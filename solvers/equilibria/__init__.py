"""Where everybody plays the best: matrix games, equilibria of whole contests, and what a deviation from any strategy would gain."""

__all__ = [
    "any_rule",
    "any_rule_stage",
    "small_game",
    "stopping_rules",
    "strategy",
]
