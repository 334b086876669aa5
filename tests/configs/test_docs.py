"""Every config in docs/sweeps.md is read, and every error it quotes is the one that comes."""

import re
from pathlib import Path

import pytest

from configs.errors import ConfigError
from configs.load import load

DOCS = Path(__file__).parents[2] / "docs" / "sweeps.md"
EXAMPLES = re.findall(
    r"```yaml\n(.*?)```(?:\n\n```text\n(.*?)```)?", DOCS.read_text(encoding="utf-8"), re.DOTALL
)


@pytest.mark.parametrize(("config", "errors"), EXAMPLES)
def test_example__does_what_the_page_says(
    config: str, errors: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my.yaml").write_text(config, encoding="utf-8")
    if not errors:
        assert len(load("my.yaml")) == 1
        return
    with pytest.raises(ConfigError) as caught:
        load("my.yaml")
    assert str(caught.value).splitlines() == errors.splitlines()


def test_examples__are_found() -> None:
    assert len(EXAMPLES) == 9
