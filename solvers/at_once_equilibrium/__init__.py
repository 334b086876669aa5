"""Equilibria of simultaneous play, of two players and of many."""

__all__ = [
    "any_rule",
    "any_rule_stage",
    "certificate",
    "certificate_of_any_rule",
    "certificate_of_confined",
    "certificate_of_many",
    "of_many",
    "question",
    "question_any_rule",
    "question_of_many",
    "selection",
    "solve",
    "stage_game",
    "stage_of_many",
    "stopping_rules",
]
