"""How estimates approach the exact value: by value iteration, by Monte Carlo control and by temporal differences."""

__all__ = ["comparison", "distance", "game", "monte_carlo", "settings", "splitmix", "temporal_difference", "value_iteration"]
