"""Draw the badges of the README from what `pyproject.toml` says: `python docs/badges.py`."""

import re
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
DRAWN = HERE / "badges"
# Of a letter at the badge's size, and beside a text.
LETTER, MARGIN = 6.6, 7
BADGE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="20" role="img" aria-label="{label}: {says}">
<title>{label}: {says}</title>
<clipPath id="round"><rect width="{whole}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)">
<rect width="{left}" height="20" fill="#3b4754"/>
<rect x="{left}" width="{right}" height="20" fill="#1b5e8c"/>
</g>
<g fill="#ffffff" font-family="DejaVu Sans,Verdana,sans-serif" font-size="11" text-anchor="middle">
<text x="{left_middle}" y="14" textLength="{left_text}">{label}</text>
<text x="{right_middle}" y="14" textLength="{right_text}">{says}</text>
</g>
</svg>
"""


def said(told: dict[str, Any]) -> dict[str, str]:
    """What each badge says, by its label.

    Parameters
    ----------
    told : `pyproject.toml`
    """
    project, strict = told["project"], told["tool"]["mypy"]["strict"]
    first, beyond = map(int, re.findall(r"3\.(\d+)", project["requires-python"]))
    return {
        "version": project["version"],
        "Python": f"3.{first} to 3.{beyond - 1}",
        "licence": project["license"],
    } | ({"types": "mypy, strict"} if strict else {})


def badge(label: str, says: str) -> str:
    """A badge as SVG.

    Parameters
    ----------
    label, says : its two texts
    """
    left_text, right_text = (round(LETTER * len(text)) for text in (label, says))
    left, right = (width + 2 * MARGIN for width in (left_text, right_text))
    return BADGE.format(
        label=label,
        says=says,
        whole=left + right,
        left=left,
        right=right,
        left_text=left_text,
        right_text=right_text,
        left_middle=left / 2,
        right_middle=left + right / 2,
    )


def badges() -> dict[str, str]:
    """All badges by the names of their files."""
    told = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    return {f"{label.lower()}.svg": badge(label, says) for label, says in said(told).items()}


if __name__ == "__main__":
    DRAWN.mkdir(exist_ok=True)
    for name, drawn in badges().items():
        (DRAWN / name).write_text(drawn, encoding="utf-8")
