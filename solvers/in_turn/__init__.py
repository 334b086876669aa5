"""Two in turn whose turns are played out before."""

__all__ = [
    "certificate_of_equal_turns",
    "certificate_of_last_turns",
    "certificate_of_pair",
    "certificate_of_rounds",
    "equal_turns",
    "pair",
]
