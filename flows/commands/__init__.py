"""What each command of `jeopardice` does, in a file that bears its name or a folder: `stores`, `thumb`."""

__all__ = [
    "configs",
    "explore",
    "gallery",
    "judge",
    "play",
    "play_in_browser",
    "plot",
    "questions",
    "reproduce",
    "rules",
    "run",
    "schedule",
    "serving",
    "solve",
    "solved_case",
    "stores",
    "thumb",
]
