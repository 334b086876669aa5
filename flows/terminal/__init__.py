"""Input and output in the terminal: answers, errors, progress, confirmations."""

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
