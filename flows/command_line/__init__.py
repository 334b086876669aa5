"""Arguments of the command line: commands, options, and how a person names a question or a game."""

__all__ = [
    "asked_case",
    "asked_for",
    "completing",
    "for_configs",
    "for_pictures",
    "for_stores",
    "game_or_file",
    "listed",
    "options",
    "thumb_questions",
]
