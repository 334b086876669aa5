"""The commands of `jeopardice`, each in a file or folder of its name, or in `stores` or `thumb`."""

__all__ = [
    "alert",
    "configs",
    "explore",
    "gallery",
    "judge",
    "planned",
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
