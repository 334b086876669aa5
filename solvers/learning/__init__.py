"""How estimates approach the exact value: by value iteration, by Monte Carlo control and by temporal differences."""

__all__ = [
    "certificate",
    "certificate_of_value_iteration",
    "certificate_replay",
    "comparison",
    "distance",
    "exact_race",
    "game",
    "monte_carlo",
    "question",
    "question_value_iteration",
    "settings",
    "splitmix",
    "temporal_difference",
    "value_iteration",
]
