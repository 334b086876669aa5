"""Where everybody plays the best: matrix games, equilibria of whole contests, and what a deviation from any strategy would gain."""

__all__ = [
    "against",
    "banking",
    "exploitability",
    "stackelberg",
    "strategy",
    "symmetric_value_iteration",
    "whole_mix",
]
