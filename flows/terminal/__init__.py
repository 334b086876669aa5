"""What a person reads in the terminal and is asked there: answers, errors, progress."""

__all__ = [
    "asking",
    "columns",
    "errors",
    "how_long",
    "interrupting",
    "output",
    "printable",
    "printed_json",
    "progress_bar",
    "refusals",
    "tables",
    "times",
    "titles",
]
