"""Files of rules that come with the project."""

from pathlib import Path


def shipped_rules() -> dict[str, Path]:
    """The files by name of the game."""
    directory = Path(__file__).parent / "games"
    return {path.stem: path for path in sorted(directory.glob("*.yaml"))}
