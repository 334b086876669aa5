"""The rules of games that come along as files."""

from pathlib import Path


def shipped_rules() -> dict[str, Path]:
    """The files by the names of their games."""
    directory = Path(__file__).parent / "games"
    return {path.stem: path for path in sorted(directory.glob("*.yaml"))}
