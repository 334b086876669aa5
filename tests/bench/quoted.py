"""What the README quotes of docs/performance.md: some of its rows, between two marks."""

from collections.abc import Iterator

BEGIN, END = "<!-- quoted by make bench -->", "<!-- end of what is quoted -->"
# What is done, and the measure, of all who do it.
ROWS = (
    ("race to 40, certified", "CPU, ms"),
    ("race to 100, certified", "CPU, ms"),
    ("response to two, hold at 20 and 30, certified", "CPU, ms"),
    ("solve race.pig goal=20", "wall, s"),
    ("run pig/three_players, nothing to solve", "wall, s"),
    ("run pig/three_players, 121 cases", "wall, s"),
    ("run of 100 000 cases of about 1 ms", "wall, s"),
    ("run pig/four_to_100", "wall, s"),
)
HEAD = ("what", "who", "measure", "median", "times ours")


def quoting(readme: str, page: str) -> str:
    """The README with the rows of that page.

    Parameters
    ----------
    readme : its text, with both marks
    page : the text of docs/performance.md

    Examples
    --------
    >>> page = "| run pig/four_to_100 | Jeopardice | wall, s | 164 | 164 to 165 | 1 |  |"
    >>> print(quoting(f"As measured:\\n\\n{BEGIN}\\n{END}\\n", page))
    As measured:
    <BLANKLINE>
    <!-- quoted by make bench -->
    | what | who | measure | median | times ours |
    | --- | --- | --- | ---: | ---: |
    | run pig/four_to_100 | Jeopardice | wall, s | 164 | 1 |
    <!-- end of what is quoted -->
    <BLANKLINE>
    """
    before, rest = readme.split(BEGIN)
    _, after = rest.split(END)
    table = [HEAD, ("---", "---", "---", "---:", "---:"), *_rows(page)]
    return "\n".join([before + BEGIN, *(f"| {' | '.join(row)} |" for row in table), END + after])


def _rows(page: str) -> Iterator[tuple[str, ...]]:
    tables = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("|")]
    cells = [tuple(cell.strip() for cell in row) for row in tables]
    for what, measure in ROWS:
        for row in cells:
            if (row[0], row[2]) == (what, measure):
                yield what, row[1], measure, row[3], row[5]
