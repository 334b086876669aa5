"""How estimates approach the exact value: value iteration, Monte Carlo control, temporal differences."""

__all__ = [
    "certificate",
    "certificate_of_value_iteration",
    "certificate_replay",
    "comparison",
    "distance",
    "game",
    "monte_carlo",
    "question",
    "question_race",
    "question_value_iteration",
    "settings",
    "splitmix",
    "temporal_difference",
    "value_iteration",
]
