"""The JSON schema of a file of rules, with which editors complete and check it."""

import json

from configs.rules.written import Rules


def text() -> str:
    """The schema as text for a file, draft 2020-12."""
    heading = {
        "title": "Rules of a game for Jeopardice",
        "description": "Throws of a turn, their chances, and ways to go on: see docs/design-a-game.md.",
    }
    own = {"$schema": "https://json-schema.org/draft/2020-12/schema"} | Rules.model_json_schema()
    return json.dumps(own | heading, indent=2) + "\n"
