"""The page of damaged files counts what was tried."""

from tests.storage.damage_table import page


def test_page__counts_what_was_tried() -> None:
    tried = [
        {"file": "store/seals/a", "command": "ls", "verdict": "told"},
        {"file": "store/seals/a", "command": "run", "verdict": "mended"},
        {"file": "store/seals/b", "command": "ls", "verdict": "same"},
        {"file": "published/race.zarr/zarr.json", "command": "ls", "verdict": "same"},
        {"file": "published/race.zarr/zarr.json", "command": "show", "verdict": "told"},
        {"file": "published/race.zarr/zarr.json", "command": "show", "verdict": "silent"},
        {"file": "published/race.zarr/zarr.json", "command": "export", "verdict": "traceback"},
    ]
    text = page(tried)
    assert "7 commands, on 3 files" in " ".join(text.split())
    counts = [line.split()[1:3] for line in text.splitlines() if line.startswith("- ")]
    assert counts == [["1", "said"], ["1", "ended"], ["2", "named"], ["1", "mended"], ["2", "said"]]
    table = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    heads = table[0]
    by_kind = {line[0]: dict(zip(heads, line, strict=True)) for line in table[2:]}
    seals, copies = by_kind["seals (digests of all these)"], by_kind["plain Zarr copies"]
    assert (seals["files"], seals["ls"], seals["run"], seals["show"]) == ("2", "1/2", "1/1", "0/0")
    assert (copies["files"], copies["ls"], copies["show"], copies["export"]) == ("1", "0/1", "1/2", "0/1")
